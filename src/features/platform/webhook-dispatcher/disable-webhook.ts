import { enqueueNoticeMails } from '#core/operation/notices'
import { operateAsSystem } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { failPendingDeliveries } from '../webhooks/pending-deliveries.ts'
import { type DisabledReason, Webhook } from '../webhooks/webhook.entity.ts'
import type { AttemptOutcome } from './attempt-outcome.ts'
import type { WebhookHealth } from './save-outcomes.ts'

const maxFailureMs = 5 * 24 * 60 * 60 * 1000

/** Why a webhook is to be given up: its receiver answered 410 (Gone), or has failed for five days; null where neither. */
export function findDisableReason(
  { failingSince }: WebhookHealth,
  outcomes: readonly AttemptOutcome[],
  now: Date,
): DisabledReason | null {
  if (outcomes.some(({ attempt }) => attempt.status === 410)) return 'gone'
  return failingSince && now.getTime() - failingSince.getTime() >= maxFailureMs ? 'failing' : null
}

/** Ends a subscription, once, and has the notice of it mailed. What it has not been sent fails, and is sent once it is activated again. */
export function disableWebhook(
  services: Services,
  organizationId: string,
  webhookId: string,
  reason: DisabledReason,
): Promise<void> {
  return operateAsSystem(services, organizationId, async (context) => {
    const webhook = await context.load(Webhook, webhookId)
    if (!webhook.active) return
    webhook.disable(reason)
    await failPendingDeliveries(context, webhookId, reason)
    await enqueueNoticeMails(context)
  })
}

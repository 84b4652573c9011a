import { enqueueNoticeMails } from '#core/operation/notices'
import { operateAsSystem } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { failPendingDeliveries } from '../webhooks/pending-deliveries.ts'
import { type DisabledReason, Webhook } from '../webhooks/webhook.entity.ts'
import type { AttemptOutcome } from './attempt-outcome.ts'
import type { WebhookHealth } from './save-outcomes.ts'

const maxFailureMs = 5 * 24 * 60 * 60 * 1000

/** `gone` after a 410 response, `failing` after five days of failures, else null. */
export function findDisableReason(
  { failingSince }: WebhookHealth,
  outcomes: readonly AttemptOutcome[],
  now: Date,
): DisabledReason | null {
  if (outcomes.some(({ attempt }) => attempt.status === 410)) return 'gone'
  return failingSince && now.getTime() - failingSince.getTime() >= maxFailureMs ? 'failing' : null
}

/** Disables a webhook and mails a notice. Pending deliveries fail, and are sent when it is enabled again. */
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

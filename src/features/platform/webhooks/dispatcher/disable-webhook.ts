import { enqueueNoticeMails } from '#core/operation/notices'
import { operateAsSystem } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { failPendingDeliveries } from '../waiting-deliveries.ts'
import { type DisabledReason, Webhook } from '../webhook.entity.ts'
import type { Outcome } from './outcome.ts'
import type { Health } from './save-outcomes.ts'

const longestFailure = 5 * 24 * 60 * 60 * 1000

/** Why a webhook is to be given up: its receiver answered 410 (Gone), or has failed for five days; null where neither. */
export function failsForGood({ failingSince }: Health, outcomes: readonly Outcome[], now: Date): DisabledReason | null {
  if (outcomes.some(({ attempt }) => attempt.status === 410)) return 'gone'
  return failingSince && now.getTime() - failingSince.getTime() >= longestFailure ? 'failing' : null
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

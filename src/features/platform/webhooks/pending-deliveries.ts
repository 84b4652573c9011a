import sql from 'sql-template-tag'
import type { Context } from '#core/operation/context'
import type { DisabledReason } from './webhook.entity.ts'

export const failPendingDeliveries = (context: Context, webhookId: string, reason: DisabledReason): Promise<unknown> =>
  context.write(
    sql`update webhook_deliveries
        set status = 'failed', disabled_reason = ${reason}, next_attempt_at = null, updated_at = now(), version = version + 1
        where organization_id = ${context.organizationId} and webhook_id = ${webhookId} and status = 'pending'`,
  )

/** Makes deliveries pending again that failed because the webhook was disabled. */
export const resumeDeliveries = (context: Context, webhookId: string): Promise<unknown> =>
  context.write(
    sql`update webhook_deliveries
        set status = 'pending', disabled_reason = null, attempt_count = 0, unknown_outcomes = 0, next_attempt_at = now(),
          updated_at = now(), version = version + 1
        where organization_id = ${context.organizationId} and webhook_id = ${webhookId} and disabled_reason is not null`,
  )

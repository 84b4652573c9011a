import sql from 'sql-template-tag'
import type { Database } from '#core/database/database'
import { DeliveryStatus } from '../webhooks/delivery.entity.ts'
import type { AttemptOutcome } from './attempt-outcome.ts'

/** Health of a webhook after its outcomes were written. */
export interface WebhookHealth {
  failingSince: Date | null
}

/**
 * Writes outcomes of a webhook's deliveries in the order of sending, and its failure counters. Locks the webhook's row first, as other
 * operations do. Succeeded deliveries stay so: a stopped process may report a failure after another one has sent the delivery.
 */
export function saveOutcomes(
  database: Database,
  organizationId: string,
  webhookId: string,
  outcomes: readonly AttemptOutcome[],
): Promise<WebhookHealth> {
  const lastSuccess = outcomes.findLastIndex(({ status }) => status === DeliveryStatus.succeeded)
  const failures = outcomes.slice(lastSuccess + 1)
  const recovered = lastSuccess >= 0
  const written = outcomes.map(({ delay, ...outcome }) => ({
    ...outcome,
    next_attempt_at: delay === null ? null : new Date(Date.now() + delay),
  }))
  const since = failures[0]?.attempt.at ?? null
  return database.tenant(organizationId, async (transaction) => {
    const [[webhook]] = await Promise.all([
      transaction.writeReturning<{ failingSince: string | null }>(
        sql`update webhooks
            set consecutive_failures = case when ${recovered} then 0 else consecutive_failures end + ${failures.length},
              failing_since = case when ${recovered} then ${since}::timestamptz else coalesce(failing_since, ${since}::timestamptz) end
            where organization_id = ${organizationId} and id = ${webhookId} and (${failures.length} > 0 or consecutive_failures > 0)
              and exists (
                select from webhook_deliveries d
                where d.organization_id = ${organizationId} and d.id = any(${outcomes.map(({ id }) => id)}::uuid[]) and d.status <> 'succeeded'
              )
            returning failing_since as "failingSince"`,
      ),
      transaction.write(
        sql`update webhook_deliveries d
            set status = o.status, attempt_count = d.attempt_count + 1, attempts = d.attempts || o.attempt, unknown_outcomes = 0, updated_at = now(),
              version = d.version + 1, next_attempt_at = o.next_attempt_at
            from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as o (id uuid, status text, next_attempt_at timestamptz, attempt jsonb)
            where d.organization_id = ${organizationId} and d.id = o.id and d.status <> 'succeeded'`,
      ),
    ])
    return { failingSince: webhook?.failingSince ? new Date(webhook.failingSince) : null }
  })
}

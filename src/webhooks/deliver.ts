import sql from 'sql-template-tag'
import type { Database } from '../core/database/database.ts'
import type { ReceiverClient } from '../core/outbound/receiver-client.ts'
import { ReceiverFailure } from '../core/outbound/receiver-client.ts'
import type { Secrets } from '../core/services.ts'
import type { Clock } from '../core/time/clock.ts'
import { signatureHeaders } from './signature.ts'

/** A delivery that is due and belongs to this process until it is marked. */
export interface ClaimedDelivery {
  id: string
  webhookId: string
  eventId: string
  eventName: string
  body: string
  attemptCount: number
  url: string
  sealedSecret: Buffer
  previousSealedSecret: Buffer | null
}

/** What an attempt left behind, as `GET /webhooks/{id}/deliveries` shows it. */
export interface Attempt {
  at: string
  duration_ms: number
  request_headers: Record<string, string>
  status: number | null
  response_body: string | null
  error: string | null
}

export interface DeliveryServices {
  database: Database
  secrets: Secrets
  receiver: ReceiverClient
  clock: Clock
  retryBaseMs: number
}

/** The first attempt and five retries. */
export const mostAttempts = 6

/** The pause before retry `n` (1 to 5): base × 4^(n−1), ± 10 %. */
export const retryDelay = (base: number, retry: number) => base * 4 ** (retry - 1) * (0.9 + Math.random() * 0.2)

/** Claims up to `limit` due deliveries of one subscription, in the order of their events. */
export function claim(
  database: Database,
  organizationId: string,
  webhookId: string,
  worker: number,
  limit: number,
): Promise<ClaimedDelivery[]> {
  return database.tenant(organizationId, (transaction) =>
    transaction.query<ClaimedDelivery>(
      sql`with due as (
            select id from webhook_deliveries
            where organization_id = ${organizationId} and webhook_id = ${webhookId} and status = 'pending'
              and next_attempt_at <= now() and claimed_by is null
            order by sequence nulls first, created_at limit ${limit} for update skip locked
          ), claimed as (
            update webhook_deliveries d set claimed_by = ${worker}, updated_at = now()
            from due where d.organization_id = ${organizationId} and d.id = due.id returning d.*
          )
          select c.id, c.webhook_id as "webhookId", c.event_id as "eventId", c.event_name as "eventName", c.body,
            c.attempt_count as "attemptCount", w.url, w.sealed_secret as "sealedSecret",
            case when w.previous_secret_until > now() then w.previous_sealed_secret end as "previousSealedSecret"
          from claimed c join webhooks w on w.organization_id = c.organization_id and w.id = c.webhook_id
          where c.organization_id = ${organizationId} order by c.sequence nulls first`,
    ),
  )
}

/** Sends one delivery and marks it: succeeded, failed for good, or to be tried again in so many milliseconds (the answer). */
export async function deliver(
  { database, secrets, receiver, clock, retryBaseMs }: DeliveryServices,
  organizationId: string,
  delivery: ClaimedDelivery,
): Promise<number | null> {
  const at = clock.now()
  const keys = [delivery.sealedSecret, delivery.previousSealedSecret].filter((sealed) => sealed !== null)
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Kontor-Webhooks/1',
    'idempotency-key': delivery.eventId,
    'x-service-event': delivery.eventName,
    'x-service-delivery': delivery.id,
    'x-service-timestamp': String(Math.floor(at.getTime() / 1000)),
    ...signatureHeaders({
      secrets: keys.map((sealed) => secrets.open(sealed, 'webhook')),
      id: delivery.eventId,
      timestamp: Math.floor(at.getTime() / 1000),
      body: delivery.body,
    }),
  }
  const attempt: Attempt = {
    at: at.toISOString(),
    duration_ms: 0,
    request_headers: headers,
    status: null,
    response_body: null,
    error: null,
  }
  const began = performance.now()
  try {
    const answer = await receiver.post(delivery.url, headers, delivery.body)
    attempt.status = answer.status
    attempt.response_body = answer.body
  } catch (error) {
    attempt.error = error instanceof ReceiverFailure ? error.reason : 'connection'
  }
  attempt.duration_ms = Math.round(performance.now() - began)

  const succeeded = attempt.status !== null && attempt.status >= 200 && attempt.status < 300
  const attempts = delivery.attemptCount + 1
  const status = succeeded ? 'succeeded' : attempts >= mostAttempts ? 'failed' : 'pending'
  const delay = status === 'pending' ? retryDelay(retryBaseMs, attempts) : null
  await database.tenant(organizationId, async (transaction) => {
    await transaction.query(
      sql`update webhook_deliveries set status = ${status}, attempt_count = ${attempts}, claimed_by = null, updated_at = now(),
            attempts = attempts || ${JSON.stringify([attempt])}::jsonb,
            next_attempt_at = now() + ${delay}::float8 * interval '1 millisecond'
          where organization_id = ${organizationId} and id = ${delivery.id}`,
    )
    await transaction.query(
      succeeded
        ? sql`update webhooks set consecutive_failures = 0, failing_since = null
              where organization_id = ${organizationId} and id = ${delivery.webhookId} and consecutive_failures > 0`
        : sql`update webhooks set consecutive_failures = consecutive_failures + 1, failing_since = coalesce(failing_since, now())
              where organization_id = ${organizationId} and id = ${delivery.webhookId}`,
    )
  })
  return delay
}

import sql from 'sql-template-tag'
import type { Role } from '#core/access/policy'
import type { Database } from '#core/database/database'
import { select } from '#core/database/select'
import type { Transaction } from '#core/database/transaction'
import type { EventName } from '../../../events.ts'

export interface ClaimedDelivery {
  id: string
  eventId: string
  eventName: EventName | 'webhook.test'
  /** The text that is signed and sent unchanged in each attempt. */
  body: string
  attemptCount: number
  url: string
  sealedSecret: Buffer
  previousSealedSecret: Buffer | null
  previousSecretUntil: string | null
  ownerId: string
  /** Null if the owner has left. */
  ownerRole: Role | null
  /** Trace of the event's cause. */
  traceparent: string | null
  /** Second in which its rate permit counts. */
  permitSecond: number
}

/** Rate limit of an organization, over all processes. */
export const deliveriesPerMinute = 1000

/** Lifetime of a rate permit, after which the delivery is claimed again. */
export const permitMs = 1000

/**
 * Claims at most `size` due deliveries of a webhook in the order of their events, within the organization's rate limit. The process must
 * hold the webhook's queue lock.
 */
export function claimDeliveries(
  database: Database,
  organizationId: string,
  webhookId: string,
  size: number,
  mostPerMinute: number,
): Promise<ClaimedDelivery[]> {
  return database.tenant(organizationId, async (transaction) => {
    const due = await transaction.query<Omit<ClaimedDelivery, 'permitSecond'>>(
      // Reads the index in order, so that no plan sorts all pending deliveries.
      select`due.id, event_id as "eventId", event_name as "eventName", coalesce(due.body, e.body) as body, e.traceparent,
            attempt_count as "attemptCount", w.url, w.sealed_secret as "sealedSecret",
            w.previous_sealed_secret as "previousSealedSecret", w.previous_secret_until as "previousSecretUntil",
            w.created_by as "ownerId", m.role as "ownerRole"
          from (
            select id, event_id, event_at, event_name, body, attempt_count, sequence from webhook_deliveries
            where organization_id = ${organizationId} and webhook_id = ${webhookId} and status = 'pending'
              and coalesce(next_attempt_at, 'infinity') <= now()
            order by sequence nulls first limit ${size}
          ) due
          join webhooks w on w.organization_id = ${organizationId} and w.id = ${webhookId} and w.active
          left join members m on m.organization_id = ${organizationId} and m.id = w.created_by
          left join events e on e.organization_id = ${organizationId} and e.id = due.event_id and e.created_at = due.event_at
          order by due.sequence nulls first`,
    )
    if (!due.length) return []
    const [permits] = await transaction.writeReturning<{ granted: number; second: number }>(
      sql`select granted, at_second as second from take_departures(${organizationId}::uuid, ${due.length}::int, ${mostPerMinute}::int)`,
    )
    const { granted, second } = permits ?? { granted: 0, second: 0 }
    const claimed = due.slice(0, granted).map((delivery) => ({ ...delivery, permitSecond: second }))
    return size === 1 ? countAttempt(transaction, organizationId, claimed) : claimed
  })
}

/** Attempts without a written outcome, after which a delivery fails. */
const maxUnknownOutcomes = 6

/**
 * Counts an attempt before it is made, but only for the first delivery of a run: if an outcome cannot be written, the run ends, and the
 * next one begins with that delivery.
 */
async function countAttempt(
  transaction: Transaction,
  organizationId: string,
  claimed: ClaimedDelivery[],
): Promise<ClaimedDelivery[]> {
  const [first] = claimed
  if (!first) return claimed
  const [delivery] = await transaction.writeReturning<{ status: string }>(
    sql`update webhook_deliveries
        set unknown_outcomes = unknown_outcomes + 1,
          status = case when unknown_outcomes >= ${maxUnknownOutcomes} then 'failed' else status end,
          next_attempt_at = case when unknown_outcomes >= ${maxUnknownOutcomes} then null else next_attempt_at end, updated_at = now()
        where organization_id = ${organizationId} and id = ${first.id} returning status`,
  )
  return delivery?.status === 'pending' ? claimed : []
}

/** Fails deliveries that the webhook's owner may not read any more, without an attempt. */
export async function failUnreadable(database: Database, organizationId: string, withheld: readonly ClaimedDelivery[]) {
  if (!withheld.length) return
  await database.tenant(organizationId, (transaction) =>
    transaction.write(
      sql`update webhook_deliveries set status = 'failed', next_attempt_at = null, updated_at = now(), version = version + 1
          where organization_id = ${organizationId} and id = any(${withheld.map(({ id }) => id)}::uuid[])`,
    ),
  )
}

/** Returns unused permits to the seconds in which they were taken. */
export async function returnPermits(
  database: Database,
  organizationId: string,
  unsent: readonly ClaimedDelivery[],
): Promise<void> {
  const [first] = unsent
  if (!first) return
  const second = String(first.permitSecond)
  await database.tenant(organizationId, (transaction) =>
    transaction.write(
      sql`update webhook_departures
          set by_second = jsonb_set(by_second, array[${second}::text], ((by_second ->> ${second}::text)::int - ${unsent.length}::int)::text::jsonb)
          where organization_id = ${organizationId} and by_second ? ${second}::text`,
    ),
  )
}

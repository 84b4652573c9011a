import sql from 'sql-template-tag'
import type { Database } from '#core/database/database'
import { select } from '#core/database/select'
import { createCursorIfMissing } from '../webhooks/webhook-cursor.ts'

const batchSize = 500

/**
 * Creates a delivery of each new event for each subscribed webhook. Locks the cursor's row, so that two dispatchers do not do it twice.
 * Returns whether there are more events.
 */
export function fanOutEvents(database: Database, organizationId: string): Promise<boolean> {
  return database.tenant(organizationId, async (transaction) => {
    await transaction.write(createCursorIfMissing(organizationId))
    const [cursor] = await transaction.query<{ sequence: number; last: number }>(
      select`c.sequence, least(s.last, c.sequence + ${batchSize}) as last
          from webhook_cursors c join event_sequences s on s.organization_id = c.organization_id
          where c.organization_id = ${organizationId} for update of c skip locked`,
    )
    if (!cursor || cursor.last <= cursor.sequence) return false
    await transaction.write(
      sql`insert into webhook_deliveries
            (organization_id, id, created_at, updated_at, webhook_id, event_id, event_at, event_name, sequence, body, next_attempt_at)
          select e.organization_id, gen_random_uuid(), now(), now(), w.id, e.id, e.created_at, e.name, e.sequence, e.body, now()
          from events e
          join webhooks w on w.organization_id = e.organization_id and w.active and w.disabled_reason is null
            and w.since_sequence < e.sequence and (w.events = '{*}' or e.name = any(w.events))
          where e.organization_id = ${organizationId} and e.sequence > ${cursor.sequence} and e.sequence <= ${cursor.last}
          order by e.sequence
          on conflict do nothing`,
    )
    await transaction.write(
      sql`update webhook_cursors set sequence = ${cursor.last} where organization_id = ${organizationId}`,
    )
    return cursor.last === cursor.sequence + batchSize
  })
}

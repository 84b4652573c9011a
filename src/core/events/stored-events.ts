import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { queryAllTenants } from '#core/database/cross-tenant'
import type { Database } from '#core/database/database'
import { listRetainedMonths, type PartitionedTable, retentionStart } from '#core/database/partitions'
import { select } from '#core/database/select'
import type { EventName } from '../../events.ts'

/** A row of the events table: the body is what a webhook receiver is sent, byte for byte. */
export interface StoredEvent {
  id: string
  sequence: number
  name: EventName
  body: string
}

/** How long events are kept, in milliseconds: 90 days. */
export const eventRetentionMs = 90 * 24 * 60 * 60 * 1000

const day = 24 * 60 * 60 * 1000

/** A day more than is promised: no replay may be under way to what goes. */
export const eventsTable: PartitionedTable = {
  table: 'events',
  column: 'created_at',
  unit: 'month',
  retentionMs: eventRetentionMs + day,
}

/** Since when events are in the feed: those before go with their month. */
export const oldestRetainedEvent = (now: Date): string => retentionStart(eventsTable, now).toISOString()

/** The tally of an organization's events of a name, in the month of a moment. */
export const eventCounter = (name: string, at: string) => `events:${name}:${at.slice(0, 7)}`

/** The tallies of an organization's events of a name that are in the feed. */
export const eventCounters = (name: string, now: Date): string[] =>
  listRetainedMonths(eventsTable.retentionMs, now).map((month) => eventCounter(name, month))

/** Removes the tallies of months that are kept no longer. `system` works as the owner, over all organizations. */
export const deleteExpiredEventCounters = (system: Pool, now: Date) =>
  queryAllTenants(
    system,
    (reached) =>
      sql`delete from tallies where name like 'events:%' and right(name, 7) < ${oldestRetainedEvent(now).slice(0, 7)} and ${reached('organization_id')}`,
  )

/** The organization's events after a sequence, in order. */
export const readEventsAfter = (database: Database, organizationId: string, sequence: number, limit: number) =>
  database.tenant(organizationId, (transaction) =>
    transaction.query<StoredEvent>(
      select`id, sequence, name, body from events
          where organization_id = ${organizationId} and sequence > ${sequence} order by sequence limit ${limit}`,
    ),
  )

/** The sequence of the last event, or of the event with the given id; null where there is no such event. */
export async function findEventSequence(
  database: Database,
  organizationId: string,
  id: string | null,
): Promise<number | null> {
  const [row] = await database.tenant(organizationId, (transaction) =>
    transaction.query<{ sequence: number }>(
      id
        ? select`sequence from events where organization_id = ${organizationId} and id = ${id}`
        : select`last as sequence from event_sequences where organization_id = ${organizationId}`,
    ),
  )
  return row?.sequence ?? (id ? null : 0)
}

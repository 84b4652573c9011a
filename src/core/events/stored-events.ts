import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { queryAllTenants } from '#core/database/cross-tenant'
import type { Database } from '#core/database/database'
import { listRetainedMonths, type PartitionedTable, retentionStart } from '#core/database/partitions'
import { select } from '#core/database/select'
import type { EventName } from '../../events.ts'

/** `body` is sent to webhooks byte for byte. */
export interface StoredEvent {
  id: string
  sequence: number
  name: EventName
  body: string
}

export const eventRetentionMs = 90 * 24 * 60 * 60 * 1000

const day = 24 * 60 * 60 * 1000

/** Kept one day longer than promised, for replays in progress. */
export const eventsTable: PartitionedTable = {
  table: 'events',
  column: 'created_at',
  unit: 'month',
  retentionMs: eventRetentionMs + day,
}

/** Events are deleted by month. */
export const oldestRetainedEvent = (now: Date): string => retentionStart(eventsTable, now).toISOString()

/** Name of the monthly counter of an event. */
export const eventCounter = (name: string, at: string) => `events:${name}:${at.slice(0, 7)}`

/** Counters of all retained months. */
export const eventCounters = (name: string, now: Date): string[] =>
  listRetainedMonths(eventsTable.retentionMs, now).map((month) => eventCounter(name, month))

/** `system` connects as the owner, across organizations. */
export const deleteExpiredEventCounters = (system: Pool, now: Date) =>
  queryAllTenants(
    system,
    (reached) =>
      sql`delete from tallies where name like 'events:%' and right(name, 7) < ${oldestRetainedEvent(now).slice(0, 7)} and ${reached('organization_id')}`,
  )

export const readEventsAfter = (database: Database, organizationId: string, sequence: number, limit: number) =>
  database.tenant(organizationId, (transaction) =>
    transaction.query<StoredEvent>(
      select`id, sequence, name, body from events
          where organization_id = ${organizationId} and sequence > ${sequence} order by sequence limit ${limit}`,
    ),
  )

/** Sequence of the last event or of the given one; null if there is none. */
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

import type { Database } from '#core/database/database'
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
export const eventsKeptFor = 90 * 24 * 60 * 60 * 1000

/** The tally of an organization's events of a name. */
export const tallyOfEvents = (name: string) => `events:${name}`

/** The organization's events after a sequence, in order. */
export const readEventsAfter = (database: Database, organizationId: string, sequence: number, limit: number) =>
  database.tenant(organizationId, (transaction) =>
    transaction.query<StoredEvent>(
      select`id, sequence, name, body from events
          where organization_id = ${organizationId} and sequence > ${sequence} order by sequence limit ${limit}`,
    ),
  )

/** The sequence of the last event, or of the event with the given id; null where there is no such event. */
export async function sequenceOf(
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

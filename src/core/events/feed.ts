import sql, { empty, type Sql } from 'sql-template-tag'
import type { Context } from '#core/context'
import type { Database } from '#core/database/database'
import { tallyOf } from '#core/database/tally'
import type { Page } from '#core/graphql/list'
import { type EventName, eventNames, resourceOfEvent } from '../../events.ts'

/** A row of the events table: the body is what a webhook receiver is sent, byte for byte. */
export interface StoredEvent {
  id: string
  sequence: number
  name: EventName
  body: string
}

/** A page of the organization's feed, oldest first; `after` is the id of the last event the reader has. */
export async function readFeed(
  context: Context,
  names: readonly EventName[],
  after: string | undefined,
  page: { page: number; perPage: number },
): Promise<Page<StoredEvent>> {
  const { organizationId, services } = context
  const all = eventNames.every((name) => !services.readable[resourceOfEvent[name]] || names.includes(name))
  const named = all ? empty : sql` and e.name = any(${names}::text[])`
  const since = after
    ? sql` and e.sequence > (select a.sequence from events a where a.organization_id = ${organizationId} and a.id = ${after})`
    : empty
  const matching = sql`from events e where e.organization_id = ${organizationId}${named}${since}`
  return context.page<StoredEvent>(
    sql`e.id, e.sequence, e.name, e.body`,
    matching,
    sql`order by e.sequence`,
    sql`limit ${page.perPage} offset ${(page.page - 1) * page.perPage}`,
    after ? (all ? countAfter(context, after, matching) : undefined) : tallyOf(context, names.map(tallyOfEvents)),
  )
}

/** How many events follow another: where none of them can be gone yet, the sequence tells it without counting. */
function countAfter({ organizationId, clock }: Context, after: string, matching: Sql): Sql {
  const kept = new Date(clock.now().getTime() - eventsKeptFor).toISOString()
  return sql`(select case when a.created_at > ${kept}::timestamptz
      then (select last from event_sequences where organization_id = ${organizationId}) - a.sequence
      else (select count(*) ${matching}) end
    from events a where a.organization_id = ${organizationId} and a.id = ${after})`
}

/** How long events are kept, in milliseconds: 90 days. */
export const eventsKeptFor = 90 * 24 * 60 * 60 * 1000

/** The tally of an organization's events of a name. */
export const tallyOfEvents = (name: string) => `events:${name}`

/** The organization's events after a sequence, in order. */
export const readEventsAfter = (database: Database, organizationId: string, sequence: number, limit: number) =>
  database.tenant(organizationId, (transaction) =>
    transaction.query<StoredEvent>(
      sql`select id, sequence, name, body from events
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
        ? sql`select sequence from events where organization_id = ${organizationId} and id = ${id}`
        : sql`select last as sequence from event_sequences where organization_id = ${organizationId}`,
    ),
  )
  return row?.sequence ?? (id ? null : 0)
}

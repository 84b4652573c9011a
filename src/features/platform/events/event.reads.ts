import sql, { empty, type Sql } from 'sql-template-tag'
import { sumCounters } from '#core/database/counter'
import { select } from '#core/database/select'
import { invalidField } from '#core/errors/problem'
import { eventCounters, eventRetentionMs, oldestRetainedEvent, type StoredEvent } from '#core/events/stored-events'
import type { Context } from '#core/operation/context'
import { limitOffset, orderBy, type Page } from '#core/schema/list'
import { type EventName, eventNames, resourceOfEvent } from '../../../events.ts'

/** A page of the event feed, oldest first unless sorted. `after` is the id of the last event received. */
export async function readEventFeed(
  context: Context,
  names: readonly EventName[],
  after: string | undefined,
  page: { page: number; perPage: number; sort?: string },
): Promise<Page<StoredEvent>> {
  const { organizationId, services } = context
  const all = eventNames.every((name) => !services.readable[resourceOfEvent[name]] || names.includes(name))
  const named = all ? empty : sql` and e.name = any(${names}::text[])`
  const since = after ? sql` and e.sequence > ${await sequenceIn(context, after)}` : empty
  const now = context.clock.now()
  const matching = sql`from events e where e.organization_id = ${organizationId}
    and e.created_at >= ${oldestRetainedEvent(now)}::timestamptz${named}${since}`
  const total = after
    ? all
      ? countAfter(context, after, matching)
      : undefined
    : sumCounters(
        context,
        names.flatMap((name) => eventCounters(name, now)),
      )
  return context.page<StoredEvent>(
    sql`e.id, e.sequence, e.name, e.body`,
    matching,
    orderBy(page.sort ?? 'created_at', { created_at: 'sequence' }, 'e', 'sequence'),
    limitOffset(page),
    total && select`${total} as total`,
  )
}

async function sequenceIn(context: Context, id: string): Promise<number> {
  const [row] = await context.query<{ sequence: number }>(
    select`sequence from events where organization_id = ${context.organizationId} and id = ${id}
        and created_at >= ${oldestRetainedEvent(context.clock.now())}::timestamptz`,
  )
  return assertSequenceKept(row?.sequence)
}

/** Returns the sequence of the last event received; 422 if it was deleted, as later events may be missing too. */
export function assertSequenceKept(sequence: number | null | undefined): number {
  if (sequence != null) return sequence
  throw invalidField('after', { de: 'ist kein Ereignis, das es noch gibt', en: 'is not an event that is still stored' })
}

/** Number of events after another. If none can have been deleted yet, it is computed from the sequence. */
function countAfter({ organizationId, clock }: Context, after: string, matching: Sql): Sql {
  const kept = new Date(clock.now().getTime() - eventRetentionMs).toISOString()
  return sql`(select case when a.created_at > ${kept}::timestamptz
      then (select last from event_sequences where organization_id = ${organizationId}) - a.sequence
      else (select count(*) ${matching}) end
    from events a where a.organization_id = ${organizationId} and a.id = ${after})`
}

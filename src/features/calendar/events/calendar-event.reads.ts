import sql, { type Sql } from 'sql-template-tag'
import { noId } from '#core/database/entity'
import { select } from '#core/database/select'
import { invalidField } from '#core/errors/problem'
import { selectAllColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import { andWhere, filterList, orderBy } from '#core/schema/list'
import type { Row } from '#core/schema/row'
import { dayMs } from '#core/time/local-time'
import { CalendarEvent } from './calendar-event.entity.ts'
import type { CalendarEventListArgs } from './calendar-event.inputs.ts'
import {
  findOccurrences,
  type Occurrence,
  type OccurrenceChanges,
  readOccurrenceChanges,
  type WindowOccurrence,
} from './occurrences.ts'
import { maxEventWindowDays } from './recurrence.ts'

/** Occurrences in a window, filtered and sorted; `readOccurrenceRows` loads their fields. */
export async function searchOccurrences(context: Context, args: CalendarEventListArgs): Promise<WindowOccurrence[]> {
  const { from, to, sort } = args
  if (to < from) throw invalidField('to', { de: 'liegt vor dem Beginn', en: 'is before the start' })
  if (to.getTime() - from.getTime() > maxEventWindowDays * dayMs) throw invalidField('to', tooWide)
  // Throws 422 for an unknown sort.
  orderBy(sort ?? 'start_time', { created_at: 'created_at', start_time: 'start_time' }, 'e')
  const found = await findOccurrences(context, {
    ...{ from, to, where: filterEvents(context, args) },
    ...(args.q && { search: createSearchConditions(args.q) }),
  })
  if (sort?.endsWith('created_at')) found.sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
  return sort?.startsWith('-') ? found.reverse() : found
}

/** SQL condition for events of members: their own, and those they attend and have not declined. */
export const isInCalendarOf = (organizationId: string, userIds: readonly string[]): Sql =>
  sql`(e.user_id = any(${userIds}::uuid[]) or exists (select from calendar_attendees a
      where a.organization_id = ${organizationId} and a.event_id = e.id and a.member_id = any(${userIds}::uuid[])
        and a.answer <> 'declined'))`

function filterEvents(context: Context, args: CalendarEventListArgs): Sql {
  const { userId, projectId, clientId, q } = args
  const { organizationId, caller } = context
  // Hidden fields of synced events are not searched.
  const isOpen = sql`(e.connection_id is null or e.user_id = ${caller?.id ?? noId})`
  const { updatedSince } = args
  return sql`${andWhere(userId, isInCalendarOf(organizationId, [userId ?? noId]))}${andWhere(
    projectId,
    sql`e.project_id = ${projectId}`,
  )}${andWhere(clientId, sql`e.client_id = ${clientId}`)}${andWhere(q, isOpen)}${filterList({ updatedSince }, 'e', [])}`
}

/** Searches the fields of the event, or for a changed occurrence its own. */
function createSearchConditions(q: string) {
  const shown = ['title', 'description', 'location']
  const own = (field: string) =>
    `case when o.changes -> '${field}' is null then e.${field} else o.changes ->> '${field}' end`
  return {
    ofEvent: sql`(true${filterList(
      { q },
      'e',
      shown.map((field) => `e.${field}`),
    )})`,
    ofOccurrence: sql`(true${filterList({ q }, 'e', shown.map(own))})`,
  }
}

/** Rows to display, with the occurrence's own fields. Deleted events are left out. */
export async function readOccurrenceRows(
  context: Context,
  occurrences: readonly Occurrence[],
): Promise<Row<CalendarEvent>[]> {
  if (!occurrences.length) return []
  const ids = [...new Set(occurrences.map(({ id }) => id))]
  const [rows, changed] = await Promise.all([
    context.query<CalendarEvent>(
      select`${selectAllColumns(context, CalendarEvent, 'e')} from calendar_events e
          where e.organization_id = ${context.organizationId} and e.id = any(${ids}::uuid[])`,
    ),
    readOccurrenceChanges(context, occurrences),
  ])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const key = (id: string, start: Date | null) => `${id} ${start?.getTime()}`
  const changes = new Map(changed.map((each) => [key(each.eventId, each.occurrenceStart), each.changes]))
  return occurrences.flatMap((occurrence) => {
    const event = byId.get(occurrence.id)
    const own = changes.get(key(occurrence.id, occurrence.occurrenceStart))
    return event ? [toOccurrenceRow(event, occurrence, own ?? {})] : []
  })
}

function toOccurrenceRow(
  event: Row<CalendarEvent>,
  { startTime, endTime, occurrenceStart }: Occurrence,
  changes: OccurrenceChanges,
): Row<CalendarEvent> {
  return {
    ...event,
    ...changes,
    startTime: startTime.toISOString(),
    endTime: endTime.toISOString(),
    occurrenceStart: occurrenceStart?.toISOString() ?? null,
  }
}

interface BusyTime {
  userId: string
  start: Date
  end: Date
}

/**
 * Busy times of members in [from, to): own events, and those they attend and have not declined. Without all-day events of
 * connections that ignore them, and without booked events of these hosts, which are counted as bookings and may be about to
 * move.
 */
export async function readBusyEventTimes(
  context: Context,
  userIds: readonly string[],
  from: Date,
  to: Date,
): Promise<BusyTime[]> {
  const isNews = sql`(e.booking_id is null or e.user_id <> all(${userIds}::uuid[]) or exists (select from calendar_attendees a
      where a.organization_id = ${context.organizationId} and a.event_id = e.id and a.member_id = any(${userIds}::uuid[])))`
  const isHeeded = sql`(not e.all_day or not exists (select from calendar_connections c
      where c.organization_id = ${context.organizationId} and c.id = e.connection_id and c.all_day = 'ignored'))`
  const where = sql` and ${isHeeded} and ${isNews} and ${isInCalendarOf(context.organizationId, userIds)}`
  const ofOccurrence = sql`coalesce((o.changes ->> 'busy')::boolean, e.busy)`
  const found = await findOccurrences(context, { from, to, where, search: { ofEvent: sql`e.busy`, ofOccurrence } })
  if (!found.length) return []
  const ids = [...new Set(found.map(({ id }) => id))]
  const holders = await context.query<{ id: string; userId: string }>(
    select`e.id, e.user_id as "userId" from calendar_events e
        where e.organization_id = ${context.organizationId} and e.id = any(${ids}::uuid[])
          and e.user_id = any(${userIds}::uuid[]) and e.booking_id is null
        union
        select a.event_id as id, a.member_id as "userId" from calendar_attendees a
        where a.organization_id = ${context.organizationId} and a.event_id = any(${ids}::uuid[])
          and a.member_id = any(${userIds}::uuid[]) and a.answer <> 'declined'
          and not exists (select from calendar_events e join calendar_events h
              on h.organization_id = ${context.organizationId} and h.booking_id = e.booking_id and h.user_id = a.member_id
            where e.organization_id = ${context.organizationId} and e.id = a.event_id)`,
  )
  const byEvent = Map.groupBy(holders, ({ id }) => id)
  return found.flatMap(({ id, startTime, endTime }) =>
    (byEvent.get(id) ?? []).map(({ userId }) => ({ userId, start: startTime, end: endTime })),
  )
}

const tooWide = {
  de: `liegt mehr als ${maxEventWindowDays} Tage nach dem Beginn`,
  en: `is more than ${maxEventWindowDays} days after the start`,
}

import sql, { type Sql } from 'sql-template-tag'
import { select } from '#core/database/select'
import { invalid } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { type CalendarEvent, endOf, longestOccurrenceDays } from './calendar-event.entity.ts'
import { type Series, startsOf } from './recurrence.ts'

const dayMs = 86_400_000

/** What of a series one occurrence may have of its own. */
export interface Changes {
  title?: string
  description?: string | null
  location?: string | null
}

/** An occurrence that differs from what the rule gives, by the start that the rule gives it. */
export interface ChangedOccurrence {
  eventId: string
  occurrenceStart: Date
  cancelled: boolean
  /** Its own, where it was moved. */
  startTime: Date | null
  endTime: Date | null
  changes: Changes
}

/** What takes place at a time: an event, or one occurrence of a series. */
export interface Occurrence {
  id: string
  startTime: Date
  endTime: Date
  /** Null for an event that is no series. */
  occurrenceStart: Date | null
  changes: Changes
}

/** What an occurrence is found by. */
export interface Scheduled {
  id: string
  startTime: Date
  endTime: Date
  timezone: string
  allDay: boolean
  recurrence: string | null
}

/** Whose, or about what, the events of a window are. */
export interface WindowFilter {
  from: Date
  to: Date
  /** Conditions on `e`, the events. */
  which?: Sql
}

/** Occurrences that a window shows at most; more ask for a shorter one. */
const mostShown = 20_000

interface Found extends Omit<Scheduled, 'startTime' | 'endTime'> {
  startTime: string
  endTime: string
  createdAt: string
}

export interface WindowOccurrence extends Occurrence {
  createdAt: string
}

/**
 * What takes place in [from, to), in the order of its start, of the same start the newest first; ends that touch do not overlap. Two statements, which leave
 * together: events by their span, and what is different about single occurrences.
 */
export async function occurrencesIn(context: Context, { from, to, which = sql`` }: WindowFilter) {
  const { organizationId } = context
  // Of series, all that may be in the window; of others, none is longer than this.
  const since = new Date(from.getTime() - longestOccurrenceDays * dayMs)
  const columns = sql`e.id, e.start_time as "startTime", e.end_time as "endTime", e.timezone, e.all_day as "allDay",
      e.recurrence, e.created_at as "createdAt"`
  const [events, changed] = await Promise.all([
    context.query<Found>(
      select`${columns} from calendar_events e
          where e.organization_id = ${organizationId} and not e.lasting and e.span_start >= ${since}
            and e.span_start < ${to} and e.span_end > ${from}${which}
          union all
          select ${columns} from calendar_events e
          where e.organization_id = ${organizationId} and e.lasting and e.span_start < ${to}
            and coalesce(e.span_end, 'infinity') > ${from}${which}
          limit ${mostShown + 1}`,
    ),
    readChanged(
      context,
      sql`o.occurrence_start >= ${since} and o.occurrence_start < ${to}`,
      sql`o.start_time >= ${since} and o.start_time < ${to}`,
    ),
  ])
  const byEvent = Map.groupBy(changed, ({ eventId }) => eventId)
  const found: WindowOccurrence[] = []
  for (const { createdAt, ...row } of events) {
    const event = { ...row, startTime: new Date(row.startTime), endTime: new Date(row.endTime) }
    if (event.recurrence === null) {
      // By far the most of them: what was found overlaps the window.
      const { id, startTime, endTime } = event
      found.push({ id, startTime, endTime, occurrenceStart: null, changes: {}, createdAt })
      continue
    }
    for (const occurrence of await occurrencesOf(event, byEvent.get(event.id) ?? [], from, to))
      found.push({ ...occurrence, createdAt })
    if (found.length > mostShown) throw invalid('to', tooMany)
  }
  return found.sort(
    (one, other) =>
      one.startTime.getTime() - other.startTime.getTime() ||
      compare(other.createdAt, one.createdAt) ||
      compare(one.id, other.id),
  )
}

/** The occurrences of one event that overlap [from, to), in no order. */
export async function occurrencesOf(
  event: Scheduled,
  changed: readonly ChangedOccurrence[],
  from: Date,
  to: Date,
): Promise<Occurrence[]> {
  const { id, recurrence } = event
  const overlaps = ({ startTime, endTime }: { startTime: Date; endTime: Date }) => startTime < to && endTime > from
  if (recurrence === null) {
    const { startTime, endTime } = event
    return overlaps(event) ? [{ id, startTime, endTime, occurrenceStart: null, changes: {} }] : []
  }
  const series: Series = { ...event, recurrence }
  // A day of whole days may have an hour more.
  const duration = event.endTime.getTime() - event.startTime.getTime() + dayMs / 12
  const own = new Map(changed.map((each) => [each.occurrenceStart.getTime(), each]))
  const starts = await startsOf(series, new Date(from.getTime() - duration), to)
  const regular = starts
    .filter((start) => !own.has(start.getTime()))
    .map((start) => ({ id, startTime: start, endTime: endOf(event, start), occurrenceStart: start, changes: {} }))
  return [...regular, ...changed.flatMap((each) => shownOf(event, each))].filter(overlaps)
}

/** A changed occurrence as it takes place; none where it was cancelled. */
export function shownOf(
  event: Scheduled,
  { cancelled, occurrenceStart, startTime, endTime, changes }: ChangedOccurrence,
) {
  if (cancelled) return []
  const start = startTime ?? occurrenceStart
  return [{ id: event.id, startTime: start, endTime: endTime ?? endOf(event, start), occurrenceStart, changes }]
}

/** What is different about single occurrences, by conditions on `o`; found by more than one, it is there once. */
async function readChanged(context: Context, ...conditions: Sql[]): Promise<ChangedOccurrence[]> {
  const part = (condition: Sql) =>
    sql`o.event_id as "eventId", o.occurrence_start as "occurrenceStart", o.cancelled, o.start_time as "startTime",
      o.end_time as "endTime", o.changes from calendar_occurrences o
      where o.organization_id = ${context.organizationId} and ${condition}`
  const [first = sql`false`, second] = conditions
  const rows = await context.query<Stored>(
    second ? select`${part(first)} union select ${part(second)}` : select`${part(first)}`,
  )
  return rows.map((row) => ({
    ...row,
    occurrenceStart: new Date(row.occurrenceStart),
    startTime: row.startTime === null ? null : new Date(row.startTime),
    endTime: row.endTime === null ? null : new Date(row.endTime),
  }))
}

interface Stored {
  eventId: string
  occurrenceStart: string
  cancelled: boolean
  startTime: string | null
  endTime: string | null
  changes: Changes
}

export const changedOf = (context: Context, { id }: Pick<CalendarEvent, 'id'>) => changedOfAll(context, [id])

export const changedOfAll = (context: Context, ids: readonly string[]) =>
  readChanged(context, sql`o.event_id = any(${ids}::uuid[])`)

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

const tooMany = {
  de: `ergibt mehr als ${mostShown.toLocaleString('de')} Termine: Bitte ein kürzeres Fenster wählen`,
  en: `gives more than ${mostShown.toLocaleString('en')} events: please choose a shorter window`,
}

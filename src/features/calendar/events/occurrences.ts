import { setImmediate } from 'node:timers/promises'
import sql, { type Sql } from 'sql-template-tag'
import { select } from '#core/database/select'
import { invalidField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { dayMs } from '#core/time/local-time'
import { type CalendarEvent, getOccurrenceEnd, maxOccurrenceDays } from './calendar-event.entity.ts'
import { listStarts, type Series } from './recurrence.ts'
import { type ReportContext, reportUnreadableSeries } from './unreadable-series.ts'

/** Fields of an occurrence that differ from the series. */
export interface OccurrenceChanges {
  title?: string
  description?: string | null
  location?: string | null
  /** Only from connected calendars. */
  busy?: boolean
}

/** Times of a changed occurrence. `occurrenceStart` is its start by the rule. */
export interface MovedOccurrence {
  eventId: string
  occurrenceStart: Date
  cancelled: boolean
  /** Null unless it was moved. */
  startTime: Date | null
  endTime: Date | null
}

export interface ChangedOccurrence extends MovedOccurrence {
  changes: OccurrenceChanges
}

/** An event, or one occurrence of a series. */
export interface Occurrence {
  id: string
  startTime: Date
  endTime: Date
  /** Null unless it is one of a series. */
  occurrenceStart: Date | null
}

export interface ScheduledEvent {
  id: string
  startTime: Date
  endTime: Date
  timezone: string
  allDay: boolean
  recurrence: string | null
}

export interface OccurrenceFilter {
  from: Date
  to: Date
  /** Conditions on `e`, the events. */
  where?: Sql
  /** Conditions on what is shown: the event `e`, or the changed occurrence `o`. */
  search?: { ofEvent: Sql; ofOccurrence: Sql }
}

type OccurrenceContext = Pick<Context, 'organizationId' | 'query'> & ReportContext

const maxOccurrences = 20_000
/** Milliseconds after which a computation yields to the event loop. */
const maxBlockingMs = 5

interface EventRow extends Omit<ScheduledEvent, 'startTime' | 'endTime'> {
  startTime: string
  endTime: string
  createdAt: string
  isFound: boolean
}

export interface WindowOccurrence extends Occurrence {
  createdAt: string
}

/**
 * Occurrences that overlap [from, to), by start, then newest first. Two pipelined statements read events by span and changed
 * occurrences.
 */
export async function findOccurrences(
  context: OccurrenceContext,
  { from, to, where = sql``, search }: OccurrenceFilter,
) {
  const { organizationId } = context
  // All series that may overlap; other events are no longer than this.
  const since = new Date(from.getTime() - maxOccurrenceDays * dayMs)
  const columns = sql`e.id, e.start_time as "startTime", e.end_time as "endTime", e.timezone, e.all_day as "allDay",
      e.recurrence, e.created_at as "createdAt", ${search?.ofEvent ?? sql`true`} as "isFound"`
  const own = search && sql` and ${search.ofEvent}`
  const ownOrChanged =
    search &&
    sql` and (${search.ofEvent} or exists (select from calendar_occurrences o
          where o.organization_id = ${organizationId} and o.event_id = e.id and not o.cancelled and ${search.ofOccurrence}))`
  const [events, changed] = await Promise.all([
    context.query<EventRow>(
      select`${columns} from calendar_events e
          where e.organization_id = ${organizationId} and not e.lasting and e.span_start >= ${since}
            and e.span_start < ${to} and e.span_end > ${from}${where}${own ?? sql``}
          union all
          select ${columns} from calendar_events e
          where e.organization_id = ${organizationId} and e.lasting and e.span_start < ${to}
            and coalesce(e.span_end, 'infinity') > ${from}${where}${ownOrChanged ?? sql``}
          limit ${maxOccurrences + 1}`,
    ),
    readMovedInWindow(context, { from: since, to, where, search }),
  ])
  if (events.length > maxOccurrences) throw invalidField('to', tooMany)
  const byEvent = Map.groupBy(changed, ({ eventId }) => eventId)
  const found: WindowOccurrence[] = []
  let began = performance.now()
  for (const { createdAt, isFound, ...row } of events) {
    const event = { ...row, startTime: new Date(row.startTime), endTime: new Date(row.endTime) }
    if (event.recurrence === null) {
      // Most events: the statement has already checked the overlap.
      const { id, startTime, endTime } = event
      found.push({ id, startTime, endTime, occurrenceStart: null, createdAt })
      continue
    }
    const differing = byEvent.get(event.id) ?? []
    const shows = new Map(differing.map((each) => [each.occurrenceStart.getTime(), each.isFound]))
    for (const occurrence of expandOrReport(context, event, differing, from, to))
      if (shows.get(occurrence.occurrenceStart?.getTime() ?? 0) ?? isFound) found.push({ ...occurrence, createdAt })
    if (found.length > maxOccurrences) throw invalidField('to', tooMany)
    if (performance.now() - began < maxBlockingMs) continue
    await setImmediate()
    began = performance.now()
  }
  if (found.length > maxOccurrences) throw invalidField('to', tooMany)
  return found.sort(
    (one, other) =>
      one.startTime.getTime() - other.startTime.getTime() ||
      compare(other.createdAt, one.createdAt) ||
      compare(one.id, other.id),
  )
}

/** A series that cannot be expanded is logged and left out. */
function expandOrReport(
  context: OccurrenceContext,
  event: ScheduledEvent,
  ...rest: [changed: readonly MovedOccurrence[], from: Date, to: Date]
) {
  try {
    return expandOccurrences(event, ...rest)
  } catch (error) {
    reportUnreadableSeries(context, event, error)
    return []
  }
}

/** Occurrences of one event that overlap [from, to), unordered. */
export function expandOccurrences(
  event: ScheduledEvent,
  changed: readonly MovedOccurrence[],
  from: Date,
  to: Date,
): Occurrence[] {
  const { id, recurrence } = event
  const overlaps = ({ startTime, endTime }: { startTime: Date; endTime: Date }) => startTime < to && endTime > from
  if (recurrence === null) {
    const { startTime, endTime } = event
    return overlaps(event) ? [{ id, startTime, endTime, occurrenceStart: null }] : []
  }
  const series: Series = { ...event, recurrence }
  // All-day occurrences may be an hour longer.
  const duration = event.endTime.getTime() - event.startTime.getTime() + dayMs / 12
  const own = new Map(changed.map((each) => [each.occurrenceStart.getTime(), each]))
  const starts = listStarts(series, new Date(from.getTime() - duration), to)
  const regular = starts
    .filter((start) => !own.has(start.getTime()))
    .map((start) => ({ id, startTime: start, endTime: getOccurrenceEnd(event, start), occurrenceStart: start }))
  return [...regular, ...changed.flatMap((each) => listUnlessCancelled(event, each))].filter(overlaps)
}

/** Empty if it was cancelled. */
export function listUnlessCancelled(
  event: ScheduledEvent,
  { cancelled, ...occurrence }: MovedOccurrence,
): Occurrence[] {
  return cancelled ? [] : [getOccurrenceTimes(event, occurrence)]
}

/** Also for a cancelled occurrence. */
export function getOccurrenceTimes(
  event: ScheduledEvent,
  { occurrenceStart, startTime, endTime }: Omit<MovedOccurrence, 'cancelled'>,
) {
  const start = startTime ?? occurrenceStart
  return { id: event.id, startTime: start, endTime: endTime ?? getOccurrenceEnd(event, start), occurrenceStart }
}

const occurrenceColumns = sql`o.event_id as "eventId", o.occurrence_start as "occurrenceStart", o.cancelled, o.start_time as "startTime",
    o.end_time as "endTime"`

type StoredOccurrence<Kept extends MovedOccurrence> = Omit<Kept, 'occurrenceStart' | 'startTime' | 'endTime'> & {
  occurrenceStart: string
  startTime: string | null
  endTime: string | null
}

const parseOccurrences = <Kept extends MovedOccurrence>(rows: readonly StoredOccurrence<Kept>[]) =>
  rows.map((row) => ({
    ...row,
    occurrenceStart: new Date(row.occurrenceStart),
    startTime: row.startTime === null ? null : new Date(row.startTime),
    endTime: row.endTime === null ? null : new Date(row.endTime),
  })) as unknown as Kept[]

/** Changed occurrences whose original or own start is in [from, to). */
async function readMovedInWindow(context: OccurrenceContext, { from, to, where = sql``, search }: OccurrenceFilter) {
  const { organizationId } = context
  const part = (condition: Sql) =>
    sql`${occurrenceColumns}, ${search?.ofOccurrence ?? sql`true`} as "isFound" from calendar_occurrences o
          join calendar_events e on e.organization_id = ${organizationId} and e.id = o.event_id
        where o.organization_id = ${organizationId} and ${condition}${where}`
  const rows = await context.query<StoredOccurrence<MovedOccurrence & { isFound: boolean }>>(
    select`${part(sql`o.occurrence_start >= ${from} and o.occurrence_start < ${to}`)}
        union select ${part(sql`o.start_time >= ${from} and o.start_time < ${to}`)}`,
  )
  return parseOccurrences<MovedOccurrence & { isFound: boolean }>(rows)
}

export async function readChangedOccurrences(
  context: Context,
  { id }: Pick<CalendarEvent, 'id'>,
): Promise<ChangedOccurrence[]> {
  const rows = await context.query<StoredOccurrence<ChangedOccurrence>>(
    select`${occurrenceColumns}, o.changes from calendar_occurrences o
        where o.organization_id = ${context.organizationId} and o.event_id = ${id} order by o.occurrence_start`,
  )
  return parseOccurrences(rows)
}

/** Like `readChangedOccurrences`, without the changed fields. */
export async function readMovedOccurrences(
  context: Context,
  { id }: Pick<CalendarEvent, 'id'>,
): Promise<MovedOccurrence[]> {
  const rows = await context.query<StoredOccurrence<MovedOccurrence>>(
    select`${occurrenceColumns} from calendar_occurrences o where o.organization_id = ${context.organizationId} and o.event_id = ${id}`,
  )
  return parseOccurrences(rows)
}

/** Only those that have changes. */
export async function readOccurrenceChanges(
  context: Context,
  occurrences: readonly Pick<Occurrence, 'id' | 'occurrenceStart'>[],
): Promise<ChangedOccurrence[]> {
  const known = occurrences.flatMap(({ id, occurrenceStart }) => (occurrenceStart ? [{ id, occurrenceStart }] : []))
  if (!known.length) return []
  const rows = await context.query<StoredOccurrence<ChangedOccurrence>>(
    select`${occurrenceColumns}, o.changes from calendar_occurrences o
        where o.organization_id = ${context.organizationId}
          and o.event_id = any(${[...new Set(known.map(({ id }) => id))]}::uuid[])
          and o.occurrence_start = any(${[...new Set(known.map(({ occurrenceStart }) => occurrenceStart.toISOString()))]}::timestamptz[])`,
  )
  return parseOccurrences(rows)
}

/** Changed occurrences near [from, to); others are returned as cancelled. */
export async function readChangedOccurrencesNear(
  context: Context,
  ids: readonly string[],
  from: Date,
  to: Date,
): Promise<ChangedOccurrence[]> {
  if (!ids.length) return []
  const isNear = sql`(o.occurrence_start >= ${from} and o.occurrence_start < ${to}
      or coalesce(o.start_time >= ${from} and o.start_time < ${to}, false))`
  const rows = await context.query<StoredOccurrence<ChangedOccurrence>>(
    select`o.event_id as "eventId", o.occurrence_start as "occurrenceStart", o.cancelled or not ${isNear} as cancelled,
          o.start_time as "startTime", o.end_time as "endTime", case when ${isNear} then o.changes else '{}' end as changes
        from calendar_occurrences o
        where o.organization_id = ${context.organizationId} and o.event_id = any(${ids}::uuid[])
        order by o.event_id, o.occurrence_start`,
  )
  return parseOccurrences(rows)
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

const tooMany = {
  de: `ergibt mehr als ${maxOccurrences.toLocaleString('de')} Termine: Bitte ein kürzeres Fenster wählen`,
  en: `gives more than ${maxOccurrences.toLocaleString('en')} events: please choose a shorter window`,
}

import type { AppointmentFragment } from '#schema/web/graphql'
import { dayMs, startOfDay, toLocalTime } from '../i18n/local-time.ts'
import type { View } from './views.ts'

/** An event, or one occurrence of a series, in the local time of the user. */
export interface EventOccurrence {
  event: AppointmentFragment
  key: string
  start: number
  end: number
}

const occurrenceKey = ({ id, occurrenceStart }: AppointmentFragment) => `${id} ${occurrenceStart ?? ''}`

/** All-day events keep the time zone of the event. */
export const toOccurrence = (event: AppointmentFragment, zone: string): EventOccurrence => {
  const by = event.allDay ? event.timezone : zone
  return {
    event,
    key: occurrenceKey(event),
    start: toLocalTime(event.startTime, by),
    end: toLocalTime(event.endTime, by),
  }
}

/** All-day events and events of 24 hours or more are shown above the hours. */
export const isInAllDayRow = ({ event, start, end }: EventOccurrence) => event.allDay || end - start >= dayMs

export const overlapsDay = ({ start, end }: Pick<EventOccurrence, 'start' | 'end'>, day: number) =>
  start < day + dayMs && (end > day || (start === end && start >= day))

interface PlacedEvent {
  occurrence: EventOccurrence
  /** The part within the day, in minutes since midnight. */
  from: number
  to: number
  /** The index of its column among overlapping events, and their number. */
  lane: number
  lanes: number
}

/** The minimum height of an event, in minutes. */
const minEventMinutes = 30

/** Places the events of a day in columns where they overlap. */
export function layoutDay(day: number, events: readonly EventOccurrence[]): PlacedEvent[] {
  const placed = events
    .filter((each) => !isInAllDayRow(each) && overlapsDay(each, day))
    .map((occurrence) => {
      const from = Math.max(0, (occurrence.start - day) / 60_000)
      const to = Math.min(1440, Math.max((occurrence.end - day) / 60_000, from + minEventMinutes))
      return { occurrence, from: Math.min(from, 1440 - minEventMinutes), to, lane: 0, lanes: 1 }
    })
    .sort((one, other) => one.from - other.from || other.to - one.to)
  let group: PlacedEvent[] = []
  let end = -1
  const close = () => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane)) + 1
    for (const each of group) each.lanes = lanes
    group = []
  }
  for (const each of placed) {
    if (each.from >= end) close()
    const taken = new Set(group.filter(({ to }) => to > each.from).map(({ lane }) => lane))
    while (taken.has(each.lane)) each.lane += 1
    group.push(each)
    end = Math.max(end, each.to)
  }
  close()
  return placed
}

/** The all-day and multi-day events of a day. */
export const filterAllDayRow = (day: number, events: readonly EventOccurrence[]) =>
  events.filter((each) => isInAllDayRow(each) && overlapsDay(each, day))

export const filterDay = (day: number, events: readonly EventOccurrence[]) => [
  ...filterAllDayRow(day, events),
  ...events
    .filter((each) => !isInAllDayRow(each) && overlapsDay(each, day))
    .sort((one, other) => one.start - other.start || one.end - other.end),
]

/** The days shown by a view. */
export function listDays(view: View, date: number): number[] {
  const from = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index * dayMs)
  const day = startOfDay(date)
  if (view === 'day') return [day]
  const monday = day - ((new Date(day).getUTCDay() + 6) % 7) * dayMs
  if (view === 'week') return from(monday, 7)
  const first = new Date(day)
  const firstOfMonth = Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), 1)
  const start = firstOfMonth - ((new Date(firstOfMonth).getUTCDay() + 6) % 7) * dayMs
  const last = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1)
  return from(start, Math.ceil((last - start) / dayMs / 7) * 7)
}

/** Moves a date to the next or previous day, week or month. */
export function shiftDate(view: View, date: number, by: 1 | -1): number {
  if (view === 'day') return date + by * dayMs
  if (view === 'week') return date + 7 * by * dayMs
  const day = new Date(date)
  const first = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + by, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return first.setUTCDate(Math.min(day.getUTCDate(), last))
}

import type { EntryFragment } from '#schema/web/graphql'
import { addDays } from '../i18n/dates.ts'
import { dateFormatter, localeTag } from '../i18n/locale.ts'
import { parseDateTimeInput, toServiceDate } from '../i18n/service-time.ts'
import { formatWorkItem, type WorkItem, workItemKey } from './work-item-field.tsx'

/** A row of the timesheet: what was worked on, and the entries of each day from Monday on. */
export interface TimesheetRow {
  key: string
  name: string
  place: WorkItem
  days: readonly (readonly EntryFragment[])[]
}

export const listWeekDays = (monday: string) => Array.from({ length: 7 }, (_, index) => addDays(monday, index))

/** Seconds of what has ended. */
export const sumSeconds = (entries: readonly EntryFragment[]) =>
  entries.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0)

/** What was worked on in these days, and what is to be filled in besides, by name. */
export function toTimesheetRows(
  entries: readonly EntryFragment[],
  added: readonly WorkItem[],
  days: readonly string[],
): TimesheetRow[] {
  const places = new Map([...added, ...entries].map((place) => [workItemKey(place), place]))
  const byPlace = Map.groupBy(entries, workItemKey)
  const rows = [...places].map(([key, place]) => {
    const byDay = Map.groupBy(byPlace.get(key) ?? [], ({ startedAt }) => toServiceDate(startedAt))
    return { key, place, name: formatWorkItem(place), days: days.map((day) => byDay.get(day) ?? []) }
  })
  return rows.sort((one, other) => one.name.localeCompare(other.name, localeTag()))
}

const minuteMs = 60_000

/** The last minute that is over: no entry ends in the future. */
export const lastFullMinute = () => Math.floor(Date.now() / minuteMs) * minuteMs

const endOfDay = (day: string) => parseDateTimeInput(`${addDays(day, 1)}T00:00`)

/** How long a day is: an hour less or more where the clock is changed. */
export const secondsInDay = (day: string) => (endOfDay(day) - parseDateTimeInput(`${day}T00:00`)) / 1000

/**
 * When so much time of a day was worked: from `begin` on, or earlier where it would not be over yet, or would last into the next
 * day; null where the day is too short. What has lasted into the next day before may do so.
 */
export function fitIntoDay(
  day: string,
  seconds: number,
  begin: number,
  ended = 0,
): { startedAt: string; endedAt: string } | null {
  const end = Math.min(begin + seconds * 1000, lastFullMinute(), Math.max(endOfDay(day), ended))
  const start = end - seconds * 1000
  if (toServiceDate(start) !== day) return null
  return { startedAt: new Date(start).toISOString(), endedAt: new Date(end).toISOString() }
}

/** Where time that is written down without a clock begins: at nine, or after what was worked on that day. */
export function findFreeStart(day: string, entries: readonly EntryFragment[]): number {
  const nine = parseDateTimeInput(`${day}T09:00`)
  const ends = entries
    .filter(({ startedAt }) => toServiceDate(startedAt) === day)
    .map(({ endedAt }) => Date.parse(endedAt ?? ''))
  const after = Math.max(nine, ...ends.filter((end) => !Number.isNaN(end)))
  return toServiceDate(after) === day ? after : nine
}

/** The number of a week, by ISO 8601: that of its Thursday. */
export function weekNumber(monday: string): number {
  const thursday = addDays(monday, 3)
  const first = Date.parse(`${thursday.slice(0, 4)}-01-01`)
  return Math.floor((Date.parse(thursday) - first) / 86_400_000 / 7) + 1
}

export const formatLongDay = (day: string) =>
  dateFormatter({ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(day))

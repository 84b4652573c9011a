import type { EntryFragment } from '#schema/web/graphql'
import { addDays } from '../i18n/dates.ts'
import { dateFormatter, localeTag } from '../i18n/locale.ts'
import { parseDateTimeInput, toServiceDate } from '../i18n/service-time.ts'
import { formatWorkItem, type WorkItem, workItemKey } from './work-item-field.tsx'

/** A row of the timesheet: a work item with its entries by day, Monday first. */
export interface TimesheetRow {
  key: string
  name: string
  place: WorkItem
  days: readonly (readonly EntryFragment[])[]
}

export const listWeekDays = (monday: string) => Array.from({ length: 7 }, (_, index) => addDays(monday, index))

/** Running entries count as zero. */
export const sumSeconds = (entries: readonly EntryFragment[]) =>
  entries.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0)

/** A row for each work item with entries, and for each added one, sorted by name. */
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

/** The last full minute. Entries may not end in the future. */
export const lastFullMinute = () => Math.floor(Date.now() / minuteMs) * minuteMs

const endOfDay = (day: string) => parseDateTimeInput(`${addDays(day, 1)}T00:00`)

/** The length of a day, which differs by an hour when the clock changes. */
export const secondsInDay = (day: string) => (endOfDay(day) - parseDateTimeInput(`${day}T00:00`)) / 1000

/**
 * Fits a duration into a day, starting at `begin`, or earlier if it would end in the future or on the next day. Null if the day
 * is too short. An entry that already ended on the next day may still do so.
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

/** The default start of an entry: 9:00, or after the last entry of the day. */
export function findFreeStart(day: string, entries: readonly EntryFragment[]): number {
  const nine = parseDateTimeInput(`${day}T09:00`)
  const ends = entries
    .filter(({ startedAt }) => toServiceDate(startedAt) === day)
    .map(({ endedAt }) => Date.parse(endedAt ?? ''))
  const after = Math.max(nine, ...ends.filter((end) => !Number.isNaN(end)))
  return toServiceDate(after) === day ? after : nine
}

/** ISO 8601 week number: that of the Thursday. */
export function weekNumber(monday: string): number {
  const thursday = addDays(monday, 3)
  const first = Date.parse(`${thursday.slice(0, 4)}-01-01`)
  return Math.floor((Date.parse(thursday) - first) / 86_400_000 / 7) + 1
}

export const formatLongDay = (day: string) =>
  dateFormatter({ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(day))

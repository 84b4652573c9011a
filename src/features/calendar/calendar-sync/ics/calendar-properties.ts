import type ICAL from 'ical.js'
import { addDays, supportedYears } from '#core/time/clock'
import { dayMs, startOfDay, toInstant, toLocalTime } from '#core/time/local-time'
import { type StepBudget, spendSteps } from '../../events/expand-rule.ts'
import { maxSteps } from '../../events/recurrence.ts'
import { type CalendarZone, createIanaZone, resolveZone } from './calendar-zone.ts'

export class UnreadableObject extends Error {
  override readonly name = 'Unreadable'
}

/** The member: time zone for floating times, and addresses by which they may be invited. */
export interface CalendarReader {
  timezone: string
  emails: readonly string[]
}

export const maxParts = 1000
const maxZones = 20
const maxRules = 50
/** Steps for each date-time or exception of a rule: about the CPU time of one step. */
export const dateTimeCost = 100
/** First year of the Gregorian calendar. */
const firstYear = 1583

export interface EventTimes {
  startTime: Date
  endTime: Date
  timezone: string
  allDay: boolean
  /** Ends when it starts, so it does not block time. */
  isInstant: boolean
  /** May have no name; then `timezone` is the member's. */
  zone: CalendarZone
}

export async function readEventTimes(
  part: ICAL.Component,
  recurs: boolean,
  calendar: ICAL.Component,
  reader: CalendarReader,
): Promise<EventTimes> {
  const property = part.getFirstProperty('dtstart')
  const [start] = property ? await readMoments(property, calendar, reader) : []
  if (!start) throw new UnreadableObject('It has no start.')
  const allDay = start.isDay
  // A series in UTC stays in UTC; a single event in UTC is shown in the member's time zone.
  const zone = start.zone && (recurs || start.zone.name !== 'UTC') ? start.zone : createIanaZone(reader.timezone)
  const timezone = zone.name ?? reader.timezone
  const endProperty = part.getFirstProperty('dtend')
  const [end] = endProperty ? await readMoments(endProperty, calendar, reader) : []
  const duration = part.getFirstPropertyValue('duration') as ICAL.Duration | null
  const endTime = end?.at ?? getEndAfter(start, duration, zone)
  // A date-time without an end ends when it starts (RFC 5545 §3.6.1). It is stored as one minute long.
  const isEmpty = endTime <= start.at
  const times = { startTime: start.at, endTime: isEmpty ? new Date(start.at.getTime() + 60_000) : endTime }
  for (const at of [times.startTime, times.endTime])
    if (
      !(
        at.getUTCFullYear() >=
          (listRules(part, 'rrule').length && zone.name !== null ? firstYear : supportedYears.first) &&
        at.getUTCFullYear() <= supportedYears.last
      )
    )
      throw new UnreadableObject('It is in no year of ours.')
  return { ...times, timezone, allDay, zone, isInstant: isEmpty && !allDay }
}

/** End by duration; a date without one lasts a day (RFC 5545 §3.6.1). */
function getEndAfter(start: ParsedMoment, duration: ICAL.Duration | null, zone: CalendarZone): Date {
  if (start.isDay) {
    const days = duration ? Math.max(1, Math.round(duration.toSeconds() / 86_400)) : 1
    return zone.toInstant(`${addDays(start.day, days)}T00:00:00`)
  }
  return duration ? addDuration(start.at, duration, zone) : start.at
}

/** Weeks and days are calendar days, the rest is exact time (RFC 5545 §3.3.6). */
export function addDuration(
  at: Date,
  { weeks, days, hours, minutes, seconds, isNegative }: ICAL.Duration,
  zone: CalendarZone,
): Date {
  const sign = isNegative ? -1 : 1
  const wall = Date.parse(`${zone.toLocalTime(at)}Z`) + sign * (weeks * 7 + days) * dayMs
  const later = weeks + days > 0 ? zone.toInstant(new Date(wall).toISOString().slice(0, 19)) : at
  return new Date(later.getTime() + sign * (hours * 3600 + minutes * 60 + seconds) * 1000)
}

interface ParsedMoment {
  at: Date
  /** For a period. */
  end?: Date
  isDay: boolean
  /** `2026-03-29` */
  day: string
  /** Null for a date. */
  zone: CalendarZone | null
}

/** Per object: resolved time zones, and the steps that are left. */
interface ParseState {
  zones: Map<string, Promise<CalendarZone | null>>
  budget: StepBudget
}

const parseStates = new WeakMap<ICAL.Component, ParseState>()

export function getParseState(calendar: ICAL.Component): ParseState {
  const state = parseStates.get(calendar) ?? { zones: new Map(), budget: { left: maxSteps } }
  parseStates.set(calendar, state)
  return state
}

async function findZone(calendar: ICAL.Component, tzid: string, usual: string): Promise<CalendarZone | null> {
  const { zones, budget } = getParseState(calendar)
  const zone = zones.get(tzid)
  if (zone) return zone
  if (zones.size >= maxZones) throw new UnreadableObject('It has too many zones.')
  const definition = calendar
    .getAllSubcomponents('vtimezone')
    .find((each) => String(each.getFirstPropertyValue('tzid')) === tzid)
  const found = resolveZone(tzid, definition, usual, budget)
  zones.set(tzid, found)
  return found
}

/** RECURRENCE-ID in milliseconds; null for the series itself. */
export async function readRecurrenceId(
  part: ICAL.Component,
  calendar: ICAL.Component,
  reader: CalendarReader,
): Promise<number | null> {
  const property = part.getFirstProperty('recurrence-id')
  if (!property) return null
  const whole = calendar.getAllSubcomponents('vevent').find((each) => !each.hasProperty('recurrence-id'))
  const series = whole && (await readEventTimes(whole, true, calendar, reader))
  const [moment] = await readMoments(property, calendar, reader, series)
  return moment?.at.getTime() ?? null
}

const isInUtcOrDay = (value: unknown) => /^[\d-]+$|Z$/.test(String(Array.isArray(value) ? value[0] : value))

/** Parses a date or date-time property. A date as RECURRENCE-ID means the occurrence on that day, and vice versa. */
export async function readMoments(
  property: ICAL.Property,
  calendar: ICAL.Component,
  reader: CalendarReader,
  series?: Pick<EventTimes, 'startTime' | 'timezone' | 'allDay'>,
): Promise<ParsedMoment[]> {
  const [, parameters, , ...values] = property.toJSON() as [string, { tzid?: string }, string, ...unknown[]]
  const { tzid } = parameters
  // An empty list of times is ignored like an empty rule.
  if (!values.some((value) => /\d/.test(String(value)))) return []
  if (values.length > maxParts) throw new UnreadableObject('It has too many times.')
  spendSteps(getParseState(calendar).budget, values.length * dateTimeCost)
  const known = tzid ? await findZone(calendar, tzid, reader.timezone) : null
  if (tzid && !known && values.some((value) => !isInUtcOrDay(value)))
    throw new UnreadableObject(`Nobody knows the zone ${tzid}.`)
  const zone = known ?? createIanaZone(reader.timezone)
  const { Duration } = values.some(Array.isArray) ? (await import('ical.js')).default : {}
  const endOfPeriod = (start: ParsedMoment, end: unknown): Date =>
    Duration && /^[+-]?P/.test(String(end)) ? getEndAfter(start, Duration.fromString(String(end)), zone) : read(end).at
  return values.map((value) => {
    if (!Array.isArray(value)) return read(value)
    const start = read(value[0])
    return { ...start, end: endOfPeriod(start, value[1]) }
  })

  function read(value: unknown): ParsedMoment {
    const [, day, time, utc] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(Z?))?/.exec(String(value)) ?? []
    if (day === undefined) throw new UnreadableObject('It has a time that is none.')
    if (time !== undefined && !series?.allDay) {
      const at = utc ? new Date(`${day}T${time}Z`) : zone.toInstant(`${day}T${time}`)
      if (Number.isNaN(at.getTime())) throw new UnreadableObject('It has a time that is none.')
      return { at, isDay: false, day, zone: utc ? createIanaZone('UTC') : zone }
    }
    const clock = series && !series.allDay ? toLocalTime(series.startTime, series.timezone).slice(11) : null
    const at = clock
      ? toInstant(`${day}T${clock}`, series?.timezone ?? reader.timezone, 'later')
      : startOfDay(day, series?.timezone ?? reader.timezone)
    if (Number.isNaN(at.getTime())) throw new UnreadableObject('It has a day that is none.')
    return { at, isDay: true, day, zone: null }
  }
}

/** Weekdays as numbered by `ical.js`, from 1. */
const weekdays = ['', 'SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** Without empty rules. */
export function listRules(part: ICAL.Component, name: 'rrule' | 'exrule'): string[] {
  const written = ([key, value]: [string, unknown]) => {
    if (key === 'wkst') return `WKST=${weekdays[Number(value)] ?? value}`
    return `${key}=${key === 'until' ? String(value).replaceAll(/[-:]/g, '') : value}`.toUpperCase()
  }
  const properties = part.getAllProperties(name)
  if (properties.length > maxRules) throw new UnreadableObject('It has too many rules.')
  return properties
    .map((property) => {
      const [, , , rule] = property.toJSON() as [string, object, string, object?]
      const parts = Object.entries(rule ?? {}).filter(([key]) => key !== '')
      return parts.map(written).join(';')
    })
    .filter((rule) => rule !== '')
}

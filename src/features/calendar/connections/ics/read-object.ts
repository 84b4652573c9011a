import { createHash } from 'node:crypto'
import type ICAL from 'ical.js'
import { isVisible, readText } from '#core/text/characters'
import { addDays } from '#core/time/clock'
import { instantOf, startOfDay, wallClock } from '#core/time/zoned'
import { endOf } from '../../events/calendar-event.entity.ts'
import type { ChangedOccurrence } from '../../events/occurrences.ts'
import { zoneOf } from './zones.ts'

// What another calendar says of an event. Nothing of it is trusted: it is cleaned, cut to what an event may have, and refused
// where it cannot be read.

/** What an event is told apart by: what of it has changed is found by these, on either side. */
export const aspects = ['title', 'description', 'location', 'busy', 'when'] as const
export type Aspect = (typeof aspects)[number]
/** A short hash of each. */
export type Prints = Readonly<Record<Aspect, string>>

/** An event of another calendar, in what Kontor keeps of it. */
export interface RemoteEvent {
  uid: string
  title: string
  description: string | null
  location: string | null
  busy: boolean
  startTime: Date
  endTime: Date
  timezone: string
  allDay: boolean
  recurrence: string | null
  occurrences: Omit<ChangedOccurrence, 'eventId'>[]
  /** Called off, and still there. */
  isCancelled: boolean
}

export interface ReadObject {
  event: RemoteEvent
  prints: Prints
}

/** An object that cannot be read as an event. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** Who reads it: the zone of what has none, and the addresses by which they may be invited. */
export interface Reader {
  timezone: string
  emails: readonly string[]
}

const mostParts = 1000
const mostZones = 20
const mostCharacters = 256 * 1024
const longest = { title: 200, description: 10_000, location: 500 }

/** Reads one object; null where it holds no event (a task, a journal). */
export async function readObject(data: string, reader: Reader): Promise<ReadObject | null> {
  if (data.length > mostCharacters) throw new Unreadable('It is too large.')
  const { default: ICAL } = await import('ical.js')
  let calendar: ICAL.Component
  try {
    const parsed = ICAL.parse(data)
    calendar = new ICAL.Component(Array.isArray(parsed[0]) ? parsed[0] : parsed)
  } catch (error) {
    throw new Unreadable('It is no iCalendar.', { cause: error })
  }
  const parts = calendar.getAllSubcomponents('vevent')
  if (!parts.length) return null
  if (parts.length > mostParts) throw new Unreadable('It has too many parts.')
  try {
    return { event: await readEvent(calendar, parts, reader), prints: printsOf(parts, reader) }
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable('It is no event.', { cause: error })
  }
}

async function readEvent(calendar: ICAL.Component, parts: ICAL.Component[], reader: Reader): Promise<RemoteEvent> {
  const whole = parts.find((part) => !part.hasProperty('recurrence-id'))
  // Who is invited to single occurrences alone is sent no series.
  const main = whole ?? (parts[0] as ICAL.Component)
  const others = parts.filter((part) => part !== main && part.hasProperty('recurrence-id'))
  const uid = readText(textOf(main, 'uid') ?? '').trim()
  if (!uid || uid.length > 1000) throw new Unreadable('It has no UID.')
  const rule = main.getFirstPropertyValue('rrule')
  const additional = main.getAllProperties('rdate')
  const recurs = Boolean(rule) || additional.length > 0 || others.length > 0
  const times = await timesOf(main, recurs, calendar, reader)
  const own = ofPart(main)
  const event: RemoteEvent = {
    uid,
    title: own.title ?? '–',
    description: own.description,
    location: own.location,
    busy: isBusy(main, reader),
    ...times,
    recurrence: recurs ? (rule ? String(rule) : 'FREQ=DAILY;COUNT=1') : null,
    occurrences: [],
    isCancelled: isCancelled(main),
  }
  const zoned = (property: ICAL.Property) => momentsOf(property, calendar, reader, event)
  const occurrences = new Map<number, RemoteEvent['occurrences'][number]>()
  const add = (occurrenceStart: Date, rest: Partial<ChangedOccurrence>) =>
    occurrences.set(occurrenceStart.getTime(), {
      ...{ occurrenceStart, cancelled: false, startTime: null, endTime: null, changes: {} },
      ...rest,
    })
  // What is added to a rule is an occurrence that the rule does not have.
  for (const property of additional)
    for (const { at } of await zoned(property))
      if (at.getTime() !== event.startTime.getTime()) add(at, { startTime: at, endTime: endOf(event, at) })
  for (const property of main.getAllProperties('exdate'))
    for (const { at } of await zoned(property)) add(at, { cancelled: true })
  for (const part of others) {
    const [id] = await zoned(part.getFirstProperty('recurrence-id') as ICAL.Property)
    if (!id) throw new Unreadable('An occurrence has no name.')
    if (isCancelled(part)) add(id.at, { cancelled: true })
    else add(id.at, await occurrenceOf(part, id.at, event, calendar, reader))
  }
  if (occurrences.size > mostParts) throw new Unreadable('It has too many occurrences of its own.')
  event.occurrences = [...occurrences.values()].sort(
    (one, other) => one.occurrenceStart.getTime() - other.occurrenceStart.getTime(),
  )
  return event
}

/** What of an occurrence is its own. */
async function occurrenceOf(
  part: ICAL.Component,
  at: Date,
  event: RemoteEvent,
  calendar: ICAL.Component,
  reader: Reader,
): Promise<Partial<ChangedOccurrence>> {
  const { startTime, endTime } = await timesOf(part, true, calendar, reader)
  const isMoved = startTime.getTime() !== at.getTime() || endTime.getTime() !== endOf(event, at).getTime()
  const own = ofPart(part)
  return {
    ...(isMoved && { startTime, endTime }),
    changes: {
      ...(own.title !== null && own.title !== event.title && { title: own.title }),
      ...(own.description !== event.description && { description: own.description }),
      ...(own.location !== event.location && { location: own.location }),
    },
  }
}

interface Times {
  startTime: Date
  endTime: Date
  timezone: string
  allDay: boolean
}

async function timesOf(
  part: ICAL.Component,
  recurs: boolean,
  calendar: ICAL.Component,
  reader: Reader,
): Promise<Times> {
  const property = part.getFirstProperty('dtstart')
  const [start] = property ? await momentsOf(property, calendar, reader) : []
  if (!start) throw new Unreadable('It has no start.')
  const allDay = start.isDay
  // A series in UTC keeps the clock of UTC; a single moment is shown where its reader is.
  const timezone = allDay ? reader.timezone : (start.zone ?? (recurs ? 'UTC' : reader.timezone))
  const endProperty = part.getFirstProperty('dtend')
  const [end] = endProperty ? await momentsOf(endProperty, calendar, reader) : []
  const duration = part.getFirstPropertyValue('duration') as ICAL.Duration | null
  const endTime = end?.at ?? after(start, duration, reader.timezone)
  // A moment is not kept: what takes no time takes its minute.
  const isMoment = endTime.getTime() <= start.at.getTime()
  const times = { startTime: start.at, endTime: isMoment ? new Date(start.at.getTime() + 60_000) : endTime }
  for (const at of [times.startTime, times.endTime])
    if (!(at.getUTCFullYear() >= 1900 && at.getUTCFullYear() <= 2200)) throw new Unreadable('It is in no year of ours.')
  return { ...times, timezone, allDay }
}

/** The end of what has a duration, or of a day, or nothing (RFC 5545 §3.6.1). */
function after(start: Moment, duration: ICAL.Duration | null, zone: string): Date {
  if (start.isDay) {
    const days = duration ? Math.max(1, Math.round(duration.toSeconds() / 86_400)) : 1
    return startOfDay(addDays(start.day, days), zone)
  }
  return new Date(start.at.getTime() + (duration?.toSeconds() ?? 0) * 1000)
}

interface Moment {
  at: Date
  isDay: boolean
  /** `2026-03-29` */
  day: string
  /** Null for UTC. */
  zone: string | null
}

const zonesOf = new WeakMap<ICAL.Component, Map<string, Promise<string | null>>>()

/** The zone that a calendar means by a name, found out once for each object. */
async function zoneIn(calendar: ICAL.Component, tzid: string, usual: string): Promise<string | null> {
  const known = zonesOf.get(calendar) ?? new Map<string, Promise<string | null>>()
  zonesOf.set(calendar, known)
  const zone = known.get(tzid)
  if (zone) return zone
  if (known.size >= mostZones) throw new Unreadable('It has too many zones.')
  const definition = calendar
    .getAllSubcomponents('vtimezone')
    .find((each) => String(each.getFirstPropertyValue('tzid')) === tzid)
  const found = zoneOf(tzid, definition, usual)
  known.set(tzid, found)
  return found
}

/** The start by which a part of a series is known; null where it is the series itself. */
export async function nameOf(part: ICAL.Component, calendar: ICAL.Component, reader: Reader): Promise<number | null> {
  const property = part.getFirstProperty('recurrence-id')
  if (!property) return null
  const whole = calendar.getAllSubcomponents('vevent').find((each) => !each.hasProperty('recurrence-id'))
  const series = whole && (await timesOf(whole, true, calendar, reader))
  const [moment] = await momentsOf(property, calendar, reader, series)
  return moment?.at.getTime() ?? null
}

/** The moments of a property. What names an occurrence by a day alone means the one of that day, and the other way. */
async function momentsOf(
  property: ICAL.Property,
  calendar: ICAL.Component,
  reader: Reader,
  series?: Pick<RemoteEvent, 'startTime' | 'timezone' | 'allDay'>,
): Promise<Moment[]> {
  const [, parameters, , ...values] = property.toJSON() as [string, { tzid?: string }, string, ...unknown[]]
  const { tzid } = parameters
  if (values.length > mostParts) throw new Unreadable('It has too many times.')
  const zone = (tzid && (await zoneIn(calendar, tzid, reader.timezone))) || reader.timezone
  return values.map((value) => {
    const [, day, time, utc] =
      /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(Z?))?/.exec(String(Array.isArray(value) ? value[0] : value)) ?? []
    if (day === undefined) throw new Unreadable('It has a time that is none.')
    if (time !== undefined && !series?.allDay) {
      const at = utc ? new Date(`${day}T${time}Z`) : instantOf(`${day}T${time}`, zone, 'later')
      if (Number.isNaN(at.getTime())) throw new Unreadable('It has a time that is none.')
      return { at, isDay: false, day, zone: utc ? null : zone }
    }
    const clock = series && !series.allDay ? wallClock(series.startTime, series.timezone).slice(11) : null
    const at = clock
      ? instantOf(`${day}T${clock}`, series?.timezone ?? zone, 'later')
      : startOfDay(day, series?.timezone ?? reader.timezone)
    if (Number.isNaN(at.getTime())) throw new Unreadable('It has a day that is none.')
    return { at, isDay: true, day, zone: null }
  })
}

const textOf = (part: ICAL.Component, name: string): string | null => {
  const value = part.getFirstPropertyValue(name)
  return value === null ? null : String(value)
}

const ofPart = (part: ICAL.Component) => ({
  title: cut(textOf(part, 'summary')?.replaceAll(/\s+/g, ' '), longest.title),
  description: cut(textOf(part, 'description'), longest.description),
  location: cut(textOf(part, 'location'), longest.location),
})

/** Text as Kontor keeps it; none where nothing of it is visible. */
function cut(text: string | null | undefined, most: number): string | null {
  const read = readText(text ?? '').trim()
  if (!isVisible(read)) return null
  return read.length > most
    ? `${[...read]
        .slice(0, most - 1)
        .join('')
        .slice(0, most - 1)
        .toWellFormed()}…`
    : read
}

const isCancelled = (part: ICAL.Component) => textOf(part, 'status')?.toUpperCase() === 'CANCELLED'

/** Whether it keeps its reader from other things: not what is marked as free, nor an invitation that they declined. */
function isBusy(part: ICAL.Component, { emails }: Reader): boolean {
  if (textOf(part, 'transp')?.toUpperCase() === 'TRANSPARENT') return false
  if (textOf(part, 'x-microsoft-cdo-busystatus')?.toUpperCase() === 'FREE') return false
  return !part.getAllProperties('attendee').some((property) => {
    const address = String(property.getFirstValue() ?? '').replace(/^mailto:/i, '')
    const answer = String(property.getFirstParameter('partstat') ?? '').toUpperCase()
    return answer === 'DECLINED' && emails.includes(address.toLowerCase())
  })
}

const ofTime = ['recurrence-id', 'dtstart', 'dtend', 'duration', 'rrule', 'rdate', 'exdate', 'status']
const ofText = ['summary', 'description', 'location']

/** What is written of each aspect, whatever it means: a change of it is found without reading it. */
function printsOf(parts: readonly ICAL.Component[], reader: Reader): Prints {
  const main = parts.find((part) => !part.hasProperty('recurrence-id')) ?? parts[0]
  const written = (part: ICAL.Component | undefined, names: readonly string[]) =>
    names.flatMap((name) => part?.getAllProperties(name).map((property) => JSON.stringify(property)) ?? []).sort()
  return {
    title: printOf(written(main, ['summary'])),
    description: printOf(written(main, ['description'])),
    location: printOf(written(main, ['location'])),
    busy: printOf(main ? isBusy(main, reader) : true),
    when: printOf(parts.map((part) => written(part, part === main ? ofTime : [...ofTime, ...ofText])).sort()),
  }
}

export const printOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16)

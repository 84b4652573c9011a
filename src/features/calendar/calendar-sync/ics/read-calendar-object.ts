import { createHash } from 'node:crypto'
import type ICAL from 'ical.js'
import { version } from '#core/runtime/version'
import { isCalendarDate } from '#core/schema/scalars'
import { cleanText, hasVisibleText } from '#core/text/characters'
import { supportedYears } from '#core/time/clock'
import { dayMs } from '#core/time/local-time'
import { getOccurrenceEnd } from '../../events/calendar-event.entity.ts'
import { type StepBudget, spendSteps } from '../../events/expand-rule.ts'
import type { ChangedOccurrence } from '../../events/occurrences.ts'
import {
  endsBeforeStart,
  findNextStart,
  listStarts,
  maxSteps,
  normalizeRule,
  type Series,
} from '../../events/recurrence.ts'
import {
  addDuration,
  type CalendarReader,
  dateTimeCost,
  type EventTimes,
  getParseState,
  listRules,
  maxParts,
  readEventTimes,
  readMoments,
  UnreadableObject,
} from './calendar-properties.ts'
import type { CalendarZone } from './calendar-zone.ts'

// Input from other calendars is untrusted: it is cleaned, truncated to the limits of an event, and rejected if it
// cannot be read.

/** Parts of an event that are compared and merged separately. */
export const eventAspects = ['title', 'description', 'location', 'busy', 'when'] as const
export type EventAspect = (typeof eventAspects)[number]
export type AspectHashes = Readonly<Record<EventAspect, string>>

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
  /** Has STATUS:CANCELLED. */
  isCancelled: boolean
}

export interface ParsedObject {
  event: RemoteEvent
  hashes: AspectHashes
}

/** `RANGE=THISANDFUTURE` changes of one object, and occurrences expanded for the last one. */
const maxRanges = 50
const maxFollowing = 500
const maxCharacters = 256 * 1024
const maxLengths = { title: 200, description: 10_000, location: 500 }

/** Objects that could not be read are read again when this changes. */
export const readerVersion = `${version} ${process.versions.tz ?? ''}`

/** Title and date of an object that cannot be parsed, if they can be found. */
export function readTitleAndDate(data: string): { title: string | null; date: string | null } {
  const [, event = ''] = data.slice(0, maxCharacters).split(/^BEGIN:VEVENT\r?$/im)
  const lines = event.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const textAfter = (name: string) =>
    lines.find((line) => line.toUpperCase().startsWith(name))?.match(/^(?:"[^"]*"|[^":])*:(.*)$/)?.[1]
  const title = textAfter('SUMMARY')
    ?.slice(0, 10 * maxLengths.title)
    .replaceAll(/\\([nN,;\\])/g, (_, letter) => (/n/i.test(letter) ? ' ' : letter))
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)/.exec(textAfter('DTSTART') ?? '') ?? []
  const date = `${year}-${month}-${day}`
  return { title: truncateText(title, maxLengths.title), date: isCalendarDate(date) ? date : null }
}

/** Parses with `ical.js`. Rules are converted to upper case (RFC 5545 §2), because the library does not accept lower case. */
export async function parseCalendar(data: string): Promise<ICAL.Component> {
  const { default: ICAL } = await import('ical.js')
  // Exchange does not quote values with a colon.
  const quoted = data.replaceAll(
    /;TZID=(tzone:\/\/[^:;"\r\n]+|\((?:UTC|GMT)[^)\r\n]{0,20}\)[^:;"\r\n]*)/gi,
    ';TZID="$1"',
  )
  const parsed = ICAL.parse(
    quoted.replaceAll(/^(?:RR|EXR)ULE[^\r\n]*(\r?\n[ \t][^\r\n]*)*/gim, (line) => line.toUpperCase()),
  )
  return new ICAL.Component(Array.isArray(parsed[0]) ? parsed[0] : parsed)
}

/** Null if the object contains no event, as with tasks and journals. */
export async function readCalendarObject(data: string, reader: CalendarReader): Promise<ParsedObject | null> {
  if (data.length > maxCharacters) throw new UnreadableObject('It is too large.')
  try {
    const calendar = await parseCalendar(data)
    const parts = calendar.getAllSubcomponents('vevent')
    if (!parts.length) return null
    if (parts.length > maxParts) throw new UnreadableObject('It has too many parts.')
    return { event: await readEvent(calendar, parts, reader), hashes: hashObjectAspects(parts, reader) }
  } catch (error) {
    throw error instanceof UnreadableObject ? error : new UnreadableObject('It is no event.', { cause: error })
  }
}

async function readEvent(
  calendar: ICAL.Component,
  parts: ICAL.Component[],
  reader: CalendarReader,
): Promise<RemoteEvent> {
  const series = parts.find((part) => !part.hasProperty('recurrence-id'))
  const own = parts.filter((part) => part.hasProperty('recurrence-id'))
  const standing = own.filter((part) => !isCancelled(part))
  // Occurrences that are not cancelled outlive a cancelled series.
  const whole = series && (!isCancelled(series) || !standing.length) ? series : undefined
  // An attendee of single occurrences receives no series, and a rule in them does not apply.
  const main = whole ?? standing[0] ?? (parts[0] as ICAL.Component)
  const others = (whole ? own : standing).filter((part) => part !== main)
  const uid = cleanText(getPropertyText(main, 'uid') ?? '').trim()
  if (!uid || uid.length > 1000) throw new UnreadableObject('It has no UID.')
  const [written = '', ...furtherRules] = whole ? listRules(whole, 'rrule').map(normalizeRule) : []
  const additional = whole?.getAllProperties('rdate') ?? []
  const recurs = written !== '' || additional.length > 0 || others.length > 0
  const { zone, isInstant, ...times } = await readEventTimes(main, recurs, calendar, reader)
  // A stored rule needs a named time zone. Without one its occurrences are stored one by one.
  const rule = zone.name === null ? '' : written
  const { title, description, location } = readTexts(main)
  const event: RemoteEvent = {
    uid,
    title: title ?? '–',
    description,
    location,
    busy: isBusy(main, reader) && !isInstant,
    ...times,
    recurrence: recurs ? rule || singleOccurrenceRule : null,
    occurrences: [],
    isCancelled: isCancelled(main),
  }
  const { startTime } = event
  const isOver = written !== '' && endsBeforeStart({ ...event, recurrence: written })
  const { budget } = getParseState(calendar)
  const isAdvanced = advanceStart(event, rule, budget)
  const zoned = (property: ICAL.Property) => readMoments(property, calendar, reader, event)
  const occurrences = new Map<number, RemoteEvent['occurrences'][number]>()
  const add = (occurrenceStart: Date, rest: Partial<ChangedOccurrence>) => {
    spendSteps(budget, dateTimeCost)
    if (
      ![occurrenceStart, rest.startTime ?? occurrenceStart, rest.endTime ?? occurrenceStart].every(isInSupportedYears)
    )
      return
    occurrences.set(occurrenceStart.getTime(), {
      ...{ occurrenceStart, cancelled: false, startTime: null, endTime: null, changes: {} },
      ...rest,
    })
  }
  const single = written && !rule ? expandInZone(zone, written, startTime, budget) : []
  // RFC 2445 adds the occurrences of several rules and removes those of EXRULE. RFC 5545 leaves several rules
  // undefined.
  const further = furtherRules.flatMap((each) => expandInZone(zone, each, startTime, budget))
  for (const at of [...single, ...further])
    if (at.getTime() !== startTime.getTime()) add(at, { startTime: at, endTime: getOccurrenceEnd(event, at) })
  const startsFrom = (from: Date, most = maxFollowing) =>
    rule ? listStartsFrom({ ...event, recurrence: rule }, from, most, budget) : single.filter((at) => at >= from)
  // An RDATE is stored as an occurrence.
  for (const property of additional)
    for (const { at, end } of await zoned(property)) {
      if (at.getTime() === startTime.getTime()) continue
      const hasOwnLength = isInstant && end && end > at && isBusy(main, reader)
      add(at, {
        ...{ startTime: at, endTime: end ?? getOccurrenceEnd(event, at) },
        ...(hasOwnLength && { changes: { busy: true } }),
      })
    }
  const duration = main.getFirstPropertyValue('duration') as ICAL.Duration | null
  // Days of a duration are calendar days: 23 or 25 hours when clocks change (RFC 5545 §3.3.6).
  if (duration && !event.allDay && duration.days + duration.weeks > 0)
    for (const at of startsFrom(event.startTime)) {
      spendSteps(budget, dateTimeCost)
      const end = addDuration(at, duration, zone)
      if (end.getTime() !== getOccurrenceEnd(event, at).getTime()) add(at, { startTime: at, endTime: end })
    }
  for (const property of whole?.getAllProperties('exdate') ?? [])
    for (const { at } of await zoned(property)) add(at, { cancelled: true })
  for (const excluded of whole ? listRules(whole, 'exrule') : [])
    for (const at of expandInZone(zone, normalizeRule(excluded), startTime, budget)) add(at, { cancelled: true })
  const named: { id: Date; part: ICAL.Component }[] = []
  for (const part of others) {
    const [id] = await zoned(part.getFirstProperty('recurrence-id') as ICAL.Property)
    if (!id) throw new UnreadableObject('An occurrence has no name.')
    named.push({ id: id.at, part })
  }
  const ranges = await Promise.all(
    named
      .filter(({ part }) => isThisAndFuture(part))
      .sort((one, other) => +one.id - +other.id)
      .map(async ({ id, part }) => ({
        ...{ id, part },
        from: isCancelled(part) ? null : await readEventTimes(part, true, calendar, reader),
      })),
  )
  if (ranges.length > maxRanges) throw new UnreadableObject('It is changed from too many of its occurrences on.')
  const [first] = ranges
  if (first) {
    const wall = (at: Date) => Date.parse(`${zone.toLocalTime(at)}Z`)
    const excluded = new Set([...occurrences].flatMap(([at, { cancelled }]) => (cancelled ? [at] : [])))
    const last = ranges.at(-1)?.id ?? first.id
    let afterLast = 0
    for (const at of startsFrom(first.id, maxParts + 1)) {
      if (at >= last && ++afterLast > maxFollowing) break
      const range = ranges.findLast(({ id }) => id <= at)
      if (!range || excluded.has(at.getTime())) continue
      const { id, part, from } = range
      const start = new Date(wall(at) + (from ? wall(from.startTime) - wall(id) : 0)).toISOString().slice(0, 19)
      const startTime = zone.toInstant(start)
      const times = from && {
        ...from,
        startTime,
        endTime: getOccurrenceEnd({ ...from, timezone: event.timezone }, startTime),
      }
      add(at, times ? toOccurrenceChanges(part, at, event, times, reader) : { cancelled: true })
    }
  }
  for (const { id, part } of named)
    if (isCancelled(part)) add(id, { cancelled: true })
    else add(id, toOccurrenceChanges(part, id, event, await readEventTimes(part, true, calendar, reader), reader))
  for (const [name] of occurrences) if (isAdvanced && name < event.startTime.getTime()) occurrences.delete(name)
  if (occurrences.size > maxParts) throw new UnreadableObject('It has too many occurrences of its own.')
  event.occurrences = [...occurrences.values()].sort(
    (one, other) => one.occurrenceStart.getTime() - other.occurrenceStart.getTime(),
  )
  if (isOver) {
    // A rule that ends before its start has no occurrences except RDATEs and changed ones.
    event.occurrences = event.occurrences.filter(({ startTime }) => startTime)
    const [first] = event.occurrences
    if (!first?.startTime || !first.endTime) return { ...event, isCancelled: true }
    Object.assign(event, { recurrence: singleOccurrenceRule, startTime: first.startTime, endTime: first.endTime })
  }
  return event
}

const isInSupportedYears = (at: Date) =>
  at.getUTCFullYear() >= supportedYears.first && at.getUTCFullYear() <= supportedYears.last

/** Rule of a series that only consists of stored occurrences. */
const singleOccurrenceRule = 'FREQ=DAILY;COUNT=1'

const isThisAndFuture = (part: ICAL.Component) =>
  String(part.getFirstProperty('recurrence-id')?.getFirstParameter('range')).toUpperCase() === 'THISANDFUTURE'

/** Starts from a date on, at most so many, and no more than a year back. */
function listStartsFrom(series: Series, from: Date, most: number, budget: StepBudget): Date[] {
  const first = Math.max(from.getTime(), Date.now() - 366 * dayMs)
  return listStarts(series, new Date(first), new Date(first + 20 * 365 * dayMs), most, budget)
}

/** Expands a rule in a time zone that is only described by its VTIMEZONE. */
function expandInZone(zone: CalendarZone, rule: string, startTime: Date, budget: StepBudget): Date[] {
  const shown = (at: Date) => new Date(`${zone.toLocalTime(at)}Z`)
  const recurrence = rule.replace(/UNTIL=(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, (_, year, month, day, ...time) => {
    const until = shown(new Date(`${year}-${month}-${day}T${time.slice(0, 3).join(':')}Z`))
    return `UNTIL=${until.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  })
  const series = { startTime: shown(startTime), timezone: 'UTC', recurrence }
  const walls = listStartsFrom(series, series.startTime, maxFollowing, budget)
  spendSteps(budget, walls.length * dateTimeCost)
  return walls.map((wall) => zone.toInstant(wall.toISOString().slice(0, 19)))
}

/** Moves DTSTART of a series that begins before the supported years to its first occurrence in them. Returns whether it did. */
function advanceStart(event: RemoteEvent, rule: string, budget: StepBudget): boolean {
  const least = new Date(Date.UTC(supportedYears.first, 0, 2))
  if (event.startTime >= least || !rule) return false
  const series = { ...event, recurrence: rule }
  const startTime = findNextStart(series, least, budget)
  if (!startTime) throw new UnreadableObject('It is in no year of ours.')
  const count = /COUNT=(\d+)/.exec(rule)?.[1]
  const before = count ? listStarts(series, event.startTime, startTime, maxSteps, budget).length : 0
  const recurrence = rule.replace(/COUNT=\d+/, `COUNT=${Number(count) - before}`)
  Object.assign(event, { recurrence, startTime, endTime: getOccurrenceEnd(event, startTime) })
  return true
}

function toOccurrenceChanges(
  part: ICAL.Component,
  at: Date,
  event: RemoteEvent,
  { startTime, endTime, isInstant }: Pick<EventTimes, 'startTime' | 'endTime' | 'isInstant'>,
  reader: CalendarReader,
): Partial<ChangedOccurrence> {
  const isMoved = startTime.getTime() !== at.getTime() || endTime.getTime() !== getOccurrenceEnd(event, at).getTime()
  const own = readTexts(part)
  const busy = isBusy(part, reader) && !isInstant
  return {
    ...(isMoved && { startTime, endTime }),
    changes: {
      ...(own.title !== null && own.title !== event.title && { title: own.title }),
      ...(own.description !== event.description && { description: own.description }),
      ...(own.location !== event.location && { location: own.location }),
      ...(busy !== event.busy && { busy }),
    },
  }
}

const getPropertyText = (part: ICAL.Component, name: string): string | null => {
  const value = part.getFirstPropertyValue(name)
  return value === null ? null : String(value)
}

const textCache = new WeakMap<
  ICAL.Component,
  Pick<RemoteEvent, 'description' | 'location'> & { title: string | null }
>()

/** Cached, because a THISANDFUTURE change repeats its texts in each occurrence. */
function readTexts(part: ICAL.Component) {
  const known = textCache.get(part) ?? {
    title: truncateText(getPropertyText(part, 'summary')?.replaceAll(/\s+/g, ' '), maxLengths.title),
    description: truncateText(getPropertyText(part, 'description'), maxLengths.description),
    location: truncateText(getPropertyText(part, 'location'), maxLengths.location),
  }
  textCache.set(part, known)
  return known
}

/** Cleaned and truncated; null if nothing is visible. */
function truncateText(text: string | null | undefined, most: number): string | null {
  const read = cleanText(text ?? '').trim()
  if (!hasVisibleText(read)) return null
  return read.length > most
    ? `${[...read]
        .slice(0, most - 1)
        .join('')
        .slice(0, most - 1)
        .toWellFormed()}…`
    : read
}

const isCancelled = (part: ICAL.Component) => getPropertyText(part, 'status')?.toUpperCase() === 'CANCELLED'

/** False for transparent events and declined invitations. */
export function isBusy(part: ICAL.Component, { emails }: CalendarReader): boolean {
  const status = getPropertyText(part, 'x-microsoft-cdo-busystatus')?.toUpperCase()
  const isTransparent = getPropertyText(part, 'transp')?.toUpperCase() === 'TRANSPARENT'
  if (status === 'FREE' || (isTransparent && status !== 'OOF')) return false
  return !part.getAllProperties('attendee').some((property) => {
    const address = String(property.getFirstValue() ?? '').replace(/^mailto:/i, '')
    // Apple's servers use paths as attendees, with addresses in EMAIL (RFC 7986 §6.2).
    const named = [address, String(property.getFirstParameter('email') ?? '').replace(/^mailto:/i, '')]
    const answer = String(property.getFirstParameter('partstat') ?? '').toUpperCase()
    return answer === 'DECLINED' && named.some((each) => emails.includes(each.toLowerCase()))
  })
}

const timeProperties = ['recurrence-id', 'dtstart', 'dtend', 'duration', 'rrule', 'rdate', 'exdate', 'exrule', 'status']
const textProperties = ['summary', 'description', 'location']

/** Hashes of the raw properties, which find changes without interpreting them. */
function hashObjectAspects(parts: readonly ICAL.Component[], reader: CalendarReader): AspectHashes {
  const main = parts.find((part) => !part.hasProperty('recurrence-id')) ?? parts[0]
  const busy = main ? isBusy(main, reader) : true
  const written = (part: ICAL.Component | undefined, names: readonly string[]) =>
    names.flatMap((name) => part?.getAllProperties(name).map((property) => JSON.stringify(property)) ?? []).sort()
  return {
    title: hashValue(written(main, ['summary'])),
    description: hashValue(written(main, ['description'])),
    location: hashValue(written(main, ['location'])),
    busy: hashValue(busy),
    when: hashValue(
      parts
        .map((part) => [
          ...written(part, part === main ? timeProperties : [...timeProperties, ...textProperties]),
          // Only if it differs from the series, so that hashes of earlier versions stay valid.
          ...(isBusy(part, reader) === busy ? [] : [String(!busy)]),
        ])
        .sort(),
    ),
  }
}

export const hashValue = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16)

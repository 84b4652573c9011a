import { setImmediate } from 'node:timers/promises'
import { toLocalDate, toLocalTime } from '#core/time/local-time'
import { formatTimeZone } from './vtimezone.ts'

// RFC 5545 (iCalendar) and RFC 5546 (iTIP), as Gmail, Outlook and Apple understand it.

export type ParticipationStatus = 'needs_action' | 'accepted' | 'declined' | 'tentative'

export interface CalendarPerson {
  name?: string | null
  email: string
}

/** One component VEVENT: an event, a whole series, or a single occurrence of one. */
export interface CalendarEntry {
  /** Stays the same as long as it is the same event. */
  uid: string
  /** Rises with each change that attendees are told of. */
  sequence: number
  title: string
  start: Date
  end: Date
  /** From midnight to midnight in the time zone. */
  allDay?: boolean
  timezone: string
  description?: string | null
  location?: string | null
  /** Where its video meeting is. */
  url?: string | null
  organizer?: CalendarPerson | null
  attendees?: readonly (CalendarPerson & { answer?: ParticipationStatus })[]
  /** The rule of a series, its end as iCalendar has it; starts that it leaves out. */
  recurrence?: string | null
  excluded?: readonly Date[]
  /** The start that the rule gives to a single occurrence. */
  occurrenceStart?: Date | null
  isCancelled?: boolean
  /** Does not make whoever has it busy. */
  isFree?: boolean
  updatedAt: Date
}

interface Calendar {
  /** What the entries are: news to attendees (REQUEST, CANCEL), a calendar to look at (PUBLISH), or null for what a calendar keeps. */
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH' | null
  entries: Iterable<CalendarEntry>
  /** Of a calendar that is subscribed to. */
  name?: string
  /** When it is sent: who has several of one SEQUENCE goes by the newest (RFC 5546 §2.1.5). The entries' last change unless said. */
  sentAt?: Date
  /** Entries are left out from the one on that goes beyond it; never the first. */
  maxBytes?: number
}

/** A calendar as iCalendar text: lines of at most 75 bytes, ended by CRLF. */
export function formatCalendar(calendar: Calendar): string {
  const written = writeCalendar(calendar)
  for (;;) {
    const { done, value } = written.next()
    if (done) return value
  }
}

/** Milliseconds after which others have their turn. */
const maxBlockingMs = 5

/** A calendar of many entries as iCalendar text, during which others are served. */
export async function formatCalendarInTurns(calendar: Calendar): Promise<string> {
  const written = writeCalendar(calendar)
  for (let began = performance.now(); ; ) {
    const { done, value } = written.next()
    if (done) return value
    if (performance.now() - began < maxBlockingMs) continue
    await setImmediate()
    began = performance.now()
  }
}

/** Writes a calendar, and stops after each entry. */
function* writeCalendar({
  method,
  entries,
  name,
  sentAt,
  maxBytes = Number.POSITIVE_INFINITY,
}: Calendar): Generator<undefined, string> {
  const parts: string[] = []
  const zones = new Map<string, number>()
  let bytes = 0
  for (const entry of entries) {
    const part = joinLines(formatEntry(entry, method, sentAt ?? entry.updatedAt))
    bytes += Buffer.byteLength(part)
    if (parts.length && bytes > maxBytes) break
    parts.push(part)
    // A series keeps its wall clock, which needs its zone; a single moment is safest in UTC.
    const { timezone, start } = entry
    if (isZoned(entry)) zones.set(timezone, Math.min(zones.get(timezone) ?? Number.POSITIVE_INFINITY, start.getTime()))
    yield
  }
  const head = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kontor//Kontor//EN',
    'CALSCALE:GREGORIAN',
    ...(method ? [`METHOD:${method}`] : []),
    ...(name ? [`NAME:${escapeText(name)}`, `X-WR-CALNAME:${escapeText(name)}`] : []),
    ...(name ? ['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'] : []),
    ...[...zones].flatMap(([zone, from]) => formatTimeZone(zone, new Date(from))),
  ]
  return [joinLines(head), ...parts, joinLines(['END:VCALENDAR'])].join('')
}

const joinLines = (lines: readonly string[]) => lines.map((line) => `${foldLine(line)}\r\n`).join('')

const isZoned = ({ recurrence, occurrenceStart, allDay }: CalendarEntry) =>
  Boolean(recurrence || occurrenceStart) && !allDay

function formatEntry(entry: CalendarEntry, method: Calendar['method'], stamp: Date): string[] {
  const { organizer, attendees = [], isCancelled = method === 'CANCEL' } = entry
  const { title, description, location, url } = entry
  const at = (name: string, moment: Date) => `${name}${formatMoment(entry, moment)}`
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(entry.uid)}`,
    `DTSTAMP:${formatUtc(stamp)}`,
    `LAST-MODIFIED:${formatUtc(entry.updatedAt)}`,
    `SEQUENCE:${entry.sequence}`,
    ...(entry.occurrenceStart ? [at('RECURRENCE-ID', entry.occurrenceStart)] : []),
    at('DTSTART', entry.start),
    at('DTEND', entry.end),
    ...(entry.recurrence ? [`RRULE:${entry.recurrence}`] : []),
    ...(entry.excluded ?? []).map((start) => at('EXDATE', start)),
    `SUMMARY:${escapeText(title)}`,
    ...(description || url ? [`DESCRIPTION:${escapeText([description, url].filter(Boolean).join('\n\n'))}`] : []),
    ...(location || url ? [`LOCATION:${escapeText(location || url || '')}`] : []),
    ...(url ? [`URL:${url}`, `CONFERENCE;VALUE=URI;FEATURE=VIDEO:${url}`] : []),
    ...(organizer ? [`ORGANIZER${formatCommonName(organizer)}:mailto:${organizer.email}`] : []),
    ...attendees.map(formatAttendee),
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${entry.isFree ? 'TRANSPARENT' : 'OPAQUE'}`,
    'END:VEVENT',
  ]
}

const participation = {
  needs_action: 'NEEDS-ACTION',
  accepted: 'ACCEPTED',
  declined: 'DECLINED',
  tentative: 'TENTATIVE',
} as const

const formatAttendee = (person: CalendarPerson & { answer?: ParticipationStatus }) => {
  const answer = participation[person.answer ?? 'needs_action']
  const asked = answer === 'NEEDS-ACTION' ? ';RSVP=TRUE' : ''
  return `ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=${answer}${asked}${formatCommonName(person)}:mailto:${person.email}`
}

/** A moment as a parameter list and value: a day, a wall clock with its zone, or UTC. */
function formatMoment(entry: CalendarEntry, moment: Date): string {
  const { allDay, timezone } = entry
  if (allDay) return `;VALUE=DATE:${toLocalDate(moment, timezone).replaceAll('-', '')}`
  if (!isZoned(entry)) return `:${formatUtc(moment)}`
  return `;TZID=${timezone}:${toLocalTime(moment, timezone).replaceAll(/[-:]/g, '')}`
}

const formatUtc = (moment: Date) => `${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** RFC 5545 §3.3.11; other control characters than line breaks have no place in it. */
const escapeText = (value: string) =>
  value
    .replaceAll(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

/** A quoted parameter holds neither quotes nor line breaks (RFC 5545 §3.2). */
const formatCommonName = ({ name }: CalendarPerson) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  name ? `;CN="${name.replaceAll('"', "'").replaceAll(/[\u0000-\u001f\u007f]+/g, ' ')}"` : ''

/** Lines of at most 75 bytes; what follows begins with a space, and no character is cut (RFC 5545 §3.1). */
function foldLine(line: string): string {
  // No character of JavaScript is more than three bytes.
  if (line.length <= 25) return line
  const bytes = Buffer.from(line)
  if (bytes.length <= 75) return line
  const parts: string[] = []
  for (let from = 0; from < bytes.length; ) {
    let to = Math.min(from + (from ? 74 : 75), bytes.length)
    // Within a character of UTF-8.
    while (to < bytes.length && ((bytes[to] ?? 0) & 0xc0) === 0x80) to -= 1
    parts.push(bytes.toString('utf8', from, to))
    from = to
  }
  return parts.join('\r\n ')
}

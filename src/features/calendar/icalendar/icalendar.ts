import { setImmediate } from 'node:timers/promises'
import { toLocalDate, toLocalTime } from '#core/time/local-time'
import { formatTimeZone } from './vtimezone.ts'

// iCalendar (RFC 5545) and iTIP (RFC 5546), as Gmail, Outlook and Apple understand them.

export type ParticipationStatus = 'needs_action' | 'accepted' | 'declined' | 'tentative'

export interface CalendarPerson {
  name?: string | null
  email: string
}

/** A VEVENT: an event, a series, or one occurrence. */
export interface CalendarEntry {
  uid: string
  /** Increases with each change that attendees are notified of. */
  sequence: number
  title: string
  start: Date
  end: Date
  /** From midnight to midnight in the time zone. */
  allDay?: boolean
  timezone: string
  description?: string | null
  location?: string | null
  /** Link to the video meeting. */
  url?: string | null
  organizer?: CalendarPerson | null
  attendees?: readonly (CalendarPerson & { answer?: ParticipationStatus })[]
  /** RRULE, and starts that it leaves out. */
  recurrence?: string | null
  excluded?: readonly Date[]
  /** RECURRENCE-ID of an occurrence. */
  occurrenceStart?: Date | null
  isCancelled?: boolean
  /** TRANSP:TRANSPARENT. */
  isFree?: boolean
  updatedAt: Date
}

interface Calendar {
  /** REQUEST or CANCEL for mails to attendees, PUBLISH for feeds, null for objects of a calendar. */
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH' | null
  entries: Iterable<CalendarEntry>
  /** For subscribed calendars. */
  name?: string
  /** DTSTAMP, which decides between equal SEQUENCEs (RFC 5546 §2.1.5). Defaults to each entry's last change. */
  sentAt?: Date
  /** Later entries are left out; the first never is. */
  maxBytes?: number
}

/** iCalendar text with CRLF and lines of at most 75 bytes. */
export function formatCalendar(calendar: Calendar): string {
  const written = writeCalendar(calendar)
  for (;;) {
    const { done, value } = written.next()
    if (done) return value
  }
}

/** Milliseconds after which formatting yields to the event loop. */
const maxBlockingMs = 5

/** Yields to the event loop, for large calendars. */
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

/** Yields after each entry. */
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
    // Series need their time zone; single events are safest in UTC.
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

/** Parameters and value: a date, a local time with TZID, or UTC. */
function formatMoment(entry: CalendarEntry, moment: Date): string {
  const { allDay, timezone } = entry
  if (allDay) return `;VALUE=DATE:${toLocalDate(moment, timezone).replaceAll('-', '')}`
  if (!isZoned(entry)) return `:${formatUtc(moment)}`
  return `;TZID=${timezone}:${toLocalTime(moment, timezone).replaceAll(/[-:]/g, '')}`
}

const formatUtc = (moment: Date) => `${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** RFC 5545 §3.3.11; other control characters are removed. */
const escapeText = (value: string) =>
  value
    .replaceAll(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

/** A quoted parameter must not contain quotes or line breaks (RFC 5545 §3.2). */
const formatCommonName = ({ name }: CalendarPerson) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  name ? `;CN="${name.replaceAll('"', "'").replaceAll(/[\u0000-\u001f\u007f]+/g, ' ')}"` : ''

/** Folds lines at 75 bytes without splitting characters (RFC 5545 §3.1). */
function foldLine(line: string): string {
  // A UTF-16 unit takes at most three bytes of UTF-8.
  if (line.length <= 25) return line
  const bytes = Buffer.from(line)
  if (bytes.length <= 75) return line
  const parts: string[] = []
  for (let from = 0; from < bytes.length; ) {
    let to = Math.min(from + (from ? 74 : 75), bytes.length)
    // Not within a character.
    while (to < bytes.length && ((bytes[to] ?? 0) & 0xc0) === 0x80) to -= 1
    parts.push(bytes.toString('utf8', from, to))
    from = to
  }
  return parts.join('\r\n ')
}

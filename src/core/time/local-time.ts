import { LRUCache } from 'lru-cache'

// Converts between instants and local times. A local time is text without a zone, `2026-03-29T09:00:00`, or its milliseconds as
// if it were UTC. Zones are IANA names (validated by `TimeZone` of `core/schema/checks`).

const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 200 })

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  formats.set(zone, format)
  return format
}

/** `2026-03-29T09:00:00`. */
export const toLocalTime = (instant: Date, zone: string): string => formatOf(zone).format(instant).replace(' ', 'T')

/** `2026-03-29`. */
export const toLocalDate = (instant: Date, zone: string): string => toLocalTime(instant, zone).slice(0, 10)

/** Milliseconds as if it were UTC. */
const parseLocalTime = (wall: string): number => Date.parse(`${wall}Z`)

/** Offset from UTC, in milliseconds. */
export function utcOffsetAt(instant: number, zone: string): number {
  const second = Math.floor(instant / 1000) * 1000
  return parseLocalTime(toLocalTime(new Date(second), zone)) - second
}

/** A day without clock change. */
export const dayMs = 86_400_000

/** Usually one instant; none in a skipped hour, two in a repeated one, earlier first. */
export function findInstants(wall: string, zone: string): Date[] {
  const shown = parseLocalTime(wall)
  const offsets = new Set([utcOffsetAt(shown - dayMs, zone), utcOffsetAt(shown + dayMs, zone)])
  return [...offsets]
    .filter((offset) => utcOffsetAt(shown - offset, zone) === offset)
    .map((offset) => new Date(shown - offset))
    .sort((one, other) => one.getTime() - other.getTime())
}

/**
 * The earlier instant in a repeated hour. In a skipped hour it is the end of that hour, or with `later` the local time plus the
 * skipped duration, as in RFC 5545 (02:30 becomes 03:30).
 */
export function toInstant(wall: string, zone: string, skipped: 'end' | 'later' = 'end'): Date {
  const [instant] = findInstants(wall, zone)
  if (instant) return instant
  const shown = parseLocalTime(wall)
  const before = shown - utcOffsetAt(shown - dayMs, zone)
  return new Date(skipped === 'later' ? before : findClockChange(shown - dayMs, shown + dayMs, zone))
}

/** The start of a day; the end of the skipped hour if midnight does not exist. */
export const startOfDay = (day: string, zone: string): Date => toInstant(`${day}T00:00:00`, zone)

/** [from, to) in milliseconds, without a clock change. */
export interface FixedOffsetRange {
  from: number
  to: number
  /** Offset from UTC, in milliseconds. */
  offset: number
}

/** Splits a range at clock changes. `step` must be shorter than the time between two changes. */
export function splitAtClockChanges(from: number, to: number, zone: string, step = dayMs): FixedOffsetRange[] {
  const stretches: FixedOffsetRange[] = []
  let offset = utcOffsetAt(from, zone)
  let begun = from
  for (let at = from; at < to; ) {
    const next = Math.min(at + step, to)
    const then = utcOffsetAt(next, zone)
    if (then !== offset) {
      const change = findClockChange(at, next, zone)
      stretches.push({ from: begun, to: change, offset })
      begun = change
      offset = then
    }
    at = next
  }
  if (begun < to) stretches.push({ from: begun, to, offset })
  return stretches
}

/** The instant of the clock change, to the second, by binary search. */
function findClockChange(from: number, to: number, zone: string): number {
  const offset = utcOffsetAt(to, zone)
  let before = Math.floor(from / 1000)
  let after = Math.ceil(to / 1000)
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (utcOffsetAt(middle * 1000, zone) === offset) after = middle
    else before = middle
  }
  return after * 1000
}

import { LRUCache } from 'lru-cache'

// Between instants and what a clock on the wall of a zone shows. A wall clock is text without a zone, `2026-03-29T09:00:00`,
// or its milliseconds as if it were UTC. Zones are IANA names (`TimeZone` of `core/schema/checks` refuses others).

const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 200 })

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  formats.set(zone, format)
  return format
}

/** The wall clock of a zone at an instant: `2026-03-29T09:00:00`. */
export const toLocalTime = (instant: Date, zone: string): string => formatOf(zone).format(instant).replace(' ', 'T')

/** The calendar day of a zone at an instant: `2026-03-29`. */
export const toLocalDate = (instant: Date, zone: string): string => toLocalTime(instant, zone).slice(0, 10)

/** The milliseconds of a wall clock as if it were UTC. */
const parseLocalTime = (wall: string): number => Date.parse(`${wall}Z`)

/** How far a zone is ahead of UTC at an instant, in milliseconds. */
export function utcOffsetAt(instant: number, zone: string): number {
  const second = Math.floor(instant / 1000) * 1000
  return parseLocalTime(toLocalTime(new Date(second), zone)) - second
}

/** Milliseconds of a day in which no clock changes, as in UTC. */
export const dayMs = 86_400_000

/** The instants at which a clock of the zone shows this: one; none in a skipped hour; both in a repeated one, the earlier first. */
export function findInstants(wall: string, zone: string): Date[] {
  const shown = parseLocalTime(wall)
  const offsets = new Set([utcOffsetAt(shown - dayMs, zone), utcOffsetAt(shown + dayMs, zone)])
  return [...offsets]
    .filter((offset) => utcOffsetAt(shown - offset, zone) === offset)
    .map((offset) => new Date(shown - offset))
    .sort((one, other) => one.getTime() - other.getTime())
}

/**
 * The instant at which a clock of the zone shows this: the earlier one in a repeated hour. In a skipped hour it is that
 * hour's end, or with `later` as much later as was skipped, as RFC 5545 has it (02:30 is 03:30).
 */
export function toInstant(wall: string, zone: string, skipped: 'end' | 'later' = 'end'): Date {
  const [instant] = findInstants(wall, zone)
  if (instant) return instant
  const shown = parseLocalTime(wall)
  const before = shown - utcOffsetAt(shown - dayMs, zone)
  return new Date(skipped === 'later' ? before : findClockChange(shown - dayMs, shown + dayMs, zone))
}

/** The instant at which a calendar day begins in a zone: where its midnight is skipped, that hour's end. */
export const startOfDay = (day: string, zone: string): Date => toInstant(`${day}T00:00:00`, zone)

/** A stretch of time, [from, to) in milliseconds, in which the clocks of a zone are not put forward or back. */
export interface FixedOffsetRange {
  from: number
  to: number
  /** How far the zone is ahead of UTC, in milliseconds. */
  offset: number
}

/**
 * The time from one instant to another, cut where the clocks of a zone are put forward or back. It is looked at in steps, within
 * which none puts them both forward and back.
 */
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

/** The instant, to the second, at which the offset that holds at `to` begins. */
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

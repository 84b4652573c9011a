import { dateFormat } from './words.ts'

// Everything is drawn by the clock on the wall of one zone: milliseconds that count as if the zone were UTC, so that a day is
// always as long as the grid shows it.

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 86_400_000

const clockOf = (zone: string) => {
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  return dateFormat({ timeZone: zone, hourCycle: 'h23', second: 'numeric', ...parts }, 'en-US')
}

/** What the clock of a zone shows at a moment. */
export function wallOf(moment: string | number, zone: string): number {
  const time = new Date(moment)
  const shown = Object.fromEntries(
    clockOf(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** When the clock of a zone shows this: twice in the hour that comes again in autumn. What it leaps over in spring is an hour later. */
function momentsOf(wall: number, zone: string): [number, ...number[]] {
  const at = (around: number) => wall - (wallOf(around, zone) - around)
  const before = at(wall - dayMs)
  const after = at(wall + dayMs)
  const isShown = (moment: number) => wallOf(moment, zone) === wall
  if (isShown(before)) return isShown(after) && after !== before ? [before, after] : [before]
  return [isShown(after) ? after : before]
}

/** The moment at which the clock of a zone shows this, the first of two. */
export const momentOf = (wall: number, zone: string) => new Date(momentsOf(wall, zone)[0]).toISOString()

interface Span {
  startTime: string
  endTime: string
}

/**
 * The moments of a span. What shows as it did before is the moment that it was. Of an hour that comes twice, it is that in which
 * the span ends after it begins; where the clock leaps over its beginning, all of it is an hour later.
 */
export function spanOf(start: number, end: number, zone: string, before?: Span): Span {
  const kept = (wall: number, moment: string | undefined) =>
    moment && minuteOf(wallOf(moment, zone)) === minuteOf(wall) ? Date.parse(moment) : undefined
  const endKept = kept(end, before?.endTime)
  const starts = momentsOf(start, zone)
  const begins =
    kept(start, before?.startTime) ?? starts.findLast((each) => endKept !== undefined && each < endKept) ?? starts[0]
  const isKept = endKept !== undefined && endKept > begins
  const leapt = starts.includes(begins) ? wallOf(begins, zone) - start : 0
  const ends = momentsOf(end + leapt, zone)
  const endsAt = isKept ? endKept : (ends.find((each) => each > begins) ?? ends[0])
  return { startTime: new Date(begins).toISOString(), endTime: new Date(endsAt).toISOString() }
}

const minuteOf = (wall: number) => Math.floor(wall / minuteMs)

export const dayOf = (wall: number) => new Date(wall).toISOString().slice(0, 10)
export const timeOf = (wall: number) => new Date(wall).toISOString().slice(11, 16)
export const wallAt = (day: string, time = '00:00') => Date.parse(`${day}T${time}Z`)
export const startOfDay = (wall: number) => Math.floor(wall / dayMs) * dayMs

export const written = (options: Intl.DateTimeFormatOptions) => (wall: number) =>
  dateFormat({ timeZone: 'UTC', ...options }).format(wall)
export const writeWall = written({ hour: '2-digit', minute: '2-digit' })
export const writeLongDay = written({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
export const writeMonth = written({ month: 'long', year: 'numeric' })
export const writeDate = written({ dateStyle: 'medium' })
/** Times of one day from one to another: `9:00–10:30`. */
export const writeWalls = (from: number, to: number) => `${writeWall(from)}–${writeWall(to)}`

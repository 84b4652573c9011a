import { dateFormat } from '../words/words.ts'

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

/** The moment at which the clock of a zone shows this; one that it leaps over is an hour later. */
export function momentOf(wall: number, zone: string): string {
  const before = wall - (wallOf(wall - dayMs, zone) - (wall - dayMs))
  const after = wall - (wallOf(wall + dayMs, zone) - (wall + dayMs))
  const found = [before, after].find((each) => wallOf(each, zone) === wall) ?? before
  return new Date(found).toISOString()
}

/** The moments of a span: where the clock leaps over its beginning, all of it is an hour later. */
export function spanOf(start: number, end: number, zone: string) {
  const startTime = momentOf(start, zone)
  return { startTime, endTime: momentOf(end + wallOf(startTime, zone) - start, zone) }
}

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

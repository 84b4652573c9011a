import { dateFormatter } from './locale.ts'

// Local time is the wall clock of a zone, as milliseconds since 1970 as if the zone were UTC. So every day has 24 hours, as in the
// calendar grid, also when the clocks change.

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 86_400_000

const localPartsFormatter = (zone: string) => {
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  return dateFormatter({ timeZone: zone, hourCycle: 'h23', second: 'numeric', ...parts }, 'en-US')
}

export function toLocalTime(instant: string | number, zone: string): number {
  const time = new Date(instant)
  const parts = Object.fromEntries(
    localPartsFormatter(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** The instants of a local time: two in the hour that repeats in autumn. A time skipped in spring is taken as an hour later. */
function toInstants(localTime: number, zone: string): [number, ...number[]] {
  const at = (around: number) => localTime - (toLocalTime(around, zone) - around)
  const before = at(localTime - dayMs)
  const after = at(localTime + dayMs)
  const isMatch = (instant: number) => toLocalTime(instant, zone) === localTime
  if (isMatch(before)) return isMatch(after) && after !== before ? [before, after] : [before]
  return [isMatch(after) ? after : before]
}

/** The first of the instants of a local time. */
export const toInstant = (localTime: number, zone: string) => new Date(toInstants(localTime, zone)[0]).toISOString()

interface TimeRange {
  startTime: string
  endTime: string
}

/**
 * The instants of a range of local times. A start or end that equals that of `before`, to the minute, keeps its instant. In the
 * hour that repeats, the instant is chosen so that the range ends after it starts. If the start is skipped, the whole range moves
 * an hour later.
 */
export function toTimeRange(start: number, end: number, zone: string, before?: TimeRange): TimeRange {
  const kept = (localTime: number, instant: string | undefined) =>
    instant && toMinute(toLocalTime(instant, zone)) === toMinute(localTime) ? Date.parse(instant) : undefined
  const endKept = kept(end, before?.endTime)
  const starts = toInstants(start, zone)
  const begins =
    kept(start, before?.startTime) ?? starts.findLast((each) => endKept !== undefined && each < endKept) ?? starts[0]
  const isKept = endKept !== undefined && endKept > begins
  const skippedMs = starts.includes(begins) ? toLocalTime(begins, zone) - start : 0
  const ends = toInstants(end + skippedMs, zone)
  const endsAt = isKept ? endKept : (ends.find((each) => each > begins) ?? ends[0])
  return { startTime: new Date(begins).toISOString(), endTime: new Date(endsAt).toISOString() }
}

const toMinute = (localTime: number) => Math.floor(localTime / minuteMs)

export const toIsoDate = (localTime: number) => new Date(localTime).toISOString().slice(0, 10)
export const toIsoTime = (localTime: number) => new Date(localTime).toISOString().slice(11, 16)
export const parseLocalTime = (day: string, time = '00:00') => Date.parse(`${day}T${time}Z`)
export const startOfDay = (localTime: number) => Math.floor(localTime / dayMs) * dayMs

export const localTimeFormatter = (options: Intl.DateTimeFormatOptions) => (localTime: number) =>
  dateFormatter({ timeZone: 'UTC', ...options }).format(localTime)
export const formatLocalTime = localTimeFormatter({ hour: '2-digit', minute: '2-digit' })
export const formatLongLocalDate = localTimeFormatter({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
export const formatLocalMonth = localTimeFormatter({ month: 'long', year: 'numeric' })
export const formatLocalDate = localTimeFormatter({ dateStyle: 'medium' })
/** `9:00–10:30` */
export const formatLocalTimeRange = (from: number, to: number) => `${formatLocalTime(from)}–${formatLocalTime(to)}`

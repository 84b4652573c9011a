import { addDays } from '#core/time/clock'
import { type Interval, intersectIntervals, mergeOverlaps } from '#core/time/interval'
import { type FixedOffsetRange, splitAtClockChanges, startOfDay, toLocalDate } from '#core/time/local-time'
import type { DatedHours, WeeklyHours } from './availability.entity.ts'

export interface AvailabilityHours {
  timezone: string
  weekly: readonly WeeklyHours[]
  overrides: readonly DatedHours[]
}

/** Booking rules of an event type. */
export interface SlotRules {
  durationMinutes: number
  slotIntervalMinutes: number
  bufferBeforeMinutes: number
  bufferAfterMinutes: number
  minimumNoticeMinutes: number
  /** Days after today, in the host's time zone, on which the last slot may be; null for no limit. */
  maximumDaysAhead: number | null
  /** Bookings per day of the host; null for no limit. */
  limitPerDay: number | null
}

/** A confirmed booking, with its own buffers. */
interface BookedInterval extends Interval {
  bufferBeforeMinutes: number
  bufferAfterMinutes: number
  /** Whether it counts towards the daily limit. */
  countsTowardsLimit: boolean
}

export interface HostSchedule {
  hours: AvailabilityHours
  /** Events, absences and holidays, in any order. */
  busy: readonly Interval[]
  booked: readonly BookedInterval[]
}

interface SlotSearch extends Interval {
  /** Current time in milliseconds. */
  now: number
  /** The search stops once there are more starts than this, and returns those found so far. */
  maxStarts?: number
}

const minuteMs = 60_000

/**
 * Start times in [from, to) at which all hosts are free, in milliseconds and in order. Available hours are local times: hours
 * that begin in a skipped hour begin at its end, and a repeated hour counts twice. Slots step from the beginning of each range
 * of hours, or of the intersection if there are several hosts, and end within it.
 */
export const findSlots = (rules: SlotRules, hosts: readonly HostSchedule[], asked: SlotSearch): number[] =>
  runToEnd(searchSlotsOfAllHosts(rules, hosts, asked))

/** Start times at which at least one of the hosts is free. */
export function* searchSlotsOfAnyHost(
  rules: SlotRules,
  hosts: readonly HostSchedule[],
  asked: SlotSearch,
): StepwiseSearch<number[]> {
  const { maxStarts = Number.POSITIVE_INFINITY } = asked
  const starts = new Set<number>()
  for (const host of hosts) {
    for (const start of yield* searchSlotsOfAllHosts(rules, [host], asked)) starts.add(start)
    if (starts.size > maxStarts) break
    yield
  }
  return sortTimes(starts)
}

/** A search that yields after each host, so that long searches can take turns. */
export type StepwiseSearch<Result> = Generator<undefined, Result, undefined>

function runToEnd<Result>(steps: StepwiseSearch<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

export function* searchSlotsOfAllHosts(
  rules: SlotRules,
  hosts: readonly HostSchedule[],
  { from, to, now, maxStarts = Number.POSITIVE_INFINITY }: SlotSearch,
): StepwiseSearch<number[]> {
  const first = Math.max(from, now + rules.minimumNoticeMinutes * minuteMs)
  let end = to
  for (const { hours } of hosts) end = Math.min(end, getEndOfBookablePeriod(rules, hours, now))
  if (first >= end) return []

  let shared: Interval[] | undefined
  const taken: Interval[] = []
  for (const host of hosts) {
    const windows = expandHours(host.hours, { from: first, to: end })
    // Overlapping hours of one host are stepped through separately; for several hosts they are merged and
    // intersected.
    const whole =
      hosts.length === 1 ? windows : mergeOverlaps(windows.map(({ from, latestEnd }) => ({ from, to: latestEnd })))
    shared = shared ? intersectIntervals(shared, whole) : whole
    for (const each of mergeOverlaps(listBlockedStarts(rules, host))) taken.push(each)
    if (hosts.length > 1) yield
  }
  return listFreeStarts(rules, shared ?? [], mergeOverlaps(taken), { from: first, to: end, maxStarts })
}

const sortTimes = (starts: Iterable<number>) => [...new Float64Array(starts).sort()]

function listFreeStarts(
  { durationMinutes, slotIntervalMinutes }: SlotRules,
  windows: readonly (Interval & { latestEnd?: number })[],
  taken: readonly Interval[],
  { from, to, maxStarts }: Interval & { maxStarts: number },
): number[] {
  const step = slotIntervalMinutes * minuteMs
  const ranges = windows.map((window) => ({
    from: window.from + Math.max(0, Math.ceil((from - window.from) / step)) * step,
    to: Math.min((window.latestEnd ?? window.to) - durationMinutes * minuteMs, window.to - 1, to - 1) + 1,
  }))
  const byPhase = Map.groupBy(
    ranges.filter((range) => range.from < range.to),
    (range) => range.from % step,
  )
  const starts: number[] = []
  // Ranges with the same phase have the same starts: overlaps are merged first.
  for (const alike of byPhase.values())
    for (const range of mergeOverlaps(alike)) {
      let next = findFirstEndingAfter(taken, range.from)
      for (let start = range.from; start < range.to; start += step) {
        while ((taken[next]?.to ?? Number.POSITIVE_INFINITY) <= start) next++
        const blocked = taken[next]
        if (!blocked || start < blocked.from) starts.push(start)
      }
      if (starts.length > maxStarts) return starts
    }
  return byPhase.size > 1 ? sortTimes(starts) : starts
}

/** Binary search for the first interval that ends after a moment. */
function findFirstEndingAfter(intervals: readonly Interval[], moment: number): number {
  let [before, after] = [-1, intervals.length]
  while (after - before > 1) {
    const middle = (before + after) >> 1
    if ((intervals[middle]?.to ?? 0) > moment) after = middle
    else before = middle
  }
  return after
}

function getEndOfBookablePeriod({ maximumDaysAhead }: SlotRules, { timezone }: AvailabilityHours, now: number): number {
  if (maximumDaysAhead === null) return Number.POSITIVE_INFINITY
  return startOfDay(addDays(toLocalDate(new Date(now), timezone), maximumDaysAhead + 1), timezone).getTime()
}

/** A range of hours. `latestEnd` is when an appointment that starts in it must end. */
interface HoursWindow extends Interval {
  latestEnd: number
}

/** Hours that overlap a window, in milliseconds, ordered by start. Overlapping hours are not merged. */
function expandHours({ timezone, weekly, overrides }: AvailabilityHours, { from, to }: Interval): HoursWindow[] {
  const dated = Map.groupBy(overrides, ({ date }) => date)
  const byWeekday = Map.groupBy(weekly, ({ weekday }) => weekday)
  const [begin, last] = [
    addDays(toLocalDate(new Date(from), timezone), -1),
    addDays(toLocalDate(new Date(to), timezone), 1),
  ]
  const steady = splitAtClockChanges(Date.parse(begin) - day, Date.parse(last) + 2 * day, timezone)
  const windows: (HoursWindow & { start: string; end: string })[] = []
  for (let date = begin; date <= last; date = addDays(date, 1)) {
    const midnight = Date.parse(date)
    const hours = dated.get(date) ?? byWeekday.get(new Date(midnight).getUTCDay() || 7) ?? []
    for (const { start, end } of hours)
      if (start && end) {
        const night = end <= start ? day : 0
        for (const part of findLocalRange(
          midnight + parseTimeOfDay(start),
          midnight + parseTimeOfDay(end) + night,
          steady,
        ))
          windows.push({ ...part, start, end, latestEnd: part.to })
      }
  }
  windows.sort((one, other) => one.from - other.from)
  // An appointment may continue past midnight if other hours begin there.
  const untilFromMidnight = new Map<number, number>()
  for (const window of windows.toReversed()) {
    const { start, end, from, to } = window
    if (end === '24:00' || end === '00:00') window.latestEnd = untilFromMidnight.get(to) ?? to
    if (start === '00:00') untilFromMidnight.set(from, Math.max(window.latestEnd, untilFromMidnight.get(from) ?? to))
  }
  return windows
}

const day = 86_400_000

/** Milliseconds since midnight. */
const parseTimeOfDay = (time: string) => (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * minuteMs

/** Intervals in which local time is between two times, which are given as if they were UTC. */
function findLocalRange(start: number, end: number, steady: readonly FixedOffsetRange[]): Interval[] {
  const parts: Interval[] = []
  for (const { from, to, offset } of steady) {
    const part = { from: Math.max(start - offset, from), to: Math.min(end - offset, to) }
    if (part.from >= part.to) continue
    const last = parts.at(-1)
    if (last?.to === part.from) last.to = part.to
    else parts.push(part)
  }
  return parts
}

/**
 * Intervals in which no appointment may start because it would overlap another one or its buffers. Between two appointments the
 * longer of both buffers applies.
 */
function listBlockedStarts(rules: SlotRules, { hours, busy, booked }: HostSchedule): Interval[] {
  const duration = rules.durationMinutes * minuteMs
  const around = ({ from, to }: Interval, before: number, after: number) => ({
    from: from - duration - Math.max(rules.bufferAfterMinutes, before) * minuteMs + 1,
    to: to + Math.max(rules.bufferBeforeMinutes, after) * minuteMs,
  })
  return [
    ...busy.map((interval) => around(interval, 0, 0)),
    ...booked.map((each) => around(each, each.bufferBeforeMinutes, each.bufferAfterMinutes)),
    ...listFullDays(rules, hours, booked),
  ]
}

function listFullDays(
  { limitPerDay }: SlotRules,
  { timezone }: AvailabilityHours,
  booked: readonly BookedInterval[],
): Interval[] {
  if (limitPerDay === null) return []
  const days = Map.groupBy(
    booked.filter(({ countsTowardsLimit }) => countsTowardsLimit),
    ({ from }) => toLocalDate(new Date(from), timezone),
  )
  return [...days]
    .filter(([, bookings]) => bookings.length >= limitPerDay)
    .map(([date]) => ({
      from: startOfDay(date, timezone).getTime(),
      to: startOfDay(addDays(date, 1), timezone).getTime(),
    }))
}

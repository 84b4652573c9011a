import { addDays } from '#core/time/clock'

export enum Interval {
  week = 'week',
  month = 'month',
  quarter = 'quarter',
  half_year = 'half_year',
  year = 'year',
}

export interface Schedule {
  startsOn: string
  every: number
  interval: Interval
}

const months = { month: 1, quarter: 3, half_year: 6, year: 12 } as const

/** Day of the n-th invoice, zero-based. Counted from the first, so that the 31st returns after February. */
function nthDay({ startsOn, every, interval }: Schedule, n: number): string {
  if (interval === Interval.week) return addDays(startsOn, 7 * every * n)
  const [year = 0, month = 1, day = 1] = startsOn.split('-').map(Number)
  const index = year * 12 + (month - 1) + months[interval] * every * n
  const last = new Date(Date.UTC(Math.floor(index / 12), (index % 12) + 1, 0)).getUTCDate()
  const date = new Date(Date.UTC(Math.floor(index / 12), index % 12, Math.min(day, last)))
  return date.toISOString().slice(0, 10)
}

/** First day of the schedule after `day`, or on it if `included`; the first of all if null. */
export function findNextDay(schedule: Schedule, day: string | null, included = false): string | null {
  if (day === null) return schedule.startsOn
  const isPast = (n: number) => (included ? nthDay(schedule, n) < day : nthDay(schedule, n) <= day)
  const { every, interval, startsOn } = schedule
  const length = every * (interval === Interval.week ? 7 : months[interval] * 31)
  // Start close to the result: no interval is longer than `length`.
  let n = Math.max(0, Math.floor((Date.parse(day) - Date.parse(startsOn)) / 86_400_000 / length) - 1)
  while (isPast(n)) n += 1
  const next = nthDay(schedule, n)
  return next > '2200-12-31' ? null : next
}

/** From the day of an invoice to the day before the next. */
export const computeServicePeriod = (schedule: Schedule, day: string) => ({
  from: day,
  to: addDays(findNextDay(schedule, day) ?? addDays(day, 1), -1),
})

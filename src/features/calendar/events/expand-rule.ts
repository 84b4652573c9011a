// Expands recurrence rules (RFC 5545 §3.3.10, RFC 7529 SKIP) in local time: seconds and days since 1970 as if UTC.
// Periods are computed directly instead of by iteration, and each step is counted, so that no rule exceeds its budget.

import { invalidField } from '#core/errors/problem'
import type { Bilingual } from '#core/text/language'

export type Frequency = 'YEARLY' | 'MONTHLY' | 'WEEKLY' | 'DAILY' | 'HOURLY' | 'MINUTELY' | 'SECONDLY'

/** A parsed rule. Empty lists do not restrict; lists are sorted. */
export interface RecurrenceRule {
  frequency: Frequency
  interval: number
  /** Infinity without COUNT. */
  count: number
  /** UNTIL as written, with `Z` if it is an instant. */
  until: string | null
  bySecond: readonly number[]
  byMinute: readonly number[]
  byHour: readonly number[]
  /** Sunday is 0; `nth` is 0 for every such weekday. */
  byDay: readonly { nth: number; weekday: number }[]
  byMonthDay: readonly number[]
  byYearDay: readonly number[]
  byWeekNumber: readonly number[]
  byMonth: readonly number[]
  bySetPosition: readonly number[]
  weekStart: number
  skip: 'OMIT' | 'BACKWARD' | 'FORWARD'
}

/** Steps that are left; each day and time that is examined takes one. */
export interface StepBudget {
  left: number
}

const tooManySteps: Bilingual = {
  de: 'führt in absehbarer Zeit zu keinem Termin, oder zu viel zu vielen',
  en: 'leads to no occurrence in any reasonable time, or to far too many',
}

/** 422 if the budget is exceeded. */
export function spendSteps(budget: StepBudget, count: number): void {
  budget.left -= count
  if (budget.left < 0) throw invalidField('recurrence', tooManySteps)
}

const daySeconds = 86_400
const unitSeconds = { HOURLY: 3600, MINUTELY: 60, SECONDLY: 1 }
type SubDailyFrequency = keyof typeof unitSeconds

const isLeapYear = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
const monthStarts = [false, true].map((leap) => {
  const starts = [0]
  for (const days of [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
    starts.push((starts.at(-1) ?? 0) + days)
  return starts
})
const getMonthStarts = (year: number) => monthStarts[isLeapYear(year) ? 1 : 0] as number[]
const getYearStart = (year: number) => {
  const before = year - 1
  return before * 365 + Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400) - 719_162
}
const getMonthStart = (month: number) => {
  const year = Math.floor(month / 12)
  return getYearStart(year) + (getMonthStarts(year)[month - year * 12] as number)
}
const getWeekday = (day: number) => modulo(day + 4, 7)
const modulo = (value: number, by: number) => ((value % by) + by) % by

interface Day {
  day: number
  year: number
  /** 1 to 12. */
  month: number
  dayOfMonth: number
  dayOfYear: number
}

function toDay(day: number): Day {
  let year = Math.floor(day / 365.2425) + 1970
  while (getYearStart(year) > day) year--
  while (getYearStart(year + 1) <= day) year++
  const dayOfYear = day - getYearStart(year) + 1
  const starts = getMonthStarts(year)
  let month = 1
  while ((starts[month] as number) < dayOfYear) month++
  return { day, year, month, dayOfMonth: dayOfYear - (starts[month - 1] as number), dayOfYear }
}

/** Week 1 is the first with four days of the year. */
function getFirstWeekStart(year: number, weekStart: number): number {
  const fourth = getYearStart(year) + 3
  return fourth - modulo(getWeekday(fourth) - weekStart, 7)
}

/** A rule with the parts that it inherits from its start. */
interface StartedRule extends RecurrenceRule {
  start: number
  /** Seconds of the day, sorted; empty for sub-daily rules. */
  times: readonly number[]
}

function withStart(rule: RecurrenceRule, start: number): StartedRule {
  const day = Math.floor(start / daySeconds)
  const time = start - day * daySeconds
  const { month, dayOfMonth } = toDay(day)
  const { frequency } = rule
  const isWithinDay = frequency in unitSeconds
  const orOf = (list: readonly number[], value: number, isTaken: boolean) => (list.length || !isTaken ? list : [value])
  const byHour = orOf(rule.byHour, Math.floor(time / 3600), !isWithinDay)
  const byMinute = orOf(rule.byMinute, Math.floor(time / 60) % 60, !isWithinDay || frequency === 'HOURLY')
  const bySecond = orOf(rule.bySecond, time % 60, frequency !== 'SECONDLY')
  const namesDay = rule.byDay.length + rule.byMonthDay.length + rule.byYearDay.length > 0
  const isOfYear = frequency === 'YEARLY' && !namesDay && !rule.byWeekNumber.length
  const isOfWeek = (frequency === 'WEEKLY' || rule.byWeekNumber.length > 0) && !namesDay
  const isOfMonth = isOfYear || (frequency === 'MONTHLY' && !namesDay)
  return {
    ...rule,
    ...{ start, byHour, byMinute, bySecond },
    byMonth: orOf(rule.byMonth, month, isOfYear),
    byMonthDay: orOf(rule.byMonthDay, dayOfMonth, isOfMonth),
    byDay: isOfWeek ? [{ nth: 0, weekday: getWeekday(day) }] : rule.byDay,
    times: isWithinDay
      ? []
      : byHour.flatMap((hour) =>
          byMinute.flatMap((minute) => bySecond.map((second) => hour * 3600 + minute * 60 + second)),
        ),
  }
}

const isListed = (list: readonly number[], value: number, length: number) =>
  !list.length || list.includes(value) || list.includes(value - length - 1)

/** BYDAY, with ordinals counted in the month or the year. */
function isNamedWeekday(rule: StartedRule, { day, year, month, dayOfMonth, dayOfYear }: Day): boolean {
  if (!rule.byDay.length) return true
  const weekday = getWeekday(day)
  const isInMonth = rule.frequency === 'MONTHLY' || rule.byMonth.length > 0
  const starts = getMonthStarts(year)
  const length = isInMonth ? (starts[month] as number) - (starts[month - 1] as number) : (starts[12] as number)
  const at = isInMonth ? dayOfMonth : dayOfYear
  const [nth, fromEnd] = [Math.ceil(at / 7), -Math.ceil((length - at + 1) / 7)]
  return rule.byDay.some((each) => each.weekday === weekday && [0, nth, fromEnd].includes(each.nth))
}

function isNamedWeek({ byWeekNumber, weekStart }: RecurrenceRule, { day, year }: Day): boolean {
  if (!byWeekNumber.length) return true
  const isBefore = day < getFirstWeekStart(year, weekStart)
  const ofYear = isBefore ? year - 1 : day < getFirstWeekStart(year + 1, weekStart) ? year : year + 1
  const [first, next] = [getFirstWeekStart(ofYear, weekStart), getFirstWeekStart(ofYear + 1, weekStart)]
  return isListed(byWeekNumber, Math.floor((day - first) / 7) + 1, (next - first) / 7)
}

function isNamedDay(rule: StartedRule, date: Day): boolean {
  const { year, month, dayOfMonth, dayOfYear } = date
  const starts = getMonthStarts(year)
  return (
    (!rule.byMonth.length || rule.byMonth.includes(month)) &&
    isListed(rule.byMonthDay, dayOfMonth, (starts[month] as number) - (starts[month - 1] as number)) &&
    isListed(rule.byYearDay, dayOfYear, starts[12] as number) &&
    isNamedWeek(rule, date) &&
    isNamedWeekday(rule, date)
  )
}

/** Days in place of those that a month or year does not have (RFC 7529 §4.1). */
function listSubstituteDays(rule: StartedRule, from: number, to: number): number[] {
  if (rule.skip === 'OMIT') return []
  const found: number[] = []
  const shift = rule.skip === 'FORWARD' ? 0 : -1
  for (let day = from; day < to; ) {
    const { year, month } = toDay(day)
    const starts = getMonthStarts(year)
    const length = (starts[month] as number) - (starts[month - 1] as number)
    const isMonth = !rule.byMonth.length || rule.byMonth.includes(month)
    if (isMonth && rule.byMonthDay.some((each) => each > length)) found.push(day + length + shift)
    if (month === 12 && rule.byYearDay.some((each) => each > (starts[12] as number))) found.push(day + length + shift)
    day += length
  }
  return found.filter((day) => isNamedWeekday(rule, toDay(day)))
}

/** Days of a period that match the rule, in order. */
function listNamedDays(rule: StartedRule, from: number, to: number, budget: StepBudget): number[] {
  spendSteps(budget, to - from)
  const days: number[] = []
  let date = toDay(from)
  for (let day = from; day < to; day++) {
    if (isNamedDay(rule, date)) days.push(day)
    const { year, month, dayOfMonth, dayOfYear } = date
    const isWithin = dayOfYear < (getMonthStarts(year)[month] as number)
    date = isWithin
      ? { day: day + 1, year, month, dayOfMonth: dayOfMonth + 1, dayOfYear: dayOfYear + 1 }
      : toDay(day + 1)
  }
  const isLong = rule.frequency === 'YEARLY' || rule.frequency === 'MONTHLY'
  const instead = isLong ? listSubstituteDays(rule, from, to) : []
  return instead.length ? [...new Set([...days, ...instead])].sort((one, other) => one - other) : days
}

/** Period index of a day, and first day of a period. */
const periods: Record<
  Exclude<Frequency, SubDailyFrequency>,
  (rule: RecurrenceRule) => [(day: number) => number, (index: number) => number]
> = {
  YEARLY: () => [(day) => toDay(day).year, getYearStart],
  MONTHLY: () => [(day) => toDay(day).year * 12 + toDay(day).month - 1, getMonthStart],
  WEEKLY: ({ weekStart }) => [(day) => Math.floor((day + 4 - weekStart) / 7), (index) => index * 7 - 4 + weekStart],
  DAILY: () => [(day) => day, (index) => index],
}

/** BYSETPOS as indices of a set; all without BYSETPOS. */
function* listPositions({ bySetPosition }: RecurrenceRule, size: number): Generator<number> {
  if (!bySetPosition.length) for (let index = 0; index < size; index++) yield index
  else {
    const found = bySetPosition.map((position) => (position > 0 ? position - 1 : size + position))
    yield* [...new Set(found)].filter((index) => index >= 0 && index < size).sort((one, other) => one - other)
  }
}

/** Occurrences of a daily or longer rule in [from, to), in order; may begin somewhat earlier. */
function* expandPeriods(rule: StartedRule, from: number, to: number, budget: StepBudget): Generator<number> {
  const [indexOf, startOfPeriod] = periods[rule.frequency as Exclude<Frequency, SubDailyFrequency>](rule)
  const { interval, times } = rule
  const base = indexOf(Math.floor(rule.start / daySeconds))
  // SKIP=FORWARD may move a day into the next period.
  const ahead =
    Math.floor((indexOf(Math.floor(from / daySeconds)) - base) / interval) - (rule.skip === 'FORWARD' ? 1 : 0)
  for (let index = base + Math.max(0, ahead) * interval; startOfPeriod(index) * daySeconds < to; index += interval) {
    const days = listNamedDays(rule, startOfPeriod(index), startOfPeriod(index + 1), budget)
    for (const position of listPositions(rule, days.length * times.length)) {
      spendSteps(budget, 1)
      const day = days[Math.floor(position / times.length)] as number
      yield day * daySeconds + (times[position % times.length] as number)
    }
  }
}

const listNumbersBelow = (count: number) => Array.from({ length: count }, (_, index) => index)

/** BYHOUR, BYMINUTE and BYSECOND down to the unit of the frequency. */
function isNamedTime(
  { byHour, byMinute, bySecond }: RecurrenceRule,
  frequency: SubDailyFrequency,
  time: number,
): boolean {
  return (
    (!byHour.length || byHour.includes(Math.floor(time / 3600))) &&
    (frequency === 'HOURLY' || !byMinute.length || byMinute.includes(Math.floor(time / 60) % 60)) &&
    (frequency !== 'SECONDLY' || !bySecond.length || bySecond.includes(time % 60))
  )
}

/** Occurrences of a sub-daily rule from the day of `from` until `to`, in order. */
function* expandSubDaily(rule: StartedRule, from: number, to: number, budget: StepBudget): Generator<number> {
  const frequency = rule.frequency as SubDailyFrequency
  const { interval, byHour, byMinute, bySecond } = rule
  const unit = unitSeconds[frequency]
  const perDay = daySeconds / unit
  const base = Math.floor(rule.start / unit)
  const [hours, minutes, seconds] = [
    byHour.length ? byHour : listNumbersBelow(24),
    frequency === 'HOURLY' ? [0] : byMinute.length ? byMinute : listNumbersBelow(60),
    frequency === 'SECONDLY' ? (bySecond.length ? bySecond : listNumbersBelow(60)) : [0],
  ]
  // Iterates over the smaller set: steps of the interval, or listed times.
  const isStepping = perDay / interval <= hours.length * minutes.length * seconds.length
  const named = isStepping
    ? []
    : hours.flatMap((hour) =>
        minutes.flatMap((minute) => seconds.map((second) => (hour * 3600 + minute * 60 + second) / unit)),
      )
  const set =
    frequency === 'HOURLY'
      ? byMinute.flatMap((minute) => bySecond.map((second) => minute * 60 + second))
      : frequency === 'MINUTELY'
        ? bySecond
        : [0]
  const positions = [...listPositions(rule, set.length)]
  for (let day = Math.floor(from / daySeconds); day * daySeconds < to; day++) {
    spendSteps(budget, 1)
    const first = modulo(base - day * perDay, interval)
    if (first >= perDay) day += Math.floor(first / perDay) - 1
    else if (isNamedDay(rule, toDay(day)))
      for (let at = 0, index = first; ; at++, index += interval) {
        const each = isStepping ? index : named[at]
        if (each === undefined || each >= perDay) break
        spendSteps(budget, 1)
        if (isStepping ? !isNamedTime(rule, frequency, each * unit) : (each - first) % interval !== 0) continue
        for (const position of positions) {
          spendSteps(budget, 1)
          yield day * daySeconds + each * unit + (set[position] as number)
        }
      }
  }
}

/** Occurrences of a rule in [from, to), in order. Includes the start only if the rule matches it. 422 if it exceeds the budget. */
export function* expandRule(
  rule: RecurrenceRule,
  start: number,
  from: number,
  to: number,
  budget: StepBudget,
): Generator<number> {
  const started = withStart(rule, start)
  const moments = rule.frequency in unitSeconds ? expandSubDaily : expandPeriods
  let left = rule.count
  let last = start - 1
  for (const at of moments(started, left === Number.POSITIVE_INFINITY ? Math.max(from, start) : start, to, budget)) {
    if (at <= last) continue
    if (at >= to) return
    last = at
    if (at >= from) yield at
    left -= 1
    if (left === 0) return
  }
}

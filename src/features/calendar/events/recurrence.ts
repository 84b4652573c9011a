import { LRUCache } from 'lru-cache'
import { invalidField } from '#core/errors/problem'
import type { Bilingual } from '#core/text/language'
import { supportedYears } from '#core/time/clock'
import { type FixedOffsetRange, splitAtClockChanges, toInstant, toLocalTime } from '#core/time/local-time'
import { expandRule, type Frequency, type Rule, type StepBudget } from './expand-rule.ts'

/** What repeats: the wall-clock time of its start, by a rule (RFC 5545), in a zone. */
export interface Series {
  startTime: Date
  timezone: string
  recurrence: string
}

/** Occurrences of one series within 366 days, at most: a rule that gives more is refused. */
const mostInAYear = 1500
/** Days that a window of events, and so one look at a rule, has at most. */
export const longestWindowDays = 366
const day = 86_400_000
/** No date of the API lies after it. */
const endOfTime = new Date('2201-01-01T00:00:00Z')

/** What one question about a series may cost: days and times that are looked at, of which a millisecond has some 10,000. */
export const mostSteps = 500_000
/** What a rule may cost until its second occurrence, and through its first year. */
const mostStepsAhead = 150_000

const numbers = (least: number, most: number, isSigned = false) => {
  const isOne = (text: string) => {
    const [, sign, digits] = /^([+-]?)(\d{1,4})$/.exec(text) ?? []
    const number = Number(digits)
    return digits !== undefined && number >= least && number <= most && (isSigned || !sign)
  }
  return (text: string) => text.split(',').every(isOne)
}
const weekday = '(MO|TU|WE|TH|FR|SA|SU)'
const form = (pattern: string) => (text: string) => new RegExp(`^${pattern}$`).test(text)

/** The parts of a rule (RFC 5545 §3.3.10), and what each may be. Seconds and minutes are one, so that a day has few occurrences. */
const parts: Readonly<Record<string, (value: string) => boolean>> = {
  FREQ: form('(SECONDLY|MINUTELY|HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)'),
  INTERVAL: (text) => /^\d+$/.test(text) && numbers(1, 9999)(text),
  COUNT: (text) => /^\d+$/.test(text) && numbers(1, 5000)(text),
  UNTIL: (text) => readUntil(text) !== null,
  BYSECOND: (text) => !text.includes(',') && numbers(0, 59)(text),
  BYMINUTE: (text) => text.split(',').length <= 4 && numbers(0, 59)(text),
  BYHOUR: numbers(0, 23),
  BYDAY: form(`([+-]?\\d{1,2})?${weekday}(,([+-]?\\d{1,2})?${weekday})*`),
  BYMONTHDAY: numbers(1, 31, true),
  BYYEARDAY: numbers(1, 366, true),
  BYWEEKNO: numbers(1, 53, true),
  BYMONTH: numbers(1, 12),
  BYSETPOS: numbers(1, 366, true),
  WKST: form(weekday),
  // RFC 7529: where a month has no such day.
  RSCALE: form('GREGORIAN'),
  SKIP: form('(OMIT|BACKWARD|FORWARD)'),
}

/**
 * A rule as it is kept: `FREQ=WEEKLY;BYDAY=MO`, without the name of its property, and without what means nothing else (RFC 7529:
 * a scale that is the usual one, days that are left out where a month has none). 422 where it cannot be read.
 */
export function readRule(text: string): string {
  const said = partsOf(text)
  if (said.get('SKIP') === 'OMIT') said.delete('SKIP')
  if (!said.has('SKIP')) said.delete('RSCALE')
  return [...said].map(([name, value]) => `${name}=${value}`).join(';')
}

function partsOf(text: string): Map<string, string> {
  const rule = text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
  const seen = new Map<string, string>()
  for (const part of rule.split(';')) {
    const [name = '', value = '', more] = part.split('=')
    const holds = Object.hasOwn(parts, name) && more === undefined && !seen.has(name) && parts[name]?.(value)
    if (!holds) throw invalidField('recurrence', unreadable(part))
    seen.set(name, value)
  }
  const frequency = seen.get('FREQ')
  if (frequency === undefined) throw invalidField('recurrence', unreadable('FREQ'))
  if (seen.has('SKIP') && !seen.has('RSCALE')) throw invalidField('recurrence', unreadable('SKIP'))
  const misplaced = Object.keys(placeless).find((name) => seen.has(name) && placeless[name]?.includes(frequency))
  if (misplaced) throw invalidField('recurrence', unreadable(`${misplaced}, FREQ=${frequency}`))
  const isOfSet = [...seen.keys()].some((name) => name.startsWith('BY') && name !== 'BYSETPOS')
  if (seen.has('BYSETPOS') && !isOfSet) throw invalidField('recurrence', unreadable('BYSETPOS'))
  const days = seen.get('BYDAY') ?? ''
  const counted = [...days.matchAll(/\d+/g)].map(Number)
  if (counted.some((count) => count < 1 || count > mostCounted(seen)))
    throw invalidField('recurrence', unreadable(`BYDAY=${days}`))
  if (seen.has('COUNT') && seen.has('UNTIL')) throw invalidField('recurrence', unreadable('COUNT, UNTIL'))
  return seen
}

/** Parts, and the frequencies that they must not be used with (RFC 5545 §3.3.10). */
const placeless: Readonly<Record<string, readonly string[]>> = {
  BYWEEKNO: ['MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'],
  BYYEARDAY: ['MONTHLY', 'WEEKLY', 'DAILY'],
  BYMONTHDAY: ['WEEKLY'],
}

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const rules = new LRUCache<string, Rule>({ max: 2000 })

/** What a rule says. 422 where it cannot be read. */
function parseRule(text: string): Rule {
  const known = rules.get(text)
  if (known) return known
  const said = partsOf(text)
  const listed = (name: string) => [...new Set(said.get(name)?.split(',') ?? [])]
  const sorted = (name: string) => [...new Set(listed(name).map(Number))].sort((one, other) => one - other)
  const rule: Rule = {
    frequency: said.get('FREQ') as Frequency,
    interval: Number(said.get('INTERVAL') ?? 1),
    count: Number(said.get('COUNT') ?? Number.POSITIVE_INFINITY),
    until: said.get('UNTIL') ?? null,
    bySecond: sorted('BYSECOND'),
    byMinute: sorted('BYMINUTE'),
    byHour: sorted('BYHOUR'),
    byDay: listed('BYDAY').map((each) => ({
      nth: Number(each.slice(0, -2)),
      weekday: weekdays.indexOf(each.slice(-2)),
    })),
    byMonthDay: sorted('BYMONTHDAY'),
    byYearDay: sorted('BYYEARDAY'),
    byWeekNumber: sorted('BYWEEKNO'),
    byMonth: sorted('BYMONTH'),
    bySetPosition: sorted('BYSETPOS'),
    weekStart: weekdays.indexOf(said.get('WKST') ?? 'MO'),
    skip: (said.get('SKIP') ?? 'OMIT') as Rule['skip'],
  }
  rules.set(text, rule)
  return rule
}

/**
 * Which of a month's or year's weekdays a rule may count (`5MO`): those that there may be (RFC 5545 §3.3.10). The 53rd of a year is
 * refused too: hardly any year has one.
 */
function mostCounted(rule: ReadonlyMap<string, string>): number {
  const frequency = rule.get('FREQ')
  if (frequency === 'MONTHLY') return 5
  if (frequency !== 'YEARLY' || rule.has('BYWEEKNO')) return 0
  return rule.has('BYMONTH') ? 5 : 52
}

const unreadable = (part: string): Bilingual => ({
  de: `ist keine Regel nach RFC 5545 wie FREQ=WEEKLY;BYDAY=MO: ${part.slice(0, 60)}`,
  en: `is no rule of RFC 5545 such as FREQ=WEEKLY;BYDAY=MO: ${part.slice(0, 60)}`,
})

/** Whether a rule goes by hours, minutes or seconds, which whole days have none of (RFC 5545 §3.3.10). */
export const isWithinDays = (recurrence: string | null) =>
  recurrence !== null && /FREQ=(HOURLY|MINUTELY|SECONDLY)|BY(HOUR|MINUTE|SECOND)=/.test(recurrence)

/** A series by the wall clock of its zone: its rule, its start and what follows its end, in seconds as if they were UTC. */
function readSeries({ startTime, timezone, recurrence }: Series) {
  const rule = parseRule(recurrence)
  const end = rule.until === null ? Number.POSITIVE_INFINITY : secondsOf(untilIn(rule.until, timezone)) + 1
  return { rule, start: secondsOf(toLocalTime(startTime, timezone)), end }
}

const secondsOf = (wall: string) => Date.parse(`${wall}Z`) / 1000

/** When the last occurrence of a series starts; null where it has no end. 422 where too many follow, or none is found. */
export function lastStart(series: Series, budget: StepBudget = { left: mostSteps }): Date | null {
  if (endsBefore(series)) throw invalidField('recurrence', endsTooEarly)
  const { rule, start, end } = readSeries(series)
  const ahead = { left: mostStepsAhead }
  if (rule.count > 1) expandRule(rule, start, start + 1, end, ahead).next()
  let inAYear = 0
  for (const _ of expandRule(rule, start, start, Math.min(end, start + longestWindowDays * 86_400), ahead)) {
    inAYear += 1
    if (inAYear > mostInAYear) throw invalidField('recurrence', tooMany)
  }
  if (rule.count === Number.POSITIVE_INFINITY && end === Number.POSITIVE_INFINITY) return null
  const last = lastWall(rule, start, Math.min(end, endOfTime.getTime() / 1000), budget)
  return last === null || last === start ? series.startTime : instantIn(series.timezone, last * 1000)
}

/** The last moment of a rule before `end`: one that counts is counted through, of others more and more is looked at from the end. */
function lastWall(rule: Rule, start: number, end: number, budget: StepBudget): number | null {
  const year = longestWindowDays * 86_400
  let length = rule.count === Number.POSITIVE_INFINITY ? year : Number.POSITIVE_INFINITY
  for (let to = end; to > start; to -= length, length *= 2) {
    let last: number | null = null
    for (const wall of expandRule(rule, start, Math.max(start, to - length), to, budget)) last = wall
    if (last !== null) return last
    if (length === Number.POSITIVE_INFINITY) return null
  }
  return null
}

const endsTooEarly: Bilingual = { de: 'endet vor dem Beginn', en: 'ends before the start' }
const tooMany: Bilingual = {
  de: `ergibt mehr als ${mostInAYear} Termine im Jahr`,
  en: `gives more than ${mostInAYear} occurrences a year`,
}

/** How much later than its start a rule ends, by the clock, in milliseconds. */
const lengthOf = ({ recurrence, timezone, startTime }: Series): number => {
  const until = /UNTIL=([^;]+)/.exec(recurrence)?.[1]
  if (until === undefined) return Number.POSITIVE_INFINITY
  return Date.parse(`${untilIn(until, timezone)}Z`) - Date.parse(`${toLocalTime(startTime, timezone)}Z`)
}

/** Whether a rule ends before its start, and so gives nothing. */
export const endsBefore = (series: Series): boolean => lengthOf(series) < 0

/**
 * The starts of a series in [from, to), in their order, at most so many; a skipped hour's is an hour later, as RFC 5545 has it. Throws
 * where the rule cannot be read, or costs more than it may.
 */
export function startsOf(
  series: Series,
  from: Date,
  to: Date,
  most = Number.POSITIVE_INFINITY,
  budget: StepBudget = { left: mostSteps },
): Date[] {
  const starts: Date[] = []
  for (const start of eachStart(series, from, to, budget)) if (starts.push(start) >= most) break
  return starts
}

function* eachStart(series: Series, from: Date, to: Date, budget: StepBudget): Generator<Date> {
  const { rule, start: first, end } = readSeries(series)
  const { startTime, timezone } = series
  // Wall clocks are at most a day from UTC: what is too much is taken away by the instants.
  const [after, before] = [from.getTime() - day, to.getTime() + day]
  const isShort = before - after <= 2 * longestWindowDays * day
  const steady = isShort ? stretchesAround(timezone, after, before) : []
  // The first start always belongs to a series, whatever its rule says.
  if (startTime >= from && startTime < to) yield startTime
  let last = startTime.getTime()
  for (const wall of expandRule(rule, first, Math.floor(after / 1000), Math.min(end, before / 1000), budget)) {
    if (wall === first) continue
    const start = instantIn(timezone, wall * 1000, steady)
    const isNew = start.getTime() > last
    if (isNew && start >= from && start < to) yield start
    last = start.getTime()
  }
}

/** The first start after a moment; null where none follows. Throws as `startsOf` does. */
export function nextStart(series: Series, after: Date, budget?: StepBudget): Date | null {
  const [next] = startsOf(series, new Date(after.getTime() + 1), endOfTime, 1, budget)
  return next ?? null
}

/** True where the rule gives this start. */
export function isStart(series: Series, start: Date): boolean {
  const [found] = startsOf(series, start, new Date(start.getTime() + 1))
  return found !== undefined
}

/**
 * The instant of a wall clock that is given as if it were UTC, of two the earlier. Where the clocks are not changed about then, it
 * is that of the one `steady` stretch that has it.
 */
function instantIn(timezone: string, wall: number, steady: readonly FixedOffsetRange[] = []): Date {
  const within = steady.filter(({ from, to, offset }) => wall - offset >= from && wall - offset < to)
  const [only] = within
  if (only && within.length === 1) return new Date(wall - only.offset)
  return toInstant(new Date(wall).toISOString().slice(0, 19), timezone, 'later')
}

const stretches = new LRUCache<string, FixedOffsetRange[]>({ max: 500 })

/** The stretches of a zone, from a day before to a day after: those of a window are asked for by each of its series. */
function stretchesAround(zone: string, from: number, to: number): FixedOffsetRange[] {
  const [first, last] = [Math.floor(from / day) * day - day, Math.ceil(to / day) * day + day]
  const key = `${zone} ${first} ${last}`
  const known = stretches.get(key) ?? splitAtClockChanges(first, last, zone)
  stretches.set(key, known)
  return known
}

const compact = (wall: string) => wall.replaceAll(/[-:]/g, '')

/** The end of a rule: a day, a wall clock, or an instant (`Z`); one that lies beyond our years is their end. Null where it is none. */
function readUntil(text: string): { wall: string; isUtc: boolean } | null {
  const [, year, month, date, time, utc] = /^(\d{4})(\d{2})(\d{2})(?:T(\d{6})(Z?))?$/.exec(text) ?? []
  if (year === undefined) return null
  const clock = time ? `${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}` : '23:59:59'
  const wall = `${year}-${month}-${date}T${clock}`
  const read = new Date(`${wall}Z`)
  const exists = !Number.isNaN(read.getTime()) && read.toISOString().startsWith(wall)
  if (!exists) return null
  return Number(year) > supportedYears.last
    ? { wall: `${supportedYears.last}-12-31T23:59:59`, isUtc: false }
    : { wall, isUtc: utc === 'Z' }
}

/** The last moment of a rule by the clocks of the zone. */
function untilIn(text: string, timezone: string): string {
  const until = readUntil(text)
  if (!until) throw new TypeError(`${text} is no end of a rule.`)
  return until.isUtc ? toLocalTime(new Date(`${until.wall}Z`), timezone) : until.wall
}

/** A rule as iCalendar has it beside a start of this kind (RFC 5545 §3.3.10): its end is a day beside a day, else an instant. */
export function ruleFor({ recurrence, timezone }: Series, allDay: boolean): string {
  return recurrence.replace(/UNTIL=([^;]+)/, (_, text: string) => {
    const wall = untilIn(text, timezone)
    if (allDay) return `UNTIL=${compact(wall.slice(0, 10))}`
    const at = toInstant(wall, timezone, 'later').toISOString().slice(0, 19)
    return `UNTIL=${compact(at)}Z`
  })
}

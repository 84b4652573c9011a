import { LRUCache } from 'lru-cache'
import { invalidField } from '#core/errors/problem'
import type { Bilingual } from '#core/text/language'
import { supportedYears } from '#core/time/clock'
import { type FixedOffsetRange, splitAtClockChanges, toInstant, toLocalTime } from '#core/time/local-time'
import { expandRule, type Frequency, type RecurrenceRule, type StepBudget } from './expand-rule.ts'

/** A repeating local time (RFC 5545). */
export interface Series {
  startTime: Date
  timezone: string
  recurrence: string
}

/** Rules with more occurrences in 366 days are refused. */
const maxPerYear = 1500
/** Limits windows of events, and thus each expansion. */
export const maxEventWindowDays = 366
const dayMs = 86_400_000
const afterSupportedYears = new Date('2201-01-01T00:00:00Z')

/** Budget of one expansion. A millisecond allows about 10,000 steps. */
export const maxSteps = 500_000
/** Budget until the second occurrence, and for the first year. */
const maxStepsAhead = 150_000

const isNumberList = (least: number, most: number, isSigned = false) => {
  const isOne = (text: string) => {
    const [, sign, digits] = /^([+-]?)(\d{1,4})$/.exec(text) ?? []
    const number = Number(digits)
    return digits !== undefined && number >= least && number <= most && (isSigned || !sign)
  }
  return (text: string) => text.split(',').every(isOne)
}
const weekday = '(MO|TU|WE|TH|FR|SA|SU)'
const matches = (pattern: string) => (text: string) => new RegExp(`^${pattern}$`).test(text)

/** Checks of rule parts (RFC 5545 §3.3.10). BYSECOND takes one value and BYMINUTE four, so that a day has few occurrences. */
const partChecks: Readonly<Record<string, (value: string) => boolean>> = {
  FREQ: matches('(SECONDLY|MINUTELY|HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)'),
  INTERVAL: (text) => /^\d+$/.test(text) && isNumberList(1, 9999)(text),
  COUNT: (text) => /^\d+$/.test(text) && isNumberList(1, 5000)(text),
  UNTIL: (text) => parseUntil(text) !== null,
  BYSECOND: (text) => !text.includes(',') && isNumberList(0, 59)(text),
  BYMINUTE: (text) => text.split(',').length <= 4 && isNumberList(0, 59)(text),
  BYHOUR: isNumberList(0, 23),
  BYDAY: matches(`([+-]?\\d{1,2})?${weekday}(,([+-]?\\d{1,2})?${weekday})*`),
  BYMONTHDAY: isNumberList(1, 31, true),
  BYYEARDAY: isNumberList(1, 366, true),
  BYWEEKNO: isNumberList(1, 53, true),
  BYMONTH: isNumberList(1, 12),
  BYSETPOS: isNumberList(1, 366, true),
  WKST: matches(weekday),
  // RFC 7529.
  RSCALE: matches('GREGORIAN'),
  SKIP: matches('(OMIT|BACKWARD|FORWARD)'),
}

/** Canonical form, `FREQ=WEEKLY;BYDAY=MO`: without `RRULE:` and default parts (RFC 7529). 422 if it is invalid. */
export function normalizeRule(text: string): string {
  const said = parseParts(text)
  if (said.get('SKIP') === 'OMIT') said.delete('SKIP')
  if (!said.has('SKIP')) said.delete('RSCALE')
  return [...said].map(([name, value]) => `${name}=${value}`).join(';')
}

function parseParts(text: string): Map<string, string> {
  const rule = text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
  const seen = new Map<string, string>()
  for (const part of rule.split(';')) {
    const [name = '', value = '', more] = part.split('=')
    const holds = Object.hasOwn(partChecks, name) && more === undefined && !seen.has(name) && partChecks[name]?.(value)
    if (!holds) throw invalidField('recurrence', createRuleError(part))
    seen.set(name, value)
  }
  const frequency = seen.get('FREQ')
  if (frequency === undefined) throw invalidField('recurrence', createRuleError('FREQ'))
  if (seen.has('SKIP') && !seen.has('RSCALE')) throw invalidField('recurrence', createRuleError('SKIP'))
  const misplaced = Object.keys(excludedFrequencies).find(
    (name) => seen.has(name) && excludedFrequencies[name]?.includes(frequency),
  )
  if (misplaced) throw invalidField('recurrence', createRuleError(`${misplaced}, FREQ=${frequency}`))
  const isOfSet = [...seen.keys()].some((name) => name.startsWith('BY') && name !== 'BYSETPOS')
  if (seen.has('BYSETPOS') && !isOfSet) throw invalidField('recurrence', createRuleError('BYSETPOS'))
  const days = seen.get('BYDAY') ?? ''
  const counted = [...days.matchAll(/\d+/g)].map(Number)
  if (counted.some((count) => count < 1 || count > getMaxOrdinal(seen)))
    throw invalidField('recurrence', createRuleError(`BYDAY=${days}`))
  if (seen.has('COUNT') && seen.has('UNTIL')) throw invalidField('recurrence', createRuleError('COUNT, UNTIL'))
  return seen
}

/** Frequencies with which a part must not be used (RFC 5545 §3.3.10). */
const excludedFrequencies: Readonly<Record<string, readonly string[]>> = {
  BYWEEKNO: ['MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'],
  BYYEARDAY: ['MONTHLY', 'WEEKLY', 'DAILY'],
  BYMONTHDAY: ['WEEKLY'],
}

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const ruleCache = new LRUCache<string, RecurrenceRule>({ max: 2000 })

function parseRule(text: string): RecurrenceRule {
  const known = ruleCache.get(text)
  if (known) return known
  const said = parseParts(text)
  const listed = (name: string) => [...new Set(said.get(name)?.split(',') ?? [])]
  const sorted = (name: string) => [...new Set(listed(name).map(Number))].sort((one, other) => one - other)
  const rule: RecurrenceRule = {
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
    skip: (said.get('SKIP') ?? 'OMIT') as RecurrenceRule['skip'],
  }
  ruleCache.set(text, rule)
  return rule
}

/** Highest ordinal of BYDAY (`5MO`) by RFC 5545 §3.3.10. The 53rd of a year is refused, because few years have one. */
function getMaxOrdinal(rule: ReadonlyMap<string, string>): number {
  const frequency = rule.get('FREQ')
  if (frequency === 'MONTHLY') return 5
  if (frequency !== 'YEARLY' || rule.has('BYWEEKNO')) return 0
  return rule.has('BYMONTH') ? 5 : 52
}

const createRuleError = (part: string): Bilingual => ({
  de: `ist keine Regel nach RFC 5545 wie FREQ=WEEKLY;BYDAY=MO: ${part.slice(0, 60)}`,
  en: `is no rule of RFC 5545 such as FREQ=WEEKLY;BYDAY=MO: ${part.slice(0, 60)}`,
})

/** All-day events must not repeat by time (RFC 5545 §3.3.10). */
export const isSubDaily = (recurrence: string | null) =>
  recurrence !== null && /FREQ=(HOURLY|MINUTELY|SECONDLY)|BY(HOUR|MINUTE|SECOND)=/.test(recurrence)

/** Rule, start and exclusive end in local seconds, as if UTC. */
function toLocalSeries({ startTime, timezone, recurrence }: Series) {
  const rule = parseRule(recurrence)
  const end = rule.until === null ? Number.POSITIVE_INFINITY : toSeconds(getLocalUntil(rule.until, timezone)) + 1
  return { rule, start: toSeconds(toLocalTime(startTime, timezone)), end }
}

const toSeconds = (wall: string) => Date.parse(`${wall}Z`) / 1000

/** Start of the last occurrence; null for an endless series. 422 if there are too many or none. */
export function findLastStart(series: Series, budget: StepBudget = { left: maxSteps }): Date | null {
  if (endsBeforeStart(series)) throw invalidField('recurrence', endsTooEarly)
  const { rule, start, end } = toLocalSeries(series)
  const ahead = { left: maxStepsAhead }
  if (rule.count > 1) expandRule(rule, start, start + 1, end, ahead).next()
  let inAYear = 0
  for (const _ of expandRule(rule, start, start, Math.min(end, start + maxEventWindowDays * 86_400), ahead)) {
    inAYear += 1
    if (inAYear > maxPerYear) throw invalidField('recurrence', tooMany)
  }
  if (rule.count === Number.POSITIVE_INFINITY && end === Number.POSITIVE_INFINITY) return null
  const last = findLastLocal(rule, start, Math.min(end, afterSupportedYears.getTime() / 1000), budget)
  return last === null || last === start ? series.startTime : toZonedInstant(series.timezone, last * 1000)
}

/** Last local time of a rule before `end`. Searches backwards in growing ranges; rules with COUNT are expanded from the start. */
function findLastLocal(rule: RecurrenceRule, start: number, end: number, budget: StepBudget): number | null {
  const year = maxEventWindowDays * 86_400
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
  de: `ergibt mehr als ${maxPerYear} Termine im Jahr`,
  en: `gives more than ${maxPerYear} occurrences a year`,
}

/** Local time from start to UNTIL, in milliseconds. */
const getLocalLength = ({ recurrence, timezone, startTime }: Series): number => {
  const until = /UNTIL=([^;]+)/.exec(recurrence)?.[1]
  if (until === undefined) return Number.POSITIVE_INFINITY
  return Date.parse(`${getLocalUntil(until, timezone)}Z`) - Date.parse(`${toLocalTime(startTime, timezone)}Z`)
}

export const endsBeforeStart = (series: Series): boolean => getLocalLength(series) < 0

/**
 * Starts in [from, to), in order. One in a skipped hour is an hour later (RFC 5545). Throws 422 for an invalid rule or an
 * exceeded budget.
 */
export function listStarts(
  series: Series,
  from: Date,
  to: Date,
  most = Number.POSITIVE_INFINITY,
  budget: StepBudget = { left: maxSteps },
): Date[] {
  const starts: Date[] = []
  for (const start of iterateStarts(series, from, to, budget)) if (starts.push(start) >= most) break
  return starts
}

function* iterateStarts(series: Series, from: Date, to: Date, budget: StepBudget): Generator<Date> {
  const { rule, start: first, end } = toLocalSeries(series)
  const { startTime, timezone } = series
  // Local times differ from UTC by at most a day; results are filtered by instant.
  const [after, before] = [from.getTime() - dayMs, to.getTime() + dayMs]
  const isShort = before - after <= 2 * maxEventWindowDays * dayMs
  const steady = isShort ? getFixedOffsetRanges(timezone, after, before) : []
  // DTSTART always belongs to the series.
  if (startTime >= from && startTime < to) yield startTime
  let last = startTime.getTime()
  for (const wall of expandRule(rule, first, Math.floor(after / 1000), Math.min(end, before / 1000), budget)) {
    if (wall === first) continue
    const start = toZonedInstant(timezone, wall * 1000, steady)
    const isNew = start.getTime() > last
    if (isNew && start >= from && start < to) yield start
    last = start.getTime()
  }
}

/** Null if there is none. Throws like `listStarts`. */
export function findNextStart(series: Series, after: Date, budget?: StepBudget): Date | null {
  const [next] = listStarts(series, new Date(after.getTime() + 1), afterSupportedYears, 1, budget)
  return next ?? null
}

export function isSeriesStart(series: Series, start: Date): boolean {
  const [found] = listStarts(series, start, new Date(start.getTime() + 1))
  return found !== undefined
}

/**
 * Instant of a local time given as if UTC; the earlier of two. `steady` are ranges without a clock change, in which it is
 * quickly computed.
 */
function toZonedInstant(timezone: string, wall: number, steady: readonly FixedOffsetRange[] = []): Date {
  const within = steady.filter(({ from, to, offset }) => wall - offset >= from && wall - offset < to)
  const [only] = within
  if (only && within.length === 1) return new Date(wall - only.offset)
  return toInstant(new Date(wall).toISOString().slice(0, 19), timezone, 'later')
}

const rangeCache = new LRUCache<string, FixedOffsetRange[]>({ max: 500 })

/** Ranges without a clock change, rounded to days and cached for the series of a window. */
function getFixedOffsetRanges(zone: string, from: number, to: number): FixedOffsetRange[] {
  const [first, last] = [Math.floor(from / dayMs) * dayMs - dayMs, Math.ceil(to / dayMs) * dayMs + dayMs]
  const key = `${zone} ${first} ${last}`
  const known = rangeCache.get(key) ?? splitAtClockChanges(first, last, zone)
  rangeCache.set(key, known)
  return known
}

const toBasicFormat = (wall: string) => wall.replaceAll(/[-:]/g, '')

/** Parses UNTIL: a date, local time or instant (`Z`), capped at the supported years. Null if it is invalid. */
function parseUntil(text: string): { wall: string; isUtc: boolean } | null {
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

/** UNTIL as local time. */
function getLocalUntil(text: string, timezone: string): string {
  const until = parseUntil(text)
  if (!until) throw new TypeError(`${text} is no end of a rule.`)
  return until.isUtc ? toLocalTime(new Date(`${until.wall}Z`), timezone) : until.wall
}

/** RRULE for iCalendar: UNTIL is a date for all-day events, else an instant (RFC 5545 §3.3.10). */
export function formatRule({ recurrence, timezone }: Series, allDay: boolean): string {
  return recurrence.replace(/UNTIL=([^;]+)/, (_, text: string) => {
    const wall = getLocalUntil(text, timezone)
    if (allDay) return `UNTIL=${toBasicFormat(wall.slice(0, 10))}`
    const at = toInstant(wall, timezone, 'later').toISOString().slice(0, 19)
    return `UNTIL=${toBasicFormat(at)}Z`
  })
}

import { LRUCache } from 'lru-cache'
import { invalidField } from '#core/errors/problem'
import type { Bilingual } from '#core/text/language'
import { supportedYears } from '#core/time/clock'
import { type FixedOffsetRange, splitAtClockChanges, toInstant, toLocalTime } from '#core/time/local-time'
import { expandRule, type Frequency, type RecurrenceRule, type StepBudget } from './expand-rule.ts'

/** What repeats: the wall-clock time of its start, by a rule (RFC 5545), in a zone. */
export interface Series {
  startTime: Date
  timezone: string
  recurrence: string
}

/** Occurrences of one series within 366 days, at most: a rule that gives more is refused. */
const maxPerYear = 1500
/** Days that a window of events, and so one look at a rule, has at most. */
export const maxEventWindowDays = 366
const dayMs = 86_400_000
/** No date of the API lies after it. */
const afterSupportedYears = new Date('2201-01-01T00:00:00Z')

/** What one question about a series may cost: days and times that are looked at, of which a millisecond has some 10,000. */
export const maxSteps = 500_000
/** What a rule may cost until its second occurrence, and through its first year. */
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

/** The parts of a rule (RFC 5545 §3.3.10), and what each may be. Seconds and minutes are one, so that a day has few occurrences. */
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
  // RFC 7529: where a month has no such day.
  RSCALE: matches('GREGORIAN'),
  SKIP: matches('(OMIT|BACKWARD|FORWARD)'),
}

/**
 * A rule as it is kept: `FREQ=WEEKLY;BYDAY=MO`, without the name of its property, and without what means nothing else (RFC 7529:
 * a scale that is the usual one, days that are left out where a month has none). 422 where it cannot be read.
 */
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

/** Parts, and the frequencies that they must not be used with (RFC 5545 §3.3.10). */
const excludedFrequencies: Readonly<Record<string, readonly string[]>> = {
  BYWEEKNO: ['MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'],
  BYYEARDAY: ['MONTHLY', 'WEEKLY', 'DAILY'],
  BYMONTHDAY: ['WEEKLY'],
}

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const ruleCache = new LRUCache<string, RecurrenceRule>({ max: 2000 })

/** What a rule says. 422 where it cannot be read. */
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

/**
 * Which of a month's or year's weekdays a rule may count (`5MO`): those that there may be (RFC 5545 §3.3.10). The 53rd of a year is
 * refused too: hardly any year has one.
 */
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

/** Whether a rule goes by hours, minutes or seconds, which whole days have none of (RFC 5545 §3.3.10). */
export const isSubDaily = (recurrence: string | null) =>
  recurrence !== null && /FREQ=(HOURLY|MINUTELY|SECONDLY)|BY(HOUR|MINUTE|SECOND)=/.test(recurrence)

/** A series by the wall clock of its zone: its rule, its start and what follows its end, in seconds as if they were UTC. */
function toLocalSeries({ startTime, timezone, recurrence }: Series) {
  const rule = parseRule(recurrence)
  const end = rule.until === null ? Number.POSITIVE_INFINITY : toSeconds(getLocalUntil(rule.until, timezone)) + 1
  return { rule, start: toSeconds(toLocalTime(startTime, timezone)), end }
}

const toSeconds = (wall: string) => Date.parse(`${wall}Z`) / 1000

/** When the last occurrence of a series starts; null where it has no end. 422 where too many follow, or none is found. */
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

/** The last moment of a rule before `end`: one that counts is counted through, of others more and more is looked at from the end. */
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

/** How much later than its start a rule ends, by the clock, in milliseconds. */
const getLocalLength = ({ recurrence, timezone, startTime }: Series): number => {
  const until = /UNTIL=([^;]+)/.exec(recurrence)?.[1]
  if (until === undefined) return Number.POSITIVE_INFINITY
  return Date.parse(`${getLocalUntil(until, timezone)}Z`) - Date.parse(`${toLocalTime(startTime, timezone)}Z`)
}

/** Whether a rule ends before its start, and so gives nothing. */
export const endsBeforeStart = (series: Series): boolean => getLocalLength(series) < 0

/**
 * The starts of a series in [from, to), in their order, at most so many; a skipped hour's is an hour later, as RFC 5545 has it. Throws
 * where the rule cannot be read, or costs more than it may.
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
  // Wall clocks are at most a day from UTC: what is too much is taken away by the instants.
  const [after, before] = [from.getTime() - dayMs, to.getTime() + dayMs]
  const isShort = before - after <= 2 * maxEventWindowDays * dayMs
  const steady = isShort ? getFixedOffsetRanges(timezone, after, before) : []
  // The first start always belongs to a series, whatever its rule says.
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

/** The first start after a moment; null where none follows. Throws as `startsOf` does. */
export function findNextStart(series: Series, after: Date, budget?: StepBudget): Date | null {
  const [next] = listStarts(series, new Date(after.getTime() + 1), afterSupportedYears, 1, budget)
  return next ?? null
}

/** True where the rule gives this start. */
export function isSeriesStart(series: Series, start: Date): boolean {
  const [found] = listStarts(series, start, new Date(start.getTime() + 1))
  return found !== undefined
}

/**
 * The instant of a wall clock that is given as if it were UTC, of two the earlier. Where the clocks are not changed about then, it
 * is that of the one `steady` stretch that has it.
 */
function toZonedInstant(timezone: string, wall: number, steady: readonly FixedOffsetRange[] = []): Date {
  const within = steady.filter(({ from, to, offset }) => wall - offset >= from && wall - offset < to)
  const [only] = within
  if (only && within.length === 1) return new Date(wall - only.offset)
  return toInstant(new Date(wall).toISOString().slice(0, 19), timezone, 'later')
}

const rangeCache = new LRUCache<string, FixedOffsetRange[]>({ max: 500 })

/** The stretches of a zone, from a day before to a day after: those of a window are asked for by each of its series. */
function getFixedOffsetRanges(zone: string, from: number, to: number): FixedOffsetRange[] {
  const [first, last] = [Math.floor(from / dayMs) * dayMs - dayMs, Math.ceil(to / dayMs) * dayMs + dayMs]
  const key = `${zone} ${first} ${last}`
  const known = rangeCache.get(key) ?? splitAtClockChanges(first, last, zone)
  rangeCache.set(key, known)
  return known
}

const toBasicFormat = (wall: string) => wall.replaceAll(/[-:]/g, '')

/** The end of a rule: a day, a wall clock, or an instant (`Z`); one that lies beyond our years is their end. Null where it is none. */
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

/** The last moment of a rule by the clocks of the zone. */
function getLocalUntil(text: string, timezone: string): string {
  const until = parseUntil(text)
  if (!until) throw new TypeError(`${text} is no end of a rule.`)
  return until.isUtc ? toLocalTime(new Date(`${until.wall}Z`), timezone) : until.wall
}

/** A rule as iCalendar has it beside a start of this kind (RFC 5545 §3.3.10): its end is a day beside a day, else an instant. */
export function formatRule({ recurrence, timezone }: Series, allDay: boolean): string {
  return recurrence.replace(/UNTIL=([^;]+)/, (_, text: string) => {
    const wall = getLocalUntil(text, timezone)
    if (allDay) return `UNTIL=${toBasicFormat(wall.slice(0, 10))}`
    const at = toInstant(wall, timezone, 'later').toISOString().slice(0, 19)
    return `UNTIL=${toBasicFormat(at)}Z`
  })
}

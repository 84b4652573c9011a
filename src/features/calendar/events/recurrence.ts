import { LRUCache } from 'lru-cache'
import type { RRuleTemporal } from 'rrule-temporal'
import { invalid } from '#core/errors/problem'
import type { Bilingual } from '#core/text/language'
import { years } from '#core/time/clock'
import { instantOf, type SteadyStretch, steadyStretches, wallClock } from '#core/time/zoned'

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

/** A rule as it is kept: `FREQ=WEEKLY;BYDAY=MO`, without the name of its property. 422 where it cannot be read. */
export function readRule(text: string): string {
  const rule = text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
  const seen = new Map<string, string>()
  for (const part of rule.split(';')) {
    const [name = '', value = '', more] = part.split('=')
    const holds = Object.hasOwn(parts, name) && more === undefined && !seen.has(name) && parts[name]?.(value)
    if (!holds) throw invalid('recurrence', unreadable(part))
    seen.set(name, value)
  }
  if (!seen.has('FREQ')) throw invalid('recurrence', unreadable('FREQ'))
  if (seen.has('SKIP') && !seen.has('RSCALE')) throw invalid('recurrence', unreadable('SKIP'))
  const days = seen.get('BYDAY') ?? ''
  const counted = [...days.matchAll(/\d+/g)].map(Number)
  if (counted.some((count) => count < 1 || count > mostCounted(seen)))
    throw invalid('recurrence', unreadable(`BYDAY=${days}`))
  if (seen.has('COUNT') && seen.has('UNTIL')) throw invalid('recurrence', unreadable('COUNT, UNTIL'))
  return rule
}

/**
 * Which of a month's or year's weekdays a rule may count (`5MO`): those that there may be (RFC 5545 §3.3.10). The 53rd of a year is
 * refused too: for a year without one, the library takes the first of the next.
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

/** When the last occurrence of a series starts; null where it has no end. 422 where too many follow, or none is found. */
export async function lastStart(series: Series): Promise<Date | null> {
  const look = async <Found>(work: (rule: RRuleTemporal) => Found, most: number) => {
    try {
      return work((await knownRule(series, most)).rule)
    } catch {
      throw invalid('recurrence', endless)
    }
  }
  if (endsBefore(series)) throw invalid('recurrence', endsTooEarly)
  const start = new Date(`${wallClock(series.startTime, series.timezone)}Z`)
  const isOnce = /COUNT=1(;|$)/.test(series.recurrence)
  if (!isOnce && lengthOf(series) > 0) await look((rule) => rule.next(start), 2000)
  const year = new Date(start.getTime() + longestWindowDays * day)
  const first = await look((rule) => rule.between(start, year, true).length, 10_000)
  if (first > mostInAYear) throw invalid('recurrence', tooMany)
  if (!/(COUNT|UNTIL)=/.test(series.recurrence)) return null
  const last = await look((rule) => rule.previous(endOfTime), 10_000)
  const isFirst = !last || last.epochMilliseconds === start.getTime()
  return isFirst ? series.startTime : instantIn(series.timezone, last.epochMilliseconds)
}

const endless: Bilingual = {
  de: 'führt in absehbarer Zeit zu keinem Termin, oder zu viel zu vielen',
  en: 'leads to no occurrence in any reasonable time, or to far too many',
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
  return Date.parse(`${untilIn(until, timezone)}Z`) - Date.parse(`${wallClock(startTime, timezone)}Z`)
}

/** Whether a rule ends before its start, and so gives nothing. */
export const endsBefore = (series: Series): boolean => lengthOf(series) < 0

/** The starts of a series in [from, to), in their order; a skipped hour's is an hour later, as RFC 5545 has it. */
export async function startsOf(series: Series, from: Date, to: Date): Promise<Date[]> {
  // Wall clocks are at most a day from UTC: what is too much is taken away by the instants.
  const [after, before] = [new Date(from.getTime() - day), new Date(to.getTime() + day)]
  const { rule, start: first } = await knownRule(series, 10_000)
  const steady = stretchesAround(series.timezone, after.getTime(), before.getTime())
  const { startTime, timezone } = series
  const starts = startTime >= from && startTime < to ? [startTime] : []
  let last = startTime.getTime()
  for (const { epochMilliseconds: wall } of rule.between(after, before, true)) {
    if (wall === first) continue
    const start = instantIn(timezone, wall, steady)
    const isNew = start.getTime() > last
    if (isNew && start >= from && start < to) starts.push(start)
    last = start.getTime()
  }
  return starts
}

/** The first start after a moment; null where none follows. */
export async function nextStart(series: Series, after: Date): Promise<Date | null> {
  if (series.startTime > after) return series.startTime
  const { rule } = await knownRule(series, 10_000)
  let wall = new Date(after.getTime() - day)
  for (;;) {
    const next = rule.next(wall)
    if (!next || next.epochMilliseconds >= endOfTime.getTime()) return null
    const start = instantIn(series.timezone, next.epochMilliseconds)
    if (start > after) return start
    wall = new Date(next.epochMilliseconds)
  }
}

/** True where the rule gives this start. */
export async function isStart(series: Series, start: Date): Promise<boolean> {
  const [found] = await startsOf(series, start, new Date(start.getTime() + 1))
  return found !== undefined
}

/**
 * The instant of a wall clock that is given as if it were UTC, of two the earlier. Where the clocks are not changed about then, it
 * is that of the one `steady` stretch that has it.
 */
function instantIn(timezone: string, wall: number, steady: readonly SteadyStretch[] = []): Date {
  const within = steady.filter(({ from, to, offset }) => wall - offset >= from && wall - offset < to)
  const [only] = within
  if (only && within.length === 1) return new Date(wall - only.offset)
  return instantOf(new Date(wall).toISOString().slice(0, 19), timezone, 'later')
}

const stretches = new LRUCache<string, SteadyStretch[]>({ max: 500 })

/** The stretches of a zone, from a day before to a day after: those of a window are asked for by each of its series. */
function stretchesAround(zone: string, from: number, to: number): SteadyStretch[] {
  const [first, last] = [Math.floor(from / day) * day - day, Math.ceil(to / day) * day + day]
  const key = `${zone} ${first} ${last}`
  const known = stretches.get(key) ?? steadyStretches(first, last, zone)
  stretches.set(key, known)
  return known
}

/** A rule that was read, and its start by the wall clock, in milliseconds as if it were UTC. */
interface KnownRule {
  rule: RRuleTemporal
  start: number
}

const rules = new LRUCache<string, KnownRule>({ max: 2000 })

/**
 * The rule over wall clocks, which it takes for UTC: it never meets a clock that is put forward or back, and its numbers stay
 * those of the wall. The first start, which always belongs to the series, is for the caller to add: the library finds it by a
 * way that takes twenty times as long.
 */
async function knownRule({ startTime, timezone, recurrence }: Series, maxIterations: number): Promise<KnownRule> {
  const key = `${startTime.getTime()} ${timezone} ${maxIterations} ${recurrence}`
  const known = rules.get(key)
  if (known) return known
  const start = wallClock(startTime, timezone)
  const local = recurrence.replace(/UNTIL=([^;]+)/, (_, until: string) => `UNTIL=${compact(untilIn(until, timezone))}Z`)
  // Loaded where the first series is met.
  const { RRuleTemporal } = await import('rrule-temporal')
  const rule = new RRuleTemporal({
    rruleString: `DTSTART:${compact(start)}Z\nRRULE:${withImpliedDay(local, start)}`,
    strict: true,
    maxIterations,
    cache: false,
  })
  const read = { rule, start: Date.parse(`${start}Z`) }
  rules.set(key, read)
  return read
}

/** The library skips from the day of the start alone, and not from one that the rule names: what is the same is left out. */
function withImpliedDay(rule: string, start: string): string {
  if (!/SKIP=(BACKWARD|FORWARD)/.test(rule)) return rule
  const [month, date] = [Number(start.slice(5, 7)), Number(start.slice(8, 10))]
  const day = new RegExp(`;BYMONTHDAY=0?${date}(?=;|$)`)
  if (!day.test(rule)) return rule
  return rule.replace(day, '').replace(new RegExp(`(FREQ=YEARLY.*);BYMONTH=0?${month}(?=;|$)`), '$1')
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
  return Number(year) > years.last
    ? { wall: `${years.last}-12-31T23:59:59`, isUtc: false }
    : { wall, isUtc: utc === 'Z' }
}

/** The last moment of a rule by the clocks of the zone. */
function untilIn(text: string, timezone: string): string {
  const until = readUntil(text)
  if (!until) throw new TypeError(`${text} is no end of a rule.`)
  return until.isUtc ? wallClock(new Date(`${until.wall}Z`), timezone) : until.wall
}

/** A rule as iCalendar has it beside a start of this kind (RFC 5545 §3.3.10): its end is a day beside a day, else an instant. */
export function ruleFor({ recurrence, timezone }: Series, allDay: boolean): string {
  return recurrence.replace(/UNTIL=([^;]+)/, (_, text: string) => {
    const wall = untilIn(text, timezone)
    if (allDay) return `UNTIL=${compact(wall.slice(0, 10))}`
    const at = instantOf(wall, timezone, 'later').toISOString().slice(0, 19)
    return `UNTIL=${compact(at)}Z`
  })
}

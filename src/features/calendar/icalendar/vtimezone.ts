import { LRUCache } from 'lru-cache'
import { dayMs, splitAtClockChanges, utcOffsetAt } from '#core/time/local-time'

/** Time zone data lists changes one by one until 2037, and by rule from then on. */
const firstYearOfRules = 2038
/** Years in which rules are searched. Without rules, each change until then is written. */
const yearsAhead = 12

interface Change {
  /** Local time by the offset before the change, as if UTC. */
  wall: Date
  before: number
  after: number
}

const lineCache = new LRUCache<string, string[]>({ max: 500 })

/**
 * VTIMEZONE from the year before a moment on; Outlook needs it. Changes by the current rule are written as RRULE, others one by
 * one.
 */
export function formatTimeZone(zone: string, since: Date): string[] {
  const year = since.getUTCFullYear() - 1
  const key = `${zone} ${year}`
  const lines = lineCache.get(key) ?? describeZone(zone, year)
  lineCache.set(key, lines)
  return lines
}

function describeZone(zone: string, year: number): string[] {
  const from = Date.UTC(year, 0)
  const end = Math.max(year, firstYearOfRules) + yearsAhead
  // No zone has two changes within a week.
  const stretches = splitAtClockChanges(from, Date.UTC(end, 0), zone, 7 * dayMs)
  const changes = stretches.slice(1).map(({ from: at, offset }, index): Change => {
    const before = stretches[index]?.offset ?? offset
    return { wall: new Date(at + before), before, after: offset }
  })
  const first = stretches[0]?.offset ?? utcOffsetAt(from, zone)
  const rules = findYearlyRules(changes.filter(({ wall }) => wall.getUTCFullYear() >= end - yearsAhead))
  const exception = rules
    ? changes.findLastIndex((change) => !rules.some((rule) => followsRule(change, rule)))
    : changes.length
  const single = changes.slice(0, exception + 1)
  const [next] = changes
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    // Summer time if the next change puts the clocks back.
    ...formatObservance(
      { wall: new Date(from), before: first, after: first },
      next !== undefined && next.after < first,
    ),
    ...single.flatMap((change) => formatObservance(change, change.after > change.before)),
    ...changes
      .slice(single.length, single.length + 2)
      .flatMap((change) =>
        formatObservance(change, change.after > change.before, rules?.find((rule) => followsRule(change, rule))?.rule),
      ),
    'END:VTIMEZONE',
  ]
}

const formatObservance = ({ wall, before, after }: Change, isSummer: boolean, rule?: string) => {
  const kind = isSummer ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${kind}`,
    `DTSTART:${wall.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}`,
    ...(rule ? [`RRULE:${rule}`] : []),
    `TZOFFSETFROM:${formatOffset(before)}`,
    `TZOFFSETTO:${formatOffset(after)}`,
    `END:${kind}`,
  ]
}

/** A rule of yearly clock changes at the same time of day. */
interface YearlyRule extends Omit<Change, 'wall'> {
  rule: string
  time: string
}

const getTimeOfDay = (wall: Date) => wall.toISOString().slice(11, 19)

const followsRule = ({ wall, before, after }: Change, rule: YearlyRule) =>
  before === rule.before &&
  after === rule.after &&
  getTimeOfDay(wall) === rule.time &&
  listRuleCandidates(wall).includes(rule.rule)

/** Null unless there are two changes a year by rule. */
function findYearlyRules(changes: readonly Change[]): YearlyRule[] | null {
  if (changes.length !== 2 * yearsAhead) return null
  const found = [0, 1].flatMap((start) => {
    const same = changes.filter((_, index) => index % 2 === start)
    const [model] = same
    const possible = model
      ? listRuleCandidates(model.wall).map((rule) => ({
          rule,
          time: getTimeOfDay(model.wall),
          before: model.before,
          after: model.after,
        }))
      : []
    return possible.filter((rule) => same.every((change) => followsRule(change, rule))).slice(0, 1)
  })
  return found.length === 2 ? found : null
}

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** Rules that match the date of a change: nth and last weekday of its month. */
function listRuleCandidates(wall: Date): string[] {
  const month = wall.getUTCMonth() + 1
  const weekday = weekdays[wall.getUTCDay()]
  const nth = Math.ceil(wall.getUTCDate() / 7)
  const isLast = new Date(wall.getTime() + 7 * dayMs).getUTCMonth() + 1 !== month
  return [...(isLast ? [-1] : []), nth].map((n) => `FREQ=YEARLY;BYMONTH=${month};BYDAY=${n}${weekday}`)
}

/** `+0100`; with seconds for historical mean times. */
const formatOffset = (ms: number) => {
  const seconds = Math.abs(Math.round(ms / 1000))
  const two = (number: number) => String(number).padStart(2, '0')
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, ...(seconds % 60 ? [seconds % 60] : [])]
  return `${ms < 0 ? '-' : '+'}${parts.map(two).join('')}`
}

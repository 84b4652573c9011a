import { LRUCache } from 'lru-cache'
import { offsetAt, steadyStretches } from '#core/time/zoned'

const dayMs = 86_400_000
/** Years that are looked at for the rule by which a zone changes its clocks; where there is none, each change of them is written. */
const yearsAhead = 12

interface Change {
  /** The wall clock when it comes, by the offset before it, as if it were UTC. */
  wall: Date
  before: number
  after: number
}

const known = new LRUCache<string, string[]>({ max: 500 })

/**
 * A zone as iCalendar describes it (VTIMEZONE), from the year before a moment on: as Outlook needs it, where others know its name.
 * Changes that come by a rule, on the last Sunday of March perhaps, are written as that rule; others one by one.
 */
export function timezoneLines(zone: string, since: Date): string[] {
  const year = since.getUTCFullYear() - 1
  const key = `${zone} ${year}`
  const lines = known.get(key) ?? describe(zone, year)
  known.set(key, lines)
  return lines
}

function describe(zone: string, year: number): string[] {
  const from = Date.UTC(year, 0)
  const to = Date.UTC(year + yearsAhead, 0)
  const stretches = steadyStretches(from, to, zone)
  const changes = stretches.slice(1).map(({ from: at, offset }, index): Change => {
    const before = stretches[index]?.offset ?? offset
    return { wall: new Date(at + before), before, after: offset }
  })
  const first = stretches[0]?.offset ?? offsetAt(from, zone)
  const standard = Math.min(...stretches.map(({ offset }) => offset))
  const observed = (part: { wall: Date; before: number; after: number }, rule?: string) => {
    const kind = part.after > standard ? 'DAYLIGHT' : 'STANDARD'
    return [
      `BEGIN:${kind}`,
      `DTSTART:${part.wall.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}`,
      ...(rule ? [`RRULE:${rule}`] : []),
      `TZOFFSETFROM:${offsetText(part.before)}`,
      `TZOFFSETTO:${offsetText(part.after)}`,
      `END:${kind}`,
    ]
  }
  const rules = rulesOf(changes)
  const parts = rules
    ? rules.flatMap(({ change, rule }) => observed(change, rule))
    : changes.flatMap((change) => observed(change))
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...observed({ wall: new Date(from), before: first, after: first }),
    ...parts,
    'END:VTIMEZONE',
  ]
}

/** The two rules by which the clocks change each year, where two do. */
function rulesOf(changes: readonly Change[]): { change: Change; rule: string }[] | null {
  if (changes.length !== 2 * yearsAhead) return null
  const found: { change: Change; rule: string }[] = []
  for (const start of [0, 1]) {
    const same = changes.filter((_, index) => index % 2 === start)
    const rule = candidates(same[0]?.wall ?? new Date(0)).find((candidate) =>
      same.every(({ wall, before, after }) => {
        const [model] = same
        return candidates(wall).includes(candidate) && before === model?.before && after === model.after
      }),
    )
    const [change] = same
    if (!rule || !change) return null
    found.push({ change, rule: rule.slice(0, rule.indexOf('#')) })
  }
  return found
}

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** The rules that a change may follow: the n-th weekday of its month, or the last; always at the same time of day. */
function candidates(wall: Date): string[] {
  const month = wall.getUTCMonth() + 1
  const weekday = weekdays[wall.getUTCDay()]
  const nth = Math.ceil(wall.getUTCDate() / 7)
  const isLast = new Date(wall.getTime() + 7 * dayMs).getUTCMonth() + 1 !== month
  const time = wall.toISOString().slice(11, 19)
  return [...(isLast ? [-1] : []), nth].map((n) => `FREQ=YEARLY;BYMONTH=${month};BYDAY=${n}${weekday}#${time}`)
}

const offsetText = (ms: number) => {
  const minutes = Math.abs(Math.round(ms / 60_000))
  const two = (number: number) => String(number).padStart(2, '0')
  return `${ms < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
}

import { createHash } from 'node:crypto'
import type ICAL from 'ical.js'
import { LRUCache } from 'lru-cache'
import { dayMs, instantOf, instantsOf, wallClock } from '#core/time/zoned'

const isZone = (name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const known = new LRUCache<string, { zone: KnownZone | null }>({ max: 500 })

/** The rules by which clocks are changed anywhere. Others are not followed: one could go on without end. */
const clockRule =
  /^FREQ=YEARLY(;(BYMONTH=\d{1,2}|BYDAY=([+-]?[1-4])?(MO|TU|WE|TH|FR|SA|SU)|BYMONTHDAY=[\d,]{1,20}|BYHOUR=\d+|BYMINUTE=\d+|INTERVAL=1|WKST=\w\w|UNTIL=[\dTZ]+|COUNT=\d+))*$/
/** A day that hardly any year has: a 30th of February, a second Sunday that is the first. It is looked for through thousands of years. */
const rareDay = /BYMONTHDAY=[\d,]*(29|3\d)|BYDAY=[+-]?\d.*BYMONTHDAY|BYMONTHDAY.*BYDAY=[+-]?\d/
/** Parts of a zone, and those of them that have a rule: each is followed from its beginning, mostly that of 1601. */
const mostParts = 300
const mostRules = 6

const isFollowed = (definition: ICAL.Component): boolean => {
  const parts = definition.getAllSubcomponents()
  const rules = parts.flatMap((part) => part.getAllProperties('rrule').map((rule) => String(rule.getFirstValue())))
  const isClock = (rule: string) => clockRule.test(rule) && !rareDay.test(rule)
  return parts.length <= mostParts && rules.length <= mostRules && rules.every(isClock)
}

/** A zone of a calendar: one of IANA, or none of these and what its own rules say. Wall clocks are `2026-03-29T09:00:00`. */
export interface KnownZone {
  name: string | null
  instantOf(wall: string): Date
  wallOf(instant: Date): string
}

/**
 * The zone that a calendar means: by its name, by that of Windows (`W. Europe Standard Time`), by a name within a longer one
 * (`/freeassociation.sourceforge.net/Europe/Berlin`) or before a number (`Eastern Standard Time 1`), by when its clocks change, or by
 * its own rules alone (RFC 5545 §3.6.5). Null where it is none of them.
 */
export async function zoneOf(
  tzid: string,
  definition: ICAL.Component | undefined,
  usual: string,
): Promise<KnownZone | null> {
  const key = createHash('sha256')
    .update(`${tzid}\n${usual}\n${definition ?? ''}`)
    .digest('base64')
  const found = known.get(key) ?? { zone: await find(tzid, definition, usual) }
  known.set(key, found)
  return found.zone
}

export const ofIana = (name: string): KnownZone => ({
  name,
  instantOf: (wall) => instantOf(wall, name, 'later'),
  wallOf: (instant) => wallClock(instant, name),
})

async function find(tzid: string, definition: ICAL.Component | undefined, usual: string): Promise<KnownZone | null> {
  const plain = tzid.trim().replaceAll(/^"|"$/g, '')
  if (/^(tzone:\/\/Microsoft\/Utc|Z|Coordinated Universal Time)$/i.test(plain)) return ofIana('UTC')
  const base = plain.replace(/[\s_-]+\d+$/, '')
  const names = [plain, String(definition?.getFirstPropertyValue('x-lic-location') ?? ''), base]
  for (const name of [plain, base]) {
    const parts = name.split('/')
    for (const count of [3, 2]) if (parts.length > count) names.push(parts.slice(-count).join('/'))
  }
  const named = names.find(isZone)
  if (named) return ofIana(named)
  // Loaded where the first calendar of Outlook is met.
  const { findIana } = await import('windows-iana')
  const ofWindows = [plain, base].flatMap((name) => findIana(name)).find(isZone)
  if (ofWindows) return ofIana(ofWindows)
  return definition && isFollowed(definition) ? byRules(tzid, definition, usual) : null
}

const halfHour = 1_800_000
/** Years that a zone is compared through. */
const comparedYears = 5

/** The zone whose clocks show the same, to the half hour at which they change; else what the rules say. */
async function byRules(tzid: string, definition: ICAL.Component, usual: string): Promise<KnownZone | null> {
  const { default: ICAL } = await import('ical.js')
  const described = new ICAL.Timezone(definition)
  if (!definition.getAllSubcomponents().length) return null
  const textOf = (wall: number) => new Date(wall).toISOString().slice(0, 19)
  const offsetOf = (wall: string) => described.utcOffset(ICAL.Time.fromDateTimeString(wall)) * 1000
  const first = Date.UTC(new Date().getUTCFullYear(), 0, 1, 12)
  const walls: number[] = []
  for (let day = first; day < first + comparedYears * 365 * dayMs; day += dayMs) {
    if (offsetOf(textOf(day)) === offsetOf(textOf(day + dayMs))) {
      if ((day - first) % (28 * dayMs) === 0) walls.push(day)
    } else for (let wall = day; wall < day + dayMs; wall += halfHour) walls.push(wall)
  }
  const samples = walls.map((at) => ({ wall: textOf(at), offset: offsetOf(textOf(at)) }))
  const agrees = (zone: string) =>
    samples.every(({ wall, offset }) => {
      const instants = instantsOf(wall, zone)
      return !instants.length || instants.some((at) => Date.parse(`${wall}Z`) - at.getTime() === offset)
    })
  const zones = Intl.supportedValuesOf('timeZone')
  const cityOf = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  const isNamed = (zone: string) => tzid.toLowerCase().includes(cityOf(zone).toLowerCase())
  const fixed = Array.from({ length: 27 }, (_, index) => `Etc/GMT${index > 12 ? '-' : '+'}${Math.abs(12 - index)}`)
  const alike = [...zones.filter(isNamed), usual, 'Europe/Berlin', ...fixed, ...zones].find(agrees)
  if (alike) return ofIana(alike)
  return {
    name: null,
    instantOf: (wall) => new Date(Date.parse(`${wall}Z`) - offsetOf(wall)),
    wallOf: (instant) => {
      const time = ICAL.Time.fromJSDate(instant, true).convertToZone(described)
      return time.toString().slice(0, 19)
    },
  }
}

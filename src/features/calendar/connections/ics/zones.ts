import { createHash } from 'node:crypto'
import type ICAL from 'ical.js'
import { LRUCache } from 'lru-cache'
import { instantOf, offsetAt } from '#core/time/zoned'

const isZone = (name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const known = new LRUCache<string, { zone: string | null }>({ max: 500 })

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

/**
 * The IANA zone that a calendar means: by its name, by that of Windows (`W. Europe Standard Time`), by a name within a longer one
 * (`/freeassociation.sourceforge.net/Europe/Berlin`), or by when its clocks change. Null where it is none of them.
 */
export async function zoneOf(
  tzid: string,
  definition: ICAL.Component | undefined,
  usual: string,
): Promise<string | null> {
  const key = createHash('sha256')
    .update(`${tzid}\n${usual}\n${definition ?? ''}`)
    .digest('base64')
  const found = known.get(key) ?? { zone: await find(tzid, definition, usual) }
  known.set(key, found)
  return found.zone
}

async function find(tzid: string, definition: ICAL.Component | undefined, usual: string): Promise<string | null> {
  const names = [tzid, String(definition?.getFirstPropertyValue('x-lic-location') ?? '')]
  const parts = tzid.split('/')
  for (const count of [3, 2]) if (parts.length > count) names.push(parts.slice(-count).join('/'))
  const named = names.find(isZone)
  if (named) return named
  // Loaded where the first calendar of Outlook is met.
  const { findIana } = await import('windows-iana')
  const [ofWindows] = findIana(tzid.replace(/^"|"$/g, ''))
  if (ofWindows && isZone(ofWindows)) return ofWindows
  return definition && isFollowed(definition) ? behavingAs(definition, usual) : null
}

/** The zone whose clocks show the same through a year: what is called "Customized Time Zone" is mostly a common one. */
async function behavingAs(definition: ICAL.Component, usual: string): Promise<string | null> {
  const { default: ICAL } = await import('ical.js')
  const described = new ICAL.Timezone(definition)
  const year = new Date().getUTCFullYear()
  const offsets = Array.from({ length: 12 }, (_, month) => {
    const wall = new Date(Date.UTC(year, month, 15, 12)).toISOString().slice(0, 19)
    const time = ICAL.Time.fromDateTimeString(wall)
    return { wall, offset: described.utcOffset(time) * 1000 }
  })
  const candidates = [usual, 'Europe/Berlin', ...Intl.supportedValuesOf('timeZone')]
  const agrees = (zone: string) =>
    offsets.every(({ wall, offset }) => offsetAt(instantOf(wall, zone).getTime(), zone) === offset)
  return candidates.find(agrees) ?? null
}

import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type ICAL from 'ical.js'
import { LRUCache } from 'lru-cache'
import { supportedYears } from '#core/time/clock'
import { dayMs, findInstants, toInstant, toLocalTime, utcOffsetAt } from '#core/time/local-time'
import { timeZoneChoices } from '#core/time/zone-names'
import { type StepBudget, spendSteps } from '../../events/expand-rule.ts'

const isIanaZone = (name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const zoneCache = new LRUCache<string, { zone: CalendarZone | null }>({ max: 500 })

/**
 * Whether a rule is one that real zones use: a date, an nth or last weekday of a month, or the first weekday after a date.
 * Others are not evaluated, because they might run forever or change the clocks weekly.
 */
function isClockChangeRule({ freq, interval, parts }: ICAL.Recur): boolean {
  const { BYMONTH: months = [], BYDAY: days = [], BYMONTHDAY: dates = [], ...times } = parts
  const isOnce = [months, days, ...Object.values(times)].every((list) => [list].flat().length <= 1)
  const isOfTimes = Object.keys(times).every((name) => ['BYHOUR', 'BYMINUTE', 'BYSECOND'].includes(name))
  // Dates that few years have would be searched through thousands of years.
  const isDate = dates.every((date) => Number(date) >= 1 && Number(date) <= 28)
  const [day] = days.map(String)
  const isDay =
    day === undefined
      ? dates.length <= 1
      : dates.length
        ? /^[A-Z]{2}$/.test(day) && dates.length <= 7
        : /^[+-]?[1-4]/.test(day)
  const isInMonth = months.length === 1 || (!dates.length && day === undefined)
  return freq === 'YEARLY' && interval === 1 && isOnce && isOfTimes && isDate && isDay && isInMonth
}

/** Rules are evaluated from this year on. */
const firstYear = 1970
/** Rules are evaluated until this year. */
const lastYear = supportedYears.last
/** Steps for each onset of an observance (RFC 5545 §3.6.5), and for comparing with IANA zones. */
const onsetCost = 100
const comparisonCost = 50_000

/** Starts rules in 1970 instead of 1601 and spends the steps they cost. False if a rule is none that real zones use. */
function limitRules(definition: ICAL.Component, budget: StepBudget): boolean {
  const parts = definition.getAllSubcomponents()
  spendSteps(budget, comparisonCost + parts.length * onsetCost)
  for (const part of parts) {
    spendSteps(budget, part.getAllProperties('rdate').length * onsetCost)
    const rules = part.getAllProperties('rrule').map((rule) => rule.getFirstValue() as ICAL.Recur)
    const [rule] = rules
    if (!rule) continue
    if (rules.length > 1 || !isClockChangeRule(rule)) return false
    const start = part.getFirstPropertyValue('dtstart') as ICAL.Time | null
    if (start && start.year < firstYear && !rule.count && !rule.until) start.year = firstYear
    spendSteps(budget, Math.max(0, (rule.until?.year ?? lastYear) - (start?.year ?? lastYear)) * onsetCost)
  }
  return parts.length > 0
}

/** A time zone from IANA, or one that is only described by its rules. Local times are `2026-03-29T09:00:00`. */
export interface CalendarZone {
  name: string | null
  toInstant(wall: string): Date
  toLocalTime(instant: Date): string
}

/**
 * Resolves a TZID by IANA name, Windows name (`W. Europe Standard Time`), IANA name in a path
 * (`/freeassociation.sourceforge.net/Europe/Berlin`), name with a number (`Eastern Standard Time 1`), by its clock changes, or
 * by its rules (RFC 5545 §3.6.5). Without rules by offset (`GMT+0200`) or Windows display name. Null if none fits.
 */
export async function resolveZone(
  tzid: string,
  definition: ICAL.Component | undefined,
  usual: string,
  budget: StepBudget,
): Promise<CalendarZone | null> {
  const key = createHash('sha256')
    .update(`${tzid}\n${usual}\n${definition ?? ''}`)
    .digest('base64')
  const found = zoneCache.get(key) ?? { zone: await resolveUncachedZone(tzid, definition, usual, budget) }
  zoneCache.set(key, found)
  return found.zone
}

export const createIanaZone = (name: string): CalendarZone => ({
  name,
  toInstant: (wall) => toInstant(wall, name, 'later'),
  toLocalTime: (instant) => toLocalTime(instant, name),
})

const minuteMs = 60_000

function createFixedOffsetZone(minutes: number): CalendarZone {
  const hours = minutes / 60
  if (hours === 0) return createIanaZone('UTC')
  // POSIX sign convention.
  if (Number.isInteger(hours) && hours >= -12 && hours <= 14)
    return createIanaZone(`Etc/GMT${hours < 0 ? '+' : '-'}${Math.abs(hours)}`)
  return {
    name: null,
    toInstant: (wall) => new Date(Date.parse(`${wall}Z`) - minutes * minuteMs),
    toLocalTime: (instant) => new Date(instant.getTime() + minutes * minuteMs).toISOString().slice(0, 19),
  }
}

const toOffsetMinutes = (sign: string, hours: string, minutes = '0') =>
  (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))

/** Windows display names (without ` Time (US & Canada)`) that differ from the zone's name (without ` Standard Time`). */
const windowsZoneNames: Readonly<Record<string, string>> = {
  hawaii: 'Hawaiian',
  alaska: 'Alaskan',
  arizona: 'US Mountain',
  saskatchewan: 'Canada Central',
  'indiana (east)': 'US Eastern',
  'west central africa': 'W. Central Africa',
}

/**
 * Windows display name `(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna`: a zone of one of the cities, or of that
 * name, with that standard offset.
 */
function findZoneByDisplayName(name: string, findIana: (windows: string) => readonly string[]): CalendarZone | null {
  const [, sign = '+', hours = '0', minutes, shown] =
    /^\((?:UTC|GMT)(?:([+-])(\d{1,2})[:.]?(\d\d))?\)\s*(.+)$/i.exec(name) ?? []
  if (!shown) return null
  const offset = toOffsetMinutes(sign, hours, minutes)
  if (/^(coordinated universal time|koordinierte weltzeit)/i.test(shown)) return createFixedOffsetZone(offset)
  const year = new Date().getUTCFullYear()
  const seasons = [Date.UTC(year, 0, 1), Date.UTC(year, 6, 1)]
  const isMeant = (zone: string) =>
    isIanaZone(zone) && Math.min(...seasons.map((at) => utcOffsetAt(at, zone))) === offset * minuteMs
  const region = shown.replace(/ Time \([^)]*\)$/i, '')
  const cities = new Set(shown.split(/[,;:&/]/).map((city) => city.trim().toLowerCase().replace('city of ', '')))
  const cityOf = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  const found = [
    ...findIana(`${windowsZoneNames[region.toLowerCase()] ?? region} Standard Time`),
    ...timeZoneChoices.flatMap((zone) => (cities.has(cityOf(zone.name).toLowerCase()) ? zone.name : [])),
  ].find(isMeant)
  return found ? createIanaZone(found) : null
}

async function resolveUncachedZone(
  tzid: string,
  definition: ICAL.Component | undefined,
  usual: string,
  budget: StepBudget,
): Promise<CalendarZone | null> {
  const plain = tzid.trim().replaceAll(/^"|"$/g, '')
  if (/^(tzone:\/\/Microsoft\/Utc|Z|Coordinated Universal Time)$/i.test(plain)) return createIanaZone('UTC')
  const base = plain.replace(/(?<![\s_-])[\s_-]+\d+$/, '')
  const names = [plain, String(definition?.getFirstPropertyValue('x-lic-location') ?? ''), base]
  for (const name of [plain, base]) {
    const parts = name.split('/')
    for (const count of [3, 2]) if (parts.length > count) names.push(parts.slice(-count).join('/'))
  }
  const named = names.find(isIanaZone)
  if (named) return createIanaZone(named)
  // Loaded for the first calendar from Outlook.
  const { findIana } = await import('windows-iana')
  const ofWindows = [plain, base].flatMap((name) => findIana(name)).find(isIanaZone)
  if (ofWindows) return createIanaZone(ofWindows)
  if (!definition) {
    const [, sign, hours, minutes] =
      /^(?:UTC|GMT)?([+-])([01]?\d):?([0-5]\d)$/i.exec(plain) ?? /^UTC([+-])([01]?\d)$/i.exec(plain) ?? []
    return sign && hours
      ? createFixedOffsetZone(toOffsetMinutes(sign, hours, minutes))
      : findZoneByDisplayName(plain, findIana)
  }
  const { default: ICAL } = await import('ical.js')
  // Copied because the object may be written back.
  const own = new ICAL.Component(structuredClone(definition.toJSON()) as unknown[])
  return limitRules(own, budget) ? findZoneByRules(ICAL, tzid, own, usual, budget) : null
}

const halfHourMs = 1_800_000
const firstInstantCache = new LRUCache<string, Date[]>({ max: 1000 })

function firstInstants(wall: string, zone: string): Date[] {
  const key = `${zone} ${wall}`
  const instants = firstInstantCache.get(key) ?? findInstants(wall, zone)
  firstInstantCache.set(key, instants)
  return instants
}

const comparedYears = 5

/** The IANA zone with the same local times, compared every half hour around clock changes; else one that follows the rules. */
async function findZoneByRules(
  library: typeof ICAL,
  tzid: string,
  definition: ICAL.Component,
  usual: string,
  budget: StepBudget,
): Promise<CalendarZone> {
  const described = new library.Timezone(definition)
  const textOf = (wall: number) => new Date(wall).toISOString().slice(0, 19)
  const offsetOf = (wall: string) => described.utcOffset(library.Time.fromDateTimeString(wall)) * 1000
  // Otherwise the library would evaluate all rules again for each later year.
  offsetOf(`${lastYear}-01-01T00:00:00`)
  const first = Date.UTC(new Date().getUTCFullYear(), 0, 1, 12)
  const walls: number[] = []
  let offset = offsetOf(textOf(first))
  for (let day = first; day < first + comparedYears * 365 * dayMs; day += dayMs) {
    const next = offsetOf(textOf(day + dayMs))
    if (offset === next) {
      if ((day - first) % (28 * dayMs) === 0) walls.push(day)
    } else {
      spendSteps(budget, 24 * onsetCost)
      for (let wall = day; wall < day + dayMs; wall += halfHourMs) walls.push(wall)
    }
    offset = next
  }
  const samples = walls.map((at) => ({ wall: textOf(at), offset: offsetOf(textOf(at)) }))
  const agrees = (zone: string) =>
    samples.every(({ wall, offset }, index) => {
      const instants = index === 0 ? firstInstants(wall, zone) : findInstants(wall, zone)
      return !instants.length || instants.some((at) => Date.parse(`${wall}Z`) - at.getTime() === offset)
    })
  const zones = Intl.supportedValuesOf('timeZone')
  const cityOf = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  const isNamed = (zone: string) => tzid.toLowerCase().includes(cityOf(zone).toLowerCase())
  const fixed = Array.from({ length: 27 }, (_, index) => `Etc/GMT${index > 12 ? '-' : '+'}${Math.abs(12 - index)}`)
  const candidates = [...zones.filter(isNamed), usual, 'Europe/Berlin', ...fixed, ...zones]
  for (const [index, zone] of candidates.entries()) {
    if (agrees(zone)) return createIanaZone(zone)
    // The first use of a zone is slow.
    if (index % 20 === 19) await setImmediate()
  }
  return {
    name: null,
    toInstant: (wall) => new Date(Date.parse(`${wall}Z`) - offsetOf(wall)),
    toLocalTime: (instant) => {
      const time = library.Time.fromJSDate(instant, true).convertToZone(described)
      return time.toString().slice(0, 19)
    },
  }
}

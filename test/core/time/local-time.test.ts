import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import {
  findInstants,
  splitAtClockChanges,
  startOfDay,
  toInstant,
  toLocalDate,
  toLocalTime,
  utcOffsetAt,
} from '#core/time/local-time'

const zones = [
  ...['Europe/Berlin', 'Europe/Dublin', 'America/New_York', 'America/St_Johns', 'America/Santiago', 'America/Havana'],
  ...['Asia/Kathmandu', 'Asia/Beirut', 'Africa/Cairo', 'Africa/Casablanca', 'Australia/Lord_Howe', 'Pacific/Apia'],
  ...['Pacific/Chatham', 'Asia/Tehran', 'UTC'],
]

const iso = (instants: Date[]) => instants.map((instant) => instant.toISOString())

describe('Berlin', () => {
  const zone = 'Europe/Berlin'

  test('shows an instant as its clocks do', () => {
    expect(toLocalTime(new Date('2026-03-29T00:59:59Z'), zone)).toBe('2026-03-29T01:59:59')
    expect(toLocalTime(new Date('2026-03-29T01:00:00Z'), zone)).toBe('2026-03-29T03:00:00')
    expect(toLocalDate(new Date('2026-06-30T22:00:00Z'), zone)).toBe('2026-07-01')
  })

  test('has no 02:30 where the clocks are put forward: the end of that hour, or an hour later', () => {
    expect(findInstants('2026-03-29T02:30:00', zone)).toEqual([])
    expect(toInstant('2026-03-29T02:30:00', zone).toISOString()).toBe('2026-03-29T01:00:00.000Z')
    expect(toInstant('2026-03-29T02:30:00', zone, 'later').toISOString()).toBe('2026-03-29T01:30:00.000Z')
  })

  test('has 02:30 twice where they are put back: the earlier one, or both', () => {
    expect(iso(findInstants('2026-10-25T02:30:00', zone))).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:30:00.000Z',
    ])
    expect(toInstant('2026-10-25T02:30:00', zone).toISOString()).toBe('2026-10-25T00:30:00.000Z')
  })

  test('is steady but for the two changes of a year', () => {
    const stretches = splitAtClockChanges(Date.parse('2026-01-01T00:00Z'), Date.parse('2027-01-01T00:00Z'), zone)
    expect(stretches.map(({ from, offset }) => [new Date(from).toISOString(), offset / 3_600_000])).toEqual([
      ['2026-01-01T00:00:00.000Z', 1],
      ['2026-03-29T01:00:00.000Z', 2],
      ['2026-10-25T01:00:00.000Z', 1],
    ])
  })
})

test('a day begins at the end of a skipped midnight', () => {
  expect(startOfDay('2026-09-06', 'America/Santiago').toISOString()).toBe('2026-09-06T04:00:00.000Z')
  expect(startOfDay('2026-11-22', 'Asia/Kathmandu').toISOString()).toBe('2026-11-21T18:15:00.000Z')
})

test('a day that a zone left out has no hour', () => {
  expect(findInstants('2011-12-30T12:00:00', 'Pacific/Apia')).toEqual([])
  expect(toInstant('2011-12-30T12:00:00', 'Pacific/Apia').toISOString()).toBe('2011-12-30T10:00:00.000Z')
})

test.each(zones)('Temporal agrees around every change of the clock in %s', (zone) => {
  const [from, to] = [Date.parse('2024-01-01T00:00Z'), Date.parse('2028-01-01T00:00Z')]
  const stretches = splitAtClockChanges(from, to, zone)
  const changes: number[] = []
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone)
  for (;;) {
    at = at.getTimeZoneTransition('next')
    if (!at || at.epochMilliseconds >= to) break
    changes.push(at.epochMilliseconds)
  }
  expect(stretches.slice(1).map((stretch) => stretch.from)).toEqual(changes)
  expect(stretches.at(-1)?.to).toBe(to)

  for (const change of [from, ...changes])
    for (let minutes = -180; minutes <= 180; minutes += 15) {
      const instant = Temporal.Instant.fromEpochMilliseconds(change + minutes * 60_000)
      const zoned = instant.toZonedDateTimeISO(zone)
      expect(utcOffsetAt(instant.epochMilliseconds, zone)).toBe(zoned.offsetNanoseconds / 1e6)
      const wall = Temporal.PlainDateTime.from('2000-01-01').with({
        ...{ year: zoned.year, month: zoned.month, day: zoned.day, hour: zoned.hour, minute: zoned.minute },
      })
      for (const shown of [wall, wall.add({ minutes: 60 })]) {
        const text = shown.toString({ smallestUnit: 'second' })
        const read = (disambiguation: 'earlier' | 'later' | 'compatible') =>
          shown.toZonedDateTime(zone, { disambiguation }).epochMilliseconds
        expect(toInstant(text, zone, 'later').getTime()).toBe(read('compatible'))
        const both = [...new Set([read('earlier'), read('later')])]
        const real = both.filter((ms) =>
          Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDateTime().equals(shown),
        )
        expect(findInstants(text, zone).map((each) => each.getTime())).toEqual(real)
      }
    }
})

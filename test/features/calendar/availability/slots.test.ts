import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { Random } from '#core/feature/demo'
import {
  type AvailabilityHours,
  findSlots,
  type HostSchedule,
  type SlotRules,
  searchSlotsOfAllHosts,
  searchSlotsOfAnyHost,
} from '#features/calendar/availability/slots'
import { readCpuTime } from '../../../harness/cpu-time.ts'

const minute = 60_000
const at = (text: string) => Date.parse(text)
const iso = (starts: number[]) => starts.map((start) => new Date(start).toISOString().replace(':00.000Z', 'Z'))

const rules: SlotRules = {
  durationMinutes: 30,
  slotIntervalMinutes: 30,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  minimumNoticeMinutes: 0,
  maximumDaysAhead: null,
  limitPerDay: null,
}
const every = (start: string, end: string) => [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start, end }))
const hours = (start: string, end: string, timezone = 'Europe/Berlin'): AvailabilityHours => ({
  timezone,
  weekly: every(start, end),
  overrides: [],
})
const host = (more: Partial<HostSchedule> = {}): HostSchedule => ({
  hours: hours('09:00', '11:00'),
  busy: [],
  booked: [],
  ...more,
})
const of = (day: string, hosts: HostSchedule[], changed: Partial<SlotRules> = {}, now = '2026-01-01T00:00Z') => {
  const from = at(`${day}T00:00Z`) - 12 * 60 * minute
  return iso(findSlots({ ...rules, ...changed }, hosts, { from, to: from + 35 * 60 * minute, now: at(now) })).filter(
    (start) => start.startsWith(day),
  )
}
const busy = (from: string, to: string) => ({ from: at(from), to: at(to) })

describe('clock changes in Berlin', () => {
  test('hours in the skipped hour begin at its end', () => {
    const night = host({ hours: hours('01:30', '04:00') })
    expect(of('2026-03-29', [night])).toEqual(['2026-03-29T00:30Z', '2026-03-29T01:00Z', '2026-03-29T01:30Z'])
    const skipped = host({ hours: hours('02:15', '03:30') })
    expect(of('2026-03-29', [skipped])).toEqual(['2026-03-29T01:00Z'])
    expect(of('2026-03-29', [host({ hours: hours('02:00', '03:00') })])).toEqual([])
  })

  test('both instants of the repeated hour are offered', () => {
    const night = host({ hours: hours('01:00', '03:30') })
    expect(of('2026-10-25', [night], { durationMinutes: 60, slotIntervalMinutes: 60 })).toEqual([
      '2026-10-25T00:00Z',
      '2026-10-25T01:00Z',
    ])
    const within = host({ hours: hours('02:00', '02:30') })
    expect(of('2026-10-25', [within])).toEqual(['2026-10-25T00:00Z', '2026-10-25T01:00Z'])
  })
})

describe('blocked slots', () => {
  const all = ['2026-06-01T07:00Z', '2026-06-01T07:30Z', '2026-06-01T08:00Z', '2026-06-01T08:30Z']
  const without = (...gone: number[]) => all.filter((_, index) => !gone.includes(index))

  test('none without events', () => {
    expect(of('2026-06-01', [host()])).toEqual(all)
  })
  test('during an event', () => {
    const event = busy('2026-06-01T07:30Z', '2026-06-01T08:00Z')
    expect(of('2026-06-01', [host({ busy: [event] })])).toEqual(without(1))
    expect(of('2026-06-01', [host({ busy: [{ from: event.from - 1, to: event.to + 1 }] })])).toEqual(without(0, 1, 2))
  })
  test("within the type's buffers around an event, but not around the hours", () => {
    const event = busy('2026-06-01T07:30Z', '2026-06-01T08:00Z')
    expect(of('2026-06-01', [host({ busy: [event] })], { bufferBeforeMinutes: 5 })).toEqual(without(1, 2))
    expect(of('2026-06-01', [host({ busy: [event] })], { bufferAfterMinutes: 30 })).toEqual(without(0, 1))
    expect(of('2026-06-01', [host()], { bufferBeforeMinutes: 60, bufferAfterMinutes: 60 })).toEqual(all)
  })
  test('within the longer of two buffers around a booking', () => {
    const booking = { ...busy('2026-06-01T07:30Z', '2026-06-01T08:00Z'), countsTowardsLimit: false }
    const own = { ...booking, bufferBeforeMinutes: 0, bufferAfterMinutes: 30 }
    expect(of('2026-06-01', [host({ booked: [own] })])).toEqual(without(1, 2))
    expect(of('2026-06-01', [host({ booked: [own] })], { bufferBeforeMinutes: 10 })).toEqual(without(1, 2))
    const none = { ...booking, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 }
    expect(of('2026-06-01', [host({ booked: [none] })], { bufferBeforeMinutes: 10 })).toEqual(without(1, 2))
  })
  test("within the minimum notice, and beyond the maximum of days in the host's zone", () => {
    expect(of('2026-06-01', [host()], { minimumNoticeMinutes: 45 }, '2026-06-01T07:00Z')).toEqual(without(0, 1))
    expect(of('2026-06-01', [host()], { maximumDaysAhead: 2 }, '2026-05-29T21:59Z')).toEqual([])
    expect(of('2026-06-01', [host()], { maximumDaysAhead: 2 }, '2026-05-29T22:00Z')).toEqual(all)
  })
  test('on days that have reached the limit of the type', () => {
    const booked = { bufferBeforeMinutes: 0, bufferAfterMinutes: 0, countsTowardsLimit: true }
    const one = { ...booked, ...busy('2026-06-01T21:00Z', '2026-06-01T21:30Z') }
    expect(of('2026-06-01', [host({ booked: [one] })], { limitPerDay: 1 })).toEqual([])
    expect(of('2026-06-01', [host({ booked: [{ ...one, countsTowardsLimit: false }] })], { limitPerDay: 1 })).toEqual(
      all,
    )
    const next = { ...booked, ...busy('2026-06-01T22:00Z', '2026-06-01T22:30Z') }
    expect(of('2026-06-01', [host({ booked: [next] })], { limitPerDay: 1 })).toEqual(all)
  })
  test('by overrides of a day, which add up, or by a closed day', () => {
    const date = '2026-06-01'
    const open = (overrides: AvailabilityHours['overrides']) =>
      host({ hours: { ...hours('09:00', '11:00'), overrides } })
    const noon = { date, start: '12:00', end: '12:30', closed: false }
    const evening = { date, start: '18:00', end: '18:30', closed: false }
    expect(of(date, [open([noon, evening])])).toEqual(['2026-06-01T10:00Z', '2026-06-01T16:00Z'])
    expect(of(date, [open([{ date, start: null, end: null, closed: true }])])).toEqual([])
    expect(of('2026-06-02', [open([noon])])).toHaveLength(4)
  })
})

test('intersects the hours of several hosts', () => {
  const berlin = host({ hours: hours('09:00', '12:00') })
  const newYork = host({ hours: hours('04:10', '05:30', 'America/New_York') })
  expect(of('2026-06-01', [berlin, newYork])).toEqual(['2026-06-01T08:10Z', '2026-06-01T08:40Z'])
  const away = { ...newYork, busy: [busy('2026-06-01T08:00Z', '2026-06-01T08:20Z')] }
  expect(of('2026-06-01', [berlin, away])).toEqual(['2026-06-01T08:40Z'])
})

test('yields between fifty hosts with overlapping hours', () => {
  const odd = (minutes: number) => `00:${String(minutes).padStart(2, '0')}`
  const weekly = Array.from({ length: 100 }, (_, index) => ({
    weekday: (index % 7) + 1,
    start: odd(index >> 3),
    end: '24:00',
  }))
  const fifty = Array.from({ length: 50 }, () => host({ hours: { timezone: 'Europe/Berlin', weekly, overrides: [] } }))
  const from = at('2026-06-01T00:00Z')
  const asked = { from, to: from + 90 * 24 * 60 * minute, now: from }
  const often = { ...rules, durationMinutes: 5, slotIntervalMinutes: 5 }
  for (const search of [searchSlotsOfAllHosts, searchSlotsOfAnyHost]) {
    const steps = search(often, fifty, { ...asked, maxStarts: 8640 })
    let longest = 0
    for (;;) {
      const before = readCpuTime()
      const { done, value } = steps.next()
      longest = Math.max(longest, readCpuTime() - before)
      if (done) {
        expect(value.length).toBeGreaterThan(8640)
        break
      }
    }
    expect(longest).toBeLessThan(250)
  }
})

// Every minute by itself, with zones from Temporal: what the clock shows, whether all of the appointment lies within the
// window, and whether it meets anything.
function bruteForce(
  rules: SlotRules,
  { hours, busy, booked }: HostSchedule,
  from: number,
  to: number,
  now: number,
): number[] {
  const clock = clockOf(hours.timezone)
  const starts = new Set<number>()
  const today = clock(now).day
  const begin = from - 26 * 60 * minute
  const shown = Array.from({ length: (to - begin) / minute + 26 * 60 }, (_, index) => clock(begin + index * minute))
  const windows = [
    ...hours.weekly.map((each) => ({
      ...each,
      holds: (day: string, weekday: number) =>
        weekday === each.weekday && !hours.overrides.some(({ date }) => date === day),
    })),
    ...hours.overrides
      .filter(({ closed }) => !closed)
      .map((each) => ({ ...each, holds: (day: string) => day === each.date })),
  ]
  const [before, after] = [rules.bufferBeforeMinutes, rules.bufferAfterMinutes]
  const meets = (start: number, end: number) =>
    busy.some((each) => start - before * minute < each.to && end + after * minute > each.from) ||
    booked.some(
      (each) =>
        (start - before * minute < each.to && end + after * minute > each.from) ||
        (start < each.to + each.bufferAfterMinutes * minute && end > each.from - each.bufferBeforeMinutes * minute),
    )
  const isFull = (day: string) =>
    rules.limitPerDay !== null &&
    booked.filter((each) => each.countsTowardsLimit && clock(each.from).day === day).length >= rules.limitPerDay
  const latest =
    rules.maximumDaysAhead === null
      ? '9999'
      : Temporal.PlainDate.from(today).add({ days: rules.maximumDaysAhead }).toString()

  for (const { start, end, holds } of windows) {
    const [opens, closes] = [start ?? '', end ?? ''].map(
      (time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)),
    )
    const open = shown.map(
      ({ day, weekday, time }) => time >= (opens ?? 0) && time < (closes ?? 0) && holds(day, weekday),
    )
    let run = 0
    for (const [index, isOpen] of open.entries()) {
      run = isOpen ? run + 1 : 0
      const instant = begin + index * minute
      const { day } = shown[index] ?? { day: '' }
      if (!run || (run - 1) % rules.slotIntervalMinutes || instant < from || instant >= to) continue
      if (instant < now + rules.minimumNoticeMinutes * minute || day > latest || isFull(day)) continue
      const whole = open.slice(index, index + rules.durationMinutes)
      // Beyond midnight it goes on within hours that begin there.
      const isBeyond = (at: number) => {
        const { day, weekday, time } = shown[at] ?? { day: '', weekday: 0, time: 0 }
        const isOther = day !== shown[index]?.day
        return (
          isOther &&
          end === '24:00' &&
          windows.some(
            (next) =>
              next.start === '00:00' &&
              time < Number((next.end ?? '').slice(0, 2)) * 60 + Number((next.end ?? '').slice(3)) &&
              next.holds(day, weekday),
          )
        )
      }
      for (const [offset] of whole.entries()) whole[offset] ||= isBeyond(index + offset)
      if (whole.length < rules.durationMinutes || !whole.every(Boolean)) continue
      if (!meets(instant, instant + rules.durationMinutes * minute)) starts.add(instant)
    }
  }
  return [...starts].sort((one, other) => one - other)
}

const days = new Map<number, string>()

/** The day of this number since 1970. */
function dayNamed(number: number): string {
  const known = days.get(number) ?? new Date(number * 24 * 60 * minute).toISOString().slice(0, 10)
  days.set(number, known)
  return known
}

const clocks = new Map<string, (instant: number) => { day: string; weekday: number; time: number }>()

/** What the clock of a zone shows, by the changes that Temporal knows. */
function clockOf(zone: string) {
  const known = clocks.get(zone)
  if (known) return known
  const offsets: { from: number; offset: number }[] = []
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.from('2025-12-01T00:00Z').toZonedDateTimeISO(zone)
  for (; at && at.year < 2028; at = at.getTimeZoneTransition('next'))
    offsets.unshift({ from: at.epochMilliseconds, offset: at.offsetNanoseconds / 1e6 })
  const clock = (instant: number) => {
    const wall = instant + (offsets.find(({ from }) => from <= instant)?.offset ?? 0)
    const number = Math.floor(wall / (24 * 60 * minute))
    return {
      day: dayNamed(number),
      weekday: ((number + 3) % 7) + 1,
      time: Math.floor(wall / minute) - number * 24 * 60,
    }
  }
  clocks.set(zone, clock)
  return clock
}

/** Zones with the days of 2026 on which their clocks change. */
const zones: Record<string, string[]> = {
  'Europe/Berlin': ['2026-03-29', '2026-10-25'],
  'America/New_York': ['2026-03-08', '2026-11-01'],
  'America/Santiago': ['2026-04-04', '2026-09-06'],
  'America/Havana': ['2026-03-08', '2026-11-01'],
  'Australia/Lord_Howe': ['2026-04-05', '2026-10-04'],
  'Africa/Cairo': ['2026-04-24', '2026-10-29'],
  'Asia/Kathmandu': [],
  'Pacific/Chatham': ['2026-04-05', '2026-09-27'],
}

test('agrees with a computation minute by minute for 500 random availabilities, zones and dates', () => {
  let offered = 0
  let around = 0
  for (let seed = 1; seed <= 500; seed++) {
    const random = new Random(seed)
    const zone = random.pick(Object.keys(zones))
    const isAround = random.chance(0.7) && zones[zone]?.length
    const day = isAround ? random.pick(zones[zone] ?? []) : `2026-0${random.between(1, 9)}-${random.between(10, 28)}`
    if (isAround) around++
    const from = at(`${day}T00:00Z`) - random.between(0, 24 * 4) * 15 * minute
    const to = from + random.between(12, 60) * 60 * minute
    const time = () => {
      const minutes = random.chance(0.5) ? random.between(0, 24) * 10 : random.between(0, 95) * 15
      return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
    }
    const span = () => {
      for (;;) {
        const [start, end] = [time(), random.chance(0.1) ? '24:00' : time()]
        if (start < end) return { start, end }
      }
    }
    const near = () => new Date(from + random.between(-1, 3) * 24 * 60 * minute).toISOString().slice(0, 10)
    const interval = () => {
      const start = from + random.between(-300, 3000) * minute
      return { from: start, to: start + random.between(1, 240) * minute }
    }
    const host: HostSchedule = {
      hours: {
        timezone: zone,
        weekly: Array.from({ length: random.between(3, 14) }, () => ({ weekday: random.between(1, 7), ...span() })),
        overrides: Array.from({ length: random.between(0, 2) }, () =>
          random.chance(0.3)
            ? { date: near(), start: null, end: null, closed: true }
            : { date: near(), ...span(), closed: false },
        ),
      },
      busy: Array.from({ length: random.between(0, 4) }, interval),
      booked: Array.from({ length: random.between(0, 3) }, () => ({
        ...interval(),
        bufferBeforeMinutes: random.between(0, 3) * 10,
        bufferAfterMinutes: random.between(0, 3) * 10,
        countsTowardsLimit: random.chance(0.6),
      })),
    }
    const rules: SlotRules = {
      durationMinutes: random.pick([5, 15, 20, 30, 45, 60, 90]),
      slotIntervalMinutes: random.pick([5, 10, 15, 25, 30, 60]),
      bufferBeforeMinutes: random.pick([0, 0, 5, 15]),
      bufferAfterMinutes: random.pick([0, 0, 10, 30]),
      minimumNoticeMinutes: random.pick([0, 60, 240]),
      maximumDaysAhead: random.pick([null, null, 1, 2]),
      limitPerDay: random.pick([null, null, 1, 2]),
    }
    const now = from + random.between(-3000, 600) * minute
    const found = findSlots(rules, [host], { from, to, now })
    offered += found.length
    expect(iso(found), `seed ${seed}, ${zone}, ${day}`).toEqual(iso(bruteForce(rules, host, from, to, now)))
  }
  expect(around).toBeGreaterThan(200)
  expect(offered).toBeGreaterThan(5000)
})

test('treats hours over midnight alike, as one or as two adjacent ranges', () => {
  const night = (weekly: AvailabilityHours['weekly']): HostSchedule =>
    host({ hours: { timezone: 'UTC', weekly, overrides: [] } })
  const hourly = { ...rules, durationMinutes: 60, slotIntervalMinutes: 30 }
  const [from, to] = [Date.parse('2026-06-01T12:00Z'), Date.parse('2026-06-02T12:00Z')]
  const starts = (weekly: AvailabilityHours['weekly']) =>
    findSlots(hourly, [night(weekly)], { from, to, now: from }).map((at) => new Date(at).toISOString().slice(11, 16))
  const wanted = ['22:00', '22:30', '23:00', '23:30', '00:00', '00:30', '01:00']
  expect(starts([{ weekday: 1, start: '22:00', end: '02:00' }])).toEqual(wanted)
  expect(
    starts([
      { weekday: 1, start: '22:00', end: '24:00' },
      { weekday: 2, start: '00:00', end: '02:00' },
    ]),
  ).toEqual(wanted)
})

describe('hours that meet at midnight', () => {
  const utc = (weekly: AvailabilityHours['weekly'], overrides: AvailabilityHours['overrides'] = []): HostSchedule =>
    host({ hours: { timezone: 'UTC', weekly, overrides } })
  const hourly = { durationMinutes: 60, slotIntervalMinutes: 30 }
  const night = (hosts: HostSchedule[], changed: Partial<SlotRules> = hourly, day = '2026-06-01') => {
    const from = at(`${day}T12:00Z`)
    return findSlots({ ...rules, ...changed }, hosts, { from, to: from + 24 * 60 * minute, now: from }).map((start) =>
      new Date(start).toISOString().slice(11, 16),
    )
  }
  const monday = { weekday: 1, start: '23:00', end: '24:00' }
  const tuesday = { weekday: 2, start: '00:00', end: '01:00' }

  test('are joined at 24:00 or 00:00', () => {
    for (const end of ['24:00', '00:00'])
      expect(night([utc([{ ...monday, end }, tuesday])])).toEqual(['23:00', '23:30', '00:00'])
  })
  test('continue in the longest hours that begin there', () => {
    const long = { ...tuesday, end: '02:00' }
    for (const weekly of [
      [monday, tuesday, long],
      [monday, long, tuesday],
    ])
      expect(night([utc(weekly)], { durationMinutes: 180, slotIntervalMinutes: 60 })).toEqual(['23:00'])
  })
  test('are joined for several hosts too', () => {
    const asOne = utc([{ weekday: 1, start: '22:30', end: '01:00' }])
    expect(night([utc([monday, tuesday]), asOne])).toEqual(['23:00', '23:30', '00:00'])
    const noon = utc([
      { weekday: 1, start: '14:00', end: '15:30' },
      { weekday: 1, start: '15:30', end: '17:00' },
    ])
    const starts = ['14:00', '14:30', '15:30', '16:00']
    expect(night([noon])).toEqual(starts)
    expect(night([noon, noon])).toEqual(starts)
  })
  test('belong to the day they begin on, even if the next is closed', () => {
    const closed = { date: '2026-06-02', start: null, end: null, closed: true }
    const over = { weekday: 1, start: '23:00', end: '01:00' }
    expect(night([utc([over, { ...over, weekday: 2 }], [closed])])).toEqual(['23:00', '23:30', '00:00'])
    expect(night([utc([monday, tuesday], [closed])])).toEqual(['23:00'])
    expect(night([utc([over], [{ ...closed, date: '2026-06-01' }])])).toEqual([])
  })
  test('are cut by an absence that begins at midnight', () => {
    const absent = { ...utc([{ ...monday, end: '01:00' }]), busy: [busy('2026-06-02T00:00Z', '2026-06-03T00:00Z')] }
    expect(night([absent])).toEqual(['23:00'])
  })
  test('are shorter or longer when clocks change', () => {
    const around = (weekly: AvailabilityHours['weekly'], day: string, timezone = 'Europe/Berlin') => {
      const from = at(`${day}T12:00Z`)
      const asked = { from, to: from + 24 * 60 * minute, now: from }
      return iso(
        findSlots(
          { ...rules, ...hourly, slotIntervalMinutes: 60 },
          [host({ hours: { timezone, weekly, overrides: [] } })],
          asked,
        ),
      )
    }
    const saturday = [{ weekday: 6, start: '23:00', end: '04:00' }]
    const split = [
      { weekday: 6, start: '23:00', end: '24:00' },
      { weekday: 7, start: '00:00', end: '04:00' },
    ]
    for (const weekly of [saturday, split]) {
      expect(around(weekly, '2026-03-28').map((start) => start.slice(11, 13))).toEqual(['22', '23', '00', '01'])
      expect(around(weekly, '2026-10-24').map((start) => start.slice(11, 13))).toEqual([
        '21',
        '22',
        '23',
        '00',
        '01',
        '02',
      ])
    }
    // Midnight itself is skipped in Santiago, and its hour before is repeated in Cairo.
    for (const end of ['24:00', '00:00'])
      expect(
        around(
          [
            { weekday: 6, start: '23:30', end },
            { weekday: 7, start: '00:00', end: '02:00' },
          ],
          '2026-09-05',
          'America/Santiago',
        ),
      ).toEqual(['2026-09-06T03:30Z', '2026-09-06T04:00Z'])
    expect(around([{ weekday: 4, start: '23:00', end: '01:00' }], '2026-10-29', 'Africa/Cairo')).toEqual([
      '2026-10-29T20:00Z',
      '2026-10-29T21:00Z',
      '2026-10-29T22:00Z',
    ])
  })
})

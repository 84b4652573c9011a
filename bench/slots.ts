import { Random } from '#core/feature/demo'
import { type Host, type Rules, slotsOf } from '#features/calendar/availability/slots'
import { median } from './measure.ts'
import { format } from './table.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** CPU milliseconds that 90 days with 500 busy intervals may cost. */
const limit = 5

/** What it costs to know the free times of 90 days, among 500 busy intervals, over a change of the clock. */
export async function slots() {
  const random = new Random(1)
  const from = Date.parse('2026-09-01T00:00Z')
  const to = from + 90 * day
  const busy = Array.from({ length: 400 }, () => {
    const start = from + random.between(0, 90 * 24 * 60) * minute
    return { from: start, to: start + random.between(10, 120) * minute }
  })
  const booked = Array.from({ length: 100 }, () => {
    const start = from + random.between(0, 90 * 24 * 4) * 15 * minute
    return { from: start, to: start + 30 * minute, bufferBeforeMinutes: 5, bufferAfterMinutes: 10, counts: true }
  })
  const weekly = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => [
    { weekday, start: '08:00', end: '12:30' },
    { weekday, start: '13:00', end: '18:00' },
  ])
  const host: Host = { hours: { timezone: 'Europe/Berlin', weekly, overrides: [] }, busy, booked }
  const rules: Rules = {
    ...{ durationMinutes: 30, slotIntervalMinutes: 15, bufferBeforeMinutes: 5, bufferAfterMinutes: 5 },
    ...{ minimumNoticeMinutes: 240, maximumDaysAhead: null, limitPerDay: 6 },
  }
  const once = () => slotsOf(rules, [host], { from, to, now: from })
  const first = cpuOf(once)
  for (let round = 0; round < 100; round++) once()
  const cost = median(Array.from({ length: 20 }, () => cpuOf(() => Array.from({ length: 10 }, once)) / 10))
  const verdict = cost <= limit ? 'holds' : 'misses'
  process.stdout.write(
    `${format([
      ['slots', 'CPU ms', 'limit', ''],
      [`90 days, 500 busy intervals, ${once().length} free`, cost.toFixed(2), limit.toFixed(2), verdict],
      ['the first of a process', first.toFixed(2), '', ''],
    ])}\n`,
  )
}

function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

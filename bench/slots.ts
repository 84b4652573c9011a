import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPool } from '#core/database/connection'
import { connectDatabase } from '#core/database/database'
import { openDatabase } from '#core/database/open-database'
import { Random } from '#core/feature/demo'
import { createLog } from '#core/runtime/log'
import { createResponseMemory } from '#core/runtime/response-memory'
import { findSlots, type HostSchedule, type SlotRules } from '#features/calendar/availability/slots'
import { CalendarEvent } from '#features/calendar/events/calendar-event.entity'
import { findOccurrences } from '#features/calendar/events/occurrences'
import { createOrganization } from '#features/people/organizations/create-organization'
import { formatTable } from './format-table.ts'
import { findPostmaster, median, readServerCpu } from './measure.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** CPU milliseconds that 90 days with 500 busy intervals, and a week's window over 10,000 events, may cost. */
const limit = 5
const windowLimit = 2

/** The cost of computing 90 days of free slots among 500 busy intervals, across a clock change. */
export async function benchmarkSlots() {
  const random = new Random(1)
  const from = Date.parse('2026-09-01T00:00Z')
  const to = from + 90 * day
  const busy = Array.from({ length: 400 }, () => {
    const start = from + random.between(0, 90 * 24 * 60) * minute
    return { from: start, to: start + random.between(10, 120) * minute }
  })
  const booked = Array.from({ length: 100 }, () => {
    const start = from + random.between(0, 90 * 24 * 4) * 15 * minute
    return {
      from: start,
      to: start + 30 * minute,
      bufferBeforeMinutes: 5,
      bufferAfterMinutes: 10,
      countsTowardsLimit: true,
    }
  })
  const weekly = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => [
    { weekday, start: '08:00', end: '12:30' },
    { weekday, start: '13:00', end: '18:00' },
  ])
  const host: HostSchedule = { hours: { timezone: 'Europe/Berlin', weekly, overrides: [] }, busy, booked }
  const rules: SlotRules = {
    ...{ durationMinutes: 30, slotIntervalMinutes: 15, bufferBeforeMinutes: 5, bufferAfterMinutes: 5 },
    ...{ minimumNoticeMinutes: 240, maximumDaysAhead: null, limitPerDay: 6 },
  }
  const once = () => findSlots(rules, [host], { from, to, now: from })
  const first = cpuOf(once)
  for (let round = 0; round < 100; round++) once()
  const cost = median(Array.from({ length: 20 }, () => cpuOf(() => Array.from({ length: 10 }, once)) / 10))
  const window = await windowOfAWeek()
  const verdict = (ms: number, most: number) => (ms <= most ? 'holds' : 'misses')
  process.stdout.write(
    `${formatTable([
      ['slots', 'CPU ms', 'limit', ''],
      [`90 days, 500 busy intervals, ${once().length} free`, cost.toFixed(2), limit.toFixed(2), verdict(cost, limit)],
      ['the first of a process', first.toFixed(2), '', ''],
      [
        `a week of 10,000 events, ${window.found} found`,
        window.cpu.toFixed(2),
        windowLimit.toFixed(2),
        verdict(window.cpu, windowLimit),
      ],
      ['of which the database', window.database.toFixed(2), '', ''],
    ])}\n`,
  )
}

/** Of 10,000 events of two years 50 are series that go on; each has one occurrence that was moved. */
const events = `
insert into calendar_events (organization_id, id, created_at, updated_at, version, title, start_time, end_time, timezone,
  recurrence, span_start, span_end, lasting, uid)
select $1, gen_random_uuid(), now(), now(), 1, 'Termin ' || i, s, s + interval '1 hour', 'Europe/Berlin',
  case when i <= 50 then 'FREQ=WEEKLY' end, s, case when i > 50 then s + interval '1 hour' end, i <= 50, 'u' || i
from generate_series(1, 10000) i, lateral (select '2025-09-01T08:00Z'::timestamptz + (i * 7919 % 17520) * interval '1 hour' s) x`
const moved = `
insert into calendar_occurrences (organization_id, event_id, occurrence_start, start_time, end_time)
select organization_id, id, start_time + interval '7 days', start_time + interval '8 days', end_time + interval '8 days'
from calendar_events where recurrence is not null`

/** The cost of finding the events of a week, for process and database. */
async function windowOfAWeek() {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
  const opened = await openDatabase({ databaseUrl: null, dataDir: directory, secretKey: null }, () => {})
  const system = createPool(opened.url, 'system', 1)
  const database = await connectDatabase(opened.url, [CalendarEvent], {
    ...{ poolSize: 2, isDistributed: false, responseMemory: createResponseMemory() },
    timeouts: { statementTimeoutMs: 10_000, lockTimeoutMs: 10_000, waitTimeoutMs: 10_000 },
  })
  try {
    const { organizationId } = await createOrganization(system, { name: 'Bench', email: 'bench@kontor.example' })
    await system.query(events, [organizationId])
    await system.query(moved)
    await system.query('vacuum analyze')
    const postmaster = await findPostmaster(system)
    const first = Date.parse('2026-03-02T00:00Z')
    const find = async (week: number) => {
      const from = new Date(first + (week % 50) * 7 * day)
      return database.tenant(organizationId, (transaction) =>
        findOccurrences(
          { organizationId, services: { log: createLog('fatal') }, query: (statement) => transaction.query(statement) },
          { from, to: new Date(from.getTime() + 7 * day) },
        ),
      )
    }
    for (let week = 0; week < 200; week++) await find(week)
    const rounds = 500
    const server = process.cpuUsage()
    const behind = readServerCpu(0, postmaster)
    for (let week = 0; week < rounds; week++) await find(week)
    const { user, system: kernel } = process.cpuUsage(server)
    const behindCpu = (readServerCpu(0, postmaster) - behind) / rounds
    return { cpu: (user + kernel) / 1000 / rounds + behindCpu, database: behindCpu, found: (await find(0)).length }
  } finally {
    await database.close()
    await system.end()
    await opened.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

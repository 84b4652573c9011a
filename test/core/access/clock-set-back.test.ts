import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { countAttempt } from '#core/access/attempt-limiter'
import { type House, openHouse, startApp } from '../../harness/house.ts'

// The machine's clock was three hours fast and is corrected: exceeded limits still end within their window.

const hours = (count: number) => count * 3_600_000

let started: Awaited<ReturnType<typeof startApp>>
let at: House
beforeAll(async () => {
  started = await startApp({ env: { API_RATE_LIMIT_PER_MINUTE: '5' } })
})
beforeEach(async () => {
  at = await openHouse(started.app)
})
afterEach(() => vi.useRealTimers())
afterAll(() => started.stop())

const ask = async () => (await at.owner.rest('GET', '/me')).status
const spend = async () => {
  const statuses: number[] = []
  for (let request = 0; request < 6; request++) statuses.push(await ask())
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
}
/** Windows begin in the future. */
const wereInTheFuture = () =>
  started.app.system.query("update rate_windows set started_at = started_at + interval '3 hours'")

test('the limit of a process', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() + hours(3) })
  await spend()
  vi.setSystemTime(Date.now() - hours(3))
  expect(await ask()).toBe(429)
  await started.app.system.query("update rate_windows set started_at = started_at - interval '1 minute'")
  const minuteLater = performance.now() + 61_000
  vi.spyOn(performance, 'now').mockReturnValue(minuteLater)
  expect(await ask()).toBe(200)
  vi.restoreAllMocks()
})

test('the limit that all processes share', async () => {
  await spend()
  await wereInTheFuture()
  const minuteLater = performance.now() + 61_000
  vi.spyOn(performance, 'now').mockReturnValue(minuteLater)
  expect(await ask()).toBe(200)
  vi.restoreAllMocks()
})

test('the limit of wrong passwords', async () => {
  const key = { key: `clock ${randomUUID()}`, maxAttempts: 1 }
  const now = new Date()
  const fast = new Date(now.getTime() + hours(3))
  const count = async (moment: Date) => (await countAttempt(started.app.services.database.pool, key, moment)).retryAfter
  expect([await count(fast), await count(fast)]).toEqual([null, 900])
  expect([await count(now), await count(now)]).toEqual([null, 900])
})

import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '#core/database/connection'
import { createBus } from '#core/events/bus'
import { createJobs } from '#core/jobs/jobs'
import { openHouse, startApp } from '../../harness/house.ts'

let started: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  started = await startApp()
})
afterAll(() => started.stop())

test('processes can start concurrently', async () => {
  const system = createPool(started.url, 'system', 8)
  const start = () => createJobs(started.url, system, started.app.services.bus, [], pino({ level: 'silent' }))
  const starts = await Promise.allSettled(Array.from({ length: 8 }, start))
  await Promise.all(starts.map((each) => each.status === 'fulfilled' && each.value.stop()))
  await system.end()
  expect(starts.filter(({ status }) => status === 'rejected')).toEqual([])
})

test('runs waiting jobs one after another without pauses', async () => {
  const { app, url } = started
  const done: number[] = []
  const all = Promise.withResolvers<void>()
  const kind = {
    name: 'counted',
    run: async ({ number }: { number: number }) => {
      if (done.push(number) === 10) all.resolve()
    },
  }
  const jobs = await createJobs(url, app.system, app.services.bus, [kind], pino({ level: 'silent' }))
  const { organizationId } = await openHouse(app)
  for (let number = 0; number < 10; number++)
    await app.services.database.tenant(organizationId, (transaction) =>
      jobs.enqueue(transaction, 'counted', { number }),
    )
  const began = performance.now()
  await jobs.work()
  await all.promise
  // Ten polls two seconds apart would take eighteen.
  expect(performance.now() - began).toBeLessThan(9_000)
  expect(done.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  await jobs.stop()
}, 30_000)

test('a long job does not delay others of its kind, up to the concurrency', async () => {
  const { app, url } = started
  const begun: number[] = []
  const ended = Promise.withResolvers<void>()
  const kind = {
    name: 'long',
    concurrency: 3,
    run: async ({ number }: { number: number }) => {
      begun.push(number)
      await ended.promise
    },
  }
  const jobs = await createJobs(url, app.system, app.services.bus, [kind], pino({ level: 'silent' }))
  const { organizationId } = await openHouse(app)
  await jobs.work()
  for (const number of [1, 2, 3, 4]) {
    await app.services.database.tenant(organizationId, (transaction) => jobs.enqueue(transaction, 'long', { number }))
    jobs.wake('long')
    // The next poll is ten seconds away.
    if (number < 4) await expect.poll(() => begun, { timeout: 3_000 }).toContain(number)
  }
  expect(begun).toEqual([1, 2, 3])
  ended.resolve()
  await expect.poll(() => begun, { timeout: 3_000 }).toEqual([1, 2, 3, 4])
  await jobs.stop()
}, 30_000)

test('a job is created with its operation, and not if that rolls back', async () => {
  const { app, url } = started
  const kind = { name: 'committed', run: async () => {} }
  const jobs = await createJobs(url, app.system, app.services.bus, [kind], pino({ level: 'silent' }))
  const { organizationId } = await openHouse(app)
  const enqueue = (name: string, ends: () => void) =>
    app.services.database.tenant(organizationId, async (transaction) => {
      await jobs.enqueue(transaction, 'committed', { name })
      ends()
    })
  await enqueue('done', () => {})
  const undone = enqueue('undone', () => {
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  const { rows } = await app.system.query("select data->>'name' as name from pgboss.job where name = 'committed'")
  expect(rows).toEqual([{ name: 'done' }])
  await jobs.stop()
})

test("notifies every process of jobs, and of organizations' events beside", async () => {
  const { app, url } = started
  const { bus, jobs } = app.services
  const theirs = await createBus(url, app.services.database.pool, () => {})
  const heard = Promise.withResolvers<void>()
  const heardOf: string[] = []
  const hear = (what: string) => (of: string) => {
    if (heardOf.push(`${what} ${of}`) === 2) heard.resolve()
  }
  theirs.onWake(hear('wake'))
  theirs.onNotify(hear('notify'))
  const own: string[] = []
  const stop = bus.onWake((kind) => own.push(kind))
  jobs.wake('mail')
  bus.notify('an-organization')
  expect(own).toEqual(['mail'])
  await heard.promise
  expect(heardOf.toSorted()).toEqual(['notify an-organization', 'wake mail'])
  stop()
  await theirs.close()
})

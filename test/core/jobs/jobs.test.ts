import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '../../../src/core/database/connection.ts'
import { createJobs } from '../../../src/core/jobs/jobs.ts'
import { startApp } from '../../harness/house.ts'

let started: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  started = await startApp()
})
afterAll(() => started.stop())

test('processes that start together do not fail each other', async () => {
  const system = createPool(started.url, 'system', 8)
  const start = () => createJobs(started.url, system, [], pino({ level: 'silent' }))
  const starts = await Promise.allSettled(Array.from({ length: 8 }, start))
  await Promise.all(starts.map((each) => each.status === 'fulfilled' && each.value.stop()))
  await system.end()
  expect(starts.filter(({ status }) => status === 'rejected')).toEqual([])
})

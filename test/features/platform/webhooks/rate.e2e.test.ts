import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse, startApp } from '../../../harness/house.ts'
import { type Process, startWorker } from '../../../harness/process.ts'
import { startTlsReceiver, type TlsReceiver } from '../../../peers/tls-receiver.ts'
import { happen } from './events.ts'
import { eventOf, keyOf, subscribe, until } from './subscriber.ts'

// 1,000 deliveries of an organization in a minute, over all processes: two workers share what is due.

let hook: TlsReceiver
let stop: () => Promise<void>
let workers: Process[]
let busy: House
let other: House

beforeAll(async () => {
  hook = await startTlsReceiver()
  const started = await startApp()
  stop = started.stop
  busy = await openHouse(started.app)
  other = await openHouse(started.app)
  const settings = {
    DATABASE_URL: started.url,
    DATA_DIR: started.directory,
    NODE_EXTRA_CA_CERTS: hook.caFile,
    WEBHOOK_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8,::1/128',
  }
  workers = [startWorker(settings), startWorker(settings)]
  await Promise.all(workers.map(({ ready }) => ready))
})

afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  await stop()
  await hook.close()
})

const arrived = ({ organizationId }: House) =>
  hook.all.filter((each) => eventOf(each).organization_id === organizationId)

const arrivals = (of: House, count: number) =>
  until(
    async () => arrived(of).length,
    (length) => length >= count,
    20_000,
  )

/** As if a minute passed: what has left is counted no more. */
const letMinutePass = () =>
  busy.app.system.query(
    `update webhook_departures set by_second =
       (select coalesce(jsonb_object_agg(key::bigint - 63, value), '{}') from jsonb_each(by_second)) where organization_id = $1`,
    [busy.organizationId],
  )

test('of 3,000 events 1,000 leave in a minute, over two processes; another organization’s leave at once; none is dropped', async () => {
  await subscribe(busy, hook.url, ['client.created'])
  await subscribe(busy, hook.url, ['client.updated'])
  await subscribe(other, hook.url)
  await Promise.all([happen(busy, 'client.created', 1500), happen(busy, 'client.updated', 1500)])
  for (const minute of [1, 2, 3]) {
    expect(await arrivals(busy, minute * 1000)).toBe(minute * 1000)
    const began = Date.now()
    await happen(other, 'client.created', 1)
    expect(await arrivals(other, minute)).toBe(minute)
    // The first one waits for the next minute.
    expect(Date.now() - began, 'what another organization waits').toBeLessThan(15_000)
    // Polling every second opens the queues again: they find that nothing may leave.
    await pause(1500)
    expect(arrived(busy)).toHaveLength(minute * 1000)
    await letMinutePass()
  }
  expect(new Set(arrived(busy).map(keyOf)).size).toBe(3000)
  const names = (name: string) => arrived(busy).filter((each) => eventOf(each).event === name)
  for (const name of ['client.created', 'client.updated']) {
    const sequences = names(name).map((each) => eventOf(each).sequence)
    expect(sequences, `${name} in order`).toEqual(sequences.toSorted((a, b) => a - b))
  }
}, 60_000)

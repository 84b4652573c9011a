import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliveriesOf, subscribe, until } from '../features/platform/webhooks/subscriber.ts'
import { type House, openHouse, startApp } from '../harness/house.ts'
import { type Process, startWorker } from '../harness/process.ts'
import { findSocketOwner } from '../harness/socket-owner.ts'
import { startTlsReceiver, type TlsReceiver } from '../peers/tls-receiver.ts'

// A worker that is stopped (SIGSTOP) exists on, with its connections; what it held another takes over.

const takenOver = 25_000

let hook: TlsReceiver
let at: House
let stop: () => Promise<void>
let workers: Process[]

beforeAll(async () => {
  hook = await startTlsReceiver()
  const started = await startApp()
  stop = started.stop
  at = await openHouse(started.app)
  workers = [1, 2].map(() =>
    startWorker({
      DATA_DIR: started.directory,
      DATABASE_URL: started.url,
      NODE_EXTRA_CA_CERTS: hook.caFile,
      WEBHOOK_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8,::1/128',
    }),
  )
  await Promise.all(workers.map(({ ready }) => ready))
}, 120_000)

afterAll(async () => {
  await Promise.all(workers.map(({ kill }) => kill()))
  await stop()
  await hook.close()
})

const change = () => at.owner.rest('POST', '/clients', { name: 'Kunde' })
/** How many processes may send. */
const sessions = async () =>
  (
    await at.app.system.query(
      "select from pg_stat_activity where datname = current_database() and application_name = 'kontor queues'",
    )
  ).rows.length
const pids = () => workers.map(({ pid }) => pid)

test("a stopped worker's delivery is taken over, and its late result is ignored", async () => {
  let stopped = 0
  hook.answer(({ from }) => {
    if (stopped) return { status: 204 }
    stopped = findSocketOwner(from, pids()) ?? 0
    process.kill(stopped, 'SIGSTOP')
    return { status: 500 }
  })
  const webhook = await subscribe(at, hook.url)
  await change()
  await change()
  const done = await until(
    () => deliveriesOf(at, webhook.id),
    (rows) => rows.length === 2 && rows.every(({ status }) => status === 'succeeded'),
    takenOver,
  )
  process.kill(stopped, 'SIGCONT')
  // What the stopped one was answered it writes down at once, and a second later it asks for a session anew.
  await expect.poll(sessions, { timeout: 10_000 }).toBe(workers.length)
  expect(await deliveriesOf(at, webhook.id)).toEqual(done)
  const health = 'select failing_since from webhooks where organization_id = $1 and id = $2'
  expect((await at.app.system.query(health, [at.organizationId, webhook.id])).rows).toEqual([{ failing_since: null }])
}, 60_000)

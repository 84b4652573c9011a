import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliveriesOf, eventOf, keyOf, settled, subscribe } from '../features/platform/webhooks/subscriber.ts'
import { type House, openHouse, startApp } from '../harness/house.ts'
import { repetitions } from '../harness/nightly.ts'
import { type Process, startServer, startWorker } from '../harness/process.ts'
import { freePort } from '../harness/service.ts'
import { findSocketOwner } from '../harness/socket-owner.ts'
import { type Moment, type PostgresProxy, type StatementFilter, startPostgresProxy } from '../peers/postgres-proxy.ts'
import { type ReceivedRequest, startTlsReceiver, type TlsReceiver } from '../peers/tls-receiver.ts'

// A server and two dispatchers, each killed with SIGKILL at named points, while the receiver fails one call in ten and
// resets one in twenty. What must hold afterwards: nothing is lost, nothing invented, and what came twice came under the
// same Idempotency-Key.

const rounds = repetitions('CRASH_ROUNDS', 1, 5)

/** A process behind a proxy of its own, started again as soon as it is killed. */
interface Slot {
  proxy: PostgresProxy
  process: Process
  kill(): void
}

let hook: TlsReceiver
let at: House
let stop: () => Promise<void>
let server: Slot
let dispatchers: Slot[]
let base: string
const kills: Record<string, number> = {}

beforeAll(async () => {
  hook = await startTlsReceiver()
  const started = await startApp()
  stop = started.stop
  at = await openHouse(started.app)
  const port = await freePort()
  base = `http://127.0.0.1:${port}/api/v1`
  const settings = {
    PORT: String(port),
    DATA_DIR: started.directory,
    NODE_EXTRA_CA_CERTS: hook.caFile,
    WEBHOOK_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8,::1/128',
    WEBHOOK_RETRY_BASE_MS: '20',
    API_RATE_LIMIT_PER_MINUTE: '1000000',
    MAIL_LIMIT_PER_HOUR: '0',
  }
  const slot = async (start: (settings: NodeJS.ProcessEnv) => Process): Promise<Slot> => {
    const proxy = await startPostgresProxy(started.url)
    const begin = () => start({ ...settings, DATABASE_URL: proxy.url })
    const made: Slot = {
      proxy,
      process: begin(),
      kill() {
        made.process.kill()
        made.process = begin()
      },
    }
    return made
  }
  // The first of each ends by itself, and leaves its compiled code for those that are killed.
  for (const start of [startServer, startWorker]) {
    const first = start({ ...settings, DATABASE_URL: started.url })
    await first.ready
    await first.stop()
  }
  server = await slot(startServer)
  dispatchers = [await slot(startWorker), await slot(startWorker)]
  await Promise.all([server, ...dispatchers].map(({ process }) => process.ready))
}, 120_000)

afterAll(async () => {
  const slots = [server, ...dispatchers]
  await Promise.all(slots.map(({ process }) => process.kill()))
  await Promise.all(slots.map(({ proxy }) => proxy.close()))
  await stop()
  await hook.close()
})

const isAppend = (text: string) => text.includes('insert into events')
const isFanOut = (text: string) => text.startsWith('update webhook_cursors')
const isClaim = (text: string) => text.includes('take_departures')
const isMark = (text: string) => text.startsWith('update webhook_deliveries d')
const isCommitOf = (fits: (text: string) => boolean) => (text: string, before: string) =>
  text === 'commit' && fits(before)

/** Kills the first of some processes that comes to a statement; answers once it is done. */
async function killAtStatement(point: string, slots: Slot[], moment: Moment, fits: StatementFilter): Promise<void> {
  await new Promise<void>((resolve) => {
    const traps = slots.map(({ proxy, kill }) =>
      proxy.breakAt(moment, fits, () => {
        for (const disarm of traps) disarm()
        kill()
        resolve()
      }),
    )
  })
  kills[point] = (kills[point] ?? 0) + 1
}

let trap: { point: 'sent' | 'answered'; sprung(): void } | null = null

/** Kills the process whose call has reached the receiver, before its answer or as soon as it has it. */
async function killAtCall(point: 'sent' | 'answered'): Promise<void> {
  await new Promise<void>((sprung) => {
    trap = { point, sprung }
  })
  kills[point] = (kills[point] ?? 0) + 1
}

/** Kills the dispatcher that made a call; false where it is gone already. */
function killCaller({ from }: ReceivedRequest): boolean {
  const pid = findSocketOwner(
    from,
    dispatchers.map(({ process }) => process.pid),
  )
  const caller = dispatchers.find(({ process }) => process.pid === pid)
  caller?.kill()
  return caller !== undefined
}

/** The keys of the calls that were answered with a 2xx. */
const acknowledged = new Set<unknown>()

const acknowledge = (received: ReceivedRequest) => {
  acknowledged.add(keyOf(received))
  return { status: 204 }
}

/** One call in ten fails and one in twenty is reset; the one that a trap waits for meets it. */
function receive(received: ReceivedRequest, number: number) {
  const sprung = trap
  if (sprung?.point === 'sent' && killCaller(received)) {
    trap = null
    sprung.sprung()
    return 'hang' as const
  }
  if (sprung?.point === 'answered') {
    trap = null
    received.ended.then(() => {
      if (killCaller(received)) sprung.sprung()
      else trap = sprung
    })
    return acknowledge(received)
  }
  if (number % 20 === 7) return 'reset' as const
  return number % 10 === 3 ? { status: 500 } : acknowledge(received)
}

let made = 0
/** Two changes by the operations of this process. */
const change = () => Promise.all([1, 2].map(() => at.owner.rest('POST', '/clients', { name: `Kunde ${++made}` })))

/** A change by the server, which does not answer where it is killed. */
const changeByServer = async () => {
  await server.process.ready
  const answer = await fetch(`${base}/clients`, {
    method: 'POST',
    headers: { authorization: `Bearer ${at.owner.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `Kunde ${++made}` }),
  }).catch(() => null)
  return answer?.status ?? null
}

async function killServer() {
  for (let round = 0; round < rounds; round++)
    for (const moment of ['before', 'after'] as const) {
      expect(await changeByServer()).toBe(201)
      const killed = killAtStatement(`${moment} commit`, [server], moment, isCommitOf(isAppend))
      expect(await changeByServer()).toBe(null)
      await killed
    }
}

async function killDispatchers() {
  const points: (() => Promise<void>)[] = [
    () => killAtStatement('before fan-out', dispatchers, 'before', isCommitOf(isFanOut)),
    () => killAtStatement('after fan-out', dispatchers, 'after', isCommitOf(isFanOut)),
    () => killAtStatement('claim', dispatchers, 'after', isClaim),
    () => killAtCall('sent'),
    () => killAtCall('answered'),
    () => killAtStatement('marked', dispatchers, 'after', isCommitOf(isMark)),
  ]
  for (let round = 0; round < rounds; round++)
    for (const kill of points) {
      const killed = kill()
      await change()
      await killed
    }
}

test(`killed ${8 * rounds} times at named points: nothing lost, nothing invented`, { timeout: 600_000 }, async () => {
  hook.answer(receive)
  const webhook = await subscribe(at, hook.url)
  await Promise.all([killServer(), killDispatchers()])
  expect(kills).toEqual({
    'before commit': rounds,
    'after commit': rounds,
    'before fan-out': rounds,
    'after fan-out': rounds,
    claim: rounds,
    sent: rounds,
    answered: rounds,
    marked: rounds,
  })

  const { rows: events } = await at.app.system.query<{ id: string; sequence: number; body: string }>(
    'select id, sequence, body from events where organization_id = $1 order by sequence',
    [at.organizationId],
  )
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1))
  const { rows: clients } = await at.app.system.query<{ id: string }>(
    'select id from clients where organization_id = $1',
    [at.organizationId],
  )
  const changed = events.map(({ body }) => JSON.parse(body).data.id)
  expect(changed.toSorted(), 'each change has its event').toEqual(clients.map(({ id }) => id).sort())
  // Every change but those killed before their commit.
  expect(events).toHaveLength(made - rounds)

  // Those killed last have started again.
  await Promise.all(dispatchers.map(({ process }) => process.ready))
  await settled(at, webhook.id, events.length)
  const deliveries = await deliveriesOf(at, webhook.id)
  expect(deliveries.map(({ event_id }) => event_id)).toEqual(events.map(({ id }) => id))
  expect(deliveries.filter(({ status }) => status !== 'succeeded')).toEqual([])
  const stored = new Map(events.map(({ id, body }) => [id, body]))
  for (const received of hook.all) {
    expect(keyOf(received)).toBe(eventOf(received).id)
    expect(received.body.toString()).toBe(stored.get(eventOf(received).id))
  }
  expect(acknowledged, 'every event was acknowledged').toEqual(new Set(stored.keys()))
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { HocuspocusProvider } from '@hocuspocus/provider'
import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { WebSocket } from 'ws'
import { Doc } from 'yjs'
import { createLinkToken } from '#core/access/link-token'
import { LiveEventsDocument, type LiveEventsSubscription } from '#schema/client/graphql'
import { eventOf, keyOf } from '../features/platform/webhooks/subscriber.ts'
import { createDatabase } from '../harness/cluster.ts'
import { repetitions } from '../harness/nightly.ts'
import { type Process, startWorker } from '../harness/process.ts'
import { type RoundRobin, startRoundRobin } from '../peers/round-robin.ts'
import { type SmtpSink, startSmtpSink } from '../peers/smtp-sink.ts'
import { startTlsReceiver, type TlsReceiver } from '../peers/tls-receiver.ts'
import { type Firm, openFirm } from './firm.ts'
import { createServer, type Server } from './server.ts'

// Three servers and two workers on one database, behind a proxy: whoever asks does not notice that they are several, nor
// that each of them is replaced. CHAOS_STOPS=20 replaces servers as often (3 else).

const stops = repetitions('CHAOS_STOPS', 3, 20)

const patient = { timeout: 60_000, interval: 20 }
const publicLimit = 90

const directory = mkdtempSync(join(tmpdir(), 'kontor-several-'))
let database: { url: string; drop(): Promise<void> }
let settings: NodeJS.ProcessEnv
let sink: SmtpSink
let hook: TlsReceiver
let servers: Server[]
let workers: Process[]
let proxy: RoundRobin
let firm: Firm

beforeAll(async () => {
  database = await createDatabase(inject('cluster'), inject('template'))
  sink = await startSmtpSink()
  hook = await startTlsReceiver()
  settings = {
    DATA_DIR: directory,
    DATABASE_URL: database.url,
    SMTP_URL: sink.url,
    NODE_EXTRA_CA_CERTS: hook.caFile,
    WEBHOOK_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8,::1/128',
    PUBLIC_RATE_LIMIT_PER_MINUTE: String(publicLimit),
    TRUST_PROXY: '127.0.0.1/32',
    WORKERS: 'none',
    STOP_GRACE_MS: '1500',
  }
  servers = await Promise.all([1, 2, 3].map(() => createServer(settings)))
  for (const server of servers) await server.start()
  workers = [1, 2].map(() => startWorker(settings))
  await Promise.all(workers.map(({ ready }) => ready))
  proxy = await startRoundRobin(servers.map(({ base }) => base))
  firm = await openFirm(proxy.base, database.url)
}, 240_000)

afterAll(async () => {
  await proxy.close()
  for (const server of servers) server.kill('SIGKILL')
  await Promise.all(workers.map((worker) => worker.kill()))
  await firm.system.end()
  await sink.close()
  await hook.close()
  await database.drop()
  rmSync(directory, { recursive: true, force: true })
})

test('several servers share one rate limit', async () => {
  const { token } = createLinkToken(firm.organizationId)
  const headers = { 'x-forwarded-for': '198.51.100.7' }
  const statuses: number[] = []
  for (let round = 0; round < 40; round++)
    statuses.push(
      ...(await Promise.all(
        servers.map(async ({ base }) => (await fetch(`${base}/api/v1/public/shares/${token}`, { headers })).status),
      )),
    )
  expect(statuses.filter((status) => status === 404)).toHaveLength(publicLimit)
  expect(statuses.filter((status) => status === 429)).toHaveLength(120 - publicLimit)
})

test('several servers deliver all events in order to each subscriber', async () => {
  const names = (client: string, count: number) => Array.from({ length: count }, (_, index) => `${client} ${index}`)
  const heard = servers.map(() => [] as string[])
  const clients = servers.map(({ base }, index) => {
    const client = createClient({
      url: `${base.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { authorization: `Bearer ${firm.token}` },
    })
    const listen = async () => {
      const events = client.iterate<LiveEventsSubscription>({
        query: String(LiveEventsDocument),
        variables: { names: ['client.created'] },
      })
      for await (const { data } of events) if (data) heard[index]?.push((data.events.data as { name: string }).name)
    }
    listen().catch(() => {})
    return client
  })
  // Until all listen, something happens.
  const knock = async () => {
    await firm.call('POST', '/clients', { name: 'Anfang' })
    return heard.every(({ length }) => length > 0)
  }
  await expect.poll(knock, patient).toBe(true)
  await Promise.all(
    servers.map(async ({ base }, index) => {
      for (const name of names(`Server ${index}`, 5))
        await fetch(`${base}/api/v1/clients`, {
          method: 'POST',
          headers: { authorization: `Bearer ${firm.token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ name }),
        })
    }),
  )
  const { rows } = await firm.system.query<{ name: string }>(
    `select body::json->'data'->>'name' as name from events where organization_id = $1 and name = 'client.created'
       and body::json->'data'->>'name' like 'Server %' order by sequence`,
    [firm.organizationId],
  )
  expect(rows).toHaveLength(15)
  const told = (index: number) => heard[index]?.filter((name) => name.startsWith('Server '))
  for (const index of servers.keys())
    await expect.poll(() => told(index), patient).toEqual(rows.map(({ name }) => name))
  for (const client of clients) await client.dispose()
})

test('several servers share an open page', async () => {
  const page = (await firm.call('POST', '/pages', { title: 'Seite', content: 'Anfang' }))?.body.id
  const editors = servers.map(({ base }) => {
    const provider = new HocuspocusProvider({
      url: `${base.replace('http', 'ws')}/live`,
      WebSocketPolyfill: WebSocket,
      name: `page.${page}`,
      document: new Doc(),
      token: firm.token,
    } as ConstructorParameters<typeof HocuspocusProvider>[0])
    return { provider, text: () => provider.document.getXmlFragment('default').toString() }
  })
  for (const { provider, text } of editors) {
    await expect.poll(() => provider.isSynced, patient).toBe(true)
    expect(text()).toBe('<paragraph>Anfang</paragraph>')
  }
  for (const [index, { provider }] of editors.entries()) {
    const [paragraph] = provider.document.getXmlFragment('default').toArray() as unknown as {
      get(at: number): { insert(at: number, text: string): void }
    }[]
    paragraph?.get(0).insert(0, `${index} `)
    for (const { text } of editors) await expect.poll(text, patient).toContain(`${index} `)
  }
  for (const { provider } of editors) {
    expect(provider.document.getXmlFragment('default').toString()).toBe('<paragraph>2 1 0 Anfang</paragraph>')
    provider.destroy()
  }
})

test(`${stops} servers and the workers replaced one after the other under load fail no request, do each job once and deliver each event once`, {
  timeout: 240_000 + stops * 10_000,
}, async () => {
  await firm.call('POST', '/webhooks', { url: hook.url, events: ['client.created', 'invoice.sent'] })
  const sends = stops + workers.length + 1
  const drafts = await firm.drafts(sends)
  const failures: unknown[] = []
  const created: string[] = []
  let sent = 0
  let isOver = false
  const send = async (number: number) => {
    const name = `Kunde ${number}`
    const [method, path, body] =
      number % 4 ? (['GET', '/clients?per_page=1'] as const) : (['POST', '/clients', { name }] as const)
    const answer = await firm.call(method, path, body)
    if (answer?.status === (body ? 201 : 200)) body && created.push(name)
    else failures.push({ method, path, answer })
  }
  const load = async () => {
    const underWay = new Set<Promise<void>>()
    for (; !isOver; await pause(10)) {
      const request = send(sent++).finally(() => underWay.delete(request))
      underWay.add(request)
      // A busy machine is asked less.
      if (underWay.size > 16) await Promise.race(underWay)
    }
    await Promise.all(underWay)
  }
  const sendNext = async () => {
    const answer = await firm.send(drafts.pop() as string)
    expect([answer?.status, answer?.body.error]).toEqual([200, undefined])
  }
  const loaded = load()
  for (let stop = 0; stop < stops; stop++) {
    const server = servers[stop % servers.length] as Server
    await sendNext()
    server.kill('SIGTERM')
    expect(await server.exited()).toBe(0)
    await server.start()
  }
  for (const [index, worker] of workers.entries()) {
    await sendNext()
    await worker.stop()
    const started = startWorker(settings)
    workers[index] = started
    await started.ready
  }
  await sendNext()
  isOver = true
  await loaded
  expect(failures).toEqual([])
  console.info(`${sent} requests while ${stops + workers.length} processes were replaced.`)

  const { rows } = await firm.system.query<{ name: string }>(
    "select name from clients where organization_id = $1 and name like 'Kunde %'",
    [firm.organizationId],
  )
  expect(rows.map(({ name }) => name).sort()).toEqual(created.sort())
  expect(await firm.mailed()).toHaveLength(sends)
  expect(sink.all).toHaveLength(sends)
  await expect.poll(() => new Set(hook.all.map(keyOf)).size, patient).toBe(created.length + sends)
  expect(hook.all).toHaveLength(created.length + sends)
  expect(hook.all.filter((each) => eventOf(each).event === 'invoice.sent')).toHaveLength(sends)
  await firm.expectWhole()
})

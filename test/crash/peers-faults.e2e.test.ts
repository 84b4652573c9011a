import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { eventOf, keyOf } from '../features/platform/webhooks/subscriber.ts'
import { createDatabase } from '../harness/cluster.ts'
import { repetitions } from '../harness/nightly.ts'
import { type Fault, type FaultProxy, startFaultProxy } from '../peers/fault-proxy.ts'
import { type ObjectStore, startObjectStore } from '../peers/object-store.ts'
import { type SmtpSink, startSmtpSink } from '../peers/smtp-sink.ts'
import { startTlsReceiver, type TlsReceiver } from '../peers/tls-receiver.ts'
import { type Firm, openFirm, sentInTheEnd } from './firm.ts'
import { createServer, type Server } from './server.ts'

// The network before the object storage, the mail server and a receiver of webhooks is slow, breaks off, swallows everything or starts
// slowly. CHAOS_FAULTS=10 goes through all of it ten times.

const rounds = repetitions('CHAOS_FAULTS', 1, 10)
const faults: Fault[] = [{ latency: 100 }, 'reset', 'hole', { slowStart: 1_000 }]

const directory = mkdtempSync(join(tmpdir(), 'kontor-peers-'))
let database: { url: string; drop(): Promise<void> }
let store: ObjectStore
let sink: SmtpSink
let hook: TlsReceiver
let proxies: Record<'storage' | 'mail' | 'receiver', FaultProxy>
let server: Server
let firm: Firm

const portOf = (url: string | undefined) => ({ host: '127.0.0.1', port: Number(new URL(url ?? '').port) })

beforeAll(async () => {
  database = await createDatabase(inject('cluster'), inject('template'))
  store = await startObjectStore()
  sink = await startSmtpSink()
  hook = await startTlsReceiver()
  proxies = {
    storage: await startFaultProxy(portOf(store.settings.S3_ENDPOINT)),
    mail: await startFaultProxy(portOf(sink.url)),
    receiver: await startFaultProxy(portOf(hook.url)),
  }
  server = await createServer({
    ...store.settings,
    S3_ENDPOINT: `http://127.0.0.1:${proxies.storage.port}`,
    SMTP_URL: `smtp://127.0.0.1:${proxies.mail.port}`,
    DATA_DIR: directory,
    DATABASE_URL: database.url,
    NODE_EXTRA_CA_CERTS: hook.caFile,
    WEBHOOK_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8,::1/128',
    WEBHOOK_RETRY_BASE_MS: '100',
  })
  await server.start()
  firm = await openFirm(server.base, database.url)
  const url = `https://localhost:${proxies.receiver.port}/hook`
  await firm.call('POST', '/webhooks', { url, events: ['invoice.sent'] })
}, 120_000)

afterAll(async () => {
  server.kill('SIGKILL')
  await firm.system.end()
  for (const proxy of Object.values(proxies)) await proxy.close()
  await store.close()
  await sink.close()
  await hook.close()
  await database.drop()
  rmSync(directory, { recursive: true, force: true })
})

/** Milliseconds within which everything else is answered, whatever another server does. */
const most = 5_000

test(`a network that is slow, breaks off, swallows everything or starts slowly before storage, mail and webhooks, ${rounds} times: nothing is lost or half done, and the rest works meanwhile`, {
  timeout: 120_000 + rounds * 120_000,
}, async () => {
  let sent = 0
  const schedule = Array.from({ length: rounds }, () =>
    Object.entries(proxies).flatMap(([place, proxy]) => faults.map((fault) => ({ place, proxy, fault }))),
  ).flat()
  for (const { place, proxy, fault } of schedule) {
    const at = `${place}, ${JSON.stringify(fault)}`
    const drafts = await firm.drafts(2)
    proxy.set(fault)
    const sends = drafts.map(firm.send)
    const began = performance.now()
    await sleep(300)
    // Others wait neither for a number nor for a connection to the database.
    expect((await firm.call('POST', '/clients', { name: 'Meanwhile' }))?.status, at).toBe(201)
    expect((await firm.call('GET', '/invoices'))?.status, at).toBe(200)
    expect((await fetch(`${server.base}/readyz`)).status, at).toBe(200)
    expect(performance.now() - began, at).toBeLessThan(most)
    if (place !== 'storage') for (const answer of await Promise.all(sends)) expect(answer?.status, at).toBe(200)
    await sleep(1_000)
    proxy.set('none')
    const since = performance.now()
    for (const answer of await Promise.all(sends)) expect([200, 503], at).toContain(answer?.status)
    await sentInTheEnd(firm, server, drafts, since)
    await firm.expectWhole()
    sent += drafts.length
  }
  server.kill('SIGTERM')
  expect(await server.exited()).toBe(0)
  await firm.passTime()
  await server.start()
  const mails = await firm.mailed()
  await firm.expectWhole()
  expect(mails).toHaveLength(sent)
  const idsOfMails = sink.all.map(({ headers }) => headers['message-id']?.slice(1).split('@')[0] ?? '')
  expect([...new Set(idsOfMails)].sort()).toEqual(mails.map(({ id }) => id).sort())

  await expect.poll(() => new Set(hook.all.map(keyOf)).size, { timeout: 60_000 }).toBe(sent)
  const numbers = new Set(hook.all.map((received) => eventOf(received).data.number))
  expect([...numbers].sort()).toEqual(
    Array.from({ length: sent }, (_, index) => `RE-2026-${String(index + 1).padStart(4, '0')}`),
  )
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { WebSocket } from 'ws'
import { createDatabase } from '../harness/cluster.ts'
import { freePort, waitUntilReady } from '../harness/service.ts'
import { type SmtpSink, startSmtpSink } from '../peers/smtp-sink.ts'
import { startTlsReceiver, type TlsReceiver } from '../peers/tls-receiver.ts'
import { type Firm, openFirm } from './firm.ts'
import { createServer, type Server } from './server.ts'

// The server is told to stop while it works: what it has begun it finishes, and nobody is left to guess.

/** How long container engines wait before they kill. */
const grace = 10_000
const directory = mkdtempSync(join(tmpdir(), 'kontor-stop-'))
let database: { url: string; drop(): Promise<void> }
let sink: SmtpSink
let hook: TlsReceiver
let server: Server
let firm: Firm

beforeAll(async () => {
  database = await createDatabase(inject('cluster'), inject('template'))
  sink = await startSmtpSink()
  hook = await startTlsReceiver()
  server = await createServer({
    DATA_DIR: directory,
    DATABASE_URL: database.url,
    SMTP_URL: sink.url,
    NODE_EXTRA_CA_CERTS: hook.caFile,
    WEBHOOK_ALLOW_PRIVATE_CIDRS: '127.0.0.0/8,::1/128',
  })
  // The first end of all writes the code cache, which takes its time.
  await server.start()
  await stop()
  await server.start()
  firm = await openFirm(server.base, database.url)
}, 120_000)

beforeEach(async () => {
  if (!server.running) await server.start()
})

afterAll(async () => {
  server.kill('SIGKILL')
  await firm.system.end()
  await sink.close()
  await hook.close()
  await database.drop()
  rmSync(directory, { recursive: true, force: true })
})

/** Sends the signal; answers the exit code and after how long it came. */
async function stop(signal: NodeJS.Signals = 'SIGTERM') {
  const began = performance.now()
  server.kill(signal)
  const code = await server.exited()
  return { code, ms: performance.now() - began }
}

/** A connection that is kept; answers the status of a call, null where the connection ended without one. */
function connection() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const call = (method: string, path: string, body?: object) =>
    new Promise<{ status: number; body: { id: string } } | null>((resolve) => {
      const headers = { authorization: `Bearer ${firm.token}`, 'content-type': 'application/json' }
      request(`${server.base}/api/v1${path}`, { agent, method, headers })
        .on('response', (response) => {
          json(response).then(
            (answer) => resolve({ status: response.statusCode ?? 0, body: answer as { id: string } }),
            () => resolve(null),
          )
        })
        .on('error', () => resolve(null))
        .end(body && JSON.stringify(body))
    })
  return { call, close: () => agent.destroy() }
}

/** The service's end of a raw connection on which something was begun and never ends. */
async function begun(text: string): Promise<Socket> {
  const { hostname, port } = new URL(server.base)
  const socket = connect(Number(port), hostname).on('error', () => {})
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

test('stopping under load answers accepted requests, and rolls back the others', async () => {
  const [draft = ''] = await firm.drafts(1)
  const created: string[] = []
  let refused = 0
  const loads = Array.from({ length: 8 }, async (_, worker) => {
    const { call, close } = connection()
    for (let count = 0; ; count++) {
      const name = `Last ${worker}-${count}`
      const answer = await call('POST', '/clients', { name })
      if (answer?.status === 201) created.push(name)
      else {
        expect([null, 503]).toContain(answer?.status ?? null)
        refused += 1
        break
      }
    }
    close()
  })
  const dashboard = createClient({
    url: `${server.base.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${firm.token}` },
    retryAttempts: 0,
    lazy: false,
    onNonLazyError: () => {},
  })
  const closed = new Promise<number>((resolve) =>
    dashboard.on('closed', (event) => resolve((event as { code: number }).code)),
  )
  await new Promise<void>((resolve) => dashboard.on('connected', () => resolve()))
  while (created.length < 100) await new Promise((resolve) => setImmediate(resolve))
  // A long one, on a connection that is open before, and stays so: what arrives after the signal is not accepted.
  const patient = connection()
  expect((await patient.call('GET', '/clients?limit=1'))?.status).toBe(200)
  const sent = patient.call('POST', `/invoices/${draft}/send`)
  await once(await begun('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'), 'data')

  const { code, ms } = await stop()
  expect(code).toBe(0)
  expect(ms).toBeLessThan(grace)
  expect((await sent)?.status).toBe(200)
  expect(await closed).toBe(1001)
  await Promise.all(loads)
  patient.close()
  expect(refused).toBe(8)
  const { rows } = await firm.system.query<{ name: string }>(
    "select name from clients where organization_id = $1 and name like 'Last %'",
    [firm.organizationId],
  )
  expect(rows.map(({ name }) => name).sort()).toEqual(created.sort())
  expect(await jobsUnderWay()).toBe(0)
  await server.start()
  await firm.mailed()
  await firm.expectWhole()
})

const jobsUnderWay = async () => (await firm.system.query("select 1 from pgboss.job where state = 'active'")).rowCount

test('stopping cuts off hanging requests, sockets, receivers and mail servers after the grace period', async () => {
  hook.answer('hang')
  await firm.call('POST', '/webhooks', { url: hook.url, events: ['invoice.sent'] })
  await hangingMail()
  await begun(`POST /api/v1/clients HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{`)
  await begun('GET /healthz HTT')
  const key = Buffer.from('0123456789abcdef').toString('base64')
  const upgraded = await begun(
    `GET /graphql HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n`,
  )
  await once(upgraded, 'data')
  await hook.next()
  const { code, ms } = await stop()
  expect(code).toBe(0)
  expect(ms).toBeLessThan(grace)
  expect(await jobsUnderWay()).toBe(0)
  sink.reply(() => undefined)
  await firm.passTime()
  await server.start()
  await firm.mailed()
  await firm.expectWhole()
})

test.for([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('a second %s ends it at once', async ([signal, code]) => {
  await hangingMail()
  server.kill('SIGTERM')
  await refusing()
  const second = await stop(signal)
  // By itself it would end with 0, after waiting for the mail.
  expect(second.code).toBe(code)
  sink.reply(() => undefined)
})

/** Sends an invoice whose mail the other side takes and does not answer; fulfilled when it is there. */
async function hangingMail() {
  const [draft = ''] = await firm.drafts(1)
  const arrived = new Promise<void>((resolve) =>
    sink.reply((command) => {
      if (command !== 'DATA.') return undefined
      resolve()
      return 'hang'
    }),
  )
  expect(await firm.send(draft)).toMatchObject({ status: 200 })
  await arrived
}

/** Fulfilled once the server takes no more connections. */
async function refusing() {
  while (await fetch(`${server.base}/healthz`).catch(() => null))
    await new Promise((resolve) => setTimeout(resolve, 20))
}

// The first start after a change builds.
test('npm start passes SIGTERM on', { timeout: 180_000 }, async () => {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: directory,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'fatal',
  }
  const npm = spawn('npm', ['start', '--silent'], { env, stdio: 'ignore' })
  const exited = once(npm, 'exit')
  await waitUntilReady(base, () => (npm.exitCode === null ? null : 'npm start has ended'))
  npm.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  await expect(fetch(`${base}/healthz`)).rejects.toThrow()
})

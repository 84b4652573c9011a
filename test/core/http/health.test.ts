import { setTimeout as pause } from 'node:timers/promises'
import Fastify from 'fastify'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mountMetrics } from '#core/http/metrics'
import { createLog } from '#core/runtime/log'
import { type House, openHouse, startApp } from '../../harness/house.ts'
import { listen } from '../../harness/subscriptions.ts'

const lines: Record<string, unknown>[] = []
const log = createLog('warn', { write: (line: string) => void lines.push(JSON.parse(line)) })
let started: Awaited<ReturnType<typeof startApp>>
let at: House
let administrator: Client

beforeAll(async () => {
  started = await startApp({ log, env: { DATABASE_LOCK_TIMEOUT_MS: '100' } })
  at = await openHouse(started.app)
  administrator = new Client({ connectionString: started.url })
  await administrator.connect()
}, 60_000)
afterAll(async () => {
  await administrator.end()
  await started.stop()
})

const ready = () => started.app.server.inject('/readyz')

describe('a read-only database', () => {
  const database = () => new URL(started.url).pathname.slice(1)
  const setReadOnly = async (value: 'on' | 'off') => {
    await administrator.query('set default_transaction_read_only = off')
    await administrator.query(`alter database ${database()} set default_transaction_read_only = ${value}`)
    await administrator.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
  }

  test('is not ready, and reported as unavailable, until it accepts writes', async () => {
    expect((await ready()).statusCode).toBe(200)
    await setReadOnly('on')
    await expect.poll(async () => (await ready()).json()).toEqual({ status: 'unavailable', database: 'read-only' })
    expect((await ready()).statusCode).toBe(503)
    const refused = await at.owner.rest('POST', '/clients', { name: 'Niemand' })
    expect(refused).toMatchObject({ status: 503, body: { error: 'unavailable' } })
    expect(refused.headers['retry-after']).toBe('1')
    await setReadOnly('off')
    await expect.poll(async () => (await ready()).json()).toEqual({ status: 'ok' })
    await expect.poll(async () => (await at.owner.rest('POST', '/clients', { name: 'Jemand' })).status).toBe(201)
  })
})

test('the cause of a 503 is logged, over REST and GraphQL', async () => {
  const { body } = await at.owner.rest('POST', '/clients', { name: 'Gesperrt' })
  await administrator.query('begin')
  await administrator.query('select from clients where organization_id = $1 and id = $2 for update', [
    at.organizationId,
    body.id,
  ])
  lines.length = 0
  const answer = await at.owner.rest('PUT', `/clients/${body.id}`, { name: 'Frei' }, { 'x-request-id': 'locked-out-1' })
  expect(answer.status).toBe(503)
  await at.owner.graphql('mutation ($id: UUID!) { updateClient(id: $id, input: { name: "Frei" }) { id } }', {
    id: body.id,
  })
  await administrator.query('rollback')
  const unavailable = lines.filter(({ msg }) => msg === 'unavailable')
  expect(unavailable).toMatchObject([
    { level: 40, request_id: 'locked-out-1', err: { code: '55P03', message: expect.stringContaining('lock timeout') } },
    { level: 40, err: { code: '55P03', stack: expect.any(String) } },
  ])
})

test('a stopping server reports it for a while, answers, and closes connections', async () => {
  const leaving = await startApp({ env: { STOP_GRACE_MS: '1500' } })
  const base = await listen(leaving.app)
  expect((await fetch(`${base}/readyz`)).status).toBe(200)
  const closed = leaving.app.close()
  const notReady = await fetch(`${base}/readyz`)
  expect([notReady.status, await notReady.json()]).toEqual([503, { status: 'stopping' }])
  const answered = await fetch(`${base}/api/v1/openapi.json`)
  expect([answered.status, answered.headers.get('connection')]).toEqual([200, 'close'])
  await closed
  await expect(fetch(`${base}/readyz`)).rejects.toThrow()
})

test('process metrics are returned while the database hangs', async () => {
  const hanging = { query: () => new Promise(() => {}), connect: () => new Promise(() => {}) } as unknown as Pool
  const server = Fastify()
  const token = 'metrics-token-of-16'
  const metrics = [{ name: 'kontor_test', help: 'Never known.', sql: () => ({}) as never }]
  mountMetrics(server, { token, pool: new Pool(), system: hanging, metrics, disk: { measure: async () => new Map() } })
  const scrape = server.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
  const answer = await Promise.race([scrape, pause(20_000, null, { ref: false })])
  expect(answer?.body).toMatch(/^kontor_database_up 0$/m)
  expect(answer?.body).toMatch(/^process_cpu_seconds_total /m)
  await server.close()
})

test('a copied error is logged like the original', () => {
  const thrown = Object.assign(new Error('terminating connection'), { code: '57P01' })
  log.warn({ err: { ...thrown, message: thrown.message, stack: thrown.stack } }, 'jobs')
  expect(lines.at(-1)).toMatchObject({ err: { message: 'terminating connection', code: '57P01', stack: thrown.stack } })
})

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { select } from '#core/database/select'
import { operateAsSystem } from '#core/operation/operation'
import { type House, openHouse, startApp } from '../../harness/house.ts'

// Four of five connections are for operations, two per organization.
const env = {
  DATABASE_POOL_SIZE: '5',
  DATABASE_STATEMENT_TIMEOUT_MS: '1500',
  DATABASE_LOCK_TIMEOUT_MS: '1200',
  DATABASE_WAIT_TIMEOUT_MS: '1500',
}
let app: Awaited<ReturnType<typeof startApp>>
let busy: House
let other: House

beforeAll(async () => {
  app = await startApp({ env })
  busy = await openHouse(app.app)
  other = await openHouse(app.app)
})
afterAll(() => app.stop())

const unavailable = { status: 503, body: { error: 'unavailable' }, headers: { 'retry-after': '1' } }

/** Locks a client, so that its changes wait. */
async function lockedClient() {
  const { body } = await busy.owner.rest('POST', '/clients', { name: 'Belegt' })
  const holder = await app.app.system.connect()
  await holder.query('begin')
  await holder.query('select from clients where organization_id = $1 and id = $2 for update', [
    busy.organizationId,
    body.id,
  ])
  onTestFinished(async () => {
    await holder.query('rollback')
    holder.release()
  })
  return `/clients/${body.id}`
}

test('waiting requests of one organization delay only that organization, up to the timeout', async () => {
  const path = await lockedClient()
  const waiting = Array.from({ length: 12 }, () => busy.owner.rest('PUT', path, { notes: 'wartet' }))
  const readers = await Promise.all(Array.from({ length: 12 }, () => other.owner.rest('GET', '/me')))
  const { rows } = await app.app.system.query(
    "select from pg_stat_activity where datname = current_database() and application_name = 'kontor app' and wait_event_type = 'Lock'",
  )
  expect(rows.length).toBeLessThanOrEqual(2)
  expect(new Set(readers.map(({ status }) => status))).toEqual(new Set([200]))
  for (const answer of await Promise.all(waiting)) expect(answer).toMatchObject(unavailable)
  expect((await busy.owner.rest('GET', '/me')).status).toBe(200)
})

test('cancels slow statements', async () => {
  const sleep = operateAsSystem(app.app.services, busy.organizationId, (context) => context.query(select`pg_sleep(60)`))
  await expect(sleep).rejects.toMatchObject({ status: 503, code: 'unavailable' })
})

test('releases the locks of an idle transaction and reports it', async () => {
  const { body } = await busy.owner.rest('POST', '/clients', { name: 'Belegt' })
  const locked = Promise.withResolvers<void>()
  const silence = Promise.withResolvers<void>()
  const silent = operateAsSystem(app.app.services, busy.organizationId, async (context) => {
    await context.query(
      select`id from clients where organization_id = ${busy.organizationId} and id = ${body.id} for update`,
    )
    locked.resolve()
    await silence.promise
    await context.query(select`1`)
  })
  const refused = expect(silent).rejects.toMatchObject({ status: 503, code: 'unavailable' })
  await locked.promise
  await expect
    .poll(async () => (await busy.owner.rest('PUT', `/clients/${body.id}`, { notes: 'frei' })).status)
    .toBe(200)
  silence.resolve()
  await refused
})

test('gives up the connection if PostgreSQL itself hangs', async () => {
  const { rows } = await app.app.system.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and application_name = 'kontor app'",
  )
  const signal = (name: NodeJS.Signals) => {
    for (const { pid } of rows) process.kill(pid, name)
  }
  signal('SIGSTOP')
  try {
    expect(await busy.owner.rest('GET', '/clients')).toMatchObject(unavailable)
  } finally {
    signal('SIGCONT')
  }
  expect((await busy.owner.rest('GET', '/clients')).status).toBe(200)
})

test('answers the whole GraphQL request with 503 and Retry-After', async () => {
  const path = await lockedClient()
  const response = await app.app.server.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${busy.owner.token}` },
    payload: { query: `mutation { updateClient(id: "${path.split('/')[2]}", input: { notes: "wartet" }) { id } }` },
  })
  expect(response.statusCode).toBe(503)
  expect(response.headers['retry-after']).toBe('1')
  expect(response.json().errors[0].extensions).toMatchObject({ code: 'unavailable', status: 503, retryAfter: 1 })
})

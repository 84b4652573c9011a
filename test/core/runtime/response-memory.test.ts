import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { select } from '#core/database/select'
import { readCredentials } from '#core/http/credentials'
import { limitLargeResponses } from '#core/http/large-responses'
import { operate, operateAsSystem } from '#core/operation/operation'
import { createResponseMemory, MemorySlot, maxBytesWithoutSlot } from '#core/runtime/response-memory'
import { limits } from '#core/schema/limits'
import { type House, openHouse, startApp } from '../../harness/house.ts'

/** Long, for busy machines. */
const soon = { timeout: 15_000 }

let app: Awaited<ReturnType<typeof startApp>>
let large: House
let other: House

/** Clients with notes of that length. */
const addClients = ({ organizationId }: House, count: number, characters: number) =>
  app.app.system.query(
    `insert into clients (organization_id, id, created_at, updated_at, name, email, notes)
     select $1, gen_random_uuid(), now(), now(), 'Kunde ' || i, gen_random_uuid() || '@example.com', repeat('x', $3::int) from generate_series(1, $2::int) i`,
    [organizationId, count, characters],
  )

beforeAll(async () => {
  app = await startApp()
  large = await openHouse(app.app)
  other = await openHouse(app.app)
  await addClients(large, 100, 22_000)
  await addClients(other, 100, 22_000)
})
afterAll(() => app.stop())

/** Takes all four slots of an organization. */
async function holdAll({ organizationId }: Pick<House, 'organizationId'>) {
  const { responseMemory } = app.app.services
  const keys = ['a', 'a', 'b', 'b'].map((token) => `${organizationId} ${token}`)
  const releases = await Promise.all(keys.map((key) => responseMemory.acquire(key)))
  return () => {
    for (const release of releases) release()
  }
}

test('a large read waits for its own organization before it is shown, and delays no other', async () => {
  const { responseMemory } = app.app.services
  const release = await holdAll(large)
  const waiting = ['/clients?per_page=100', '/clients?per_page=100&page=1'].map((path) => large.owner.rest('GET', path))
  await expect.poll(() => responseMemory.waiting, soon).toBe(2)
  expect((await other.owner.rest('GET', '/clients?per_page=100')).status).toBe(200)
  expect((await large.owner.rest('GET', '/clients?per_page=1')).status).toBe(200)
  expect(responseMemory.waiting).toBe(2)
  release()
  for (const { status, body } of await Promise.all(waiting)) {
    expect(status).toBe(200)
    expect(body.clients).toHaveLength(100)
  }
  await expect.poll(() => responseMemory.taken).toBe(0)
})

test('a waiting operation holds no connection, so all others are answered', async () => {
  const { responseMemory } = app.app.services
  const release = await holdAll(large)
  const waiting = Array.from({ length: 30 }, () => large.owner.rest('GET', '/clients?per_page=100'))
  await expect.poll(() => responseMemory.waiting, soon).toBe(30)
  expect((await other.owner.rest('GET', '/me')).status).toBe(200)
  expect((await large.owner.rest('GET', '/me')).status).toBe(200)
  expect(responseMemory.waiting).toBe(30)
  release()
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(200)
})

const rowOf = (characters: number) => select`repeat('x', ${characters}::int)`

test('discarded rows do not count, and a failed operation frees its slot', async () => {
  const { services } = app.app
  const { organizationId } = large
  const releases = [await holdAll(large), await holdAll({ organizationId: '' })]
  await operate(services, { bearer: null, language: null }, 'read', async (context) => {
    for (let slice = 0; slice < 4; slice++) {
      await context.query(rowOf(maxBytesWithoutSlot.rows / 2))
      context.clearReadCache()
    }
  })
  // An operation with row locks does not wait.
  await operateAsSystem(services, organizationId, (context) => context.query(rowOf(2 * maxBytesWithoutSlot.rows)))
  for (const release of releases) release()
  const failing = operate(services, { bearer: null, language: null }, 'read', async (context) => {
    await context.query(rowOf(2 * maxBytesWithoutSlot.rows))
    expect(services.responseMemory.taken).toBe(1)
    throw new Error('failed')
  })
  await expect(failing).rejects.toThrow('failed')
  await expect.poll(() => services.responseMemory.taken).toBe(0)
})

test('rejects operations that read too much', async () => {
  await addClients(other, 100, 40_000)
  const aliases = Array.from({ length: 10 }, (_, index) => `a${index}: clients(perPage: 100) { clients { notes } }`)
  const asked = () => other.owner.graphql(`{ ${aliases.join(' ')} }`)
  const { errors } = await asked()
  const refused = { code: 'query_too_expensive', status: 422, limit: limits.readBytes }
  expect(errors?.[0]?.extensions).toMatchObject(refused)

  // Far too large reads are aborted while they arrive, or before they wait.
  const cut = vi.spyOn(Socket.prototype, 'destroy')
  const reading = operate(app.app.services, { bearer: null, language: null }, 'read', (context) =>
    context.query(select`repeat('x', 1000000) from generate_series(1, 200)`),
  )
  await expect(reading).rejects.toMatchObject({ code: refused.code, details: { limit: refused.limit } })
  expect(cut).toHaveBeenCalled()
  cut.mockClear()
  const release = await holdAll(other)
  const waiting = asked()
  await expect.poll(() => app.app.services.responseMemory.waiting, soon).toBe(1)
  expect(cut).toHaveBeenCalled()
  release()
  expect((await waiting).errors?.[0]?.extensions).toMatchObject(refused)
  expect((await other.owner.rest('GET', '/me')).status).toBe(200)
  cut.mockRestore()
})

const getClientAddress = ({ headers }: IncomingMessage) => String(headers['x-client'] ?? '127.0.0.1')

test('requests without a token wait per address, and cached content never waits', async () => {
  const server = Fastify()
  const turns = createResponseMemory()
  limitLargeResponses(server, { responseMemory: turns, getClientAddress })
  const kept = Buffer.from('k'.repeat(maxBytesWithoutSlot.answer))
  server.get('/own', () => 'x'.repeat(maxBytesWithoutSlot.answer))
  server.get('/kept', (_request, reply) => reply.send(kept))
  const releases = [await turns.acquire('127.0.0.1'), await turns.acquire('127.0.0.1')]
  const waiting = server.inject('/own')
  await expect.poll(() => turns.waiting).toBe(1)
  expect((await server.inject({ url: '/own', headers: { 'x-client': '127.0.0.2' } })).statusCode).toBe(200)
  const { rawPayload, headers } = await server.inject('/kept')
  expect(rawPayload.equals(kept)).toBe(true)
  expect(headers['content-length']).toBe(String(kept.length))
  expect(turns.waiting).toBe(1)
  for (const release of releases) release()
  expect((await waiting).statusCode).toBe(200)
  await server.close()
})

test('serves the API reference and description while all slots are taken', async () => {
  const { responseMemory } = app.app.services
  const releases = await Promise.all(Array.from({ length: 16 }, (_, index) => responseMemory.acquire(String(index))))
  for (const url of ['/docs/reference', '/api/v1/openapi.json', '/graphiql/graphiql.js']) {
    const { statusCode, body } = await app.app.server.inject(url)
    expect(statusCode).toBe(200)
    expect(body.length).toBeGreaterThan(maxBytesWithoutSlot.answer)
  }
  for (const release of releases) release()
}, 20_000)

test('a large response waits for a slot, and keeps it until it is sent', async () => {
  const server = Fastify()
  const turns = createResponseMemory()
  limitLargeResponses(server, { responseMemory: turns, getClientAddress })
  server.get('/large', () => 'ä'.repeat(maxBytesWithoutSlot.answer))
  server.get('/small', () => 'small')
  let takenBeforeItIsSent = 0
  server.addHook('onSend', async () => {
    takenBeforeItIsSent = turns.taken
  })
  const releases = [await turns.acquire('127.0.0.1'), await turns.acquire('127.0.0.1')]
  const answer = server.inject('/large')
  await expect.poll(() => turns.waiting).toBe(1)
  expect((await server.inject('/small')).body).toBe('small')
  for (const release of releases) release()
  expect((await answer).body).toBe('ä'.repeat(maxBytesWithoutSlot.answer))
  expect(takenBeforeItIsSent).toBe(1)
  await expect.poll(() => turns.taken).toBe(0)
  await server.close()
})

test('a token whose responses are not read does not delay others of its organization', async () => {
  const { responseMemory } = app.app.services
  const { bearer } = readCredentials({ headers: { authorization: `Bearer ${large.viewer.token}` } })
  const key = `${large.organizationId} ${bearer?.key}`
  const releases = [await responseMemory.acquire(key), await responseMemory.acquire(key)]
  const held = large.viewer.rest('GET', '/clients?per_page=100')
  await expect.poll(() => responseMemory.waiting, soon).toBe(1)
  expect((await large.owner.rest('GET', '/clients?per_page=100')).status).toBe(200)
  expect(responseMemory.waiting).toBe(1)
  for (const release of releases) release()
  expect((await held).status).toBe(200)
})

test('a request holds one slot from reading until its response is delivered', async () => {
  const turns = createResponseMemory()
  const kept: (() => void)[] = []
  const place = new MemorySlot(turns, 'organization token', (release) => kept.push(release))
  await Promise.all([place.take(), place.take()])
  expect(place.tryTake()).toBe(true)
  await place.take()
  expect([turns.taken, kept.length]).toEqual([1, 1])
  const second = new MemorySlot(turns, 'organization token')
  expect(second.tryTake()).toBe(true)
  const third = new MemorySlot(turns, 'organization token')
  expect(third.tryTake()).toBe(false)
  const waiting = third.take()
  expect([third.tryTake(), turns.waiting]).toEqual([false, 1])
  kept[0]?.()
  await waiting
  expect(turns.taken).toBe(2)
})

/** Exceeds the kernel's buffers for a client that does not read. */
const tooMuchForTheSystem = 64 * 1024 * 1024

test('disconnects clients that never read cached content', async () => {
  const server = Fastify()
  limitLargeResponses(
    server,
    { responseMemory: createResponseMemory(), getClientAddress },
    { bytes: 1, milliseconds: 200 },
  )
  const kept = Buffer.alloc(tooMuchForTheSystem)
  let isCutOff = false
  server.get('/kept', (_request, reply) => {
    reply.raw.once('close', () => {
      isCutOff = true
    })
    return reply.send(kept)
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  const client = connect(port, '127.0.0.1').on('error', () => {})
  client.pause().write('GET /kept HTTP/1.1\r\nhost: kontor\r\n\r\n')
  await expect.poll(() => isCutOff, soon).toBe(true)
  client.destroy()
  await server.close()
})

test('disconnects clients that read a large response too slowly, and frees their slot', async () => {
  const server = Fastify()
  const turns = createResponseMemory()
  limitLargeResponses(server, { responseMemory: turns, getClientAddress }, { bytes: 1, milliseconds: 200 })
  server.get('/large', () => 'x'.repeat(tooMuchForTheSystem))
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  const client = connect(port, '127.0.0.1').on('error', () => {})
  client.pause().write('GET /large HTTP/1.1\r\nhost: kontor\r\n\r\n')
  await expect.poll(() => turns.taken, soon).toBe(1)
  await expect.poll(() => turns.taken, soon).toBe(0)
  client.destroy()
  await server.close()
})

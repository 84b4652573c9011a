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

/** It comes, on a machine that has other things to do too. */
const soon = { timeout: 15_000 }

let app: Awaited<ReturnType<typeof startApp>>
let large: House
let other: House

/** Clients of an organization whose notes have so many characters. */
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

/** Takes the four places of an organization, and gives them back. */
async function holdAll({ organizationId }: Pick<House, 'organizationId'>) {
  const { responseMemory } = app.app.services
  const keys = ['a', 'a', 'b', 'b'].map((token) => `${organizationId} ${token}`)
  const releases = await Promise.all(keys.map((key) => responseMemory.acquire(key)))
  return () => {
    for (const release of releases) release()
  }
}

test('who has read much waits behind their own organization, and before it is shown; nobody else does', async () => {
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

test('who waits there holds no connection: the organization itself and every other are answered meanwhile', async () => {
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

test('what an operation has let go of does not count, and the place of one that fails comes free', async () => {
  const { services } = app.app
  const { organizationId } = large
  const releases = [await holdAll(large), await holdAll({ organizationId: '' })]
  await operate(services, { bearer: null, language: null }, 'read', async (context) => {
    for (let slice = 0; slice < 4; slice++) {
      await context.query(rowOf(maxBytesWithoutSlot.rows / 2))
      context.clearReadCache()
    }
  })
  // What locks rows does not wait while it holds them.
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

test('an operation reads no more than it may', async () => {
  await addClients(other, 100, 40_000)
  const aliases = Array.from({ length: 10 }, (_, index) => `a${index}: clients(perPage: 100) { clients { notes } }`)
  const asked = () => other.owner.graphql(`{ ${aliases.join(' ')} }`)
  const { errors } = await asked()
  const refused = { code: 'query_too_expensive', status: 422, limit: limits.readBytes }
  expect(errors?.[0]?.extensions).toMatchObject(refused)

  // What is far beyond is cut off while it arrives, and where it has to wait, before it waits.
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

/** The client that a test's header says. */
const getClientAddress = ({ headers }: IncomingMessage) => String(headers['x-client'] ?? '127.0.0.1')

test('who asks without a token waits behind their own address alone, and nobody for what is kept for all', async () => {
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

test('the reference and the description of the interface are there while all turns are taken', async () => {
  const { responseMemory } = app.app.services
  const releases = await Promise.all(Array.from({ length: 16 }, (_, index) => responseMemory.acquire(String(index))))
  for (const url of ['/docs/reference', '/api/v1/openapi.json', '/graphiql/graphiql.js']) {
    const { statusCode, body } = await app.app.server.inject(url)
    expect(statusCode).toBe(200)
    expect(body.length).toBeGreaterThan(maxBytesWithoutSlot.answer)
  }
  for (const release of releases) release()
}, 20_000)

test('a large answer is sent in its turn, and keeps its place until it is sent', async () => {
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

test('a token whose answers are not taken keeps no other of its organization waiting', async () => {
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

test('a request has one place, from its reading until its answer is taken', async () => {
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

/** More than what the system takes for a client who does not read. */
const tooMuchForTheSystem = 64 * 1024 * 1024

test('who never reads what is kept for all is cut off too', async () => {
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

test('who never reads a large answer, or too slowly, is cut off, and their place comes free', async () => {
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

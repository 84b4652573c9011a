import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type House, openHouse, startApp } from '../../harness/house.ts'

// Clients that disconnect or do not read must hold little memory, and delay nobody.

let app: Awaited<ReturnType<typeof startApp>>
let at: House
let other: House
let port: number
const opened: Socket[] = []

beforeAll(async () => {
  app = await startApp()
  at = await openHouse(app.app)
  other = await openHouse(app.app)
  await app.app.server.listen({ port: 0, host: '127.0.0.1' })
  port = (app.app.server.server.address() as AddressInfo).port
})
afterAll(async () => {
  for (const socket of opened) socket.destroy()
  await app.stop()
})

const open = (): Socket => {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  opened.push(socket)
  return socket
}
const soon = { timeout: 15_000 }
const whole = '/projects/00000000-0000-4000-8000-000000000000/tasks'
const head = (method: string, path: string, token: string | null) =>
  `${method} /api/v1${path} HTTP/1.1\r\nhost: kontor\r\nauthorization: Bearer ${token}\r\n`

test('disconnecting clients free the slot for whole lists', async () => {
  for (let count = 0; count < 12; count++) {
    const socket = open()
    await once(socket, 'connect')
    socket.write(`${head('GET', whole, at.viewer.token)}\r\n`, () => socket.resetAndDestroy())
    await once(socket, 'close')
  }
  const answers = await Promise.all([at.viewer, at.owner, other.owner].map((person) => person.rest('GET', whole)))
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
})

test('an organization may send 16 MiB of bodies at once, and others theirs', async () => {
  const mebibyte = Buffer.alloc(1024 * 1024 - 64, ' ')
  const post = (token: string | null) => {
    const socket = open()
    let said = ''
    socket.on('data', (data: Buffer) => {
      said += data
    })
    socket.write(`${head('POST', '/tags', token)}content-type: application/json\r\ncontent-length: 1048576\r\n\r\n`)
    socket.write(mebibyte)
    return { socket, said: () => said }
  }
  const posts = Array.from({ length: 20 }, () => post(at.owner.token))
  const refused = () => posts.filter(({ said }) => said().startsWith('HTTP/1.1 503')).length
  await expect.poll(refused, soon).toBeGreaterThanOrEqual(3)
  expect((await other.owner.rest('POST', '/tags', { name: 'Meanwhile' })).status).toBe(201)
  for (const { socket } of posts) socket.destroy()
  await expect.poll(async () => (await at.owner.rest('POST', '/tags', { name: 'After' })).status, soon).toBe(201)
})

test('a large result over a socket keeps its slot until it is delivered', async () => {
  const { responseMemory, system } = { ...app.app.services, system: app.app.system }
  await system.query(
    `insert into clients (organization_id, id, created_at, updated_at, name, email, notes)
     select $1, gen_random_uuid(), now(), now(), 'Kunde ' || i, gen_random_uuid() || '@example.com', repeat('x', 30000) from generate_series(1, 100) i`,
    [at.organizationId],
  )
  const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws')
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${at.viewer.token}` } }))
  await once(socket, 'message')
  socket.pause()
  const query = '{ clients(perPage: 100) { clients { notes } } }'
  for (let id = 0; id < 12; id++) socket.send(JSON.stringify({ id: String(id), type: 'subscribe', payload: { query } }))
  await expect.poll(() => responseMemory.waiting, soon).toBeGreaterThan(0)
  expect(responseMemory.taken).toBe(2)
  expect((await at.owner.rest('GET', '/clients?per_page=100')).status).toBe(200)
  socket.resume()
  await expect.poll(() => [responseMemory.taken, responseMemory.waiting], soon).toEqual([0, 0])
  socket.terminate()
})

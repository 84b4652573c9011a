import { once } from 'node:events'
import { connect } from 'node:net'
import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { createLog } from '#core/runtime/log'
import { type House, openHouse, startApp } from '../../harness/house.ts'
import { isOnSeveralServers } from '../../harness/several-servers.ts'

type Line = Record<string, unknown> & { msg: string }

const written: string[] = []
const log = createLog('info', {
  write(line: string) {
    written.push(line)
  },
})
const lines = () => written.map((line) => JSON.parse(line) as Line)
const requests = () => lines().filter(({ msg }) => msg === 'request')

let at: House
let base: string
let stop: () => Promise<void>
beforeAll(async () => {
  const started = await startApp({
    log,
    env: { API_RATE_LIMIT_PER_MINUTE: '1000', PUBLIC_RATE_LIMIT_PER_MINUTE: '1000' },
  })
  stop = started.stop
  at = await openHouse(started.app)
  base = await started.app.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => stop())

/** Sends raw bytes and returns the response until the connection ends. */
async function raw(text: string): Promise<string> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  socket.write(text)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  await once(socket, 'close')
  return answer
}

describe('the log line of a request', () => {
  test('has route, response and caller', async () => {
    await at.member.rest('GET', `/clients/${crypto.randomUUID()}?secret=query`, undefined, { 'x-request-id': 'mine-1' })
    expect(requests().at(-1)).toEqual({
      level: 30,
      time: expect.any(Number),
      pid: process.pid,
      hostname: expect.any(String),
      request_id: 'mine-1',
      method: 'GET',
      route: '/api/v1/clients/:id',
      status: 404,
      duration_ms: expect.any(Number),
      organization_id: at.organizationId,
      member_id: at.member.id,
      msg: 'request',
    })
  })
  test('has no caller if the token is invalid or missing', async () => {
    const other = at.owner.token?.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) ?? ''
    await fetch(`${base}/api/v1/clients`, { headers: { authorization: `Bearer ${other}` } })
    expect(requests().at(-1)).toMatchObject({ status: 401 })
    expect(requests().at(-1)).not.toHaveProperty('organization_id')
    await fetch(`${base}/docs`, { headers: { authorization: 'Basic Zm9vOmJhcg==' } })
    expect(requests().at(-1)).toMatchObject({ route: '/docs', status: 200 })
    expect(requests().at(-1)).not.toHaveProperty('member_id')
  })
  test('is written once, also for GraphQL, a rejected body and an unknown URL', async () => {
    const before = requests().length
    await at.owner.graphql('{ clients { total } }')
    await at.owner.rest('POST', '/clients', '{"name"', {})
    await fetch(`${base}/nothing/here?token=abc`)
    await fetch(`${base}/api/v1/clients/%zz`)
    await fetch(`${base}/api/v1/clients/${'x'.repeat(300)}`, { headers: { authorization: `Bearer ${at.owner.token}` } })
    expect(requests().slice(before)).toMatchObject([
      { route: '/graphql', status: 200, member_id: at.owner.id },
      { route: '/api/v1/clients', method: 'POST', status: 400 },
      { route: 'unknown', status: 404 },
      { route: 'unknown', status: 401 },
      { route: 'unknown', status: 404 },
    ])
  })
})

describe('an internal error', () => {
  test.skipIf(isOnSeveralServers('a trigger makes the fault'))(
    'is logged with its stack under the id of its request, and without the row it met',
    async () => {
      await at.app.system.query(
        `create function explode() returns trigger language plpgsql as $$
       begin raise exception 'exploded' using detail = 'Key (email)=(secret@example.com)', errcode = 'XX123'; end $$;
       create trigger explode before insert on clients for each row execute function explode()`,
      )
      try {
        const answer = await at.owner.rest('POST', '/clients', { name: 'Knall', email: 'secret@example.com' })
        expect([answer.status, answer.body.error]).toEqual([500, 'internal_error'])
        const fault = lines().find(({ msg }) => msg === 'request failed')
        expect(fault).toMatchObject({
          level: 50,
          request_id: answer.headers['x-request-id'],
          method: 'POST',
          route: '/api/v1/clients',
          err: { stack: expect.stringContaining('exploded') },
        })
        const { errors } = await at.owner.graphql('mutation { createClient(input: { name: "Knall" }) { id } }')
        expect(errors?.[0].extensions.code).toBe('internal_error')
        const [failed, request] = [lines().find(({ msg }) => msg === 'operation failed'), requests().at(-1)]
        expect(failed).toMatchObject({ request_id: request?.request_id, err: { stack: expect.any(String) } })
      } finally {
        await at.app.system.query('drop trigger explode on clients; drop function explode()')
      }
    },
  )
  test('of a job is logged with its ids', async () => {
    const { body } = await at.owner.rest('POST', '/members', { email: 'x@kontor.example', name: 'X', role: 'member' })
    await at.app.work()
    const done = () => lines().find(({ msg }) => msg === 'job done')
    await expect.poll(done, { timeout: 10_000 }).toMatchObject({
      job: 'mail',
      job_id: expect.any(String),
      organization_id: at.organizationId,
      mail_id: expect.any(String),
      duration_ms: expect.any(Number),
    })
    expect(body.id).toBeDefined()
  })
})

describe('X-Request-Id', () => {
  const id = { 'x-request-id': 'given.by:caller_1' }
  test.each([
    ['an unknown address', '/nothing', {}],
    ['an address that is no address', '/api/v1/clients/%zz', {}],
    ['a name that is too long', `/api/v1/clients/${'x'.repeat(300)}`, {}],
    ['a body that is too large', '/api/v1/clients', { method: 'POST', body: `"${'x'.repeat(1024 * 1024)}"` }],
    ['GraphQL', '/graphql', { method: 'POST', body: '{"query":"{ __typename }"}' }],
    ['an operation page', '/healthz', {}],
    ['another method', '/api/v1/clients', { method: 'PATCH' }],
  ])('is on the answer to %s', async (_what, path, init) => {
    const headers = { authorization: `Bearer ${at.owner.token}`, 'content-type': 'application/json', ...id }
    const { headers: answered } = await fetch(base + path, { ...init, headers })
    expect(answered.get('x-request-id')).toBe(id['x-request-id'])
  })
  test('is returned for malformed HTTP and too large headers', async () => {
    expect(await raw('GARBAGE\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 [\s\S]*X-Request-Id: [\w-]{36}\r\n[\s\S]*"bad_request"/,
    )
    expect(await raw(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 [\s\S]*X-Request-Id: /,
    )
  })
  test('is generated if the given one is malformed', async () => {
    const answer = await fetch(`${base}/healthz`, { headers: { 'x-request-id': 'a b"c' } })
    expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  })
  test('is returned for accepted and rejected upgrades', async () => {
    const upgrade = (path: string, version: number) =>
      raw(
        `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\nX-Request-Id: up-1\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: ${version}\r\n\r\n`,
      )
    expect(await upgrade('/elsewhere', 13)).toMatch(/^HTTP\/1\.1 404 [\s\S]*X-Request-Id: up-1/)
    expect(await upgrade('/graphql', 99)).toMatch(/^HTTP\/1\.1 400 [\s\S]*X-Request-Id: up-1/)
    const socket = new WebSocket(`${base.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers: id })
    const [response] = await once(socket, 'upgrade')
    socket.terminate()
    expect(response.headers['x-request-id']).toBe(id['x-request-id'])
  })
})

test('a closing socket is logged with its caller', async () => {
  const client = createClient({
    url: `${base.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${at.viewer.token}` },
  })
  for await (const _ of client.iterate({ query: '{ clients { total } }' })) break
  await client.dispose()
  await expect
    .poll(() => lines().filter(({ msg, member_id }) => msg === 'socket closed' && member_id === at.viewer.id))
    .toHaveLength(1)
})

test('no token, address, body or header was logged', () => {
  const all = written.join('')
  for (const person of [at.owner, at.member, at.viewer]) expect(all).not.toContain(person.token?.slice(-10))
  for (const secret of ['secret=query', 'token=abc', 'secret@example.com', 'Zm9vOmJhcg', 'kontor_'])
    expect(all).not.toContain(secret)
})

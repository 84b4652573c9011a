import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createToken, parseBearer } from '#core/access/bearer'
import { issueTokenByCommand } from '#core/access/issue-token-by-command'
import { createLinkToken } from '#core/access/link-token'
import { anonymizeAddress, createClientAddressReader, toRateLimitNetwork } from '#core/access/network'
import { createRateLimiter } from '#core/access/rate-limiter'
import { type House, openHouse, startApp } from '../../harness/house.ts'

const limit = 5
let started: Awaited<ReturnType<typeof startApp>>
let at: House
let port: number

beforeAll(async () => {
  const env = {
    API_RATE_LIMIT_PER_MINUTE: String(limit),
    PUBLIC_RATE_LIMIT_PER_MINUTE: String(limit),
    TRUST_PROXY: '127.0.0.1',
  }
  started = await startApp({ env })
  at = await openHouse(started.app)
  await started.app.server.listen({ port: 0, host: '127.0.0.1' })
  port = (started.app.server.server.address() as AddressInfo).port
})
afterAll(() => started.stop())

let lastAddress = 0
/** A new client address. */
const newAddress = () => `198.51.100.${++lastAddress}`

/** Sends a path unnormalized. */
async function raw(target: string, headers: Record<string, string>, method = 'GET'): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const lines = Object.entries({ host: 'kontor', connection: 'close', ...headers }).map((pair) => pair.join(': '))
  socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  let answer = ''
  for await (const chunk of socket) answer += chunk
  return answer
}
const statusOf = (answer: string) => Number(answer.slice(9, 12))

describe('rate limits', () => {
  test.each([
    '/api/v1/me',
    '/%61pi/v1/me',
    '/%61%70%69/%76%31/%6d%65',
    '/api/v1/me/',
    '/graphql?query=%7Bme%7Bid%7D%7D',
    '/%67raphql?query=%7Bme%7Bid%7D%7D',
  ])('is decided by the route, however its address is written: %s', async (target) => {
    const { owner } = await openHouse(started.app)
    const headers = { authorization: `Bearer ${owner.token}`, 'apollo-require-preflight': '1' }
    const statuses: number[] = []
    for (let sent = 0; sent <= limit; sent += 1) statuses.push(statusOf(await raw(target, headers)))
    expect(statuses).toEqual([...Array(limit).fill(200), 429])
  })

  const link = createLinkToken('00000000-0000-4000-8000-000000000000').token
  test.each([
    ...['/docs', '/docs/start.js', '/graphiql/start.js', '/nowhere', '/graphql?query=%7B__typename%7D'],
    ...[`/sign/${link}`, `/api/v1/public/sign/${link}`, `/api/v1/public/sign/${link}/pdf`],
  ])('goes by the address where there is no token: %s', async (target) => {
    const headers = { 'x-forwarded-for': newAddress(), 'apollo-require-preflight': '1' }
    const statuses: number[] = []
    for (let sent = 0; sent <= limit; sent += 1) statuses.push(statusOf(await raw(target, headers)))
    expect(statuses.at(-1)).toBe(429)
    expect(statuses.slice(0, -1)).not.toContain(429)
  })

  test.each(['/API/v1/clients', '//api/v1/clients', '/api//v1/clients', '/%61pi/v1/clients', '/%41PI/v1/nowhere'])(
    'is 401 first without a token, whatever is there: %s',
    async (target) => {
      expect(statusOf(await raw(target, { 'x-forwarded-for': newAddress() }))).toBe(401)
    },
  )

  test("exclude health checks and the app's frame", async () => {
    const headers = { 'x-forwarded-for': newAddress() }
    for (const target of ['/healthz', '/readyz', '/app', '/app/clients'])
      for (let sent = 0; sent < 2 * limit; sent += 1) expect(statusOf(await raw(target, headers))).toBe(200)
  })

  test("show a page in the reader's language to browsers", async () => {
    const client = newAddress()
    const open = (accept: string, language: string) =>
      raw(`/api/v1/public/sign/${link}/pdf`, {
        ...{ 'x-forwarded-for': client, accept, 'accept-language': language },
      })
    for (let sent = 0; sent < limit; sent += 1) await open('*/*', 'de')
    const shown = await open('text/html,application/xhtml+xml,*/*;q=0.8', 'en')
    expect([statusOf(shown), /\r\ncontent-type: text\/html/.test(shown)]).toEqual([429, true])
    const [, seconds] = /\r\nretry-after: (\d+)\r\n/.exec(shown) ?? []
    expect(shown).toContain(`Load the page again in ${seconds} seconds.`)
    expect(await open('text/html', 'de')).toContain('<h1>Einen Moment</h1>')
    expect(await open('application/json', 'de')).toContain('{"error":"rate_limited"')
  })

  test("allow a member five tokens' requests, whatever their number, and affect no other member", async () => {
    const { viewer, organizationId, owner } = await openHouse(started.app)
    const headers = (token: string | null) => ({ authorization: `Bearer ${token}` })
    const statuses: number[] = []
    for (let count = 0; count < 6; count += 1) {
      const { token } = await issueTokenByCommand(started.app.system, {
        organizationId,
        memberId: viewer.id,
        name: 'n',
      })
      for (let sent = 0; sent < limit; sent += 1) statuses.push(statusOf(await raw('/api/v1/me', headers(token))))
    }
    expect(statuses).toEqual([...Array(5 * limit).fill(200), ...Array(limit).fill(429)])
    expect(statusOf(await raw('/api/v1/me', headers(owner.token)))).toBe(200)
  })

  test("allow an organization fifty tokens' requests", async () => {
    const { viewer, organizationId } = await openHouse(started.app)
    await started.app.system.query('insert into rate_windows values ($1, now(), $2)', [
      `organization ${organizationId}`,
      50 * limit - 1,
    ])
    const send = () => raw('/api/v1/me', { authorization: `Bearer ${viewer.token}` })
    expect(await send()).toMatch(/^HTTP\/1.1 200 [\s\S]*\r\nx-ratelimit-limit: 5\r\nx-ratelimit-remaining: 0\r\n/)
    const refused = await send()
    expect(refused).toMatch(/^HTTP\/1.1 429 [\s\S]*\r\nx-ratelimit-remaining: 0\r\n/)
    expect(refused).toMatch(/\r\nretry-after: \d+\r\n/)
  })

  test('an unknown token counts for its address, and does not block valid ones there', async () => {
    const headers = { 'x-forwarded-for': newAddress() }
    const statuses: number[] = []
    expect(statusOf(await raw('/api/v1/me', { ...headers, authorization: `Bearer ${at.admin.token}` }))).toBe(200)
    for (let sent = 0; sent <= limit + 1; sent += 1) {
      const { token } = createToken(at.organizationId)
      statuses.push(statusOf(await raw('/api/v1/me', { ...headers, authorization: `Bearer ${token}` })))
    }
    expect(statuses).toEqual([...Array(limit).fill(401), 429, 429])
    expect(statusOf(await raw('/api/v1/me', { ...headers, authorization: `Bearer ${at.admin.token}` }))).toBe(200)
  })
})

describe('sockets', () => {
  const open = (address: string) =>
    new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws', {
      headers: { 'x-forwarded-for': address },
    })

  test('count for their address, once each', async () => {
    const address = newAddress()
    for (let opened = 0; opened < limit; opened += 1) {
      const socket = open(address)
      await once(socket, 'open')
      socket.send(
        JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${at.accountant.token}` } }),
      )
      const [data] = await once(socket, 'message')
      expect(JSON.parse(String(data)).type).toBe('connection_ack')
      socket.terminate()
    }
    const [error] = await once(open(address), 'error')
    expect(String(error)).toContain('429')
  })
})

describe("the client's address", () => {
  test('is a /56 for IPv6, and IPv4-mapped addresses are IPv4', () => {
    expect(toRateLimitNetwork('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:0::/56')
    expect(toRateLimitNetwork('2001:DB8:1:a2ff::9')).toBe('2001:db8:1:a200::/56')
    expect(toRateLimitNetwork('2001:db8::1')).toBe('2001:db8:0:0::/56')
    expect(toRateLimitNetwork('::1')).toBe('0:0:0:0::/56')
    expect(toRateLimitNetwork('fe80::1%eth0')).toBe('fe80:0:0:0::/56')
    expect(toRateLimitNetwork('::ffff:203.0.113.9')).toBe('203.0.113.9')
    expect(toRateLimitNetwork('203.0.113.9')).toBe('203.0.113.9')
  })

  test('is shortened for storage', () => {
    expect(anonymizeAddress('203.0.113.9')).toBe('203.0.113.0')
    expect(anonymizeAddress('::ffff:203.0.113.9')).toBe('203.0.113.0')
    expect(anonymizeAddress('2001:DB8:1:2::9')).toBe('2001:db8:1::')
    expect(anonymizeAddress('')).toBe('')
  })

  test('is counted so', async () => {
    const counter = createRateLimiter(started.app.services.database.pool, { token: 10, address: 2 })
    await counter.countAddress('2001:db8:9::1')
    await counter.countAddress('2001:db8:9::2')
    expect(await counter.countAddress('2001:db8:9::3')).toMatchObject({ allowed: false })
    expect(await counter.countAddress('2001:db8:9:100::3')).toMatchObject({ allowed: true })
    const bearer = parseBearer(`Bearer ${at.viewer.token}`) as never
    expect(await counter.countToken(bearer, '::1')).toMatchObject({ allowed: true, limit: 10 })
    // Sessions have a higher limit.
    expect(await counter.countToken(bearer, '::1', true)).toMatchObject({ allowed: true, limit: 50 })
  })

  test('is read from X-Forwarded-For of trusted proxies only', () => {
    const from = (remoteAddress: string, forwarded?: string) =>
      ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as never
    const addressOf = createClientAddressReader(['10.0.0.0/8', '::1'])
    expect(addressOf(from('203.0.113.1', '192.0.2.1'))).toBe('203.0.113.1')
    expect(addressOf(from('10.0.0.1', '192.0.2.9, 203.0.113.7'))).toBe('203.0.113.7')
    expect(addressOf(from('::ffff:10.0.0.1', '192.0.2.9, 203.0.113.7, 10.2.3.4'))).toBe('203.0.113.7')
    expect(addressOf(from('10.0.0.1'))).toBe('10.0.0.1')
    expect(createClientAddressReader([])(from('127.0.0.1', '192.0.2.1'))).toBe('127.0.0.1')
  })
})

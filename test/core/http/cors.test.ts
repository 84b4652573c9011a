import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateRestRoutes } from '#core/rest/routes'
import { byteRoutes, createSchemas } from '../../../src/app.ts'
import { type House, openHouse, startApp } from '../../harness/house.ts'

const origin = 'https://app.example.com'
let started: Awaited<ReturnType<typeof startApp>>
let at: House

beforeAll(async () => {
  started = await startApp({ env: { CORS_ORIGINS: `${origin}, http://localhost:5173` } })
  at = await openHouse(started.app)
})
afterAll(() => started.stop())

const ask = (method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST', url: string, headers: Record<string, string> = {}) =>
  started.app.server.inject({ method, url, headers })

const id = '00000000-0000-4000-8000-000000000000'
const methods = new Map<string, Set<string>>()
for (const { method, path } of [...generateRestRoutes(createSchemas().rest).map(({ route }) => route), ...byteRoutes]) {
  const url = `/api/v1${path.replace(/\{\w+\}/g, id)}`
  methods.set(url, (methods.get(url) ?? new Set()).add(method.toUpperCase()))
}
for (const url of [
  '/healthz',
  '/readyz',
  '/docs',
  '/docs/reference',
  '/graphiql/layout.css',
  '/api/v1/openapi.json',
  '/files/x',
])
  methods.set(url, new Set(['GET']))
methods.set('/graphql', new Set(['GET', 'POST']))
methods.set('/uploads', new Set(['POST']))

describe.each([...methods])('%s', (url, its) => {
  test('answers OPTIONS with its methods, without a token', async () => {
    const answer = await ask('OPTIONS', url)
    expect(answer.statusCode).toBe(204)
    const expected = [...its, ...(its.has('GET') ? ['HEAD'] : []), 'OPTIONS']
    expect(String(answer.headers.allow).split(', ').sort()).toEqual(expected.sort())
  })

  if (its.has('HEAD')) return
  test('answers HEAD like GET, without a body', async () => {
    const headers = { authorization: `Bearer ${at.owner.token}`, 'apollo-require-preflight': '1' }
    const head = await ask('HEAD', url, headers)
    const get = await ask('GET', url, headers)
    expect(head.body).toBe('')
    expect(head.statusCode).toBe(get.statusCode)
    if (its.has('GET') && url.startsWith('/api')) expect(head.headers.etag).toBe(get.headers.etag)
  })
})

test('an unknown path under the base is 401 for OPTIONS like all else, except for preflights', async () => {
  expect((await ask('OPTIONS', '/api/v1/nowhere')).statusCode).toBe(401)
  const preflight = await ask('OPTIONS', '/api/v1/nowhere', { origin, 'access-control-request-method': 'GET' })
  expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([204, origin])
})

describe('an allowed origin', () => {
  test('may use any method and header of the service', async () => {
    const answer = await ask('OPTIONS', '/api/v1/clients', {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    })
    expect(answer.statusCode).toBe(204)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': expect.stringMatching(/Authorization.*Content-Type.*Idempotency-Key.*If-Match/),
      vary: 'origin',
    })
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
  })

  test('can read responses and errors with their headers', async () => {
    for (const [authorization, status] of [
      [`Bearer ${at.owner.token}`, 200],
      ['Bearer none', 401],
    ] as const) {
      const answer = await ask('GET', '/api/v1/me', { origin: 'http://localhost:5173', authorization })
      expect(answer.statusCode).toBe(status)
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': 'http://localhost:5173',
        'access-control-expose-headers': expect.stringMatching(/ETag.*Retry-After.*X-RateLimit-Limit.*X-Request-Id/),
        vary: 'origin',
      })
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    }
  })

  test('GraphQL varies by Accept and Origin', async () => {
    const answer = await ask('GET', '/graphql?query=%7B__typename%7D', { origin, 'apollo-require-preflight': '1' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers.vary).toBe('accept, origin')
  })
})

test('another origin gets no CORS headers, and the response still varies by origin', async () => {
  for (const other of ['https://evil.example', 'null', `${origin}.evil.example`]) {
    const { headers } = await ask('OPTIONS', '/api/v1/clients', {
      origin: other,
      'access-control-request-method': 'POST',
    })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers.vary).toBe('origin')
  }
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type House, openHouse, startApp } from '../../harness/house.ts'

let started: Awaited<ReturnType<typeof startApp>>
let at: House
beforeAll(async () => {
  started = await startApp({ env: { PUBLIC_URL: 'https://kontor.example' } })
  at = await openHouse(started.app)
})
afterAll(() => started.stop())

const get = (url: string, headers: Record<string, string> = {}) => started.app.server.inject({ url, headers })
const expected = {
  'strict-transport-security': 'max-age=31536000',
  'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
}

describe('the headers of every response', () => {
  test.each([
    ...['/healthz', '/docs/en', '/docs/en/reference', '/book/nobody', '/sign/nothing', '/share/nothing', '/nowhere'],
    ...['/api/v1/me', '/api/v1/nowhere', '/api/v1/openapi.json', '/graphql', '/%', '/api/v1/%'],
  ])('hold for %s', async (url) => {
    expect((await get(url, { accept: 'text/html' })).headers).toMatchObject(expected)
  })
  test('are sent with a token, and for OPTIONS', async () => {
    const headers = { authorization: `Bearer ${at.owner.token}` }
    expect((await get('/api/v1/me', headers)).headers).toMatchObject(expected)
    const options = await started.app.server.inject({ method: 'OPTIONS', url: '/api/v1/clients' })
    expect(options.headers).toMatchObject(expected)
  })
})

test('forbid loading and running anything from data', async () => {
  const policy = "default-src 'none'; frame-ancestors 'none'"
  for (const url of [
    '/healthz',
    '/api/v1/me',
    '/api/v1/nowhere',
    '/api/v1/openapi.json',
    '/graphql?query={__typename}',
  ])
    expect((await get(url)).headers['content-security-policy'], url).toBe(policy)
})

test('let documents of signed URLs be framed, as front ends do', async () => {
  const { id: clientId } = (await at.owner.rest('POST', '/clients', { name: 'Kunde' })).body
  const line = { description: 'Beratung', quantity: 1, unit_price_cents: 100, tax_rate: 19 }
  const dates = { issue_date: '2026-01-05', due_date: '2026-01-19' }
  const { id } = (await at.owner.rest('POST', '/invoices', { client_id: clientId, ...dates, line_items: [line] })).body
  const { data } = await at.owner.graphql(`{ invoice(id: "${id}") { pdfUrl } }`)
  const { pathname, search } = new URL(data.invoice.pdfUrl)
  const { statusCode, headers } = await get(pathname + search)
  expect([statusCode, headers]).toMatchObject([
    200,
    { 'content-security-policy': 'frame-ancestors *', 'cross-origin-resource-policy': 'cross-origin' },
  ])
})

test.each(['/api/v1/%', '/api/v1/clients/%E0%A4%A'])('%s is refused, to a browser too', async (url) => {
  for (const accept of ['*/*', 'text/html']) expect((await get(url, { accept })).statusCode).toBe(401)
})

test('require HTTPS only if the service uses it', async () => {
  const { app, stop } = await startApp()
  const { headers } = await app.server.inject('/healthz')
  expect(headers).not.toHaveProperty('strict-transport-security')
  await stop()
})

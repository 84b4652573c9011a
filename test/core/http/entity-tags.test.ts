import { beforeAll, describe, expect, test } from 'vitest'
import { upload } from '../../features/content/files/upload.ts'
import { createFixtures } from '../../harness/fixtures.ts'
import { house, openHouse } from '../../harness/house.ts'

const at = house()
const { one } = createFixtures(at)

const get = (path: string, headers: Record<string, string> = {}) =>
  at.app.server.inject({
    method: 'GET',
    url: path.startsWith('/api') || path.startsWith('/files') ? path : `/api/v1${path}`,
    headers: { authorization: `Bearer ${at.owner.token}`, ...headers },
  })

async function known(path: string) {
  const first = await get(path)
  expect([path, first.statusCode]).toEqual([path, 200])
  const tag = String(first.headers.etag)
  expect(tag).toMatch(/^"[\w-]+"$/)
  const again = await get(path, { 'if-none-match': tag })
  expect([path, again.statusCode, again.body, again.headers.etag]).toEqual([path, 304, '', tag])
  expect((await get(path, { 'if-none-match': `"0", W/${tag}` })).statusCode).toBe(304)
  expect((await get(path, { 'if-none-match': '"other"' })).statusCode).toBe(200)
}

describe('304 if the client has the content', () => {
  let client = ''
  let invoice = ''
  beforeAll(async () => {
    client = (await at.owner.rest('POST', '/clients', { name: 'Kunde' })).body.id
    invoice = await one('sent')
  })
  test('for a resource by its version, until it changes', async () => {
    await known(`/clients/${client}`)
    await known('/organization')
    const { headers } = await get(`/clients/${client}`)
    await at.owner.rest('PUT', `/clients/${client}`, { name: 'Anders' })
    const changed = await get(`/clients/${client}`, { 'if-none-match': String(headers.etag) })
    expect([changed.statusCode, changed.json().name]).toEqual([200, 'Anders'])
  })
  test('not without permission', async () => {
    const { headers } = await get(`/clients/${client}`)
    const tag = { 'if-none-match': String(headers.etag) }
    const stranger = await openHouse(at.app)
    expect((await stranger.owner.rest('GET', `/clients/${client}`, undefined, tag)).status).toBe(404)
    expect((await get(`/clients/${client}`, { ...tag, authorization: 'Bearer no' })).statusCode).toBe(401)
  })
  test('for documents, images and the API description', async () => {
    await known(`/invoices/${invoice}/pdf`)
    await known(`/invoices/${invoice}/xml`)
    await known(`/invoices/${invoice}/preview`)
    await known('/openapi.json')
  })
})

test('POST and PUT return the ETag of their response, also when replayed', async () => {
  const key = { 'idempotency-key': 'etag-of-a-client' }
  const made = await at.owner.rest('POST', '/clients', { name: 'Neu' }, key)
  expect(made.headers.etag).toBe(`"${made.body.version}"`)
  const repeated = await at.owner.rest('POST', '/clients', { name: 'Neu' }, key)
  expect([repeated.headers['idempotent-replayed'], repeated.headers.etag]).toEqual(['true', made.headers.etag])
  const changed = await at.owner.rest('PUT', `/clients/${made.body.id}`, { name: 'Neuer' })
  expect(changed.headers.etag).toBe(`"${changed.body.version}"`)
  const file = await upload(at, 'owner', { file: ['Text', 'a.txt'] })
  expect(file.headers.etag).toBe(`"${file.body.version}"`)
  expect((await at.owner.rest('POST', '/clients', { name: '' })).headers.etag).toBeUndefined()
})

test('a download resumes by If-Range if unchanged, and restarts otherwise', async () => {
  const { body } = await upload(at, 'owner', { file: ['0123456789', 'a.txt'] })
  const { url } = (await at.owner.rest('GET', `/storage/files/${body.id}/download`)).body
  const path = new URL(url).pathname + new URL(url).search
  const first = await get(path)
  const tag = String(first.headers.etag)
  const read = async (ifRange: string) => {
    const { statusCode, body } = await get(path, { range: 'bytes=3-5', 'if-range': ifRange })
    return [statusCode, body]
  }
  expect(await read(tag)).toEqual([206, '345'])
  expect(await read('"other"')).toEqual([200, '0123456789'])
  expect(await read(`W/${tag}`)).toEqual([200, '0123456789'])
  expect(await read('Fri, 27 Nov 2026 10:00:00 GMT')).toEqual([200, '0123456789'])
  expect((await get(path, { 'if-none-match': tag })).statusCode).toBe(304)
  for (const [ifMatch, status] of [
    [tag, 200],
    [`"other", ${tag}`, 200],
    ['*', 200],
    ['"other"', 412],
    [`W/${tag}`, 412],
  ] as const)
    expect([ifMatch, (await get(path, { 'if-match': ifMatch })).statusCode]).toEqual([ifMatch, status])
  expect((await get(path, { 'if-match': '"other"', 'if-none-match': tag })).statusCode).toBe(412)
})

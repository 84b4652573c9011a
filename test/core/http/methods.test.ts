import { METHODS } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { house } from '../../harness/house.ts'

const at = house()

async function ask(method: string, url: string, more: InjectOptions = {}) {
  const answer = await at.app.server.inject({
    ...more,
    method: method as 'GET',
    url,
    headers: { authorization: `Bearer ${at.owner.token}`, ...more.headers },
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.body }
}

const usual = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT']

describe('an unsupported method', () => {
  test.each(METHODS.filter((method) => !usual.includes(method)))(
    'is rejected with the supported ones: %s',
    async (method) => {
      const { status, headers, body } = await ask(method, '/api/v1/clients')
      expect([status, String(headers.allow).split(', ').sort()]).toEqual([405, ['GET', 'HEAD', 'OPTIONS', 'POST']])
      expect(JSON.parse(body).error).toBe('method_not_allowed')
    },
  )

  test.each([
    ['TRACE', '/api/v1/clients/00000000-0000-4000-8000-000000000000', 'GET, PUT, DELETE, HEAD, OPTIONS'],
    ['QUERY', '/api/v1/time-entries/running/', 'GET, HEAD, OPTIONS'],
    ['QUERY', '/graphql', 'GET, POST, HEAD, OPTIONS'],
    ['PUT', '/graphql', 'GET, POST, HEAD, OPTIONS'],
    ['POST', '/docs', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/healthz', 'GET, HEAD, OPTIONS'],
  ])('is refused wherever it is: %s %s', async (method, url, allowed) => {
    const { status, headers } = await ask(method, url)
    expect(status).toBe(405)
    expect(String(headers.allow).split(', ').sort()).toEqual(allowed.split(', ').sort())
  })

  test.each([
    '/api/v1//clients',
    '/api/v1/Clients',
    '/api/v1/Clients/00000000-0000-4000-8000-000000000000',
    '/api/v1/clients%2F00000000-0000-4000-8000-000000000000',
    '/API/v1/clients',
    '/Healthz',
  ])('is not what is wrong with an address that does not exist: %s', async (url) => {
    for (const method of ['GET', 'DELETE']) {
      const { status, headers } = await ask(method, url)
      expect([method, status, headers.allow]).toEqual([method, 404, undefined])
    }
    if (!/^\/api/i.test(url)) return
    for (const method of ['GET', 'POST']) {
      const { status } = await ask(method, url, { headers: { authorization: '' } })
      expect([method, status]).toEqual([method, 401])
    }
  })

  test('is 401 first under the base, and 404 for an unknown path', async () => {
    expect((await at.app.server.inject({ method: 'TRACE', url: '/api/v1/clients' })).statusCode).toBe(401)
    expect((await ask('TRACE', '/api/v1/nowhere')).status).toBe(404)
    expect((await ask('QUERY', '/nowhere')).status).toBe(404)
  })
})

describe('works without a token on public routes', () => {
  test.each([
    ['PUT', '/public/booking/x', 'GET, HEAD, OPTIONS'],
    ['GET', '/public/bookings/x/cancel', 'POST, OPTIONS'],
    ['QUERY', '/public/invitations/x/answer', 'POST, OPTIONS'],
    ['POST', '/public/sign/x/pdf', 'GET, HEAD, OPTIONS'],
    ['POST', '/calendar/feed/x.ics', 'GET, HEAD, OPTIONS'],
    ['QUERY', '/calendar/feed/x.ics', 'GET, HEAD, OPTIONS'],
  ])('another method is refused with those there are: %s %s', async (method, path, allowed) => {
    const { status, headers } = await ask(method, `/api/v1${path}`, { headers: { authorization: '' } })
    expect([status, String(headers.allow).split(', ').sort()]).toEqual([405, allowed.split(', ').sort()])
  })

  test('an unknown path is 404; with a known parent it is 401 first', async () => {
    const statusOf = async (url: string) => (await at.app.server.inject({ url })).statusCode
    expect(await statusOf('/api/v1/public/nothing')).toBe(404)
    expect(await statusOf('/api/v1//PUBLIC/nothing/')).toBe(404)
    expect(await statusOf('/api/v1/publicity')).toBe(401)
    expect(await statusOf('/api/v1/calendar/feed')).toBe(401)
  })
})

describe('compressed content', () => {
  const form = { 'content-type': 'multipart/form-data; boundary=x' }
  test.each([
    ['/api/v1/clients', {}],
    ['/graphql', {}],
    ['/api/v1/storage/files', form],
  ])('is refused in words that say what to do: %s', async (url, headers) => {
    const { status, body } = await ask('POST', url, {
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip', 'accept-language': 'en', ...headers },
      payload: gzipSync('{"name":"x"}'),
    })
    expect(status).toBe(415)
    expect(body).toContain('send it without Content-Encoding')
  })

  test('is accepted if declared as identity', async () => {
    const { status } = await ask('POST', '/api/v1/clients', {
      headers: { 'content-type': 'application/json', 'content-encoding': 'identity' },
      payload: '{"name":"Plain"}',
    })
    expect(status).toBe(201)
  })
})

describe('If-Match', () => {
  const change = async (tags: (version: string) => string) => {
    const { body } = await at.owner.rest('POST', '/clients', { name: 'Versioned' })
    const { headers: one } = await at.owner.rest('GET', `/clients/${body.id}`)
    const version = String(one.etag)
    return (await at.owner.rest('PUT', `/clients/${body.id}`, { city: 'Kiel' }, { 'if-match': tags(version) })).status
  }
  test.each<[string, (version: string) => string, number]>([
    ['one tag', (version) => version, 200],
    ['any', () => '*', 200],
    ['several, one of them the version', (version) => `"77", ${version},"78"`, 200],
    ['several, none of them the version', () => '"77", "78"', 412],
    ['a weak tag', (version) => `W/${version}`, 412],
    ['a weak tag beside another', (version) => `"77", W/${version}`, 412],
    ['a weak tag beside the version', (version) => `W/"77", ${version}`, 200],
    ['what is no tag', (version) => version.replaceAll('"', ''), 412],
    ['the version with a leading zero', (version) => version.replace('"', '"0'), 412],
    ['the version behind a tag that does not end', (version) => `"a, ${version}`, 412],
    ['the version beside what is no tag', (version) => `"a"b, ${version}`, 412],
    ['the version behind a tag with a comma', (version) => `"a,b" , ${version}`, 200],
  ])('%s', async (_, tags, status) => {
    expect(await change(tags)).toBe(status)
  })
})

describe('a mutation by GET', () => {
  test.each([
    ['en', 'GET runs queries alone: send mutations by POST.'],
    ['de', 'Über GET laufen nur Abfragen: Mutationen bitte mit POST senden.'],
  ])('is refused in words that say what to do, in %s', async (language, message) => {
    const query = encodeURIComponent('mutation { createClient(input: { name: "x" }) { id } }')
    const { status, headers, body } = await ask('GET', `/graphql?query=${query}`, {
      headers: { 'accept-language': language },
    })
    expect([status, headers.allow]).toEqual([405, 'POST'])
    expect(JSON.parse(body).errors[0]).toMatchObject({
      message,
      extensions: { code: 'method_not_allowed', status: 405 },
    })
  })
})

test('an unknown field of a type is named', async () => {
  const { errors } = await at.owner.graphql('{ nonsense { id } }')
  expect(errors?.[0].extensions).toMatchObject({ status: 422, field: 'nonsense' })
  const inner = await at.owner.graphql('{ clients { clients { name colour } } }')
  expect(inner.errors?.[0].extensions).toMatchObject({ status: 422, field: 'colour' })
})

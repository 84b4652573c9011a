import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mountHealth } from '#core/http/health'
import { minRequestDataRate } from '#core/http/request-data-rate'
import { createServer } from '#core/http/server'
import { mountBytes } from '#core/rest/bytes'
import { uploadRoute } from '#features/content/files/upload.http'
import { createSchemas } from '../../../src/app.ts'
import { house } from '../../harness/house.ts'

const at = house()
/** A server whose minimum rate a test can miss quickly. */
let server: ReturnType<typeof createServer>
let port: number

beforeAll(async () => {
  server = createServer(at.app.services, pino({ level: 'silent' }), {
    corsOrigins: null,
    pace: { bytes: 10, milliseconds: 150 },
  })
  server.post('/echo', async (request) => request.body)
  mountBytes(server, at.app.services, createSchemas().rest, [uploadRoute])
  await server.listen({ port: 0, host: '127.0.0.1' })
  port = (server.server.address() as AddressInfo).port
})
afterAll(() => server.close())

/** Sends a head, then `rest` in pieces; returns what was received until the connection ended. */
async function send(head: string[], rest: AsyncIterable<string> | Iterable<string>, to = port): Promise<string> {
  const socket = connect(to, '127.0.0.1').on('error', () => {})
  socket.write(`${[...head, 'host: kontor', `authorization: Bearer ${at.owner.token}`].join('\r\n')}\r\n\r\n`)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  const closed = once(socket, 'close')
  for await (const piece of rest) if (socket.writable) socket.write(piece)
  await closed
  return answer
}

const timeout = /^HTTP\/1\.1 408 .*"error":"request_timeout"/s

describe('a body that arrives too slowly', () => {
  test('is aborted with 408', async () => {
    const head = ['POST /echo HTTP/1.1', 'content-type: application/json', 'content-length: 100']
    expect(await send(head, ['{'])).toMatch(timeout)
  })

  test('is aborted without Content-Length too', async () => {
    const head = ['POST /echo HTTP/1.1', 'content-type: application/json', 'transfer-encoding: chunked']
    expect(await send(head, ['1\r\n{\r\n'])).toMatch(timeout)
  })

  test('is aborted for uploads', async () => {
    const head = [
      'POST /api/v1/storage/files HTTP/1.1',
      'content-type: multipart/form-data; boundary=x',
      'content-length: 1000',
    ]
    const form = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc'
    expect(await send(head, [form])).toMatch(timeout)
  })
})

test('a body that is fast enough passes, however long it takes', async () => {
  const text = JSON.stringify({ text: 'x'.repeat(400) })
  const head = [
    'POST /echo HTTP/1.1',
    'content-type: application/json',
    `content-length: ${text.length}`,
    'connection: close',
  ]
  async function* pieces() {
    // 20 bytes per interval that requires ten.
    for (let start = 0; start < text.length; start += 50) {
      yield text.slice(start, start + 50)
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
  }
  expect(await send(head, pieces())).toContain(text)
})

test('the minimum allows 100 MB in less than two days, but not one byte in ten seconds', () => {
  const perSecond = minRequestDataRate.bytes / (minRequestDataRate.milliseconds / 1000)
  expect(perSecond).toBeGreaterThan(0.1)
  expect(104_857_600 / perSecond).toBeLessThan(2 * 86_400)
})

test('headers that are too large are 431', async () => {
  expect(await send(['GET /healthz HTTP/1.1', `x-much: ${'x'.repeat(20_000)}`], [])).toMatch(
    /^HTTP\/1\.1 431 .*"error":"headers_too_large"/s,
  )
})

test('the real server limits headers, bodies and idle connections', () => {
  const { headersTimeout, timeout, keepAliveTimeout } = at.app.server.server
  for (const limit of [headersTimeout, timeout, keepAliveTimeout]) {
    expect(limit).toBeGreaterThan(0)
    expect(limit).toBeLessThanOrEqual(120_000)
  }
})

test('readiness queries the database at most once a second', async () => {
  let asked = 0
  const app = createServer(at.app.services, pino({ level: 'silent' }), { corsOrigins: null })
  mountHealth(
    app,
    {
      async query() {
        asked += 1
        return { rows: [{ takesChanges: true }] }
      },
    } as never,
    { isFull: async () => false },
  )
  for (let sent = 0; sent < 50; sent += 1) expect((await app.inject('/readyz')).statusCode).toBe(200)
  expect(asked).toBeLessThan(10)
  await app.close()
})

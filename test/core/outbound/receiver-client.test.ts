import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer, type LookupFunction, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  createReceiverClient,
  type ReceiverClient,
  type ReceiverClientOptions,
  ReceiverFailure,
} from '#core/outbound/receiver-client'
import { startTlsReceiver, type TlsReceiver } from '../../peers/tls-receiver.ts'

const loopback = ['127.0.0.0/8', '::1/128']
const clients: ReceiverClient[] = []
const client = (options: Partial<ReceiverClientOptions> = {}) => {
  const made = createReceiverClient({ allowPrivateCidrs: loopback, ...options })
  clients.push(made)
  return made
}
afterEach(async () => {
  await Promise.all(clients.splice(0).map((one) => one.close()))
})

const resolver =
  (names: Record<string, readonly string[]>): LookupFunction =>
  (hostname, _options, done) => {
    const addresses = names[hostname]
    if (!addresses) return done(Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' }), [])
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }

const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error) => (error instanceof ReceiverFailure ? error.reason : error),
  )

let receiver: TlsReceiver
beforeAll(async () => {
  receiver = await startTlsReceiver()
})
afterAll(() => receiver.close())
afterEach(() => receiver.answer({ status: 204 }))

describe('a response', () => {
  test('has status, headers and the beginning of its body', async () => {
    receiver.answer({ status: 202, headers: { 'x-request-id': 'r1' }, body: 'accepted' })
    const answer = await client().post(receiver.url, { 'x-service-event': 'invoice.sent' }, '{"ä":1}')
    expect(answer).toMatchObject({ status: 202, headers: { 'x-request-id': 'r1' }, body: 'accepted' })
    expect(answer.durationMs).toBeGreaterThanOrEqual(0)
    const received = await receiver.next()
    expect(received).toMatchObject({ method: 'POST', path: '/hook', headers: { 'x-service-event': 'invoice.sent' } })
    expect(received.body.toString()).toBe('{"ä":1}')
  })

  test('may be an error, which the caller judges', async () => {
    for (const status of [400, 410, 429, 500, 503]) {
      receiver.answer({ status, body: 'no' })
      expect(await client().post(receiver.url, {}, '{}')).toMatchObject({ status, body: 'no' })
    }
  })

  test('may be a redirect, which is not followed', async () => {
    const elsewhere = await startTlsReceiver()
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.answer({ status, headers: { location: elsewhere.url } })
      expect((await client().post(receiver.url, {}, '{}')).status).toBe(status)
    }
    expect(elsewhere.all).toEqual([])
    await elsewhere.close()
  })

  test('is limited to 4 KB of text that PostgreSQL can store', async () => {
    receiver.answer({ status: 200, body: `${'a'.repeat(4095)}ü and more` })
    expect((await client().post(receiver.url, {}, '{}')).body).toBe('a'.repeat(4095))
    receiver.answer({ status: 200, body: Buffer.from([0x61, 0x00, 0xff, 0xed, 0xa0, 0x80, 0x62]) })
    const { body } = await client().post(receiver.url, {}, '{}')
    expect(body).toMatch(/^a\ufffd+b$/)
    expect(body.isWellFormed()).toBe(true)
  })

  test('without an end is read up to 64 KB, then the connection is closed', async () => {
    receiver.answer({ status: 200, endless: true })
    const answer = await client().post(receiver.url, { 'x-test': 'endless' }, '{}')
    expect(answer.status).toBe(200)
    expect(answer.body).toBe('x'.repeat(4096))
    const { ended } = await receiver.next(({ headers }) => headers['x-test'] === 'endless')
    expect(await ended).toBe('dropped')
  })

  test('of up to 64 KB keeps the connection for the next call', async () => {
    receiver.answer({ status: 200, body: 'y'.repeat(64 * 1024) })
    const kept = client()
    for (const number of [1, 2, 3, 4, 5, 6]) await kept.post(receiver.url, { 'x-test': `kept ${number}` }, '{}')
    const calls = receiver.all.filter(({ headers }) => String(headers['x-test']).startsWith('kept'))
    expect(calls).toHaveLength(6)
    // undici may open a second one while the first is not known to be free.
    expect(new Set(calls.map(({ connection }) => connection)).size).toBeLessThanOrEqual(2)
  })
})

describe('a failure', () => {
  test('is a timeout: hanging, slow, and in every phase before', async () => {
    const quick = client({ timeoutMs: 200 })
    receiver.answer('hang')
    expect(await reasonOf(quick.post(receiver.url, {}, '{}'))).toBe('timeout')
    receiver.answer({ status: 200, body: 'slowly'.repeat(1_000), dripMs: 20 })
    const began = performance.now()
    expect(await reasonOf(quick.post(receiver.url, {}, '{}'))).toBe('timeout')
    // All of it would take two minutes.
    expect(performance.now() - began).toBeLessThan(20_000)

    const mute = await tcpPeer(() => {})
    expect(await reasonOf(quick.post(mute.url, {}, '{}'))).toBe('timeout')
    await mute.close()

    const noAnswer: LookupFunction = () => {}
    const asking = client({ timeoutMs: 200, lookup: noAnswer })
    expect(await reasonOf(asking.post('https://slow.receiver.example/', {}, '{}'))).toBe('timeout')
  })

  test('is a broken or refused connection', async () => {
    receiver.answer('reset')
    expect(await reasonOf(client().post(receiver.url, {}, '{}'))).toBe('connection')
    const gone = await startTlsReceiver()
    await gone.close()
    expect(await reasonOf(client().post(gone.url, {}, '{}'))).toBe('connection')
    expect(await reasonOf(client().post('https://localhost:0/', {}, '{}'))).toBe('connection')
  })

  test('is an invalid response', async () => {
    receiver.answer('garbage')
    expect(await reasonOf(client().post(receiver.url, {}, '{}'))).toBe('invalid_answer')
    receiver.answer({ status: 200, headers: { 'x-long': 'x'.repeat(20_000) } })
    expect(await reasonOf(client().post(receiver.url, {}, '{}'))).toBe('invalid_answer')
  })

  test('is an unknown name', async () => {
    const lookup = resolver({ 'empty.receiver.example': [] })
    expect(await reasonOf(client({ lookup }).post('https://unknown.receiver.example/', {}, '{}'))).toBe(
      'name_not_found',
    )
    expect(await reasonOf(client({ lookup }).post('https://empty.receiver.example/', {}, '{}'))).toBe('name_not_found')
  })

  test('reveals only a short reason', async () => {
    const failure: ReceiverFailure = await client({ allowPrivateCidrs: [] })
      .post(receiver.url, {}, '{}')
      .catch((error) => error)
    expect(failure).toBeInstanceOf(ReceiverFailure)
    expect(failure.message).toBe('The address is not public.')
  })
})

describe('TLS', () => {
  test('rejects an unknown authority', async () => {
    const strange = await startTlsReceiver({ trusted: false })
    expect(await reasonOf(client().post(strange.url, {}, '{}'))).toBe('tls')
    expect(strange.all).toEqual([])
    await strange.close()
  })

  test('rejects another name', async () => {
    const lookup = resolver({ 'other.example': ['127.0.0.1'] })
    expect(await reasonOf(client({ lookup }).post(`https://other.example:${receiver.port}/`, {}, '{}'))).toBe('tls')
  })

  test('is required', async () => {
    const plain = await tcpPeer((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'))
    expect(await reasonOf(client().post(plain.url, {}, '{}'))).toBe('tls')
    await plain.close()
  })

  test('is verified even if the process disables verification', async () => {
    const strange = await startTlsReceiver({ trusted: false })
    expect(await postFromAnotherProcess(strange.url, { NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toBe('tls')
    await strange.close()
  })

  test('trusts authorities of NODE_EXTRA_CA_CERTS', async () => {
    expect(await postFromAnotherProcess(receiver.url, {})).toBe('tls')
    expect(await postFromAnotherProcess(receiver.url, { NODE_EXTRA_CA_CERTS: receiver.caFile })).toBe('204')
  })

  test('sends the server name without a trailing dot, except for IP addresses', async () => {
    const lookup = resolver({ 'a.receiver.example': ['127.0.0.1'], 'a.receiver.example.': ['127.0.0.1'] })
    for (const host of ['a.receiver.example', 'a.receiver.example.', '127.0.0.1', '0x7f.1'])
      expect((await client({ lookup }).post(`https://${host}:${receiver.port}/`, {}, '{}')).status).toBe(204)
  })
})

describe('a non-public address', () => {
  const refused = async (host: string, lookup?: LookupFunction, allowPrivateCidrs: string[] = []) => {
    const before = receiver.all.length
    const call = client({ allowPrivateCidrs, ...(lookup && { lookup }) }).post(
      `https://${host}:${receiver.port}/`,
      {},
      '{}',
    )
    expect(await reasonOf(call), host).toBe('refused_address')
    expect(receiver.all).toHaveLength(before)
  }

  test('is not called in any spelling', async () => {
    for (const host of ['127.0.0.1', '127.1', '0x7f.1', '0177.0.0.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', '0'])
      await refused(host)
    await refused('127.0.0.1', undefined, ['10.0.0.0/8'])
  })

  test('is not called by a name of the machine itself', async () => {
    for (const host of ['localhost', 'LOCALHOST']) await refused(host)
  })

  test('is not called by a name that resolves to it', async () => {
    const lookup = resolver({
      'a.receiver.example': ['127.0.0.1'],
      'b.receiver.example': ['::1'],
      'c.receiver.example': ['::ffff:127.0.0.1'],
      'd.receiver.example': ['64:ff9b::7f00:1'],
      'e.receiver.example': ['0.0.0.0'],
      'f.receiver.example': ['::'],
      'g.receiver.example': ['169.254.169.254'],
      '127.0.0.1.nip.example': ['127.0.0.1'],
      'metadata.google.internal': ['169.254.169.254'],
    })
    for (const letter of 'abcdefg') await refused(`${letter}.receiver.example`, lookup)
    await refused('127.0.0.1.nip.example', lookup)
    await refused('metadata.google.internal', lookup)
  })

  test('rejects a name that resolves to a public address too', async () => {
    const lookup = resolver({ 'both.receiver.example': ['8.8.8.8', '127.0.0.1'] })
    await refused('both.receiver.example', lookup)
  })

  test('is detected if a name resolves differently for two connections', async () => {
    let meaning = ['127.0.0.1']
    const lookup: LookupFunction = (_hostname, _options, done) =>
      done(
        null,
        meaning.map((address) => ({ address, family: 4 })),
      )
    const gate = client({ lookup })
    const url = `https://rebind.receiver.example:${receiver.port}/`
    receiver.answer({ status: 200, headers: { connection: 'close' } })
    expect((await gate.post(url, {}, '{}')).status).toBe(200)
    meaning = ['10.0.0.1']
    expect(await reasonOf(gate.post(url, {}, '{}'))).toBe('refused_address')
  })

  test('is detected at the socket if a name resolves differently between check and connection', async () => {
    let reads = 0
    const entry = {
      family: 4,
      get address() {
        return reads++ === 0 ? '8.8.8.8' : '127.0.0.1'
      },
    }
    const accepted: Socket[] = []
    const trap = await tcpPeer((socket) => accepted.push(socket))
    const lying = client({ allowPrivateCidrs: [], lookup: (_hostname, _options, done) => done(null, [entry]) })
    expect(await reasonOf(lying.post(`https://rebind.receiver.example:${trap.port}/`, {}, '{}'))).toBe(
      'refused_address',
    )
    expect(reads).toBeGreaterThan(1)
    await trap.close()
    // Connected briefly, but not even the server name was sent.
    for (const socket of accepted) expect(socket.bytesRead).toBe(0)
  })
})

test('never calls something other than a receiver', async () => {
  for (const url of ['http://localhost/', 'https://a:b@localhost/', 'nonsense'])
    expect(await reasonOf(client().post(url, {}, '{}'))).toBe('url')
})

test('closing waits for pending calls', async () => {
  receiver.answer({ status: 200, body: 'slow', dripMs: 20 })
  const closing = createReceiverClient({ allowPrivateCidrs: loopback })
  const call = closing.post(receiver.url, { 'x-test': 'closing' }, '{}')
  await receiver.next(({ headers }) => headers['x-test'] === 'closing')
  await closing.close()
  expect((await call).body).toBe('slow')
})

/** A TCP server on loopback; `greet` handles connections. */
async function tcpPeer(greet: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    greet(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `https://127.0.0.1:${port}/`,
    async close() {
      for (const socket of sockets) socket.destroy()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** Posts from a process with that environment; returns status or error. */
async function postFromAnotherProcess(url: string, env: Record<string, string>): Promise<string> {
  const program = `
    const { createReceiverClient } = await import(${JSON.stringify(new URL('../../../src/core/outbound/receiver-client.ts', import.meta.url).href)})
    const client = createReceiverClient({ allowPrivateCidrs: ['127.0.0.0/8', '::1/128'] })
    const answer = await client.post(${JSON.stringify(url)}, {}, '{}').catch((error) => error)
    console.log(answer.status ?? answer.reason)
    await client.close()`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    env: { PATH: process.env.PATH, ...env },
  })
  return stdout.trim()
}

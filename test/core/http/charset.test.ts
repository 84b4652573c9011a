import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { decodeText } from '#core/text/charset'
import { house, startApp } from '../../harness/house.ts'

const at = house()

async function send(url: string, payload: Buffer, type: string) {
  const headers = { authorization: `Bearer ${at.owner.token}`, 'content-type': type }
  const answer = await at.app.server.inject({ method: 'POST', url, headers, payload })
  return { status: answer.statusCode, body: answer.json() }
}
const createClient = (payload: Buffer, type: string) => send('/api/v1/clients', payload, type)
const clients = async () => (await at.owner.rest('GET', '/clients')).body.total

const text = (name: string) => JSON.stringify({ name })
const utf16be = (content: string) => Buffer.from(content, 'utf16le').swap16()
const mark = '\ufeff'

test.each([
  ['Müller', 'application/json', Buffer.from(text('Müller'))],
  ['Müller', 'application/json; charset=utf-8', Buffer.from(mark + text('Müller'))],
  ['Müller', 'application/json;charset="UTF-8"', Buffer.from(text('Müller'))],
  ['Müller', 'application/json; charset=iso-8859-1', Buffer.from(text('Müller'), 'latin1')],
  ['Müller', 'application/json; boundary=x; Charset=Latin1', Buffer.from(text('Müller'), 'latin1')],
  ['Preis in €', 'application/json; charset=windows-1252', Buffer.from(text('Preis in \x80'), 'latin1')],
  ['Preis in €', 'application/json; charset=iso-8859-15', Buffer.from(text('Preis in \xa4'), 'latin1')],
  ['Wałęsa', 'application/json; charset=iso-8859-2', Buffer.from(text('Wa\xb3\xeasa'), 'latin1')],
  ['Müller', 'application/json; charset=utf-16le', Buffer.from(text('Müller'), 'utf16le')],
  ['Müller', 'application/json; charset=utf-16be', utf16be(text('Müller'))],
  ['Müller', 'application/json; charset=utf-16', Buffer.from(mark + text('Müller'), 'utf16le')],
  ['Müller', 'application/json; charset=UTF-16', utf16be(mark + text('Müller'))],
])('%s is read from %s', async (name, type, payload) => {
  const answer = await createClient(payload, type)
  expect([answer.status, answer.body.name]).toEqual([201, name])
})

test.each([
  ...['utf-7', 'utf-32', 'klingon', 'iso-2022-kr', 'replacement', 'x-user-defined'],
  ...['iso-8859-8', 'visual', 'iso-8859-8-i', 'ISO-8859-8-I', 'csiso88598i', 'logical'],
])('the charset %s is 415', async (charset) => {
  const before = await clients()
  const answer = await createClient(Buffer.from(text('Acme')), `application/json; charset=${charset}`)
  expect([answer.status, answer.body.error]).toEqual([415, 'unsupported_media_type'])
  expect(await clients()).toBe(before)
})

test.each([
  ['a byte of another charset', 'application/json', Buffer.from(text('Müller'), 'latin1')],
  ['more than ASCII', 'application/json; charset=us-ascii', Buffer.from(text('Müller'), 'latin1')],
  ['half a character', 'application/json; charset=utf-8', Buffer.from('7b226e616d65223a22c3227d', 'hex')],
  ['a character in too many bytes', 'application/json', Buffer.from('7b226e616d65223a22c0af227d', 'hex')],
  ['a surrogate', 'application/json', Buffer.from('7b226e616d65223a22eda080227d', 'hex')],
  [
    'half of a pair of bytes',
    'application/json; charset=utf-16le',
    Buffer.from(`${text('Acme')}x`, 'utf8').subarray(1),
  ],
  ['UTF-16 that is not declared', 'application/json', Buffer.from(mark + text('Acme'), 'utf16le')],
])('%s is 400 and nothing is stored', async (_, type, payload) => {
  const before = await clients()
  const answer = await createClient(payload, type)
  expect([answer.status, answer.body.error]).toEqual([400, 'invalid_json'])
  expect(await clients()).toBe(before)
})

test('every single-byte charset is decoded as declared', () => {
  const charsets = [
    ...[2, 3, 4, 5, 6, 7, 9, 10, 11, 13, 14, 15, 16].map((part) => `iso-8859-${part}`),
    ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((page) => `windows-125${page}`),
    ...['ibm866', 'koi8-r', 'iso-8859-1', 'windows-874'],
  ]
  const letter = /^[\p{L}\p{M}\p{N}]$/u
  const wrong = charsets.flatMap((charset) =>
    Array.from({ length: 96 }, (_, index) => Buffer.of(0xa0 + index)).flatMap((byte) => {
      const declared = iconv.decode(byte, charset)
      return letter.test(declared) && decodeText(byte, charset) !== declared ? [[charset, byte[0], declared]] : []
    }),
  )
  expect(wrong).toEqual([])
})

test('GraphQL decodes the same bytes', async () => {
  const body = JSON.stringify({ query: 'mutation { createClient(input: { name: "Müller" }) { name } }' })
  const read = await send('/graphql', Buffer.from(body, 'latin1'), 'application/json; charset=iso-8859-1')
  expect(read.body.data.createClient.name).toBe('Müller')
  expect((await send('/graphql', Buffer.from(body, 'latin1'), 'application/json')).status).toBe(400)
})

test('a form is decoded by its charset, percent-encoded or not', async () => {
  const url = `/sign/${'x'.repeat(43)}`
  const post = async (payload: string, charset = '') => {
    const type = `application/x-www-form-urlencoded${charset && `; charset=${charset}`}`
    const headers = { 'content-type': type }
    const bytes = Buffer.from(payload, 'latin1')
    return (await at.app.server.inject({ method: 'POST', url, headers, payload: bytes })).statusCode
  }
  const known = await post('name=Anna+Schmidt')
  expect(await post('name=M%C3%BCller')).toBe(known)
  expect(await post('name=M%FCller', 'iso-8859-1')).toBe(known)
  expect(await post('name=100%')).toBe(known)
  expect([await post('name=M%FCller'), await post('name=M\xfcller')]).toEqual([400, 400])
  expect(await post('name=Anna', 'klingon')).toBe(415)
})

test('text parts of a multipart form are UTF-8', async () => {
  const part = (name: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const file = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc\r\n'
  const payload = Buffer.from(`${part('title', 'M\xfcller')}${file}--x--\r\n`, 'latin1')
  const answer = await send('/api/v1/storage/files', payload, 'multipart/form-data; boundary=x')
  expect([answer.status, answer.body.error]).toEqual([400, 'bad_request'])
})

test('a binary message with invalid UTF-8 closes the socket with 1007', async () => {
  const started = await startApp()
  try {
    await started.app.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = started.app.server.server.address() as AddressInfo
    const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws')
    await once(socket, 'open')
    socket.send(Buffer.from('{"type":"ping"}'))
    expect(String((await once(socket, 'message'))[0])).toBe('{"type":"pong"}')
    socket.send(Buffer.from('{"type":"ping","payload":{"a":"\xfc"}}', 'latin1'))
    expect((await once(socket, 'close'))[0]).toBe(1007)
  } finally {
    await started.stop()
  }
})

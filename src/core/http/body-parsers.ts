import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalidJson, jsonTooDeep, Problem, payloadTooLarge, unavailable } from '#core/errors/problem'
import { type JsonExtent, measureJsonText } from '#core/runtime/json-size'
import { createKeyedCounter } from '#core/runtime/keyed-counter'
import { limits } from '#core/schema/limits'
import { decodeText, parseCharset, UndecodableText, UnknownCharset } from '#core/text/charset'
import { readCredentials } from './credentials.ts'

const maxBytes = 1024 * 1024
const jsonLimits: JsonExtent = { depth: limits.jsonDepth, names: limits.jsonNames, ownNames: limits.jsonNamesOfObject }
/** A body that is too large is still read up to this size, so that the client can read the error before the connection closes. */
const maxDrainedBytes = 64 * 1024 * 1024

/** Incomplete bodies held in memory at once, per organization, or per address without a token. */
const maxBufferedBytes = 16 * 1024 * 1024

type AddressOf = (request: IncomingMessage) => string

/** A body over `most` bytes is read to its end and rejected. */
function createBodyReader(getClientAddress: AddressOf, most: number) {
  const held = createKeyedCounter()
  return async (request: FastifyRequest, payload: NodeJS.ReadableStream): Promise<Buffer> => {
    const key = readCredentials(request).bearer?.organizationId ?? getClientAddress(request.raw)
    const chunks: Buffer[] = []
    let size = 0
    let kept = 0
    const keep = (bytes: number) => {
      kept += bytes
      held.add(key, bytes)
    }
    try {
      for await (const chunk of payload as AsyncIterable<Buffer>) {
        size += chunk.length
        if (size > maxDrainedBytes) break
        if (size > most) {
          chunks.length = 0
          keep(-kept)
        } else {
          chunks.push(chunk)
          keep(chunk.length)
          if (held.count(key) > maxBufferedBytes) throw unavailable()
        }
      }
    } finally {
      keep(-kept)
    }
    if (size > most) throw payloadTooLarge()
    return Buffer.concat(chunks)
  }
}

/** Decodes a body: 415 for an unknown charset, 400 for bytes that are invalid in it. */
function decodeBody(bytes: Buffer, { headers }: FastifyRequest, token: 'invalid_json' | 'bad_request'): string {
  const charset = parseCharset(headers['content-type'])
  try {
    return decodeText(bytes, charset)
  } catch (error) {
    if (error instanceof UnknownCharset) throw unknownCharset()
    if (error instanceof UndecodableText) throw undecodable(token, charset ?? 'utf-8')
    throw error
  }
}

const unknownCharset = () =>
  new Problem(415, 'unsupported_media_type', {
    de: 'Diese Zeichenkodierung (charset) wird nicht gelesen: bitte UTF-8 senden.',
    en: 'This charset is not supported: send UTF-8.',
  })

const undecodable = (token: 'invalid_json' | 'bad_request', charset: string) =>
  new Problem(400, token, {
    de: `Der Inhalt enthält Bytes, die in ${charset} kein Text sind.`,
    en: `The body has bytes that are not valid in ${charset}.`,
  })

/** Parses JSON bodies of up to 1 MiB for REST and GraphQL; an empty body is undefined. */
export function addJsonParser(app: FastifyInstance, getClientAddress: AddressOf) {
  const read = createBodyReader(getClientAddress, maxBytes)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: NodeJS.ReadableStream) => {
    const text = decodeBody(await read(request, payload), request, 'invalid_json')
    if (text.trim() === '') return undefined
    const { depth, names, ownNames } = measureJsonText(text, jsonLimits)
    if (depth > jsonLimits.depth) throw jsonTooDeep(jsonLimits.depth)
    if (names > jsonLimits.names || ownNames > jsonLimits.ownNames) throw payloadTooLarge()
    try {
      const value = JSON.parse(text)
      if (!mayBeIllFormed.test(text) || isWellFormed(value)) return value
    } catch {}
    throw invalidJson()
  })
}

/** Accepts only forms in this scope. `request.body` maps field names to text; of duplicate fields the last one wins. */
export function addFormParser(scope: FastifyInstance, getClientAddress: AddressOf, most: number) {
  const read = createBodyReader(getClientAddress, most)
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    async (request: FastifyRequest, payload: NodeJS.ReadableStream) =>
      parseForm(decodeBody(await read(request, payload), request, 'bad_request'), request),
  )
}

/** Percent-encoded bytes are decoded in the form's charset too. */
function parseForm(text: string, request: FastifyRequest): Record<string, string> {
  const decoded = (part: string) =>
    part
      .replaceAll('+', ' ')
      .replaceAll(/(?:%[0-9a-f]{2})+/gi, (escaped) =>
        decodeBody(Buffer.from(escaped.replaceAll('%', ''), 'hex'), request, 'bad_request'),
      )
  const pairs = text.split('&').filter(Boolean)
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [decoded(name), decoded(value.join('='))]
    }),
  )
}

/** An escaped surrogate; a lone one cannot be stored. */
const mayBeIllFormed = /\\u[dD][89a-fA-F]/

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (value === null || typeof value !== 'object') return true
  return Object.entries(value).every(([name, part]) => name.isWellFormed() && isWellFormed(part))
}

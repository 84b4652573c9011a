import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#core/operation/services'
import type { Release } from '#core/runtime/fair-queue'
import { getMemoryKey, MemorySlot, maxBytesWithoutSlot } from '#core/runtime/response-memory'
import { readCredentials } from './credentials.ts'
import { minResponseDataRate, streamAtDataRate } from './response-data-rate.ts'

/** Releases when the response has been sent or the client has gone. */
export function releaseOnClose({ raw }: FastifyReply, release: Release) {
  raw.once('close', release)
  if (raw.closed) release()
}

/** Closes the connection if the response is not read within `milliseconds`. */
export function closeAfterTimeout(milliseconds: number, { raw }: FastifyRequest, reply: FastifyReply) {
  const late = setTimeout(() => raw.destroy(), milliseconds).unref()
  releaseOnClose(reply, () => clearTimeout(late))
}

/** For HEAD requests of streams: with an empty payload Fastify would set Content-Length to 0. */
export const emptyStream = (): Readable => Readable.from([])

/**
 * Gives each request one memory slot, queued by token, or by client address without one. It is taken before much is read or a
 * large response is sent, and kept until the client has the response. Buffers, such as cached pages, do not wait.
 */
export function limitLargeResponses(
  app: FastifyInstance,
  { responseMemory, getClientAddress }: Pick<Services, 'responseMemory' | 'getClientAddress'>,
  pace = minResponseDataRate,
) {
  const placeOf = (request: FastifyRequest, reply: FastifyReply) => {
    const credentials = readCredentials(request)
    const { bearer } = credentials
    const key = bearer ? getMemoryKey(bearer) : getClientAddress(request.raw)
    credentials.memorySlot ??= new MemorySlot(responseMemory, key, (release) => releaseOnClose(reply, release))
    return credentials.memorySlot
  }

  app.addHook('onRequest', (request, reply, done) => {
    placeOf(request, reply)
    done()
  })
  app.addHook<unknown>('onSend', (request, reply, payload, done) => {
    if (!(typeof payload === 'string' || Buffer.isBuffer(payload)) || payload.length < maxBytesWithoutSlot.answer)
      return done(null, payload)
    if (typeof payload !== 'string') return done(null, streamAtDataRate(reply, [payload], pace))
    const bytes = Buffer.from(payload)
    placeOf(request, reply)
      .take()
      .then(() => done(null, streamAtDataRate(reply, [bytes], pace)), done)
  })
}

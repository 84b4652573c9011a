import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#core/operation/services'
import type { Release } from '#core/runtime/fair-queue'
import { LargePlace, lineOf, unqueued } from '#core/runtime/large-turns'
import { readCredentials } from './credentials.ts'
import { minResponseDataRate, streamAtDataRate } from './response-data-rate.ts'

/** Gives a place back when the answer has left, or its client has. */
export function releaseOnClose({ raw }: FastifyReply, release: Release) {
  raw.once('close', release)
  if (raw.closed) release()
}

/** Cuts off an answer that is still being read after so many milliseconds. */
export function closeAfterTimeout(milliseconds: number, { raw }: FastifyRequest, reply: FastifyReply) {
  const late = setTimeout(() => raw.destroy(), milliseconds).unref()
  releaseOnClose(reply, () => clearTimeout(late))
}

/** Nothing, for a HEAD of what is streamed: of any other nothing Fastify would say that its Content-Length is 0. */
export const emptyStream = (): Readable => Readable.from([])

/**
 * A request has one place at the memory, behind others of its token, or without one of its client's address: it is
 * taken when much is read or when much is sent, as bytes, and kept until its client has the answer. What comes as bytes,
 * like a page kept for all, has no turn to wait for.
 */
export function limitLargeResponses(
  app: FastifyInstance,
  { largeTurns, addressOf }: Pick<Services, 'largeTurns' | 'addressOf'>,
  pace = minResponseDataRate,
) {
  const placeOf = (request: FastifyRequest, reply: FastifyReply) => {
    const credentials = readCredentials(request)
    const { bearer } = credentials
    const key = bearer ? lineOf(bearer) : addressOf(request.raw)
    credentials.place ??= new LargePlace(largeTurns, key, (release) => releaseOnClose(reply, release))
    return credentials.place
  }

  app.addHook('onRequest', (request, reply, done) => {
    placeOf(request, reply)
    done()
  })
  app.addHook<unknown>('onSend', (request, reply, payload, done) => {
    if (!(typeof payload === 'string' || Buffer.isBuffer(payload)) || payload.length < unqueued.answer)
      return done(null, payload)
    if (typeof payload !== 'string') return done(null, streamAtDataRate(reply, [payload], pace))
    const bytes = Buffer.from(payload)
    placeOf(request, reply)
      .take()
      .then(() => done(null, streamAtDataRate(reply, [bytes], pace)), done)
  })
}

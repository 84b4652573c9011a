import type { FastifyInstance } from 'fastify'
import type { Services } from '#core/operation/services'
import { unqueued } from '#core/runtime/large-turns'
import { claimOf } from './credentials.ts'
import { minResponseDataRate, streamAtDataRate } from './response-data-rate.ts'

/**
 * A large answer is sent in its turn, as bytes, and keeps its place until its client has it: behind others of its
 * token, or without one of its client's address. What comes as bytes, like a page kept for all, has no turn to wait for.
 */
export function sendLargeInTurns(
  app: FastifyInstance,
  { largeTurns, addressOf }: Pick<Services, 'largeTurns' | 'addressOf'>,
  pace = minResponseDataRate,
) {
  app.addHook<unknown>('onSend', (request, reply, payload, done) => {
    if (!(typeof payload === 'string' || Buffer.isBuffer(payload)) || payload.length < unqueued.answer)
      return done(null, payload)
    if (typeof payload !== 'string') return done(null, streamAtDataRate(reply, [payload], pace))
    const bytes = Buffer.from(payload)
    const { bearer } = claimOf(request)
    largeTurns.acquire(bearer ? `${bearer.organizationId} ${bearer.key}` : addressOf(request.raw)).then((release) => {
      reply.raw.once('close', release)
      if (reply.raw.closed) release()
      done(null, streamAtDataRate(reply, [bytes], pace))
    }, done)
  })
}

import type { FastifyInstance } from 'fastify'
import type { Services } from '#core/operation/services'
import { unnoticed } from '#core/runtime/large-turns'
import { claimOf } from './credentials.ts'
import { leastTaken, sentAtPace } from './departure.ts'

/**
 * A large answer is sent in its turn, as bytes, and keeps its place until its client has it: behind others of its
 * token, or without one of its client's address. What comes as bytes, like a page kept for all, has no turn to wait for.
 */
export function sendLargeInTurns(
  app: FastifyInstance,
  { largeTurns, addressOf }: Pick<Services, 'largeTurns' | 'addressOf'>,
  pace = leastTaken,
) {
  app.addHook<unknown>('onSend', (request, reply, payload, done) => {
    if (!(typeof payload === 'string' || Buffer.isBuffer(payload)) || payload.length < unnoticed.answer)
      return done(null, payload)
    if (typeof payload !== 'string') return done(null, sentAtPace(reply, [payload], pace))
    const bytes = Buffer.from(payload)
    const { bearer } = claimOf(request)
    largeTurns.enter(bearer ? `${bearer.organizationId} ${bearer.key}` : addressOf(request.raw)).then((leave) => {
      reply.raw.once('close', leave)
      if (reply.raw.closed) leave()
      done(null, sentAtPace(reply, [bytes], pace))
    }, done)
  })
}

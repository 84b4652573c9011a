import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { takesChanges } from '#core/database/connection'

/** Milliseconds that an answer about readiness is kept: whoever asks needs no token, and is not counted. */
const kept = 1000

/** Liveness and readiness: for operators, without a token. */
export function mountHealth(app: FastifyInstance, pool: Pick<Pool, 'query'>) {
  const config = { isUncounted: true }
  app.get('/healthz', { config }, async () => ({ status: 'ok' }))
  let polled: { at: number; fault: Promise<string | null> } | undefined
  const poll = () =>
    pool.query<{ takesChanges: boolean }>(takesChanges).then(
      ({ rows }) => (rows[0]?.takesChanges ? null : 'read-only'),
      () => 'not reachable',
    )
  app.get('/readyz', { config }, async (_request, reply) => {
    if (!polled || performance.now() - polled.at > kept) polled = { at: performance.now(), fault: poll() }
    const database = await polled.fault
    if (app.isLeaving) return reply.code(503).send({ status: 'stopping' })
    return database ? reply.code(503).send({ status: 'unavailable', database }) : { status: 'ok' }
  })
}

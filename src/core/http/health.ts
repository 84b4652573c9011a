import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'

/** Milliseconds that an answer about readiness is kept: whoever asks needs no token, and is not counted. */
const kept = 1000

/** Liveness and readiness: for operators, without a token. */
export function mountHealth(app: FastifyInstance, pool: Pick<Pool, 'query'>) {
  const config = { isUncounted: true }
  app.get('/healthz', { config }, async () => ({ status: 'ok' }))
  let polled: { at: number; isReady: Promise<boolean> } | undefined
  const poll = () =>
    pool.query('select 1').then(
      () => true,
      () => false,
    )
  app.get('/readyz', { config }, async (_request, reply) => {
    if (!polled || performance.now() - polled.at > kept) polled = { at: performance.now(), isReady: poll() }
    if (await polled.isReady) return { status: 'ok' }
    return reply.code(503).send({ status: 'unavailable', database: 'not reachable' })
  })
}

import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'

/** Milliseconds that an answer about readiness is kept: whoever asks needs no token, and is not counted. */
const kept = 1000

/** Liveness and readiness: for operators, without a token. */
export function mountHealth(app: FastifyInstance, pool: Pick<Pool, 'query'>) {
  const config = { isUncounted: true }
  app.get('/healthz', { config }, async () => ({ status: 'ok' }))
  let looked: { at: number; isReady: Promise<boolean> } | undefined
  const look = () =>
    pool.query('select 1').then(
      () => true,
      () => false,
    )
  app.get('/readyz', { config }, async (_request, reply) => {
    if (!looked || performance.now() - looked.at > kept) looked = { at: performance.now(), isReady: look() }
    if (await looked.isReady) return { status: 'ok' }
    return reply.code(503).send({ status: 'unavailable', database: 'not reachable' })
  })
}

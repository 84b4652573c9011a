import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'

/** Liveness and readiness: for operators, without a token. */
export function mountHealth(app: FastifyInstance, pool: Pool) {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await pool.query('select 1')
      return { status: 'ok' }
    } catch {
      return reply.code(503).send({ status: 'unavailable', database: 'not reachable' })
    }
  })
}

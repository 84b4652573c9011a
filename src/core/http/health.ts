import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { writableQuery } from '#core/database/connection'
import type { DiskWatch } from '#core/runtime/disk-space'

/** Readiness needs no token and is not rate-limited, so its result is cached. */
const readinessCacheMs = 1000

/** Liveness and readiness, without a token. */
export function mountHealth(app: FastifyInstance, pool: Pick<Pool, 'query'>, disk: Pick<DiskWatch, 'isFull'>) {
  const config = { isUncounted: true }
  app.get('/healthz', { config }, async () => ({ status: 'ok' }))
  let polled: { at: number; fault: Promise<object | null> } | undefined
  const poll = async () => {
    const database = await pool.query<{ takesChanges: boolean }>(writableQuery).then(
      ({ rows }) => (rows[0]?.takesChanges ? null : 'read-only'),
      () => 'not reachable',
    )
    if (database) return { database }
    return (await disk.isFull()) ? { disk: 'full' } : null
  }
  app.get('/readyz', { config }, async (_request, reply) => {
    if (!polled || performance.now() - polled.at > readinessCacheMs) polled = { at: performance.now(), fault: poll() }
    const fault = await polled.fault
    if (app.isLeaving) return reply.code(503).send({ status: 'stopping' })
    return fault ? reply.code(503).send({ status: 'unavailable', ...fault }) : { status: 'ok' }
  })
}

import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** Liveness, readiness and Prometheus figures: for operators, without a token. */
export function mountOperations(app: FastifyInstance, pool: Pool) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'kontor_' })
  const requests = new Counter({
    name: 'kontor_http_requests_total',
    help: 'HTTP requests by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const duration = new Histogram({
    name: 'kontor_http_request_duration_seconds',
    help: 'Seconds from the first byte of a request to the last of its answer.',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })

  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    requests.inc({ method: request.method, route, status: reply.statusCode })
    duration.observe({ method: request.method, route }, reply.elapsedTime / 1000)
    done()
  })

  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await pool.query('select 1')
      return { status: 'ok' }
    } catch {
      return reply.code(503).send({ status: 'unavailable', database: 'not reachable' })
    }
  })
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
}

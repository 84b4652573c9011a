import type { FastifyInstance, FastifyRequest } from 'fastify'
import { activeTracer, type Span } from '#core/runtime/tracing'
import { getRoutePattern } from './request-log.ts'

/** Requested every few seconds by monitoring. */
const probes = new Set(['/healthz', '/readyz', '/metrics'])

/** Starts a span for each request, as part of the caller's trace if there is one. */
export function traceRequests(app: FastifyInstance) {
  const tracer = activeTracer()
  if (!tracer) return
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, reply, done) => {
    const route = getRoutePattern(request)
    if (probes.has(route)) return done()
    const isKnown = request.routeOptions.url !== undefined
    const span = tracer.startTrace(
      {
        name: isKnown ? `${request.method} ${route}` : request.method,
        kind: 'server',
        attributes: {
          'http.request.method': request.method,
          ...(isKnown && { 'http.route': route }),
          'kontor.request.id': request.id,
        },
      },
      request.headers.traceparent,
    )
    spans.set(request, span)
    reply.raw.once('close', () => {
      span.set({ 'http.response.status_code': reply.statusCode })
      if (reply.statusCode >= 500) span.fail(String(reply.statusCode))
      span.end()
    })
    tracer.within(span, done)
  })
  // Bodies arrive in events of the connection, outside of the request's context.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) tracer.within(span, done)
    else done()
  })
}

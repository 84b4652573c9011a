import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const requestHeaders = [
  'Authorization',
  'Content-Type',
  'Accept-Language',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'If-Range',
  'Range',
  'Tus-Resumable',
  'Upload-Checksum',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
  'X-HTTP-Method-Override',
  'X-Request-Id',
].join(', ')

const responseHeaders = [
  'Allow',
  'Content-Disposition',
  'Content-Range',
  'ETag',
  'Idempotent-Replayed',
  'Location',
  'Retry-After',
  'Tus-Checksum-Algorithm',
  'Tus-Extension',
  'Tus-Max-Size',
  'Tus-Resumable',
  'Tus-Version',
  'Upload-Expires',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
].join(', ')

/** Seconds. */
const preflightMaxAge = '600'

/**
 * CORS for the configured origins (Fetch Standard), never with credentials: callers send a token, and cookies of other sites
 * are not accepted.
 */
export function createCors(origins: readonly string[]) {
  const allowed = new Set(origins)
  return ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>, reply: Pick<FastifyReply, 'header'>) => {
    const { origin } = headers
    if (!origin || !allowed.has(origin)) return
    reply.header('access-control-allow-origin', origin)
    if (method !== 'OPTIONS') return reply.header('access-control-expose-headers', responseHeaders)
    reply.header('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE')
    reply.header('access-control-allow-headers', requestHeaders)
    reply.header('access-control-max-age', preflightMaxAge)
  }
}

/** Adds `Vary: Origin` to all responses. */
export function varyByOrigin(app: FastifyInstance) {
  app.addHook('onSend', async (_request, reply, payload) => {
    const others = reply.getHeader('vary')
    reply.header('vary', others ? `${others}, origin` : 'origin')
    return payload
  })
}

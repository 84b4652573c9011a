import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { rateLimitExceeded } from '#core/access/rate-limiter'
import { notFound, Problem, unavailable } from '#core/errors/problem'
import type { Services } from '#core/operation/services'
import { sendErrorOnSocket } from './client-error.ts'
import { getRequestId } from './request-id.ts'

/** Handles a WebSocket handshake; a thrown Problem becomes the response. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void | Promise<void>

const mounted = new WeakMap<FastifyInstance, Map<string, UpgradeHandler>>()

/** Accepts WebSocket connections at a path. Each counts towards the address's rate limit. */
export function mountUpgrade(
  app: FastifyInstance,
  { rateLimiter, getClientAddress }: Services,
  path: string,
  take: UpgradeHandler,
) {
  const known = mounted.get(app)
  if (known) return known.set(path, take)
  const paths = new Map([[path, take]])
  mounted.set(app, paths)
  app.server.on('upgrade', async (request, socket, head) => {
    const found = paths.get(request.url?.split('?')[0] ?? '')
    try {
      if (!found) throw notFound()
      const standing = await rateLimiter.countAddress(getClientAddress(request))
      if (!standing.allowed) throw rateLimitExceeded(standing)
      await found(request, socket, head)
    } catch (error) {
      sendErrorOnSocket(socket, error instanceof Problem ? error : unavailable(), getRequestId(request))
    }
  })
}

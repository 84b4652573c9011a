import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { toRateLimitNetwork } from '#core/access/network'
import { rateLimited } from '#core/errors/problem'
import { sendErrorOnSocket, unreadableRequest } from '#core/http/client-error'
import { getRequestId } from '#core/http/request-id'
import { mountUpgrade } from '#core/http/websocket-upgrades'
import type { Services } from '#core/operation/services'
import { createKeyedCounter } from '#core/runtime/keyed-counter'
import type { LiveHub } from './hub.ts'
import { livePath } from './live-path.ts'

/** Bytes; a reconnecting editor may send a whole page at once. */
const mostMessage = 2 * 1024 * 1024
/** Bytes received before the token is verified; opening a document takes hundreds. */
const mostOfOpening = 64 * 1024
const mostSocketsOfAddress = 100
/** Reading is paused beyond this rate. */
const messagesPerSecond = 100
const messagesAtOnce = 1_000
const heartbeat = 12_000
/** Bytes buffered for a client; one that reads less must reload. */
const mostBuffered = 16 * 1024 * 1024
/** RFC 6455, 7.4.1. */
const goingAway = 1001

/** Mounts Hocuspocus's protocol on the service's port. */
export function mountLive(app: FastifyInstance, services: Services) {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: mostMessage,
    clientTracking: true,
    allowSynchronousEvents: false,
  })
  const open = createKeyedCounter()
  let hub: Promise<LiveHub> | undefined
  const loadHub = () => (hub ??= import('./hub.ts').then(({ createHub }) => createHub(services)))

  sockets.on('headers', (headers, request) => headers.push(`X-Request-Id: ${getRequestId(request)}`))
  sockets.on('wsClientError', (_error, socket, request) =>
    sendErrorOnSocket(socket, unreadableRequest(), getRequestId(request)),
  )
  mountUpgrade(app, services, livePath, async (request, socket, head) => {
    const address = toRateLimitNetwork(services.getClientAddress(request))
    if (open.count(address) >= mostSocketsOfAddress) throw rateLimited()
    const { take } = await loadHub()
    if (socket.destroyed) return
    sockets.handleUpgrade(request, socket, head, (opened) => {
      open.add(address, 1)
      opened.once('close', () => open.add(address, -1))
      const pace = throttleMessages(opened)
      keepAlive(opened)
      const client = take(
        opened,
        services.getClientAddress(request),
        (message) => {
          if (opened.readyState !== opened.OPEN) return
          if (opened.bufferedAmount > mostBuffered) return opened.terminate()
          opened.send(message)
        },
        pace,
      )
      boundedUntil(socket, head.length, () => client.isKnown)
      opened.on('message', (data, isBinary) => {
        // Ignores messages after the socket was told to close.
        if (opened.readyState !== opened.OPEN) return
        pace()
        if (isBinary) client.message(data as Buffer)
        else opened.close(1003, 'Messages are binary.')
      })
      opened.on('close', (code, reason) => {
        client.left({ code, reason: String(reason) })
        services.log.info(
          { request_id: getRequestId(request), route: livePath, close_code: code, ...client.who() },
          'socket closed',
        )
      })
      opened.on('error', () => {})
    })
  })
  app.addHook('preClose', async () => {
    for (const socket of sockets.clients) socket.close(goingAway, 'The service stops.')
    const silent = setTimeout(() => {
      for (const socket of sockets.clients) socket.terminate()
    }, 1_000)
    await (await hub)?.close()
    clearTimeout(silent)
    for (const socket of sockets.clients) socket.terminate()
  })
}

/**
 * Limits the rate at which messages are read.
 * @public For its test.
 */
export function throttleMessages(
  socket: Pick<WebSocket, 'isPaused' | 'pause' | 'resume'>,
): (messages?: number) => void {
  let left = messagesAtOnce
  let last = performance.now()
  const refill = () => {
    const now = performance.now()
    left = Math.min(messagesAtOnce, left + ((now - last) * messagesPerSecond) / 1000)
    last = now
  }
  // Buffered messages still arrive; wait for all of them.
  const resume = () => {
    refill()
    if (left >= 0) socket.resume()
    else setTimeout(resume, (-left * 1000) / messagesPerSecond)
  }
  return (messages = 1) => {
    refill()
    left = Math.max(-messagesAtOnce, left - messages)
    if (left >= 0 || socket.isPaused) return
    socket.pause()
    resume()
  }
}

/** Closes a connection that sends too much before its token is verified. */
function boundedUntil(socket: Duplex, sent: number, isKnown: () => boolean) {
  let bytes = sent
  const look = (chunk: Buffer) => {
    bytes += chunk.length
    if (isKnown()) socket.off('data', look)
    else if (bytes > mostOfOpening) socket.destroy()
  }
  socket.on('data', look)
}

/** Terminates sockets whose client is gone. */
function keepAlive(socket: WebSocket) {
  let isThere = true
  socket.on('pong', () => {
    isThere = true
  })
  const timer = setInterval(() => {
    if (!isThere) return socket.terminate()
    isThere = false
    socket.ping()
  }, heartbeat)
  socket.once('close', () => clearInterval(timer))
}

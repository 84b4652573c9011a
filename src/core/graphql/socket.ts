import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { type DocumentNode, type ExecutionArgs, type ExecutionResult, GraphQLError, type GraphQLSchema } from 'graphql'
import { useServer } from 'graphql-ws/use/ws'
import type { Logger } from 'pino'
import { WebSocket, WebSocketServer } from 'ws'
import { parseBearer, tokenCheckIntervalMs } from '#core/access/bearer'
import { rateLimitExceeded } from '#core/access/rate-limiter'
import { unauthorized } from '#core/errors/problem'
import { sendErrorOnSocket, unreadableRequest } from '#core/http/client-error'
import { readSessionMember } from '#core/http/credentials'
import { getRequestId } from '#core/http/request-id'
import { minResponseDataRate } from '#core/http/response-data-rate'
import { classifyRequestSite, readSessionCookie } from '#core/http/session-cookie'
import { mountUpgrade } from '#core/http/websocket-upgrades'
import { type AdmittedMember, type Credentials, operate } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { createEventLoopTurns, createFairQueue } from '#core/runtime/fair-queue'
import { createKeyedCounter } from '#core/runtime/keyed-counter'
import { getMemoryKey, getOrganizationOfKey, MemorySlot } from '#core/runtime/response-memory'
import { traceRootSpan } from '#core/runtime/tracing'
import { limits } from '#core/schema/limits'
import { preferredLanguage } from '#core/text/language'
import { identifyRequester, type PrepareDocument } from './document-cache.ts'
import { createEventResultCache } from './event-result-cache.ts'
import { executeRequest } from './execute.ts'
import { formatGraphqlError } from './http.ts'
import {
  createHeldDocuments,
  getMemberKey,
  isUnauthorized,
  type SocketSession,
  type SubscriptionState,
  subscribe,
} from './subscriptions.ts'

const maxMessageBytes = 64 * 1024
/** Operations running at once, in total and per organization. */
const maxRunning = 16
const maxRunningPerOrganization = 4
/** Subscription results being sent at once, in total, per organization and per token. */
const maxSending = 64
const maxSendingPerOrganization = 16
const maxSendingPerToken = 4
/** Waiting messages per socket; beyond that it is paused. */
const maxWaiting = 20
const heartbeatMs = 12_000
/** Code of graphql-transport-ws. */
const tooManyRequests = 4429
/** "Try Again Later" (IANA registry of RFC 6455 close codes). */
const tryAgainLater = 1013

/** Closes on binary messages that are not UTF-8, as ws does for text (RFC 6455 §8.1). */
class Utf8Socket extends WebSocket {
  override emit(event: string, ...values: unknown[]): boolean {
    if (event !== 'message' || isUtf8(values[0] as Buffer)) return super.emit(event, ...values)
    this.close(1007, 'Invalid UTF-8')
    return true
  }
}

/** GraphQL over WebSocket (graphql-transport-ws), with the limits and permissions of HTTP. */
export function mountSocket(
  app: FastifyInstance,
  services: Services,
  schema: GraphQLSchema,
  prepare: PrepareDocument,
  log: Logger,
) {
  // One message per turn, because one chunk may hold hundreds.
  const sockets = new WebSocketServer({
    noServer: true,
    WebSocket: Utf8Socket,
    maxPayload: maxMessageBytes,
    clientTracking: true,
    allowSynchronousEvents: false,
  })

  const turns = createEventLoopTurns()
  const running = createFairQueue({
    maxConcurrent: maxRunning,
    maxPerKey: maxRunningPerOrganization,
    maxWaitMs: 60_000,
  })
  const open = createKeyedCounter()
  const shared: SubscriptionState = {
    services,
    turns,
    subscribed: createKeyedCounter(),
    heldDocuments: createHeldDocuments(),
    shareResult: createEventResultCache(),
    sending: createFairQueue({
      maxConcurrent: maxSending,
      maxPerKey: maxSendingPerToken,
      groups: { of: getOrganizationOfKey, most: maxSendingPerOrganization },
      maxWaitMs: 60_000,
    }),
  }

  const sessions = new Set<SocketSession>()
  /** Updates the session's rights, and closes it if the token is invalid. */
  const refreshSession = (session: SocketSession) =>
    admitSocket({ ...session.credentials, isUnattended: session.credentials.isSession }).then(
      (now) => Object.assign(session, now),
      // An unavailable database says nothing about the token.
      (error) => isUnauthorized(error) && session.refuse(),
    )
  const stopListening = services.bus.subscribe('access', (member) => {
    for (const session of sessions)
      if (`${session.organizationId}/${session.caller.id}` === member) void refreshSession(session)
  })

  const admitSocket = (credentials: Credentials) =>
    operate(
      services,
      credentials,
      'read',
      async ({ member, organizationId, organizationLanguage }): Promise<AdmittedMember> => ({
        caller: member,
        organizationId,
        organizationLanguage,
      }),
    )

  const server = useServer<Record<string, unknown>, { session?: SocketSession }>(
    {
      connectionInitWaitTimeout: 10_000,
      async onConnect({ connectionParams, extra }) {
        const [, authorization] =
          Object.entries(connectionParams ?? {}).find(([name]) => name.toLowerCase() === 'authorization') ?? []
        const bearer =
          authorization === undefined
            ? readOwnSession(services, extra.request)
            : typeof authorization === 'string'
              ? parseBearer(authorization)
              : null
        if (!bearer) return false
        const isSession = authorization === undefined
        const credentials = {
          ...{ bearer, isSession, language: preferredLanguage(extra.request.headers['accept-language']) },
          ...(isSession && { expectedMemberId: readSessionMember(connectionParams ?? {}) }),
        }
        try {
          const admitted = await admitSocket(credentials)
          const shares = [
            { key: bearer.key, most: limits.socketsPerToken },
            { key: getMemberKey(admitted), most: limits.socketsPerMember },
            { key: admitted.organizationId, most: limits.socketsPerOrganization },
          ]
          if (extra.socket.readyState !== extra.socket.OPEN) return false
          if (shares.some(({ key, most }) => open.count(key) >= most)) {
            extra.socket.close(tooManyRequests, 'Too many sockets')
            return false
          }
          for (const { key } of shares) open.add(key, 1)
          extra.socket.once('close', () => {
            for (const { key } of shares) open.add(key, -1)
          })
          const timer = setInterval(() => void refreshSession(session), tokenCheckIntervalMs)
          const endings = new Set<() => void>()
          const leave = (code: number, reason: string) => {
            for (const end of endings) end()
            // A client that has not read its data would not read the reason either.
            if (extra.socket.bufferedAmount > maxBufferedBytes) extra.socket.terminate()
            else extra.socket.close(code, reason)
          }
          const refuse = () => leave(4403, 'Forbidden')
          const drop = (reason: string) => leave(tryAgainLater, `${reason}: resume with after.`)
          const onceDelivered = (delivered: () => void) => watchDelivery(extra.socket, delivered)
          const counts = { subscriptions: 0, refused: 0, waiting: 0 }
          const session: SocketSession = {
            credentials,
            bearer,
            ...admitted,
            ...counts,
            endings,
            drop,
            refuse,
            onceDelivered,
          }
          extra.session = session
          sessions.add(session)
          extra.socket.once('close', () => {
            clearInterval(timer)
            sessions.delete(session)
          })
          return true
        } catch (error) {
          if (isUnauthorized(error)) return false
          throw new Error('unavailable')
        }
      },
      onClose({ extra: { request, session } }, code) {
        const who = session && { organization_id: session.organizationId, member_id: session.caller.id }
        log.info({ request_id: getRequestId(request), route: '/graphql', close_code: code, ...who }, 'socket closed')
      },
      async onSubscribe({ extra }, _id, { query, variables, operationName }) {
        const { session } = extra
        if (!session?.credentials.bearer) return [new GraphQLError('unauthorized', { originalError: unauthorized() })]
        session.waiting += 1
        if (session.waiting > maxWaiting) extra.socket.pause()
        try {
          await turns.next(session.organizationId)
          // Unread responses would accumulate in memory.
          if (extra.socket.bufferedAmount > maxBufferedBytes) await new Promise<void>(session.onceDelivered)
        } finally {
          session.waiting -= 1
          if (session.waiting <= maxWaiting) extra.socket.resume()
        }
        const standing = await services.rateLimiter.countToken(
          session.credentials.bearer,
          services.getClientAddress(extra.request),
          session.credentials.isSession,
        )
        if (!standing) return [new GraphQLError('unauthorized', { originalError: unauthorized() })]
        if (!standing.allowed) return [new GraphQLError('rate limited', { originalError: rateLimitExceeded(standing) })]
        const requester = identifyRequester(services, session.credentials, services.getClientAddress(extra.request))
        const document = prepare(query, operationName, requester)
        if (Array.isArray(document)) return document
        return {
          schema,
          document: document as DocumentNode,
          operationName,
          variableValues: variables ?? {},
          contextValue: session,
        } satisfies ExecutionArgs
      },
      execute({ document, operationName, variableValues = {}, contextValue }) {
        const session = contextValue as SocketSession
        const { organizationId, bearer } = session
        const memorySlot = new MemorySlot(services.responseMemory, getMemoryKey(bearer))
        const credentials = { ...session.credentials, memorySlot }
        const answer = running.run(organizationId, () =>
          traceRootSpan(
            () => ({ name: 'WEBSOCKET /graphql', kind: 'server' }),
            undefined,
            () => executeRequest(services, credentials, schema, document, operationName, variableValues ?? {}),
          ),
        )
        return answer.finally(() =>
          memorySlot.isTaken ? session.onceDelivered(() => memorySlot.release()) : undefined,
        )
      },
      subscribe: (args) => subscribe(shared, args),
      onNext: ({ extra }, _id, _payload, _args, result) =>
        formatErrors(extra.session, result, getRequestId(extra.request)),
      onError: ({ extra }, _id, _payload, errors) =>
        errors.map((error) =>
          formatGraphqlError(services, error, extra.session?.credentials, log, getRequestId(extra.request)),
        ),
    },
    sockets,
    heartbeatMs,
  )

  const formatErrors = (session: SocketSession | undefined, result: ExecutionResult, requestId: string) =>
    result.errors
      ? {
          ...result,
          errors: result.errors.map((error) =>
            formatGraphqlError(services, error, session?.credentials, log, requestId),
          ),
        }
      : (result as never)

  sockets.on('headers', (headers, request) => headers.push(`X-Request-Id: ${getRequestId(request)}`))
  sockets.on('wsClientError', (_error, socket, request) =>
    sendErrorOnSocket(socket, unreadableRequest(), getRequestId(request)),
  )
  mountUpgrade(app, services, '/graphql', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened, request)),
  )
  app.addHook('preClose', async () => {
    stopListening()
    // Clients that do not answer the close are terminated.
    const silent = setTimeout(() => {
      for (const socket of sockets.clients) socket.terminate()
    }, 1_000)
    await server.dispose()
    clearTimeout(silent)
  })
}

/** Unread bytes of a client before further messages wait. */
const maxBufferedBytes = 1024 * 1024

/** Milliseconds between two looks at what a client has still to take. */
const sendingCheckMs = 50

/** Watches what has been given to a socket until its client has it or has left; ends one that takes it too slowly. */
function watchDelivery(socket: WebSocket, delivered: () => void) {
  const { bytes, milliseconds } = minResponseDataRate
  let left = Number.POSITIVE_INFINITY
  let checked = performance.now()
  const clock = setInterval(() => {
    const isOpen = socket.readyState === socket.OPEN
    if (!isOpen || socket.bufferedAmount === 0) {
      clearInterval(clock)
      return delivered()
    }
    if (performance.now() - checked < milliseconds) return
    if (left - socket.bufferedAmount < bytes) socket.terminate()
    left = socket.bufferedAmount
    checked = performance.now()
  }, sendingCheckMs)
}

/** The session of a browser, where a page of ours opens the socket: a page of another site sends its cookie along too. */
const readOwnSession = ({ publicUrl }: Services, { headers }: IncomingMessage) =>
  classifyRequestSite(headers, publicUrl) === 'own' ? readSessionCookie(headers, publicUrl) : null

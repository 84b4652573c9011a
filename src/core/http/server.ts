import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { type RateLimitStatus, rateLimitExceeded } from '#core/access/rate-limiter'
import { methodNotAllowed, notFound, Problem, unauthorized } from '#core/errors/problem'
import { formatDetails, formatField, formatFieldErrors, formatMessage } from '#core/errors/problem-response'
import { basePath } from '#core/http/path'
import { type Credentials, operate } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { snakeCase } from '#core/text/naming'
import type { Config } from '../../config.ts'
import { mountOptionsRoutes } from './allowed-methods.ts'
import { addJsonParser } from './body-parsers.ts'
import { handleClientError } from './client-error.ts'
import { createCors, varyByOrigin } from './cors.ts'
import {
  ignoreSession,
  readCredentials,
  readSessionCredentials,
  readValidCredentials,
  resolveErrorLanguage,
} from './credentials.ts'
import { prepareErrorResponse } from './error-handler.ts'
import { isBrowserNavigation } from './graphiql.ts'
import { overrideMethod } from './method-override.ts'
import { mountOverloadPage } from './overload-page.ts'
import { canonicalPath, escapeMalformedPath } from './path.ts'
import { type DataRate, enforceRequestDataRate, minRequestDataRate } from './request-data-rate.ts'
import { getRequestId } from './request-id.ts'
import { createRequestLog } from './request-log.ts'
import { createSecurityHeaders } from './security-headers.ts'
import { traceRequests } from './trace-requests.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** True once shutdown has begun. */
    isLeaving: boolean
  }
  interface FastifyContextConfig {
    /** Needs no token, although it is below the REST base path. */
    isPublic?: boolean
    /** Exempt from the common rate limit. */
    isUncounted?: boolean
    /** The route for methods that a path does not allow. */
    isRefusal?: boolean
    /** Accepts session cookies. */
    takesSession?: boolean
    /** Accepts signed addresses. */
    isSigned?: boolean
    /** Additional headers of OPTIONS; those of the path's first route apply. */
    optionsHeaders?: Readonly<Record<string, string>>
  }
}

const isRest = (path: string) => path.startsWith(`${basePath}/`) || path === basePath

/** The matched route, or the normalized path if there is none. */
const placeOf = ({ routeOptions, url }: FastifyRequest) => routeOptions.url ?? canonicalPath(url)

const isPreflight = ({ method, headers }: FastifyRequest) =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined

/** True if the URL itself is the secret: a link token or a signed address. */
const isSecret = ({ routeOptions: { url, config } }: FastifyRequest) => config?.isSigned || url?.includes('/:token')

/** All of `/public` is public, even unknown paths. */
const isPublic = (request: FastifyRequest) =>
  request.routeOptions.config?.isPublic || placeOf(request).startsWith(`${basePath}/public/`)

/** Milliseconds. */
const timeouts = { headersTimeout: 15_000, connectionTimeout: 120_000, connectionsCheckingInterval: 5_000 }

/** The HTTP server with what all routes share: request ids, limits, JSON bodies and errors. */
export function createServer(
  services: Services,
  log: Logger,
  { corsOrigins, pace = minRequestDataRate }: Pick<Config, 'corsOrigins'> & { pace?: DataRate },
): FastifyInstance {
  const logRequest = createRequestLog(services, log)
  const share = createCors(corsOrigins ?? [])
  const secure = createSecurityHeaders(services.publicUrl)
  const identify = (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('x-request-id', request.id)
    secure(request, reply)
    // Responses of the API belong to a user, so no cache may keep them.
    if (isRest(placeOf(request))) reply.header('cache-control', 'private, no-store')
    share(request, reply)
    // Neither caches nor the referrer may reveal a secret URL.
    if (isSecret(request)) reply.header('cache-control', 'private, no-store').header('referrer-policy', 'no-referrer')
  }
  const app = Fastify({
    http: {
      headersTimeout: timeouts.headersTimeout,
      connectionsCheckingInterval: timeouts.connectionsCheckingInterval,
    },
    connectionTimeout: timeouts.connectionTimeout,
    genReqId: getRequestId,
    // Pages show their own 404 for malformed URLs; the API rejects them.
    rewriteUrl(request) {
      overrideMethod(request)
      const { url = '/' } = request
      return isRest(canonicalPath(url)) ? url : escapeMalformedPath(url)
    },
    clientErrorHandler: handleClientError,
    // Errors of the router bypass all hooks.
    frameworkErrors: (error, request, reply) => {
      identify(request, reply as FastifyReply)
      const isUnauthorized = needsToken(request) && request.headers.authorization === undefined
      refuse(isUnauthorized ? unauthorized() : error, request, reply as FastifyReply)
      reply.raw.once('finish', () => logRequest(request, reply as FastifyReply))
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  })
  app.decorate('isLeaving', false)
  closeGracefully(app)
  const methods = mountOptionsRoutes(app)
  const needsToken = (request: FastifyRequest) =>
    isRest(placeOf(request)) && !isPublic(request) && !(request.is404 && methods.isPublic(request))
  if (corsOrigins) varyByOrigin(app)
  traceRequests(app)
  addJsonParser(app, services.getClientAddress)
  app.addHook('onResponse', async (request, reply) => logRequest(request, reply))

  app.addHook('onRequest', async (request, reply) => {
    identify(request, reply)
    if (app.isLeaving) reply.header('connection', 'close')
    enforceRequestDataRate(request, pace)
    if (request.routeOptions.config?.takesSession) readSessionCredentials(request, reply, services.publicUrl)
    // Preflight requests carry no token; an error here would hide the 404 from the page.
    if (request.is404 && isPreflight(request)) return reply.code(204).send()
    if (needsToken(request) && request.headers.authorization === undefined) throw unauthorized()
    if (!request.routeOptions.config?.isUncounted) await countRequest(services, request, reply, needsToken(request))
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw encoded()
  })

  const showBusy = mountOverloadPage(app)
  app.setErrorHandler((error, request, reply) => refuse(error, request, reply))
  app.setNotFoundHandler(async (request, reply) => {
    // Below the REST base path, an unknown route is 401 first.
    if (needsToken(request)) await operate(services, readValidCredentials(request), 'read', async () => {})
    const allowed = methods.of(request)
    // The router may miss a path of an allowed method, such as one with an encoded slash: that is 404.
    if (!allowed || allowed.includes(request.method)) throw notFound()
    reply.header('allow', allowed.join(', '))
    throw methodNotAllowed()
  })

  function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const problem = prepareErrorResponse(services, error, request, reply)
    const language = resolveErrorLanguage(services, readCredentials(request))
    const page = isBrowserNavigation(request) ? showBusy(reply, problem, language ?? 'de') : undefined
    if (page) return page
    return reply.send({
      error: problem.code,
      message: formatMessage(problem, language, snakeCase),
      ...(problem.field && { field: formatField(problem, snakeCase) }),
      ...formatDetails(problem, snakeCase),
      errors: formatFieldErrors(problem, language, snakeCase),
    })
  }

  return app
}

const encoded = () =>
  new Problem(415, 'unsupported_media_type', {
    de: 'Inhalte werden nur unkomprimiert angenommen: bitte ohne Content-Encoding senden.',
    en: 'Content is accepted uncompressed only: send it without Content-Encoding.',
  })

/** Time for pending requests after shutdown has begun. */
const shutdownTimeoutMs = 4_000

/** During shutdown: closes idle connections, then after the timeout all others. */
function closeGracefully(app: FastifyInstance) {
  app.addHook('preClose', async () => {
    const idle = setInterval(() => app.server.closeIdleConnections(), 100)
    const late = setTimeout(() => app.server.closeAllConnections(), shutdownTimeoutMs)
    app.server.once('close', () => {
      clearInterval(idle)
      clearTimeout(late)
    })
  })
}

async function countRequest(
  { rateLimiter, getClientAddress }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  needsToken: boolean,
) {
  const address = getClientAddress(request.raw)
  // Public routes are rate-limited by address, even with a token.
  const mayHaveToken = needsToken || placeOf(request) === '/graphql'
  const { bearer, isSession = false } = mayHaveToken ? readValidCredentials(request) : nobody
  const standing = bearer
    ? await rateLimiter.countToken(bearer, address, isSession)
    : await rateLimiter.countAddress(address)
  if (!standing && isSession) {
    ignoreSession(request)
    return enforceRateLimit(await rateLimiter.countAddress(address), reply)
  }
  enforceRateLimit(standing, reply)
}

/** Pages ignore tokens. */
const nobody: Pick<Credentials, 'bearer' | 'isSession'> = { bearer: null }

/** Sets the rate-limit headers and throws 429 if the limit is exceeded, or 401 if the token is unknown. */
export function enforceRateLimit(standing: RateLimitStatus | null, reply: FastifyReply) {
  if (!standing) throw unauthorized()
  reply.headers(rateHeaders(standing))
  if (!standing.allowed) throw rateLimitExceeded(standing)
}

const rateHeaders = ({ limit, remaining, resetsAt }: RateLimitStatus) => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(resetsAt),
})

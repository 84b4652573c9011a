import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { RateStanding } from '../access/rate.ts'
import { flawsOf, problemOf, wordsOf } from '../answer.ts'
import { notFound, Problem, rateLimited, unauthorized, unsupportedMediaType } from '../errors.ts'
import { operate } from '../operation.ts'
import { basePath } from '../rest/routes.ts'
import type { Services } from '../services.ts'
import { preferredLanguage } from '../text/language.ts'
import { snakeCase } from '../text/naming.ts'
import { parseJsonBodies } from './body.ts'
import { credentialsOf } from './credentials.ts'
import { requestIdOf } from './request-id.ts'
import { createRequestLog, routeOf } from './request-log.ts'
import { answerUnreadable, unreadable } from './unreadable.ts'

const pathOf = ({ url }: { url: string }) => url.split('?')[0] ?? ''

const isRest = (path: string) => path.startsWith(`${basePath}/`) || path === basePath

/** Paths under the REST base that need no token. */
const isPublic = (path: string) => path === `${basePath}/openapi.json` || path.startsWith(`${basePath}/public/`)

/** The HTTP server with what holds for every route: request id, limits, JSON bodies, errors. */
export function createServer(services: Services, log: Logger, trustProxy: string[] | false): FastifyInstance {
  const logRequest = createRequestLog(services, log)
  const app = Fastify({
    trustProxy,
    genReqId: requestIdOf,
    clientErrorHandler: answerUnreadable,
    // What the router itself refuses comes past every hook.
    frameworkErrors: (error, request, reply) => {
      identify(request, reply)
      const isUnauthorized = isRest(pathOf(request)) && request.headers.authorization === undefined
      refuse(isUnauthorized ? unauthorized() : error, request, reply as FastifyReply)
      reply.raw.once('finish', () => logRequest(request, reply as FastifyReply))
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  })
  leaveInTime(app)
  parseJsonBodies(app)
  app.addHook('onResponse', async (request, reply) => logRequest(request, reply))

  app.addHook('onRequest', async (request, reply) => {
    identify(request, reply)
    const path = pathOf(request)
    if (isRest(path) && !isPublic(path) && request.headers.authorization === undefined) throw unauthorized()
    if (isRest(path) || path === '/graphql') await countRequest(services, request, reply)
  })

  app.setErrorHandler((error, request, reply) => refuse(error, request, reply))
  app.setNotFoundHandler(async (request) => {
    // Under the REST base an unknown route is 401 first, also with a token that is no longer valid.
    if (request.url.startsWith(basePath) && request.headers.authorization)
      await operate(services, credentialsOf(request), 'read', async () => {})
    throw notFound()
  })

  function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const { problem, fault } = problemOf(fromFastify(error), services.constraints)
    if (fault)
      log.error(
        { request_id: request.id, method: request.method, route: routeOf(request), err: fault },
        'request failed',
      )
    if (problem.status === 503) reply.header('retry-after', '1')
    const language = preferredLanguage(request.headers['accept-language'])
    return reply.code(problem.status).send({
      error: problem.code,
      message: wordsOf(problem, language, snakeCase),
      ...(problem.field && { field: snakeCase(problem.field) }),
      errors: flawsOf(problem, language, snakeCase),
    })
  }

  return app
}

/** Milliseconds that requests under way have once the server is told to stop. */
const lastAnswersWithin = 4_000

/** While it closes: a kept connection goes with its last answer, and one that never ends what it began is cut off. */
function leaveInTime(app: FastifyInstance) {
  app.addHook('preClose', async () => {
    const idle = setInterval(() => app.server.closeIdleConnections(), 100)
    const late = setTimeout(() => app.server.closeAllConnections(), lastAnswersWithin)
    app.server.once('close', () => {
      clearInterval(idle)
      clearTimeout(late)
    })
  })
}

function identify(request: { id: string }, reply: { header(name: string, value: string): unknown }) {
  reply.header('x-request-id', request.id)
  reply.header('x-content-type-options', 'nosniff')
}

async function countRequest(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const { bearer } = credentialsOf(request)
  heed(bearer ? await services.rate.countToken(bearer) : await services.rate.countAddress(request.ip), reply)
}

/** Says how much of a minute's requests is left, and refuses beyond; 401 where the token that was counted is none. */
export function heed(standing: RateStanding | null, reply: FastifyReply) {
  if (!standing) throw unauthorized()
  reply.headers(rateHeaders(standing))
  if (standing.allowed) return
  reply.header('retry-after', String(Math.max(1, Math.min(60, Math.ceil(standing.resetsAt - Date.now() / 1000)))))
  throw rateLimited()
}

const rateHeaders = ({ limit, remaining, resetsAt }: RateStanding) => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(resetsAt),
})

/** Fastify's own refusals in the contract's words. */
function fromFastify(error: unknown): unknown {
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return unsupportedMediaType()
  // No resource has a name so long.
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return notFound()
  if (!(error instanceof Problem) && statusCode && statusCode >= 400 && statusCode < 500 && code?.startsWith('FST_'))
    return unreadable()
  return error
}

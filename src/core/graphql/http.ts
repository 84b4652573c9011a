import { ApolloServer, type ApolloServerPlugin } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled'
import { fastifyApolloHandler } from '@as-integrations/fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { GraphQLError, type GraphQLFormattedError, type GraphQLSchema, getOperationAST } from 'graphql'
import type { Logger } from 'pino'
import { Problem } from '#core/errors/problem'
import {
  formatDetails,
  formatFieldErrors,
  formatMessage,
  reportUnavailable,
  retryAfterSeconds,
  toProblem,
} from '#core/errors/problem-response'
import { readValidCredentials, resolveErrorLanguage } from '#core/http/credentials'
import { isBrowserNavigation, mountGraphiql } from '#core/http/graphiql'
import { runIdempotent } from '#core/http/idempotency'
import type { Credentials } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { limits } from '#core/schema/limits'
import { identifyRequester, type PrepareDocument } from './document-cache.ts'
import { executeRequest, type RunOnce } from './execute.ts'

interface HttpContext {
  credentials: Credentials
  requestId: string
  request: FastifyRequest
  /** The mutation's response was replayed for its idempotency key. */
  isReplayed?: boolean | undefined
}

/** These errors become the response of the whole request. */
const wholeRequest = new Set([401, 429, 503])

const notOverHttp = () =>
  new Problem(422, 'validation_failed', {
    de: 'Subscriptions laufen nur über WebSocket (graphql-transport-ws).',
    en: 'Subscriptions run over WebSocket alone (graphql-transport-ws).',
  })

const forgeable = () =>
  new Problem(403, 'forbidden', {
    de: 'Mit dem Cookie einer Sitzung ändern nur Seiten von dieser Adresse etwas: der Origin fehlt oder ist ein anderer.',
    en: 'With the cookie of a session only pages of this address change anything: the Origin is missing or another.',
  })

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Finds the problem of an invalid request body, before Apollo reports it in its own format. */
function findBodyProblem(body: unknown): Problem | null {
  const refuse = (de: string, en: string) => new Problem(400, 'bad_request', { de, en })
  if (Array.isArray(body))
    return refuse(
      'Eine Anfrage ist eine Operation: Bitte senden Sie ein Objekt statt einer Liste.',
      'A request is one operation: send an object instead of a list.',
    )
  if (!isObject(body) || Object.keys(body as object).length === 0)
    return refuse('Der Inhalt muss ein JSON-Objekt mit query sein.', 'The body must be a JSON object with a query.')
  const { query, variables, extensions } = body as Record<string, unknown>
  if (query !== undefined && query !== null && typeof query !== 'string')
    return refuse('query muss ein Text sein.', 'query must be a string.')
  const name = Object.entries({ variables, extensions }).find(([, value]) => value != null && !isObject(value))?.[0]
  return name ? refuse(`${name} muss ein Objekt sein.`, `${name} must be an object.`) : null
}

/** GraphQL over HTTP: Apollo parses requests, `executeRequest` runs them. */
export async function mountGraphql(
  app: FastifyInstance,
  services: Services,
  schema: GraphQLSchema,
  prepare: PrepareDocument,
  log: Logger,
) {
  const apollo = new ApolloServer<HttpContext>({
    // Apollo delegates execution to a gateway.
    gateway: {
      load: async () => ({
        schema,
        executor: async ({ context, source, operationName, request }) => {
          // Null if Apollo found no operation.
          const requester = identifyRequester(
            services,
            context.credentials,
            services.getClientAddress(context.request.raw),
          )
          const document = prepare(source, request.operationName, requester)
          if (!('kind' in document)) return { errors: document } as never
          const { operation } = getOperationAST(document, operationName) ?? {}
          if (operation === 'mutation' && context.credentials.isForgeable)
            return { data: null, errors: [new GraphQLError('forged', { originalError: forgeable() })] } as never
          if (operation === 'subscription')
            return { data: null, errors: [new GraphQLError('subscription', { originalError: notOverHttp() })] } as never
          const variables = request.variables ?? {}
          const once: RunOnce = async (operation, work) => {
            const answer = await runIdempotent(operation, context.request, { source, operationName, variables }, work)
            context.isReplayed = answer.replayed
            return answer
          }
          const { credentials, request: http } = context
          const repeat = http.headers['idempotency-key'] === undefined ? undefined : once
          return (await executeRequest(
            services,
            credentials,
            schema,
            document,
            operationName,
            variables,
            repeat,
          )) as never
        },
      }),
      onSchemaLoadOrUpdate(callback) {
        callback({ apiSchema: schema, coreSupergraphSdl: '' })
        return () => {}
      },
      stop: async () => {},
    },
    introspection: true,
    includeStacktraceInErrorResponses: false,
    // Headers that make browsers send a preflight request to another origin.
    csrfPrevention: { requestHeaders: ['authorization', 'apollo-require-preflight', 'x-apollo-operation-name'] },
    stopOnTerminationSignals: false,
    // Documents are validated in `executeRequest`, as for sockets.
    dangerouslyDisableValidation: true,
    parseOptions: { maxTokens: limits.tokens },
    // The landing page would load third-party scripts. Cache control would wrap every field in a resolver, called per value.
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      explainErrors(services, log),
    ],
    formatError: (formatted) => formatted,
  })
  await apollo.start()
  const handler = fastifyApolloHandler(apollo, {
    context: async (request) => ({ credentials: readValidCredentials(request), requestId: request.id, request }),
  })
  const sendGraphiql = mountGraphiql(app)
  app.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    config: { takesSession: true },
    handler(request, reply) {
      reply.header('vary', 'accept')
      if (isBrowserNavigation(request)) return sendGraphiql(reply)
      reply.header('cache-control', 'no-store')
      const flaw = request.method === 'POST' ? findBodyProblem(request.body) : null
      if (flaw) {
        const error = formatGraphqlError(services, flaw, readValidCredentials(request), log, request.id)
        return reply.code(flaw.status).send({ errors: [error] })
      }
      return handler.call(this, request.method === 'HEAD' ? asGet(request) : request, reply)
    },
  })
  app.addHook('onClose', () => apollo.stop())
}

/** Apollo rejects HEAD; Fastify drops the body. */
const asGet = (request: FastifyRequest): FastifyRequest => Object.create(request, { method: { value: 'GET' } })

/** Translates all errors and hides internal details. */
function explainErrors(services: Services, log: Logger): ApolloServerPlugin<HttpContext> {
  return {
    requestDidStart: async () => ({
      async willSendResponse({ response, errors, contextValue }) {
        if (contextValue.isReplayed) response.http.headers.set('idempotent-replayed', 'true')
        if (response.body.kind !== 'single' || !errors?.length) return
        response.body.singleResult.errors = errors.map((error) =>
          formatGraphqlError(services, error, contextValue.credentials, log, contextValue.requestId),
        )
        const { status, code, retryAfter } = response.body.singleResult.errors[0]?.extensions ?? {}
        const isForged = status === 403 && contextValue.credentials.isForgeable
        if (wholeRequest.has(status as number) || isForged || code === 'query_too_expensive')
          response.http.status = status as number
        else if (response.body.singleResult.data === undefined) response.http.status ??= 400
        if (retryAfter !== undefined) response.http.headers.set('retry-after', String(retryAfter))
      },
    }),
  }
}

/** Adds `code`, `status`, `field` and `retryAfter` in `extensions`. */
export function formatGraphqlError(
  services: Pick<Services, 'admissionCache' | 'constraints' | 'disk'>,
  error: unknown,
  credentials: Credentials | undefined,
  log: Logger,
  requestId: string,
): GraphQLFormattedError {
  const { problem, fault } = toProblem(error, services.constraints)
  const language = credentials ? resolveErrorLanguage(services, credentials) : null
  if (fault) log.error({ request_id: requestId, err: fault }, 'operation failed')
  reportUnavailable({ log, disk: services.disk }, requestId, problem)
  const { path, locations } = error as {
    path?: readonly (string | number)[]
    locations?: readonly { line: number; column: number }[]
  }
  const retryAfter = retryAfterSeconds(problem)
  return {
    message: formatMessage(problem, language),
    ...(locations && { locations }),
    ...(path && { path }),
    extensions: {
      code: problem.code,
      status: problem.status,
      ...(problem.field && { field: problem.field }),
      ...(retryAfter !== undefined && { retryAfter }),
      ...formatDetails(problem),
      ...(problem.field && { errors: formatFieldErrors(problem, language) }),
    },
  }
}

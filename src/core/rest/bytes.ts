import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Permission } from '#core/access/policy'
import { combineProblems } from '#core/errors/problem'
import { assertMayCall } from '#core/graphql/guard'
import { anonymousCredentials, readValidCredentials } from '#core/http/credentials'
import { basePath } from '#core/http/path'
import { enforceRateLimit } from '#core/http/server'
import type { Context } from '#core/operation/context'
import { type Credentials, operate } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { parseTicket } from '#core/operation/ticket'
import { preferredLanguage } from '#core/text/language'
import { findUnknownParameters } from './arguments.ts'
import type { ByteRouteDescription } from './openapi-operation.ts'
import { toRouterPath } from './routes.ts'
import type { RestSchema } from './schema.ts'

/** A route with a binary request or response. */
export type ByteRoute = ByteRouteDescription & ({ may: Permission } | { isPublic: true }) & ByteHandling

interface ByteHandling {
  /** Path for browsers, which have no token: they use a signed address. */
  signedPath?: string
  /** Additional headers of OPTIONS. */
  optionsHeaders?: Readonly<Record<string, string>>
  /** Prepares the Fastify scope of the route. */
  prepare?(scope: FastifyInstance): Promise<void>
  handle(call: ByteCall): Promise<FastifyReply>
}

export interface ByteCall {
  services: Services
  rest: RestSchema
  request: FastifyRequest
  reply: FastifyReply
  /** Runs an operation of the caller after checking the permission. */
  operate<Result>(mode: 'read' | 'write', work: (context: Context) => Promise<Result>): Promise<Result>
}

/** Mounts byte routes for tokens and for signed addresses. */
export function mountBytes(app: FastifyInstance, services: Services, rest: RestSchema, routes: readonly ByteRoute[]) {
  for (const route of routes) {
    const handler =
      (credentialsFor: (request: FastifyRequest, reply: FastifyReply) => Credentials | Promise<Credentials>) =>
      async (request: FastifyRequest, reply: FastifyReply) => {
        const credentials = await credentialsFor(request, reply)
        const run: ByteCall['operate'] = (mode, work) =>
          operate(services, credentials, mode, async (context) => {
            assertMayCall(
              { extensions: 'may' in route ? { may: route.may } : { public: true } },
              context,
              mode === 'write',
            )
            return work(context)
          })
        const unknown =
          route.method !== 'get' && route.method !== 'head' ? findUnknownParameters(request.query, ['ticket']) : []
        if (unknown.length)
          await run('read', async () => {
            throw combineProblems(unknown)
          })
        return route.handle({
          services,
          rest,
          request,
          reply,
          operate: run,
        })
      }
    app.register(async (scope) => {
      await route.prepare?.(scope)
      scope[route.method](
        basePath + toRouterPath(route.path),
        {
          config: {
            isPublic: !('may' in route),
            ...(route.optionsHeaders && { optionsHeaders: route.optionsHeaders }),
          },
        },
        handler('may' in route ? readValidCredentials : anonymousCredentials),
      )
      if (route.signedPath)
        // Counted towards the token of the signed address.
        scope[route.method](
          toRouterPath(route.signedPath),
          { config: { isUncounted: true, isSigned: true } },
          handler((request, reply) => signedFor(services, request, reply)),
        )
    })
  }
}

/** Credentials of a signed address. */
async function signedFor(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<Credentials> {
  const [path = ''] = request.url.split('?')
  const { ticket } = request.query as { ticket?: unknown }
  const credentials = parseTicket(services, ticket, path, preferredLanguage(request.headers['accept-language']))
  enforceRateLimit(
    await services.rateLimiter.countToken(credentials.bearer, services.getClientAddress(request.raw)),
    reply,
  )
  return credentials
}

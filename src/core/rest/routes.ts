import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  coerceInputValue,
  type DocumentNode,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getNullableType,
  isObjectType,
} from 'graphql'
import { useSofa } from 'sofa-api'
import { methodNotAllowed, notAnObject, notFound, unavailable } from '#core/errors/problem'
import type { Snapshot } from '#core/events/snapshot'
import { executeDocument } from '#core/graphql/execute'
import { assertMayCall, MutationRun } from '#core/graphql/guard'
import { anonymousCredentials, readCredentials, readValidCredentials } from '#core/http/credentials'
import { isNotModified, parseEtags } from '#core/http/entity-tags'
import { type RestResponse, runIdempotent, versionEtag } from '#core/http/idempotency'
import { releaseOnClose } from '#core/http/large-responses'
import { basePath } from '#core/http/path'
import { streamAtDataRate } from '#core/http/response-data-rate'
import type { Context } from '#core/operation/context'
import { operate } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { getMemoryKey } from '#core/runtime/response-memory'
import type { Deprecation, RestRoute } from '#core/schema/rest'
import { type ArgumentSource, findUnknownParameters, locateArguments, parseArguments } from './arguments.ts'
import type { ByteRouteDescription } from './openapi-operation.ts'
import type { CheckInput, RestSchema } from './schema.ts'
import {
  createUnpagedQueue,
  serializeUnpagedList,
  type UnpagedList,
  unpagedDataRate,
  unpagedRoot,
} from './unpaged-list.ts'

/** A REST route: its declaration, the source of its arguments, and its GraphQL field. */
export interface MountedRoute extends RestRoute {
  operation: string
  field: GraphQLField<unknown, Context>
  /** Read-only tokens may not use it. A POST may be a read. */
  writes: boolean
  table: ArgumentSource[]
}

/** The context of a request in SOFA, which passes the variables in and the result out. */
interface SofaContext {
  context: Context
  variables: Record<string, unknown>
  represented?: unknown
}

interface SofaRoute {
  method: string
  path: string
  handler(request: object, context: { sofa: SofaContext }): Promise<unknown>
}

/** The routes that SOFA generates from the REST schema. */
export function generateRestRoutes(rest: RestSchema): GeneratedRoute[] {
  const routes = generated.get(rest) ?? generate(rest)
  generated.set(rest, routes)
  return routes
}

interface GeneratedRoute {
  route: MountedRoute
  handle: SofaRoute['handler']
}

const generated = new WeakMap<RestSchema, GeneratedRoute[]>()

function generate({ schema }: RestSchema): GeneratedRoute[] {
  const declared = new Map<string, MountedRoute>()
  const config: Record<string, object> = {}
  for (const type of [schema.getQueryType(), schema.getMutationType()])
    for (const field of Object.values(type?.getFields() ?? {})) {
      const rest = field.extensions.rest as RestRoute
      const path = toRouterPath(rest.path)
      const key = `${rest.method} ${path}`
      const table = locateArguments(rest.path, rest.method, field.args)
      declared.set(key, { ...rest, operation: field.name, field, writes: type === schema.getMutationType(), table })
      config[`${type?.name}.${field.name}`] = { method: rest.method, path, responseStatus: rest.status }
    }
  const sofa = useSofa({
    schema,
    basePath,
    routes: config,
    models: [],
    depthLimit: 1,
    context: ({ sofa }: { sofa: SofaContext }) => sofa,
    // graphql-jit gets the variables as parsed from the request; errors are passed on unchanged.
    execute: async ({ document, contextValue: sofa }: { document: DocumentNode; contextValue: SofaContext }) => {
      const run = new MutationRun()
      const { data, errors } = await executeDocument(schema, document, undefined, sofa.variables, sofa.context, run)
      if (errors?.[0]) throw errors[0]
      const [[field, represented] = ['', null]] = Object.entries(data ?? {})
      if (represented) sofa.context.recorder.setSnapshot(run.results[0], represented as Snapshot)
      sofa.represented = represented
      return { data: { [field]: null } }
    },
    errorHandler: ([error]: readonly unknown[]) => {
      throw error
    },
  } as never) as unknown as { __routes: SofaRoute[] }
  // SOFA adds a /webhook route that posts to any address, so only declared routes are used.
  return sofa.__routes.flatMap((mounted) => {
    const route = declared.get(`${mounted.method} ${mounted.path}`)
    return route ? [{ route, handle: mounted.handler }] : []
  })
}

/** The path in Fastify's syntax. */
export const toRouterPath = (path: string) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => `:${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`)

/** RFC 9745 (`Deprecation`) and RFC 8594 (`Sunset`). */
const deprecationHeaders = (deprecation: Deprecation | undefined): Record<string, string> | undefined =>
  deprecation && {
    deprecation: `@${Date.parse(deprecation.since) / 1000}`,
    ...(deprecation.sunset && { sunset: new Date(deprecation.sunset).toUTCString() }),
  }

/** Mounts the REST routes, and 405 for the other methods of their paths. `bytes` are mounted elsewhere. */
export function mountRest(
  app: FastifyInstance,
  services: Services,
  rest: RestSchema,
  bytes: readonly (Pick<ByteRouteDescription, 'method' | 'path'> & { isPublic?: boolean })[] = [],
) {
  const methods = new Map<string, string[]>()
  const open = new Set<string>()
  const list = (url: string, method: string, isPublic: boolean) => {
    methods.set(url, [...(methods.get(url) ?? []), method])
    if (isPublic) open.add(url)
  }
  for (const { method, path, isPublic = false } of bytes)
    list(basePath + toRouterPath(path), method.toUpperCase(), isPublic)
  const turns = createUnpagedQueue()
  for (const { route, handle } of generateRestRoutes(rest)) {
    const url = basePath + toRouterPath(route.path)
    const isPublic = Boolean(route.field.extensions.public)
    list(url, route.method, isPublic)
    const deprecation = deprecationHeaders(route.field.extensions.deprecation as Deprecation | undefined)
    app.route({
      method: route.method,
      url,
      config: { isPublic },
      handler: async (request, reply) => {
        if (deprecation) reply.headers(deprecation)
        if (isWhole(route, request)) {
          const credentials = readValidCredentials(request)
          releaseOnClose(reply, await turns.acquire(credentials.bearer ? getMemoryKey(credentials.bearer) : ''))
          // The client left while it was waiting.
          if (reply.raw.closed) throw unavailable()
          const parts = await operate(services, credentials, 'read', (context) => performWhole(context, route, request))
          return reply
            .type('application/json; charset=utf-8')
            .send(streamAtDataRate(reply, parts, unpagedDataRate(parts)))
        }
        const credentials = isPublic ? anonymousCredentials(request) : readValidCredentials(request)
        const answer = await operate(services, credentials, route.method === 'GET' ? 'read' : 'write', (context) =>
          perform(context, route, handle, request),
        )
        return sendResponse(reply, answer)
      },
    })
  }
  for (const [url, allowed] of methods) {
    if (allowed.includes('GET')) allowed.push('HEAD')
    allowed.push('OPTIONS')
    app.route({
      method: (['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter(
        (method) => !allowed.includes(method),
      ),
      url,
      exposeHeadRoute: false,
      config: { isRefusal: true, isPublic: open.has(url) },
      handler: async (request, reply) => {
        if (!open.has(url)) await operate(services, readValidCredentials(request), 'read', async () => {})
        reply.header('allow', allowed.join(', '))
        throw methodNotAllowed()
      },
    })
  }
}

/** True for an unpaged list that is requested without a page. */
const isWhole = ({ field }: MountedRoute, { query }: FastifyRequest) =>
  Boolean(field.extensions.whole) && !['page', 'per_page'].some((name) => Object.hasOwn(query as object, name))

async function performWhole(context: Context, route: MountedRoute, request: FastifyRequest): Promise<Buffer[]> {
  assertMayCall(route.field, context, false)
  const variables = parseArguments(route.table, sentBy(request, {}), route.field.extensions.check as CheckInput)
  // Bypasses graphql-js, which would convert timestamps to Date.
  const values = Object.fromEntries(
    route.field.args
      .filter(({ name }) => variables[name] !== undefined)
      .map(({ name, type }) => [name, coerceInputValue(variables[name], type)]),
  )
  const list = await route.field.resolve?.(unpagedRoot, values, context, {} as GraphQLResolveInfo)
  return serializeUnpagedList(context, list as UnpagedList<unknown>)
}

const sentBy = (request: FastifyRequest, body: Record<string, unknown>) => ({
  params: request.params as Record<string, string>,
  query: request.query as Record<string, unknown>,
  body,
})

async function perform(context: Context, route: MountedRoute, handle: SofaRoute['handler'], request: FastifyRequest) {
  assertMayCall(route.field, context, route.writes)
  const body = bodyOf(request, route)
  const known = route.table.filter((place) => place.in === 'query').map(({ name }) => name)
  const unknown = route.method !== 'GET' ? findUnknownParameters(request.query, known) : []
  const variables = parseArguments(
    route.table,
    sentBy(request, body),
    route.field.extensions.check as CheckInput,
    unknown,
  )
  const versions = expectedVersions(request, route)
  const run = async (): Promise<RestResponse> => {
    const sofa: SofaContext = { context, variables }
    const work = () => handle({ url: '', params: {}, body: null }, { sofa })
    const id = typeof variables.id === 'string' ? variables.id : null
    await (versions ? context.withExpectedVersion({ id, versions }, work) : work())
    const { represented } = sofa
    // GraphQL returns null for a missing resource; REST returns 404.
    if (represented === null) throw notFound()
    // Serializes a large response in another turn of the event loop.
    if (readCredentials(request).memorySlot?.isTaken) await setImmediate()
    // Serialized before the commit, because it is stored for the idempotency key.
    const text = route.status === 204 ? null : JSON.stringify(represented)
    return { status: route.status, body: text, etag: hasEtag(route) ? versionEtag(represented) : undefined }
  }
  const repeatable = context.caller && (route.method === 'POST' || route.method === 'PATCH')
  return repeatable ? runIdempotent(context, request, variables, run) : run()
}

function bodyOf(request: FastifyRequest, route: MountedRoute): Record<string, unknown> {
  const { body } = request
  if (body === undefined) return {}
  if (body === null || typeof body !== 'object' || Array.isArray(body)) throw notAnObject()
  return route.method === 'GET' ? {} : (body as Record<string, unknown>)
}

/**
 * If-Match applies to the resource of the path itself, not to routes such as `/tasks/{taskId}/comments`. One of its strong tags
 * must match; weak or foreign tags never do (RFC 9110 § 13.1.1), and a malformed header matches nothing.
 */
function expectedVersions(request: FastifyRequest, route: MountedRoute): readonly number[] | null {
  const header = request.headers['if-match']
  if (header === undefined || header.trim() === '*' || !acceptsIfMatch(route)) return null
  return parseEtags(header)
    .filter((tag) => /^"[1-9]\d{0,8}"$/.test(tag))
    .map((tag) => Number(tag.slice(1, -1)))
}

/** True if If-Match is supported: writes to a resource, and POST where declared. */
export const acceptsIfMatch = ({ method, writes, field }: MountedRoute) =>
  writes && (method !== 'POST' || Boolean(field.extensions.takesVersion))

/** True if the response is one resource, whose version is the ETag. */
export const hasEtag = ({ status, field }: MountedRoute) => status !== 204 && isOne(field.type)

/** True for a type with a version; lists have none. */
const isOne = (type: GraphQLOutputType) => {
  const named = getNullableType(type)
  return isObjectType(named) && 'version' in named.getFields()
}

export function sendResponse(reply: FastifyReply, { status, body, etag, replayed }: RestResponse) {
  if (replayed) reply.header('idempotent-replayed', 'true')
  if (etag) reply.header('etag', `"${etag}"`)
  // The version does not cover what query parameters change.
  const hasNoParameters = Object.keys(reply.request.query as object).length === 0
  if (etag && hasNoParameters && isNotModified(reply, `"${etag}"`)) return reply.send()
  reply.code(status)
  return body === null ? reply.send() : reply.type('application/json; charset=utf-8').send(body)
}

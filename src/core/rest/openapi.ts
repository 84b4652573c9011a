import { setImmediate } from 'node:timers/promises'
import { getNamedType } from 'graphql'
import { basePath } from '#core/http/path'
import { version } from '#core/runtime/version'
import { errorSchema } from './openapi-errors.ts'
import { type Examples, noExamples } from './openapi-examples.ts'
import {
  type ByteRouteDescription,
  describeByteOperation,
  describeOperation,
  describeParameters,
  headerParameters,
  operationTag,
} from './openapi-operation.ts'
import { createSchemaConverter, type JsonObject } from './openapi-schemas.ts'
import { describeWebhooks } from './openapi-webhooks.ts'
import { type MountedRoute } from './routes.ts'
import type { RestSchema } from './schema.ts'

/**
 * Creates the OpenAPI 3.1 document from the same table that parses requests. `server` is the public URL. It yields to the event
 * loop between operations.
 */
export async function createOpenApiDocument(
  {
    routes,
    bytes,
    rows,
  }: { routes: readonly MountedRoute[]; bytes: readonly ByteRouteDescription[] } & Pick<RestSchema, 'rows'>,
  server: string,
  examples: Examples = noExamples,
): Promise<JsonObject> {
  const schemas: Record<string, JsonObject> = { Error: errorSchema }
  const responses: Record<string, JsonObject> = {}
  const paths: Record<string, Record<string, JsonObject>> = {}
  const at = (path: string) => {
    const operations = paths[path] ?? {}
    paths[path] = operations
    return operations
  }
  const components = { schemas, responses }
  const schemaOf = createSchemaConverter(schemas)
  for (const route of routes) {
    at(route.path)[route.method.toLowerCase()] = describeOperation(route, schemaOf, components, examples)
    await setImmediate()
  }
  for (const route of bytes) {
    const like = routes.find(({ field }) => field.name === route.queryOf)
    const query = like && describeParameters(like, false, schemaOf).filter(({ in: where }) => where === 'query')
    at(route.path)[route.method] = describeByteOperation(route, components, query, examples)
  }

  return {
    openapi: '3.1.0',
    info: {
      title: 'Kontor',
      version,
      summary: 'Clients, projects, time, documents and German e-invoices in one place.',
      description:
        'Amounts are integer cents, times are ISO 8601 in UTC, names are snake_case. Unknown fields of a request are ignored.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${server}${basePath}` }],
    security: [{ bearer: [] }],
    tags: tagsOf(routes, Object.keys(paths)),
    paths: sorted(paths),
    webhooks: describeWebhooks(rows, schemaOf, schemas),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A personal API token, `kontor_…`.' },
      },
      headers,
      parameters: headerParameters,
      schemas: sorted(schemas),
      responses: sorted(responses),
    },
  }
}

const sorted = (table: object) => Object.fromEntries(Object.entries(table).sort(([a], [b]) => (a < b ? -1 : 1)))

/** One tag per resource, described by its type. */
function tagsOf(routes: readonly MountedRoute[], paths: readonly string[]): JsonObject[] {
  const words = (tag: string) =>
    routes
      .filter(({ method, path }) => method === 'GET' && (path === `/${tag}` || path === `/${tag}/{id}`))
      .map(({ field }) => getNamedType(field.type).description)
      .find(Boolean)
  return [...new Set(paths.map(operationTag))]
    .sort()
    .map((name) => ({ name, description: words(name) ?? `Everything under ${name}.` }))
}

const headers: JsonObject = {
  'X-RateLimit-Limit': { description: 'Requests allowed per minute.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'Requests left in the current minute.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'When the current minute ends, in Unix seconds.', schema: { type: 'integer' } },
  'X-Request-Id': { description: 'Identifies the request in logs.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
  ETag: { description: 'The version of the resource, for If-Match.', schema: { type: 'string' } },
  'Idempotent-Replayed': {
    description: '`true` if this is the response of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string' },
  },
}

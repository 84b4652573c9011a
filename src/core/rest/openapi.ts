import {
  type GraphQLNamedType,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from 'graphql'
import { type Place, pathParameters } from './input.ts'
import { basePath, type MountedRoute } from './routes.ts'

type Json = Record<string, unknown>

/** A route that answers bytes: written by hand beside its feature, and documented by this. */
export interface ByteRoute {
  method: 'get'
  /** In the specification's spelling, `/invoices/{id}/pdf`. */
  path: string
  contentType: string
  operationId: string
  summary: string
}

const problems: Readonly<Record<number, string>> = {
  400: 'The body is not JSON, or a required field is missing.',
  401: 'The token is missing or not valid.',
  403: 'The token may not do this.',
  404: 'There is no such thing, or it belongs to another organization.',
  409: 'The state forbids it, or a value is taken.',
  412: 'The resource has changed since the version in If-Match.',
  413: 'The body is too large.',
  415: 'The content type is not accepted.',
  422: 'A value is not valid.',
  429: 'Too many requests; Retry-After says when to come back.',
  500: 'An error on our side.',
  503: 'The service is not available right now.',
}

const scalars: Readonly<Record<string, Json>> = {
  String: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  UUID: { type: 'string', format: 'uuid' },
  Date: { type: 'string', format: 'date' },
  DateTime: { type: 'string', format: 'date-time' },
  Cents: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  JSON: {},
}

/** The OpenAPI 3.1 document of the facade, from the same table that reads its requests. `server` is the public URL. */
export function openApiDocument(routes: readonly MountedRoute[], bytes: readonly ByteRoute[], server: string): Json {
  const schemas: Record<string, Json> = {
    Error: {
      type: 'object',
      required: ['error', 'message'],
      properties: {
        error: { type: 'string', description: 'A short token for machines.' },
        message: { type: 'string', description: 'For people, in the language of Accept-Language.' },
        field: {
          type: 'string',
          description: 'The offending field, with a path into arrays: `line_items.0.tax_rate`.',
        },
      },
    },
  }
  const paths: Record<string, Record<string, Json>> = {}
  const at = (path: string) => {
    const operations = paths[path] ?? {}
    paths[path] = operations
    return operations
  }
  const schemaOf = createSchemaOf(schemas)

  for (const route of routes) at(route.path)[route.method.toLowerCase()] = operation(route, schemaOf)
  for (const { method, path, contentType, operationId, summary } of bytes)
    at(path)[method] = {
      operationId,
      summary,
      tags: [tagOf(path)],
      parameters: [{ name: 'id', in: 'path', required: true, schema: scalars.UUID }],
      responses: {
        200: {
          description: summary,
          headers: rateHeaders,
          content: { [contentType]: { schema: { type: 'string', format: 'binary' } } },
        },
        ...refusals([401, 403, 404, 409, 429, 500, 503]),
      },
    }

  return {
    openapi: '3.1.0',
    info: {
      title: 'Kontor',
      version: '1.0.0',
      summary: 'Clients, projects, time, documents and German e-invoices in one place.',
      description:
        'Money is integer cents, moments are ISO 8601 in UTC, names are snake_case. Unknown fields of a request are ignored.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${server}${basePath}` }],
    security: [{ bearer: [] }],
    tags: [...new Set(Object.keys(paths).map(tagOf))]
      .sort()
      .map((name) => ({ name, description: `Everything under ${name}.` })),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A personal API token, `kontor_…`.' },
      },
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      responses: Object.fromEntries(
        Object.entries(problems).map(([status, description]) => [
          `Refusal${status}`,
          {
            description,
            ...(status === '429' && {
              headers: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds.' } },
            }),
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
        ]),
      ),
    },
  }
}

type SchemaOf = (type: GraphQLType, extra?: Json) => Json

function operation(route: MountedRoute, schemaOf: SchemaOf): Json {
  const { field, table, status, method } = route
  const isPublic = Boolean(field.extensions.public)
  const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH'
  const body = table.filter((place) => place.in === 'body')
  const spelled = new Map(pathParameters(route.path).map(({ parameter, argument }) => [argument, parameter]))
  const parameters: Json[] = table
    .filter((place) => place.in !== 'body')
    .map((place) => ({ ...parameter(place, schemaOf), name: spelled.get(place.name) ?? place.name }))
  if (method !== 'GET' && method !== 'POST')
    parameters.push(header('If-Match', 'The version the resource must still have, as its ETag says.'))
  if (!isPublic && (method === 'POST' || method === 'PATCH'))
    parameters.push(
      header('Idempotency-Key', 'The same key with the same body answers the first response again, for 24 hours.'),
    )
  return {
    operationId: field.name,
    summary: field.description ?? field.name,
    tags: [tagOf(route.path)],
    ...(isPublic && { security: [] }),
    ...(parameters.length && { parameters }),
    ...(hasBody && body.length && { requestBody: requestBody(body, schemaOf) }),
    responses: {
      [status]: {
        description: status === 204 ? 'Done.' : (field.description ?? 'Done.'),
        headers: rateHeaders,
        ...(status !== 204 && { content: { 'application/json': { schema: schemaOf(field.type) } } }),
      },
      ...refusals(refusedWith(route)),
    },
  }
}

const refusedWith = ({ method, path, field }: MountedRoute): number[] =>
  [
    method !== 'GET' && 400,
    !field.extensions.public && 401,
    !field.extensions.public && 403,
    path.includes('{') && 404,
    method !== 'GET' && 409,
    (method === 'PUT' || method === 'PATCH' || method === 'DELETE') && 412,
    method !== 'GET' && 413,
    method !== 'GET' && 415,
    422,
    429,
    500,
    503,
  ].filter((status) => status !== false)

const refusals = (statuses: readonly number[]) =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/Refusal${status}` }]))

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string' },
})

const count = { schema: { type: 'integer' } }
const rateHeaders: Json = {
  'X-RateLimit-Limit': { description: 'Requests a minute.', ...count },
  'X-RateLimit-Remaining': { description: 'Requests left in this window.', ...count },
  'X-RateLimit-Reset': { description: 'When the window ends, in Unix seconds.', ...count },
  'X-Request-Id': { description: 'Names the request in logs.', schema: { type: 'string' } },
}

function parameter({ name, in: where, type, description, extensions }: Place, schemaOf: SchemaOf): Json {
  const list = isListType(isNonNullType(type) ? type.ofType : type)
  return {
    name,
    in: where,
    required: isNonNullType(type),
    ...(description && { description }),
    ...(list && { style: 'form', explode: false }),
    schema: schemaOf(isNonNullType(type) ? type.ofType : type, { ...(extensions.schema as Json), notNull: true }),
  }
}

function requestBody(body: readonly Place[], schemaOf: SchemaOf): Json {
  const required = body.filter(({ type, hasDefault }) => isNonNullType(type) && !hasDefault).map(({ name }) => name)
  return {
    required: required.length > 0,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          ...(required.length && { required }),
          properties: Object.fromEntries(
            body.map(({ name, type, description, extensions }) => [
              name,
              described(schemaOf(type, extensions.schema as Json), description),
            ]),
          ),
        },
      },
    },
  }
}

const described = (schema: Json, description: string | undefined | null): Json =>
  description ? { ...schema, description } : schema

const tagOf = (path: string) => path.split('/')[1] ?? ''

/** JSON Schemas of GraphQL types; named ones are gathered under `components`. */
function createSchemaOf(schemas: Record<string, Json>): SchemaOf {
  const named = (type: GraphQLNamedType): Json => {
    if (isScalarType(type)) return scalars[type.name] ?? {}
    if (schemas[type.name]) return { $ref: `#/components/schemas/${type.name}` }
    if (isEnumType(type))
      schemas[type.name] = {
        type: 'string',
        enum: type.getValues().map(({ name }) => name),
        ...(type.description && { description: type.description }),
      }
    else if (isObjectType(type) || isInputObjectType(type)) {
      const schema: Json = { type: 'object' }
      schemas[type.name] = schema
      const fields = Object.values(type.getFields())
      const required = fields.filter((field) => isObjectType(type) || isNonNullType(field.type)).map(({ name }) => name)
      if (type.description) schema.description = type.description
      if (required.length) schema.required = required
      schema.properties = Object.fromEntries(
        fields.map((field) => [
          field.name,
          described(schemaOf(field.type, field.extensions.schema as Json), field.description),
        ]),
      )
    }
    return { $ref: `#/components/schemas/${type.name}` }
  }

  const schemaOf: SchemaOf = (type, extra = {}) => {
    const { notNull, ...constraints } = extra as { notNull?: boolean }
    if (isNonNullType(type)) return schemaOf(type.ofType, { ...constraints, notNull: true })
    const schema: Json = isListType(type)
      ? { type: 'array', items: schemaOf(type.ofType), ...constraints }
      : { ...named(getNamedType(type)), ...constraints }
    if (notNull) return schema
    if ('$ref' in schema) return { anyOf: [schema, { type: 'null' }] }
    return typeof schema.type === 'string' ? { ...schema, type: [schema.type, 'null'] } : schema
  }
  return schemaOf
}

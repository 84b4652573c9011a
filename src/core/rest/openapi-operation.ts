import { isListType, isNonNullType } from 'graphql'
import { type Permission, Role } from '../access/policy.ts'
import { type Place, pathParameters } from './input.ts'
import { refusalResponses } from './openapi-refusals.ts'
import { type Json, type SchemaOf, scalars } from './openapi-schemas.ts'
import type { RefusalCode } from './refusals.ts'
import type { MountedRoute } from './routes.ts'

/** A route that takes or answers bytes: written by hand beside its feature, and documented by this. */
export interface ByteRoute {
  method: 'get' | 'post'
  /** In the specification's spelling, `/invoices/{id}/pdf`. */
  path: string
  /** Of the answer. */
  contentType: string
  operationId: string
  summary: string
  refuses?: readonly RefusalCode[]
  /** The GraphQL name of the read whose parameters it accepts. */
  queryOf?: string
  /** The JSON Schema of a form that is sent. */
  form?: Json
  /** The type of a resource that is created, where the answer is one. */
  creates?: string
}

export const tagOf = (path: string) => path.split('/')[1] ?? ''

/** An operation as OpenAPI tells it. */
export function operation(route: MountedRoute, schemaOf: SchemaOf, responses: Record<string, Json>): Json {
  const { field, table, status, method, path } = route
  const isPublic = Boolean(field.extensions.public)
  const sends = method === 'POST' || method === 'PUT' || method === 'PATCH'
  const body = table.filter((place) => place.in === 'body')
  const parameters = parametersOf(route, isPublic, schemaOf)
  const words = field.description ?? field.name
  return {
    operationId: field.name,
    summary: summaryOf(words),
    description: [words, whoMay(field.extensions.may as Permission | undefined)].filter(Boolean).join('\n\n'),
    tags: [tagOf(path)],
    ...(isPublic && { security: [] }),
    ...(parameters.length && { parameters }),
    ...(sends && body.length && { requestBody: requestBody(body, schemaOf) }),
    responses: {
      [status]: {
        description: status === 204 ? 'Done.' : words,
        headers: {
          ...standing,
          ...(method === 'PUT' && refer('ETag')),
          ...(method === 'GET' && isNonNullType(field.type) && path.endsWith('}') && refer('ETag')),
          ...(!isPublic && (method === 'POST' || method === 'PATCH') && refer('Idempotent-Replayed')),
        },
        ...(status !== 204 && { content: { 'application/json': { schema: schemaOf(field.type) } } }),
      },
      ...refusalResponses(
        {
          method,
          path,
          isPublic,
          requires: table.some((place) => place.in !== 'path' && isRequired(place)),
          refuses: (field.extensions.refuses ?? []) as RefusalCode[],
        },
        responses,
      ),
    },
  }
}

/** The same for a route of bytes. */
export function byteOperation(
  { method, path, contentType, operationId, summary, refuses = [], form, creates }: ByteRoute,
  responses: Json,
  query: readonly Json[] = [],
) {
  const parameters = [
    ...pathParameters(path).map(({ parameter }) => ({
      name: parameter,
      in: 'path',
      required: true,
      description: 'Names it in every address.',
      schema: scalars.UUID,
    })),
    ...query,
    ...(method === 'post' ? [idempotencyKey] : []),
  ]
  const schema = creates ? { $ref: `#/components/schemas/${creates}` } : { type: 'string', format: 'binary' }
  return {
    operationId,
    summary: summaryOf(summary),
    description: summary,
    tags: [tagOf(path)],
    parameters,
    ...(form && { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } } }),
    responses: {
      [creates ? 201 : 200]: {
        description: summary,
        headers: { ...standing, ...(method === 'post' && refer('Idempotent-Replayed')) },
        content: { [contentType]: { schema } },
      },
      ...refusalResponses(
        {
          method: method.toUpperCase(),
          path,
          isPublic: false,
          requires: method === 'post' || query.length > 0,
          refuses,
        },
        responses as Record<string, Json>,
      ),
    },
  }
}

/** The first clause: what stands in a list of operations. */
const summaryOf = (words: string) => /^[^:;.]+/.exec(words)?.[0] ?? words

const whoMay = (permission: Permission | undefined) =>
  permission && permission.size < Object.keys(Role).length ? `For ${[...permission].join(', ')}.` : undefined

const isRequired = ({ type, defaultValue }: Place) => isNonNullType(type) && defaultValue === undefined

/** What a route reads from its address and its headers. */
export function parametersOf({ table, method, path }: MountedRoute, isPublic: boolean, schemaOf: SchemaOf): Json[] {
  const spelled = new Map(pathParameters(path).map(({ parameter, argument }) => [argument, parameter]))
  const given = table
    .filter((place) => place.in !== 'body')
    .map((place): Json => {
      const { name, in: where, type, description, extensions, defaultValue } = place
      return {
        name: spelled.get(name) ?? name,
        in: where,
        required: isRequired(place),
        ...(description && { description }),
        ...(isListType(isNonNullType(type) ? type.ofType : type) && { style: 'form', explode: false }),
        schema: {
          ...schemaOf(type, { extensions, notNull: true }),
          ...(defaultValue !== undefined && { default: defaultValue }),
        },
      }
    })
  if (method !== 'GET' && method !== 'POST')
    given.push(header('If-Match', 'The version the resource must still have, as its ETag says.'))
  if (!isPublic && (method === 'POST' || method === 'PATCH')) given.push(idempotencyKey)
  return given
}

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string' },
})

const idempotencyKey = header(
  'Idempotency-Key',
  'The same key with the same body answers the first response again, for 24 hours.',
)

function requestBody(body: readonly Place[], schemaOf: SchemaOf): Json {
  const required = body.filter(isRequired).map(({ name }) => name)
  return {
    required: required.length > 0,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          ...(required.length && { required }),
          properties: Object.fromEntries(body.map((place) => [place.name, schemaOf(place.type, place)])),
        },
      },
    },
  }
}

const refer = (...names: string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const standing = refer('X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id')

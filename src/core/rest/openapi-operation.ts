import {
  GraphQLNonNull,
  type GraphQLOutputType,
  GraphQLString,
  getNamedType,
  getNullableType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { type Permission, Role } from '#core/access/policy'
import type { ErrorCode } from '#core/errors/problem'
import { type ArgumentSource, parsePathParameters } from './arguments.ts'
import { describeErrorResponses } from './openapi-errors.ts'
import { type Examples, findExample, noExamples } from './openapi-examples.ts'
import { type JsonObject, scalars, type ToJsonSchema } from './openapi-schemas.ts'
import { acceptsIfMatch, hasEtag, type MountedRoute } from './routes.ts'

/** Null in GraphQL is 404 in REST, so a response is never null. */
const present = (type: GraphQLOutputType) => new GraphQLNonNull(getNullableType(type))

/** The OpenAPI description of a byte route. */
export interface ByteRouteDescription {
  method: 'get' | 'head' | 'post' | 'patch' | 'delete'
  /** With OpenAPI parameters: `/invoices/{id}/pdf`. */
  path: string
  /** Content type of the response; absent if it has no body. */
  contentType?: string
  operationId: string
  summary: string
  refuses?: readonly ErrorCode[]
  /** Name of the GraphQL query whose parameters it accepts. */
  queryOf?: string
  /** Needs no token; its path contains a link token. */
  isPublic?: true
  may?: Permission
  /** Its own parameters. */
  parameters?: readonly JsonObject[]
  /** JSON Schema of the form that is sent. */
  form?: JsonObject
  /** JSON Schema of a JSON body that may be sent instead of the form. */
  json?: JsonObject
  /** Type of the created resource, if it is the response. */
  creates?: string
  /** JSON Schema of a JSON response. */
  answer?: JsonObject
  /** Media type of a raw body, and whether it is optional. */
  sends?: { type: string; isOptional?: true }
  /** Status of the response; by default 201 if something is created, otherwise 200. */
  status?: 201 | 204
  /** Descriptions of response headers. */
  tells?: Readonly<Record<string, string>>
  /** The response has an ETag and supports If-None-Match. */
  isRevalidated?: true
}

type Described = Omit<ByteRouteDescription, 'isPublic'> & { isPublic?: boolean }

export const operationTag = (path: string) => path.split('/')[1] ?? ''

/** The OpenAPI object of an operation. */
export function describeOperation(
  route: MountedRoute,
  schemaOf: ToJsonSchema,
  { responses, schemas }: { responses: Record<string, JsonObject>; schemas: Record<string, JsonObject> },
  examples: Examples,
): JsonObject {
  const { field, table, status, method, path } = route
  const isPublic = Boolean(field.extensions.public)
  const sends = method === 'POST' || method === 'PUT' || method === 'PATCH'
  const body = table.filter((place) => place.in === 'body')
  const parameters = describeParameters(route, isPublic, schemaOf, examples)
  const words = field.description ?? field.name
  return {
    operationId: createOperationId(route),
    summary: summaryOf(words),
    description: described(words, field.extensions.may as Permission | undefined),
    tags: [operationTag(path)],
    ...(field.deprecationReason && { deprecated: true }),
    ...(isPublic && { security: [] }),
    ...(parameters.length && { parameters }),
    ...(sends && body.length && { requestBody: requestBody(route, body, { schemaOf, schemas, examples }) }),
    responses: {
      [status]: {
        description: status === 204 ? 'Done.' : words,
        headers: {
          ...standing,
          ...(hasEtag(route) && refer('ETag')),
          ...(!isPublic && (method === 'POST' || method === 'PATCH') && refer('Idempotent-Replayed')),
        },
        ...(status !== 204 && { content: { 'application/json': { schema: schemaOf(present(field.type)) } } }),
      },
      ...(method === 'GET' && hasEtag(route) && notModified(refer('ETag'))),
      ...describeErrorResponses(
        {
          method,
          path,
          isPublic,
          isForOneVersion: acceptsIfMatch(route),
          requires: table.some((place) => place.in !== 'path' && isRequired(place)),
          refuses: (field.extensions.refuses ?? []) as ErrorCode[],
        },
        responses,
      ),
    },
  }
}

/** The OpenAPI object of a byte route. */
export function describeByteOperation(
  {
    method,
    path,
    contentType,
    operationId,
    summary,
    refuses = [],
    form,
    json,
    creates,
    answer,
    isPublic = false,
    may,
    parameters: own = [],
    sends,
    status,
    tells = {},
    isRevalidated,
  }: Described,
  { responses, schemas }: { responses: Record<string, JsonObject>; schemas: Record<string, JsonObject> },
  query: readonly JsonObject[] = [],
  examples: Examples = noExamples,
) {
  const { parameters: given, body } = findExample(examples, operationId, path)
  const parameters = [
    ...parsePathParameters(path).map(({ parameter }) => ({
      name: parameter,
      in: 'path',
      required: true,
      description: isPublic ? 'The link that its holder was sent.' : 'Identifies the resource in paths and references.',
      schema: isPublic ? { type: 'string' } : scalars.UUID,
      ...exampled(given[parameter]),
    })),
    ...query,
    ...own,
    ...(isRevalidated ? [referParameter('If-None-Match')] : []),
    referParameter('Accept-Language'),
    ...(method === 'post' && !isPublic ? [referParameter('Idempotency-Key')] : []),
  ]
  const bytes = answer ?? { type: 'string', format: 'binary' }
  const schema = creates ? refersTo(creates) : bytes
  const content = {
    ...(form && { 'multipart/form-data': { schema: form } }),
    ...(sends && { [sends.type]: { schema: { type: 'string', format: 'binary' } } }),
    ...(json && { 'application/json': { schema: refersTo(`${capital(operationId)}Input`), ...exampled(body) } }),
  }
  if (json) schemas[`${capital(operationId)}Input`] = json
  return {
    operationId,
    summary: summaryOf(summary),
    description: described(summary, may),
    tags: [operationTag(path)],
    ...(isPublic && { security: [] }),
    parameters,
    ...((form || json || sends) && { requestBody: { required: !sends?.isOptional, content } }),
    responses: {
      [status ?? (creates ? 201 : 200)]: {
        description: summary,
        headers: {
          ...standing,
          ...(isRevalidated && tag),
          ...(creates && refer('ETag')),
          ...(method === 'post' && refer('Idempotent-Replayed')),
          ...Object.fromEntries(
            Object.entries(tells).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
          ),
        },
        ...(contentType && { content: { [contentType]: { schema } } }),
      },
      ...(isRevalidated && notModified(tag)),
      ...describeErrorResponses(
        {
          method: method.toUpperCase(),
          path,
          isPublic,
          isForOneVersion: !['get', 'head', 'post'].includes(method),
          requires: method === 'post' || query.length > 0,
          refuses,
        },
        responses,
      ),
    },
  }
}

/** `listClients`, `getClient`, `createClient`. */
export function createOperationId({ method, field }: Pick<MountedRoute, 'method' | 'field'>): string {
  const named = getNamedType(field.type)
  const isList = isObjectType(named) && 'total' in named.getFields()
  if (method !== 'GET' || field.name === 'search') return field.name
  return `${isList ? 'list' : 'get'}${capital(field.name)}`
}

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** The first clause, shown in lists of operations. A dot inside a name does not end it. */
const summaryOf = (words: string) => words.split(/[:;.](?:\s|$)/)[0] ?? words

/** Adds the allowed roles unless all may use it. */
const described = (words: string, permission: Permission | undefined) =>
  permission && permission.size < Object.keys(Role).length ? `${words}\n\nFor ${[...permission].join(', ')}.` : words

const isRequired = ({ type, defaultValue }: ArgumentSource) => isNonNullType(type) && defaultValue === undefined

/** Path, query and header parameters. */
export function describeParameters(
  route: MountedRoute,
  isPublic: boolean,
  schemaOf: ToJsonSchema,
  examples: Examples = noExamples,
): JsonObject[] {
  const { field, table, method, path } = route
  const { parameters } = findExample(examples, createOperationId({ method, field }), path)
  const spelled = new Map(parsePathParameters(path).map(({ parameter, argument }) => [argument, parameter]))
  const given = table
    .filter((place) => place.in !== 'body')
    .map((place): JsonObject => {
      const { name, in: where, type, description, extensions, defaultValue } = place
      return {
        name: spelled.get(name) ?? name,
        in: where,
        required: isRequired(place),
        ...(description && { description }),
        ...(isListType(isNonNullType(type) ? type.ofType : type) && { style: 'form', explode: false }),
        schema: {
          // Empty query parameters are rejected.
          ...(where === 'query' && getNullableType(type) === GraphQLString && { minLength: 1 }),
          ...(where === 'query' && isListType(getNullableType(type)) && { minItems: 1 }),
          ...schemaOf(type, { extensions, notNull: true }),
          ...(defaultValue !== undefined && { default: defaultValue }),
        },
        ...exampled(parameters[spelled.get(name) ?? name]),
      }
    })
  given.push(referParameter('Accept-Language'))
  if (acceptsIfMatch(route)) given.push(referParameter('If-Match'))
  if (method === 'GET' && hasEtag(route)) given.push(referParameter('If-None-Match'))
  if (!isPublic && (method === 'POST' || method === 'PATCH')) given.push(referParameter('Idempotency-Key'))
  return given
}

const refersTo = (schema: string): JsonObject => ({ $ref: `#/components/schemas/${schema}` })

const exampled = (example: unknown): JsonObject => (example === undefined ? {} : { example })

const notModified = (named: JsonObject): JsonObject => ({
  304: { description: 'Nothing has changed since.', headers: { ...standing, ...named } },
})

const tag: JsonObject = { ETag: { description: 'Names these bytes, for If-None-Match.', schema: { type: 'string' } } }

const referParameter = (name: string): JsonObject => ({ $ref: `#/components/parameters/${name}` })

/** Shared header parameters. */
export const headerParameters: JsonObject = {
  'Accept-Language': {
    name: 'Accept-Language',
    in: 'header',
    description:
      'Language of messages, mail and documents: the preferred one of `de` and `en`; defaults to that of the document, the client or the organization.',
    schema: { type: 'string' },
    example: 'en',
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description:
      'Version that the resource must still have, as in its ETag: `"3"`, or several of them: `"3", "4"`. The request fails with 412 if it has another; `*` accepts any.',
    schema: { type: 'string' },
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description:
      'ETag of an earlier response: 304 without a body while it is the same. For a resource it is the version of its own row, whatever related data the response includes.',
    schema: { type: 'string' },
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Repeating a request with the same key and body returns the first successful response, for 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
}

/** Bodies are named schemas, so that generated clients have a type for them. */
function requestBody(
  route: MountedRoute,
  body: readonly ArgumentSource[],
  { schemaOf, schemas, examples }: { schemaOf: ToJsonSchema; schemas: Record<string, JsonObject>; examples: Examples },
): JsonObject {
  const required = body.filter(isRequired).map(({ name }) => name)
  const name = `${capital(route.field.name)}Input`
  if (schemas[name]) throw new Error(`${route.field.name}: the name ${name} is taken.`)
  schemas[name] = {
    type: 'object',
    ...(required.length && { required }),
    properties: Object.fromEntries(body.map((place) => [place.name, schemaOf(place.type, place)])),
    ...(route.field.extensions.bodySchema as JsonObject | undefined),
  }
  const { body: example } = findExample(examples, createOperationId(route), route.path)
  return {
    required: required.length > 0,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` }, ...(example && { example }) } },
  }
}

const refer = (...names: string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const standing = refer('X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id')

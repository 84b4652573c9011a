// Derives the most expensive accepted requests from the schema, without knowing any feature.
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type OperationDefinitionNode,
  parse,
} from 'graphql'
import type { MountedRoute } from '#core/rest/routes'
import { calculateCost } from '#core/schema/cost'
import { limits } from '#core/schema/limits'

/** One request of a kind, as it is sent. */
export interface WorstRequest {
  kind: string
  name: string
  method: string
  path: string
  body?: string
}

/** The id of a resource, in the organization that has the most of it. */
export type ResolveId = (resource: string) => string

type AnyField = GraphQLField<unknown, unknown>

const graphql = (kind: string, name: string, query: string, variables?: object): WorstRequest => ({
  kind,
  name,
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({ query, variables }),
})

/** Each root field with everything nested in it, up to the limits. */
export function createWorstQueries(schema: GraphQLSchema, idOf: ResolveId): WorstRequest[] {
  const found: WorstRequest[] = []
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    let before = ''
    for (let depth = 1; depth < limits.depth; depth++) {
      const query = longest((write) => `{ ${write(field, depth)} }`, schema, idOf)
      // What is nested deeper is longer still, unless nothing is.
      if (!query || query === before) break
      before = query
      found.push(graphql('query', `${field.name}, ${depth} levels`, query))
      // The same under as many names as there may be, until they cost too much together.
      for (const names of [limits.rootFields, 3]) {
        const several = longest(
          (write) =>
            `{ ${Array.from({ length: names }, (_, index) => `a${index}: ${write(field, depth)}`).join(' ')} }`,
          schema,
          idOf,
        )
        if (several) found.push(graphql('query with aliases', `${names} × ${field.name}, ${depth} levels`, several))
      }
    }
  }
  return found
}

type WriteField = (field: AnyField, depth: number) => string

/** The document with the longest accepted pages; null if none is accepted. */
function longest(writeQuery: (write: WriteField) => string, schema: GraphQLSchema, idOf: ResolveId): string | null {
  for (const page of [100, 50, 20, 10, 5, 2, 1]) {
    try {
      const query = writeQuery(fieldWriter(page, idOf))
      const [operation] = parse(query, { maxTokens: limits.tokens }).definitions
      if (calculateCost(schema, operation as OperationDefinitionNode, new Map(), {}) <= limits.cost) return query
    } catch {
      return null
    }
  }
  return null
}

/** Writes fields with everything nested in them; throws beyond the token limit. */
function fieldWriter(page: number, idOf: ResolveId): WriteField {
  let room = limits.tokens
  const write: WriteField = (field, depth) => {
    if (--room < 0) throw new RangeError('This document has too many fields.')
    const given = field.args.flatMap(({ name, type, defaultValue }) => {
      if (name === 'perPage') return [`perPage: ${page}`]
      if (!isNonNullType(type) || defaultValue !== undefined) return []
      return [`${name}: "${idOf(name === 'id' ? resourceOf(field) : name.replace(/Id$/, ''))}"`]
    })
    const args = given.length ? `(${given.join(', ')})` : ''
    const named = getNamedType(field.type)
    return isObjectType(named) ? `${field.name}${args} ${writeAll(named, depth)}` : `${field.name}${args}`
  }
  const writeAll = (type: GraphQLObjectType, depth: number): string => {
    const fields = Object.values(type.getFields())
    const parts = fields.flatMap((field) =>
      isObjectType(getNamedType(field.type)) ? (depth > 0 ? [write(field, depth - 1)] : []) : [field.name],
    )
    return `{ ${parts.length ? parts.join(' ') : '__typename'} }`
  }
  return write
}

const resourceOf = (field: AnyField) => {
  const named = getNamedType(field.type).name
  const first = /^[a-z]+/.exec(field.name)?.[0] ?? ''
  return first === named.charAt(0).toLowerCase() + named.slice(1) ? first : first.replace(/s$/, '')
}

/** Documents that are expensive to parse and validate. */
export function createWorstDocuments(schema: GraphQLSchema): WorstRequest[] {
  const object = (type: string) => schema.getType(type) as GraphQLObjectType
  const found: WorstRequest[] = []
  const repeat = (unit: string) => unit.repeat(Math.floor((limits.tokens - 20) / parseTokens(unit)))
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    const named = getNamedType(field.type)
    if (
      !isObjectType(named) ||
      field.args.some(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined)
    )
      continue
    for (const part of Object.values(named.getFields())) {
      const inner = getNamedType(part.type)
      if (!isObjectType(inner)) continue
      const [leaf] = Object.values(inner.getFields())
      const nested = Object.values(inner.getFields()).find((each) => isObjectType(getNamedType(each.type)))
      found.push(
        graphql(
          'document',
          `${field.name}: one field again and again`,
          `{ ${field.name} { ${repeat(`${part.name} { ${leaf?.name} } `)} } }`,
        ),
      )
      if (nested)
        found.push(
          graphql(
            'document',
            `${field.name}: nested again and again`,
            `{ ${field.name} { ${part.name} { ${repeat(`${nested.name} { __typename } `)} } } }`,
          ),
        )
      const spread = Array.from(
        { length: 9 },
        (_, index) =>
          `fragment f${index} on ${inner.name} { ${index < 8 ? `...f${index + 1} ...f${index + 1}` : leaf?.name} }`,
      )
      found.push(
        graphql(
          'document',
          `${field.name}: fragments`,
          `{ ${field.name} { ${part.name} { ...f0 } } } ${spread.join(' ')}`,
        ),
      )
      break
    }
  }
  found.push(graphql('document', 'all types', `{ ${Object.keys(object('Query').getFields()).slice(0, 10).join(' ')} }`))
  return found
}

const parseTokens = (unit: string) => unit.trim().split(/\s+/).length

/** Introspection queries of maximum size. */
export function createWorstIntrospection(schema: GraphQLSchema): WorstRequest[] {
  const type =
    '{ kind name description fields { name description args { name type { name ofType { name } } } type { name ofType { name } } } }'
  const shapes = [
    `{ __schema { types ${type} } }`,
    `{ __schema { types { name fields { name type { name ofType { name } } } } } }`,
    `{ __schema { types { name fields { name args { name } } } } }`,
    `{ ${Object.keys(schema.getTypeMap())
      .filter((name) => !name.startsWith('__'))
      .slice(0, 10)
      .map((name, index) => `a${index}: __type(name: "${name}") ${type}`)
      .join(' ')} }`,
  ]
  return shapes.map((query, index) => graphql('introspection', `shape ${index}`, query))
}

/** All GET routes: lists at maximum page size, single resources, reports. */
export const createWorstReads = (routes: readonly MountedRoute[], idOf: ResolveId): WorstRequest[] =>
  routes
    .filter(({ method }) => method === 'GET')
    .flatMap(({ path, table, operation }) => {
      const address = pathOf(path, idOf)
      const paged = table.some(({ name }) => name === 'per_page')
      const kinds = [{ name: operation, path: `/api/v1${address}` }]
      if (paged) kinds.push({ name: `${operation}, a page`, path: `/api/v1${address}?per_page=100` })
      if (table.some(({ name }) => name === 'q'))
        kinds.push({ name: `${operation}, q`, path: `/api/v1${address}?per_page=100&q=${'e%20'.repeat(60)}` })
      return kinds.map((each) => ({ kind: 'REST read', method: 'GET', ...each }))
    })

const pathOf = (path: string, idOf: ResolveId) =>
  path.replace(
    /(\w+)\/\{(\w+)\}/g,
    (_, segment: string, name: string) =>
      `${segment}/${idOf(name === 'id' ? segment.replace(/s$/, '') : name.replace(/Id$/, ''))}`,
  )

const mostBytes = 1024 * 1024 - 64

/** All routes and mutations with a body of maximum size, valid and invalid. */
export function createWorstWrites(
  schema: GraphQLSchema,
  routes: readonly MountedRoute[],
  idOf: ResolveId,
): WorstRequest[] {
  const found: WorstRequest[] = []
  for (const { method, path, table, operation } of routes) {
    const places = table.filter((place) => place.in === 'body')
    if (!places.length) continue
    for (const [name, wrong] of [
      ['large', false],
      ['wrong', true],
    ] as const) {
      const body = Object.fromEntries(
        places.map((place) => [place.name, fill(place.type, idOf, place.name, wrong, 1000)]),
      )
      found.push({
        kind: `REST body, ${name}`,
        name: operation,
        method,
        path: `/api/v1${pathOf(path, idOf)}`,
        body: clipped(body),
      })
    }
    const text = Object.fromEntries(places.map((place) => [place.name, fill(place.type, idOf, place.name, false, 1)]))
    const field = places.find(({ type }) => ['String', 'JSON'].includes(getNamedType(type).name))
    if (field)
      for (const [name, unit] of [
        ['markup', '<b>&amp;'],
        ['letters', 'ä'],
      ] as const)
        found.push({
          kind: 'REST body, one long text',
          name: `${operation}, ${name}`,
          method,
          path: `/api/v1${pathOf(path, idOf)}`,
          body: clipped({ ...text, [field.name]: unit.repeat(900_000 / (Buffer.byteLength(unit) + 1)) }),
        })
  }
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const input = field.args.find(({ name }) => name === 'input')
    if (!input) continue
    const others = field.args.filter(({ name, type }) => name !== 'input' && isNonNullType(type))
    if (others.some(({ type }) => getNamedType(type).name !== 'UUID')) continue
    const given = others.map(({ name }) => `${name}: "${idOf(resourceOf(field))}"`)
    const query = `mutation ($input: ${input.type}) { ${field.name}(${[...given, 'input: $input'].join(', ')}) ${isObjectType(getNamedType(field.type)) ? '{ __typename }' : ''} }`
    const variables = { input: fill(input.type, idOf, 'input', true, 20_000) }
    found.push({
      kind: 'errors in variables',
      name: field.name,
      method: 'POST',
      path: '/graphql',
      body: clipped({ query, variables }),
    })
  }
  const deep = `{"query":"{ __typename }","ignored":${'['.repeat(500_000)}${']'.repeat(500_000)}}`
  found.push({ kind: 'deep JSON', name: 'GraphQL', method: 'POST', path: '/graphql', body: deep })
  const [route] = routes.filter(({ method, path }) => method === 'POST' && !path.includes('{'))
  if (route)
    found.push({ kind: 'deep JSON', name: route.operation, method: 'POST', path: `/api/v1${route.path}`, body: deep })
  return found
}

/** A value of a type; lists as long as fits. */
function fill(type: GraphQLInputType, idOf: ResolveId, name: string, wrong: boolean, items: number): unknown {
  const nullable = getNullableType(type)
  if (isListType(nullable)) {
    const item = fill(nullable.ofType, idOf, name.replace(/s$/, ''), wrong, 3)
    const size = JSON.stringify(item).length + 1
    return Array.from({ length: Math.min(items, Math.floor(600_000 / size)) }, () => item)
  }
  if (isInputObjectType(nullable))
    return Object.fromEntries(
      Object.values(nullable.getFields()).map((field) => [
        field.name,
        fill(field.type, idOf, field.name, wrong, items),
      ]),
    )
  if (wrong) return {}
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name
  const scalar = getNamedType(type).name
  const day = new Date().toISOString().slice(0, 10)
  if (scalar === 'UUID')
    return idOf(name.replace(/_?[iI]ds?$/, '').replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()))
  if (scalar === 'Date') return day
  if (scalar === 'DateTime') return `${day}T00:00:00Z`
  if (scalar === 'Boolean') return false
  if (scalar === 'JSON') return { elements: Array.from({ length: 1000 }, () => ({ type: 'line', points: [[0, 0]] })) }
  if (scalar === 'String') return 'Wörter und Zeichen'
  return 1
}

const clipped = (body: object) => {
  const text = JSON.stringify(body)
  return Buffer.byteLength(text) > mostBytes
    ? JSON.stringify({ ...body, ignored: undefined }).slice(0, mostBytes)
    : text
}

import {
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLLeafType,
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import {
  allOf,
  invalid,
  maxReported,
  missing,
  neverNull,
  notFound,
  type Problem,
  tooManyItems,
  unknownParameter,
} from '#core/errors/problem'
import { camelPath, leaf, type Refuse } from '#core/schema/leaf'
import { limits } from '#core/schema/limits'
import { isNotNull } from '#core/schema/not-null'

/** Where a route finds one of its arguments. */
export interface Place {
  name: string
  in: 'path' | 'query' | 'body'
  type: GraphQLInputType
  description: string | undefined
  extensions: Readonly<Record<string, unknown>>
  /** What it is where it is not sent; undefined where it has none. */
  defaultValue: unknown
}

/** Decides where each argument of a route is read from: one table reads requests and writes OpenAPI. */
export function places(path: string, method: string, args: readonly GraphQLArgument[]): Place[] {
  const inPath = new Set(pathParameters(path).map(({ argument }) => argument))
  const rest = method === 'GET' || method === 'DELETE' ? 'query' : 'body'
  const found = args.map(({ name, type, description, extensions, defaultValue }) => ({
    name,
    in: inPath.has(name) ? ('path' as const) : (rest as 'query' | 'body'),
    type,
    description: description ?? undefined,
    extensions,
    defaultValue,
  }))
  for (const name of inPath)
    if (!found.some((place) => place.name === name && isNonNullType(place.type)))
      throw new Error(`${method} ${path}: {${name}} needs a required argument of that name.`)
  return found
}

/** `{taskId}` in a path is the argument `task_id`. */
export const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => ({
    parameter,
    argument: parameter.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  }))

interface Request {
  params: Record<string, string>
  query: Record<string, unknown>
  body: Record<string, unknown>
}

/**
 * What changes something takes no parameter in its query that it does not know: `returnedAt` for `returned_at` would do
 * another thing than was meant.
 */
export const unknownParameters = (query: unknown, known: readonly string[]): Problem[] =>
  Object.keys(query as object)
    .filter((name) => !known.includes(name))
    .map(unknownParameter)

/**
 * Reads a route's arguments: unknown keys of a body are dropped, an absent required one is 400, a wrong type 422, both
 * naming the field; a malformed id in the path is 404. All that is wrong is told at once, with what was found `amiss`
 * before and what `check` says to the rest.
 */
export function readInput(
  table: readonly Place[],
  request: Request,
  check: (read: Record<string, unknown>) => readonly Problem[] = () => [],
  amiss: readonly Problem[] = [],
): Record<string, unknown> {
  const variables: Record<string, unknown> = {}
  const problems = [...amiss]
  const refuse: Refuse = (problem) => {
    problems.push(problem)
    if (problems.length >= maxReported) throw allOf(problems)
    return undefined
  }
  for (const place of table) {
    const { name, in: where, type, defaultValue } = place
    const source = where === 'path' ? request.params : where === 'query' ? request.query : request.body
    const given = Object.hasOwn(source, name) ? source[name] : undefined
    if (defaultValue !== undefined && given === undefined) {
      variables[name] = defaultValue
      continue
    }
    if (given === null && (defaultValue !== undefined || isNotNull(place))) {
      refuse(neverNull(camelPath(name)))
      continue
    }
    const before = problems.length
    const value = where === 'query' ? readText(type, given, name, refuse) : read(type, given, name, refuse)
    if (where === 'path' && problems.length > before) throw notFound()
    if (value !== undefined) variables[name] = value
  }
  if (problems.length) {
    const told = new Set(problems.map(({ field }) => field))
    const others = check(variables).filter(({ field }) => !told.has(field))
    throw allOf([...problems, ...others])
  }
  return variables
}

/** Reads a JSON value as its type declares it. `path` is the field's own spelling with a path into arrays. */
function read(type: GraphQLInputType, value: unknown, path: string, refuse: Refuse): unknown {
  if (isNonNullType(type)) {
    if (value === undefined || value === null) return refuse(missing(camelPath(path)))
    return read(type.ofType, value, path, refuse)
  }
  if (value === undefined || value === null) return value
  if (isListType(type)) {
    if (!Array.isArray(value))
      return refuse(invalid(camelPath(path), { de: 'muss eine Liste sein', en: 'must be a list' }))
    if (value.length > limits.listItems) return refuse(tooManyItems(camelPath(path), limits.listItems))
    return value.map((item, index) => read(type.ofType, item, `${path}.${index}`, refuse))
  }
  if (isInputObjectType(type)) {
    if (typeof value !== 'object' || Array.isArray(value))
      return refuse(invalid(camelPath(path), { de: 'muss ein Objekt sein', en: 'must be an object' }))
    const given = value as Record<string, unknown>
    const known: Record<string, unknown> = {}
    for (const field of Object.values(type.getFields())) {
      const sent = Object.hasOwn(given, field.name) ? given[field.name] : undefined
      const inner = `${path}.${field.name}`
      const part =
        sent === null && (field.defaultValue !== undefined || isNotNull(field))
          ? refuse(neverNull(camelPath(inner)))
          : read(field.type, sent === undefined ? field.defaultValue : sent, inner, refuse)
      if (part !== undefined) known[field.name] = part
    }
    return known
  }
  return leaf(type, value, path, refuse)
}

/** Reads a query parameter: numbers and booleans are written as text, several values by comma. */
function readText(type: GraphQLInputType, value: unknown, name: string, refuse: Refuse): unknown {
  if (isNonNullType(type)) {
    if (value === undefined) return refuse(missing(camelPath(name)))
    return readText(type.ofType, value, name, refuse)
  }
  if (value === undefined) return undefined
  if (value === '') return refuse(invalid(camelPath(name), { de: 'darf nicht leer sein', en: 'must not be empty' }))
  const text = Array.isArray(value) ? value.join(',') : value
  if (typeof text !== 'string')
    return refuse(invalid(camelPath(name), { de: 'steht mehrfach da', en: 'is given more than once' }))
  if (isListType(type))
    return text.split(',').map((item) => leaf(getNamedType(type.ofType) as GraphQLLeafType, item.trim(), name, refuse))
  if (isInputObjectType(type)) return refuse(invalid(camelPath(name), { de: 'ist nicht gültig', en: 'is not valid' }))
  const number =
    (type.name === 'Int' || type.name === 'Float') && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
  const boolean = type.name === 'Boolean' && (text === 'true' || text === 'false') ? text === 'true' : undefined
  return leaf(type, number ?? boolean ?? text, name, refuse)
}

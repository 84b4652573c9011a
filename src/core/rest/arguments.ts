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
  combineProblems,
  invalidField,
  maxReportedProblems,
  missingField,
  notFound,
  nullNotAllowed,
  type Problem,
  tooManyItems,
  unknownParameter,
} from '#core/errors/problem'
import { limits } from '#core/schema/limits'
import { isOptionalNotNull } from '#core/schema/not-null'
import { camelPath, parseLeaf, type ReportProblem } from '#core/schema/parse-leaf'

/** Where a route reads an argument from. */
export interface ArgumentSource {
  name: string
  in: 'path' | 'query' | 'body'
  type: GraphQLInputType
  description: string | undefined
  extensions: Readonly<Record<string, unknown>>
  /** Undefined if there is none. */
  defaultValue: unknown
}

/** Decides where each argument is read from; used for parsing and for OpenAPI. */
export function locateArguments(path: string, method: string, args: readonly GraphQLArgument[]): ArgumentSource[] {
  const inPath = new Set(parsePathParameters(path).map(({ argument }) => argument))
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
export const parsePathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => ({
    parameter,
    argument: parameter.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  }))

interface Request {
  params: Record<string, string>
  query: Record<string, unknown>
  body: Record<string, unknown>
}

/** Writes reject unknown query parameters: a misspelt `returnedAt` would change the meaning. */
export const findUnknownParameters = (query: unknown, known: readonly string[]): Problem[] =>
  Object.keys(query as object)
    .filter((name) => !known.includes(name))
    .map(unknownParameter)

/**
 * Reads a route's arguments: drops unknown keys of the body, 400 for a missing one, 422 for a wrong type, 404 for a malformed
 * id in the path. All problems are reported together, including those in `amiss` and those of `check`.
 */
export function parseArguments(
  table: readonly ArgumentSource[],
  request: Request,
  check: (parseJsonValue: Record<string, unknown>) => readonly Problem[] = () => [],
  amiss: readonly Problem[] = [],
): Record<string, unknown> {
  const variables: Record<string, unknown> = {}
  const problems = [...amiss]
  const refuse: ReportProblem = (problem) => {
    problems.push(problem)
    if (problems.length >= maxReportedProblems) throw combineProblems(problems)
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
    if (given === null && (defaultValue !== undefined || isOptionalNotNull(place))) {
      refuse(nullNotAllowed(camelPath(name)))
      continue
    }
    const before = problems.length
    const value =
      where === 'query' ? parseQueryValue(type, given, name, refuse) : parseJsonValue(type, given, name, refuse)
    if (where === 'path' && problems.length > before) throw notFound()
    if (value !== undefined) variables[name] = value
  }
  if (problems.length) {
    const told = new Set(problems.map(({ field }) => field))
    const others = check(variables).filter(({ field }) => !told.has(field))
    throw combineProblems([...problems, ...others])
  }
  return variables
}

/** `path` is the field in REST spelling with indexes of arrays. */
function parseJsonValue(type: GraphQLInputType, value: unknown, path: string, refuse: ReportProblem): unknown {
  if (isNonNullType(type)) {
    if (value === undefined || value === null) return refuse(missingField(camelPath(path)))
    return parseJsonValue(type.ofType, value, path, refuse)
  }
  if (value === undefined || value === null) return value
  if (isListType(type)) {
    if (!Array.isArray(value))
      return refuse(invalidField(camelPath(path), { de: 'muss eine Liste sein', en: 'must be a list' }))
    if (value.length > limits.listItems) return refuse(tooManyItems(camelPath(path), limits.listItems))
    return value.map((item, index) => parseJsonValue(type.ofType, item, `${path}.${index}`, refuse))
  }
  if (isInputObjectType(type)) {
    if (typeof value !== 'object' || Array.isArray(value))
      return refuse(invalidField(camelPath(path), { de: 'muss ein Objekt sein', en: 'must be an object' }))
    const given = value as Record<string, unknown>
    const known: Record<string, unknown> = {}
    for (const field of Object.values(type.getFields())) {
      const sent = Object.hasOwn(given, field.name) ? given[field.name] : undefined
      const inner = `${path}.${field.name}`
      const part =
        sent === null && (field.defaultValue !== undefined || isOptionalNotNull(field))
          ? refuse(nullNotAllowed(camelPath(inner)))
          : parseJsonValue(field.type, sent === undefined ? field.defaultValue : sent, inner, refuse)
      if (part !== undefined) known[field.name] = part
    }
    return known
  }
  return parseLeaf(type, value, path, refuse)
}

/** Query parameters are text; lists are separated by commas. */
function parseQueryValue(type: GraphQLInputType, value: unknown, name: string, refuse: ReportProblem): unknown {
  if (isNonNullType(type)) {
    if (value === undefined) return refuse(missingField(camelPath(name)))
    return parseQueryValue(type.ofType, value, name, refuse)
  }
  if (value === undefined) return undefined
  if (value === '')
    return refuse(invalidField(camelPath(name), { de: 'darf nicht leer sein', en: 'must not be empty' }))
  const text = Array.isArray(value) ? value.join(',') : value
  if (typeof text !== 'string')
    return refuse(invalidField(camelPath(name), { de: 'steht mehrfach da', en: 'is given more than once' }))
  if (isListType(type))
    return text
      .split(',')
      .map((item) => parseLeaf(getNamedType(type.ofType) as GraphQLLeafType, item.trim(), name, refuse))
  if (isInputObjectType(type))
    return refuse(invalidField(camelPath(name), { de: 'ist nicht gültig', en: 'is not valid' }))
  const number =
    (type.name === 'Int' || type.name === 'Float') && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
  const boolean = type.name === 'Boolean' && (text === 'true' || text === 'false') ? text === 'true' : undefined
  return parseLeaf(type, number ?? boolean ?? text, name, refuse)
}

import {
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLLeafType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import {
  allOf,
  invalid,
  missing,
  mostTold,
  neverNull,
  notFound,
  type Problem,
  tooLong,
  tooManyItems,
} from '#core/errors'
import { limits } from '#core/graphql/limits'
import { isNotNull } from '#core/graphql/not-null'
import type { Bilingual } from '#core/text/language'
import { camelCase } from '#core/text/naming'

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

/** Takes note of what is wrong with a value, which is left out. */
type Refuse = (problem: Problem) => undefined

/**
 * Reads a route's arguments: unknown keys are dropped, an absent required one is 400, a wrong type 422, both naming
 * the field; a malformed id in the path is 404. All that is wrong is told at once, with what `check` says to the rest.
 */
export function readInput(
  table: readonly Place[],
  request: Request,
  check: (read: Record<string, unknown>) => readonly Problem[] = () => [],
): Record<string, unknown> {
  const variables: Record<string, unknown> = {}
  const problems: Problem[] = []
  const refuse: Refuse = (problem) => {
    problems.push(problem)
    if (problems.length >= mostTold) throw allOf(problems)
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

const expectations: Readonly<Record<string, Bilingual>> = {
  String: { de: 'muss Text sein', en: 'must be text' },
  Int: { de: 'muss eine ganze Zahl sein', en: 'must be a whole number' },
  Float: { de: 'muss eine Zahl sein', en: 'must be a number' },
  Boolean: { de: 'muss true oder false sein', en: 'must be true or false' },
  UUID: { de: 'muss eine UUID sein', en: 'must be a UUID' },
  Date: {
    de: 'muss ein Datum von 1900 bis 2200 sein, das es gibt (JJJJ-MM-TT)',
    en: 'must be a date from 1900 to 2200 that exists (YYYY-MM-DD)',
  },
  DateTime: {
    de: 'muss ein Zeitpunkt von 1900 bis 2200 nach ISO 8601 sein, etwa 2026-01-31T09:00:00Z',
    en: 'must be an ISO 8601 timestamp from 1900 to 2200, such as 2026-01-31T09:00:00Z',
  },
  Cents: { de: 'muss eine ganze Zahl in Cent sein', en: 'must be a whole number of cents' },
  StringMap: { de: 'muss ein Objekt aus Texten sein', en: 'must be an object of strings' },
}

/** A character is up to two units of UTF-16. */
const mostUnits = 2 * limits.textCharacters

/** A value of a scalar or an enum; refused, naming the path, where it is none. What a scalar writes in one way only goes on so. */
export function leaf(type: GraphQLLeafType, value: unknown, path: string, refuse: Refuse): unknown {
  if (typeof value === 'string' && value.length > mostUnits && type.name !== 'JSON')
    return refuse(tooLong(camelPath(path), limits.textCharacters))
  try {
    const parsed = type.parseValue(value)
    return typeof parsed === 'string' ? parsed : value
  } catch {
    return refuse(outside(type.name, value, path) ?? notOfType(type, path))
  }
}

const wholeNumbers: Readonly<Record<string, { least: number; most: number }>> = {
  Int: { least: -(2 ** 31), most: 2 ** 31 - 1 },
  SafeInt: { least: Number.MIN_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER },
  Cents: { least: Number.MIN_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER },
}

/** 422: the largest or smallest that a whole number may be, where it is one beyond. */
function outside(type: string, value: unknown, path: string): Problem | undefined {
  const bounds = wholeNumbers[type]
  if (!bounds || !Number.isInteger(value)) return undefined
  return (value as number) > 0
    ? invalid(camelPath(path), { de: `darf höchstens ${bounds.most} sein`, en: `must be at most ${bounds.most}` })
    : invalid(camelPath(path), { de: `muss mindestens ${bounds.least} sein`, en: `must be at least ${bounds.least}` })
}

/** 422: what a scalar or an enum would have to be. */
export function notOfType(type: GraphQLLeafType, path: string): Problem {
  const choices = isEnumType(type)
    ? type
        .getValues()
        .map(({ name }) => name)
        .join(', ')
    : ''
  const text = choices
    ? { de: `muss eines von ${choices} sein`, en: `must be one of ${choices}` }
    : (expectations[type.name] ?? { de: 'ist nicht gültig', en: 'is not valid' })
  return invalid(camelPath(path), text)
}

const camelPath = (path: string) => path.split('.').map(camelCase).join('.')

import { GraphQLError, GraphQLScalarType, Kind, valueFromASTUntyped } from 'graphql'
import { GraphQLJSON } from 'graphql-scalars'
import { cleanText, isStorableJson, keepsKeysDistinct, toNfc, toNfcJson } from '#core/text/characters'
import { supportedYears } from '#core/time/clock'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const date = /^\d{4}-\d{2}-\d{2}$/
const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/i

export const isUuid = (value: unknown): value is string => typeof value === 'string' && uuid.test(value)

/** For JSON Schema. */
export const yearPattern = '(?:19\\d\\d|2[01]\\d\\d|2200)'

const range = { from: Date.UTC(supportedYears.first, 0), until: Date.UTC(supportedYears.last + 1, 0) }
export const isSupportedDate = (moment: Date) => moment.getTime() >= range.from && moment.getTime() < range.until

/** An existing date from 1900 to 2200; `2026-02-30` does not exist. */
export const isCalendarDate = (value: unknown): value is string =>
  typeof value === 'string' && date.test(value) && isDay(value) && isSupportedDate(new Date(value))

const isDay = (text: string) => {
  const parsed = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text)
}

const refuse = (what: string) => new GraphQLError(what)

function scalar<Value>(
  name: string,
  description: string,
  parse: (value: unknown) => Value,
  serialize: (value: unknown) => unknown,
): GraphQLScalarType {
  return new GraphQLScalarType({
    name,
    description,
    parseValue: parse,
    serialize,
    parseLiteral: (node) => parse(node.kind === Kind.INT ? Number(node.value) : valueFromASTUntyped(node)),
  })
}

export const UUID = scalar(
  'UUID',
  'A UUID in its canonical form.',
  (value) => {
    if (!isUuid(value)) throw refuse('must be a UUID')
    return value.toLowerCase()
  },
  (value) => value,
)

// `Date` in the API; named `CalendarDate` here to avoid hiding JavaScript's Date.
export const CalendarDate = scalar(
  'Date',
  `A calendar day, \`YYYY-MM-DD\`, from ${supportedYears.first} to ${supportedYears.last}.`,
  (value) => {
    if (!isCalendarDate(value))
      throw refuse(`must be a date that exists, YYYY-MM-DD, from ${supportedYears.first} to ${supportedYears.last}`)
    return value
  },
  (value) => value,
)

/** Converts PostgreSQL's `2026-01-31 09:00:00.5+00` to ISO 8601 without a Date, as a list may have hundreds. */
const fromDatabase = (text: string) =>
  text.endsWith('+00')
    ? `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`
    : isIso.test(text)
      ? text
      : new Date(text).toISOString()

const isIso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

export const DateTime = scalar(
  'DateTime',
  `A moment, ISO 8601, from ${supportedYears.first} to ${supportedYears.last}; any offset is accepted and answered in UTC with \`Z\`.`,
  (value) => {
    if (typeof value === 'string' && timestamp.test(value) && isDay(value.slice(0, 10))) {
      const parsed = new Date(value)
      if (isSupportedDate(parsed)) return parsed
    }
    throw refuse(
      `must be a timestamp, such as 2026-01-31T09:00:00Z, from ${supportedYears.first} to ${supportedYears.last}`,
    )
  },
  (value) => (typeof value === 'string' ? fromDatabase(value) : (value as Date).toISOString()),
)

/** For sums of seconds: 32 bits hold only 68 years. */
export const SafeInt = scalar(
  'SafeInt',
  'A whole number within ±(2^53−1).',
  (value) => {
    if (!Number.isSafeInteger(value)) throw refuse('must be a whole number')
    return value as number
  },
  (value) => value,
)

export const Cents = scalar(
  'Cents',
  'Money in integer cents, within ±(2^53−1).',
  (value) => {
    if (!Number.isSafeInteger(value)) throw refuse('must be a whole number of cents')
    return value as number
  },
  (value) => value,
)

/** Keys are not renamed. */
export const StringMap = scalar(
  'StringMap',
  'An object whose values are strings.',
  (value) => {
    const isMap = value !== null && typeof value === 'object' && !Array.isArray(value)
    if (!isMap || !Object.values(value).every((text) => typeof text === 'string'))
      throw refuse('must be an object of strings')
    if (!keepsKeysDistinct(value, cleanText)) throw refuse('must not contain two keys that are the same text')
    return toNfcJson(value) as Record<string, string>
  },
  (value) => value,
)

const passedOn = (name: string, description: string, extensions: object = {}) => {
  const { parseValue, parseLiteral, ...json } = GraphQLJSON.toConfig()
  return new GraphQLScalarType({
    ...json,
    name,
    description,
    specifiedByURL: null,
    extensions: { ...extensions },
    parseValue: (value) => storable(parseValue(value)),
    parseLiteral: (node, variables) => storable(parseLiteral(node, variables)),
  })
}

function storable(value: unknown): unknown {
  if (!isStorableJson(value)) throw refuse('must not contain U+0000 or half of a surrogate pair')
  if (!keepsKeysDistinct(value, toNfc)) throw refuse('must not contain two keys that are the same text')
  return toNfcJson(value)
}

/** Not renamed, including its keys. */
export const JSONValue = passedOn('JSON', 'Any JSON value, passed on unchanged but for its text, which is in NFC.')

/** A named JSON value that GraphQL cannot express, such as a recursive one; OpenAPI shows its JSON Schema. */
export const createUncheckedJsonScalar = (
  name: string,
  description: string,
  schema: object,
  schemas: object = {},
): GraphQLScalarType => passedOn(name, description, { schema, schemas })

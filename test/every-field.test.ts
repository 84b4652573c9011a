import {
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { createLinkToken } from '#core/access/link-token'
import { noId } from '#core/database/entity'
import type { ArgumentSource } from '#core/rest/arguments'
import { generateRestRoutes, type MountedRoute } from '#core/rest/routes'
import { createSchemas, describeRest } from '../src/app.ts'
import { createFixtures, exampleNameFor } from './harness/fixtures.ts'
import { house, type Method } from './harness/house.ts'
import { sample } from './harness/nightly.ts'

// Every field of every route with values that are none, are of another type, or are far too large: a new field is
// walked as soon as it is declared.

const { rest } = createSchemas()
const routes = generateRestRoutes(rest).map(({ route }) => route)
const at = house()

interface Schema {
  $ref?: string
  type?: string | string[]
  anyOf?: Schema[]
  items?: Schema
  required?: string[]
  properties?: Record<string, Schema>
}

interface Document {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>
  components: { schemas: Record<string, Schema> }
}

const document = (await describeRest(rest, 'http://127.0.0.1')) as unknown as Document

/** What the document says a route takes as its body. */
const bodyOf = ({ method, path }: MountedRoute): Schema =>
  followed(document.paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.schema ?? {})

const followed = (schema: Schema): Schema =>
  schema.$ref ? followed(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema

const takesNull = ({ $ref, type, anyOf }: Schema) =>
  anyOf
    ? anyOf.some((part) => part.type === 'null')
    : $ref === undefined && (type === undefined || type.includes('null'))

/** The object in a schema, in a list and beside null too. */
function objectIn(schema: Schema): Schema {
  const own = followed(schema.anyOf?.find((part) => part.type !== 'null') ?? schema)
  return own.items ? objectIn(own.items) : own
}
/** A link that leads nowhere: what is sent with it is read before. */
const guess = createLinkToken(noId).token

/** One of each thing, by its name. */
let own: Record<string, string> = {}

beforeAll(async () => {
  own = await createFixtures(at).all()
}, 60_000)

/** Values of no such type, as JSON; those of a query are text. */
const wrong: Readonly<Record<string, readonly unknown[]>> = {
  UUID: ['x', 5, true, {}, [[]]],
  Int: ['x', 1.5, 1e30, true, {}],
  Cents: ['x', 1.5, 1e30, true, {}],
  Float: ['x', true, {}],
  Boolean: ['maybe', 5, {}],
  String: [5, true, {}, [[]]],
  Date: ['2026-02-30', '0000-01-01', '1899-12-31', '2201-01-01', 'x', 5, {}],
  DateTime: [
    '2026-02-30T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '1900-01-01T00:00:00+01:00',
    '2201-01-01T00:00:00Z',
    'x',
    5,
    {},
  ],
}

/** Values that may be refused or taken, and must not break anything. */
const extreme = [
  '',
  ' ',
  'x'.repeat(300_000),
  'a\u0000b',
  '\ud800',
  '💣',
  "'; drop table clients; --",
  -1,
  0,
  2 ** 53,
  null,
  [],
]

function wrongFor(type: GraphQLInputType): readonly unknown[] {
  const own = getNullableType(type)
  if (isListType(own)) return ['x', 5, {}, ...wrongFor(own.ofType).map((value) => [value])]
  if (isInputObjectType(own)) return ['x', 5, true]
  if (isEnumType(own)) return ['nonsense', 5, {}]
  return wrong[getNamedType(own).name] ?? []
}

function right(type: GraphQLInputType, name: string): unknown {
  const own_ = getNullableType(type)
  if (isListType(own_)) return [right(own_.ofType, name)]
  if (isEnumType(own_)) return own_.getValues()[0]?.name
  if (isInputObjectType(own_))
    return Object.fromEntries(
      Object.values(own_.getFields())
        .filter(isRequiredInputField)
        .map((field) => [field.name, right(field.type, field.name)]),
    )
  if (/email/i.test(name)) return 'somebody@kontor.example'
  if (/url/i.test(name)) return 'https://example.com/hook'
  const known = { UUID: at.owner.id, Int: 1, Float: 1, Boolean: true, Cents: 1, Date: '2026-01-01', JSON: {} }
  return { ...known, DateTime: '2026-01-01T00:00:00Z' }[getNamedType(own_).name] ?? 'x'
}

const addressOf = ({ path, field }: MountedRoute) =>
  path.includes('{')
    ? path.replace(/\{\w+\}/g, field.extensions.public ? guess : (own[exampleNameFor(path)] as string))
    : path

const isRequired = ({ type, defaultValue }: ArgumentSource) => isNonNullType(type) && defaultValue === undefined

const send = (route: MountedRoute, place: ArgumentSource, value: unknown) => {
  if (place.in === 'query') {
    const others = route.table.filter((other) => other.in === 'query' && other !== place && isRequired(other))
    const query = new URLSearchParams(others.map((other) => [other.name, String(right(other.type, other.name))]))
    query.set(place.name, typeof value === 'string' ? value : JSON.stringify(value))
    return at.owner.rest(route.method as Method, `${addressOf(route)}?${query}`)
  }
  const others = route.table.filter((other) => other.in === 'body' && other !== place && isRequired(other))
  const body = Object.fromEntries(others.map((other) => [other.name, right(other.type, other.name)]))
  return at.owner.rest(route.method as Method, addressOf(route), { ...body, [place.name]: value })
}

// Deleting, leaving and sending would take away what the next field is tried on.
const walked = routes.filter(({ method, table }) => method !== 'DELETE' && table.some((place) => place.in !== 'path'))

describe.each(walked.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (_, route) => {
  const places = route.table.filter((place) => place.in !== 'path')

  test('refuses a value of another type, naming the field', async () => {
    for (const [index, place] of places.entries())
      for (const value of sample(wrongFor(place.type), 3, index)) {
        if (place.in === 'query' && typeof value === 'number' && getNamedType(place.type).name === 'String') continue
        if (place.in === 'query' && (typeof value !== 'string' || getNamedType(place.type).name === 'String')) continue
        const { status, body } = await send(route, place, value)
        const told = `${place.name}: ${JSON.stringify(value)} → ${JSON.stringify(body)}`
        expect(status, told).toBe(422)
        expect(body.field.split('.')[0], told).toBe(place.name)
      }
  })

  // A drawing for each value would take minutes: PUT /organization, which takes the same, is walked whole.
  if (route.path.endsWith('/organization/preview')) return

  test('never fails with 500', { timeout: 30_000 }, async () => {
    for (const [index, place] of places.entries())
      for (const value of sample(extreme, 4, index)) {
        if (place.in === 'query' && (typeof value !== 'string' || value.length > 10_000)) continue
        const { status, body } = await send(route, place, value)
        expect(status, `${place.name}: ${JSON.stringify(value)?.slice(0, 50)} → ${JSON.stringify(body)}`).toBeLessThan(
          500,
        )
      }
  })

  test('accepts null and absence as documented', { timeout: 30_000 }, async () => {
    const schema = bodyOf(route)
    const refuses = async (place: ArgumentSource, value: unknown, path: string) => {
      const { status, body } = await send(route, place, value)
      return status === 400 && body.error === 'validation_failed' && body.field === path
    }
    for (const place of places.filter((each) => each.in === 'body')) {
      const own = schema.properties?.[place.name] ?? {}
      const isNeeded = await refuses(place, undefined, place.name)
      if (!schema.required?.includes(place.name)) expect(isNeeded && takesNull(own) === false, place.name).toBe(false)
      else expect(isNeeded, place.name).toBe(true)
      // What is needed beside something else (a task, or a project) is refused as if it were left out.
      if (!isNeeded || isRequired(place))
        expect(await refuses(place, null, place.name), `${place.name}: null`).toBe(!takesNull(own))

      const inner = getNamedType(place.type)
      if (!isInputObjectType(inner)) continue
      const { properties = {}, required = [] } = objectIn(own)
      const value = right(inner, place.name) as Record<string, unknown>
      const isList = isListType(getNullableType(place.type))
      const path = (name: string) => `${place.name}${isList ? '.0' : ''}.${name}`
      const wrapped = (part: object) => (isList ? [part] : part)
      for (const { name } of Object.values(inner.getFields())) {
        const told = path(name)
        const without = wrapped({ ...value, [name]: undefined })
        expect(await refuses(place, without, told), `${told} left out`).toBe(required.includes(name))
        const empty = wrapped({ ...value, [name]: null })
        expect(await refuses(place, empty, told), `${told}: null`).toBe(!takesNull(properties[name] ?? {}))
      }
    }
  })
})

import {
  type GraphQLArgument,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { createLink } from '#core/access/link'
import { isForOneVersion, restRoutes, sofaPath } from '#core/rest/routes'
import { byteRoutes, createSchemas } from '../src/app.ts'
import { type House, house, type Method, openHouse } from './harness/house.ts'
import { thingAt, workshop } from './harness/workshop.ts'

// Every route and every root field of the schema, with another organization's ids, and without a token: a new one is
// walked as soon as it is declared.

const { schema, rest } = createSchemas()
const routes = restRoutes(rest).map(({ route }) => route)
const missingId = '00000000-0000-4000-8000-000000000000'

const at = house()
let other: House
/** What the other organization has: one of each thing, by its name. */
let foreign: Record<string, string> = {}

beforeAll(async () => {
  other = await openHouse(at.app)
  foreign = await workshop(other).all()
}, 60_000)

/** A value that its type accepts, so that a refusal is about the id and nothing else. */
function plausible(type: GraphQLInputType, name: string, id: string): unknown {
  if (isNonNullType(type)) return plausible(type.ofType, name, id)
  if (isListType(type)) return [plausible(type.ofType, name, id)]
  const named = getNamedType(type)
  if (isEnumType(named)) return named.getValues()[0]?.name
  if (isInputObjectType(named))
    return Object.fromEntries(
      Object.values(named.getFields())
        .filter((field) => isNonNullType(field.type))
        .map((field) => [field.name, plausible(field.type, field.name, id)]),
    )
  if (/email/i.test(name)) return 'somebody@kontor.example'
  if (/url/i.test(name)) return 'https://example.com/hook'
  return (
    {
      UUID: id,
      Int: 1,
      Float: 1,
      Boolean: true,
      Cents: 1,
      Date: '2026-01-01',
      DateTime: '2026-01-01T00:00:00Z',
      JSON: {},
    }[named.name] ?? 'x'
  )
}

const required = (args: readonly GraphQLArgument[], id: string) =>
  Object.fromEntries(
    args
      .filter((arg) => isNonNullType(arg.type) && arg.defaultValue === undefined)
      .map((arg) => [arg.name, plausible(arg.type, arg.name, id)]),
  )

describe.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (_, route) => {
  const path = (id: string) => `/${route.path.slice(1).replace(/\{\w+\}/g, id)}`

  if (!route.field.extensions.public)
    test('is 401 without a token', async () => {
      const answer = await at.nobody.rest(
        route.method as Method,
        path(missingId),
        route.method === 'GET' ? undefined : {},
      )
      expect([answer.status, answer.body.error]).toEqual([401, 'unauthorized'])
    })

  if (route.method !== 'GET')
    test('refuses a query parameter that it does not have', async () => {
      const body = route.method === 'DELETE' ? undefined : {}
      const answer = await at.owner.rest(route.method as Method, `${path(missingId)}?noSuchParameter=1`, body)
      expect([answer.status, answer.body.field]).toEqual([422, 'noSuchParameter'])
    })

  if (isForOneVersion(route))
    test('is refused for another version than there is', async () => {
      const id = route.path.includes('{') ? (foreign[thingAt(route.path)] as string) : missingId
      const body = route.method === 'DELETE' ? undefined : required(route.field.args, id)
      const answer = await other.owner.rest(route.method as Method, path(id), body, {
        'if-match': '"999999999"',
      })
      expect(answer.status, JSON.stringify(answer.body)).toBe(412)
    })

  // A public address is its own permission: whose it is, it says.
  if (route.field.extensions.public && route.path.includes('{'))
    test('tells a guess nothing', async () => {
      const given = required(route.field.args, missingId)
      const body = route.method === 'GET' ? undefined : given
      const query = route.method === 'GET' ? `?${new URLSearchParams(given as Record<string, string>)}` : ''
      const guess = createLink(at.organizationId).token
      const answers = [
        await at.nobody.rest(route.method as Method, path(guess) + query, body),
        await at.nobody.rest(route.method as Method, path(missingId) + query, body),
      ]
      for (const answer of answers) expect([answer.status, answer.body.error]).toEqual([404, 'not_found'])
    })
  else if (route.path.includes('{'))
    test('answers another organization’s id as one that does not exist', async () => {
      const id = foreign[thingAt(route.path)] as string
      const body =
        route.method === 'GET' || route.method === 'DELETE' ? undefined : required(route.field.args, missingId)
      const theirs = await at.owner.rest(route.method as Method, path(id), body)
      const nobodys = await at.owner.rest(route.method as Method, path(missingId), body)
      expect(theirs.status, JSON.stringify(theirs.body)).toBe(404)
      expect(theirs.raw.toString()).toBe(nobodys.raw.toString())
    })
})

test('an upload refuses a query parameter that it does not have', async () => {
  const answer = await at.owner.rest('POST', '/storage/files?folderId=1')
  expect([answer.status, answer.body.field]).toEqual([422, 'folderId'])
  expect((await at.nobody.rest('POST', '/storage/files?folderId=1')).status).toBe(401)
  expect((await at.viewer.rest('POST', '/storage/files?folderId=1')).status).toBe(403)
})

describe('every root field over GraphQL', () => {
  for (const type of [schema.getQueryType(), schema.getMutationType()])
    for (const field of Object.values(type?.getFields() ?? {})) {
      if (field.extensions.public || field.extensions.anybody) continue
      const variables = field.args.filter((arg) => isNonNullType(arg.type) && arg.defaultValue === undefined)
      const head = variables.length ? `(${variables.map((arg) => `$${arg.name}: ${arg.type}`).join(', ')})` : ''
      const call = variables.length ? `(${variables.map((arg) => `${arg.name}: $${arg.name}`).join(', ')})` : ''
      const leaf = 'getFields' in getNamedType(field.type) ? ' { __typename }' : ''
      const document = `${type === schema.getMutationType() ? 'mutation' : 'query'} ${head} { ${field.name}${call}${leaf} }`

      test(`${field.name} is unauthorized without a token`, async () => {
        const { errors } = await at.nobody.graphql(document, required(field.args, missingId))
        expect(errors?.[0].extensions.code).toBe('unauthorized')
      })
      if (variables.some((arg) => arg.name === 'id'))
        test(`${field.name} does not find another organization’s id`, async () => {
          for (const id of Object.values(foreign)) {
            const { errors } = await at.owner.graphql(document, required(field.args, id))
            expect(errors?.[0].extensions.code, `${field.name} ${id}`).toBe('not_found')
          }
        })
    }
})

describe('every subscription', () => {
  test('asks for a permission', () => {
    for (const field of Object.values(schema.getSubscriptionType()?.getFields() ?? {}))
      expect(field.extensions.may, field.name).toBeInstanceOf(Set)
  })
})

describe('an address that opens by itself what is there', () => {
  const links = [...routes, ...byteRoutes].filter(({ path }) => path.includes('{token}'))
  const signed = byteRoutes.flatMap(({ method, signedPath }) => (signedPath ? [[method, sofaPath(signedPath)]] : []))
  test.each([...links.map(({ method, path }) => [method, `/api/v1${sofaPath(path)}`]), ...signed])(
    'is kept by nobody, and told to no other site: %s %s',
    async (method, path) => {
      const url = `${path?.replace(/:\w+/g, createLink(at.organizationId).token)}`
      const { headers } = await at.app.server.inject({ method: method as 'GET', url })
      expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
    },
  )
})

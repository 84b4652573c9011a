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
import { createLinkToken } from '#core/access/link-token'
import { acceptsIfMatch, generateRestRoutes, toRouterPath } from '#core/rest/routes'
import { byteRoutes, createSchemas } from '../src/app.ts'
import { createFixtures, exampleNameFor } from './harness/fixtures.ts'
import { type House, house, type Method, openHouse } from './harness/house.ts'

// Every route of the schema: a new one is walked as soon as it is declared. Who may use it, test/attack-matrix says.

const { rest } = createSchemas()
const routes = generateRestRoutes(rest).map(({ route }) => route)
const missingId = '00000000-0000-4000-8000-000000000000'

const at = house()
let other: House
/** What the other organization has: one of each thing, by its name. */
let foreign: Record<string, string> = {}

beforeAll(async () => {
  other = await openHouse(at.app)
  foreign = await createFixtures(other).all()
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

const named = (some: typeof routes) => some.map((route) => [`${route.method} ${route.path}`, route] as const)
const pathOf = ({ path }: (typeof routes)[number], id: string) => path.replace(/\{\w+\}/g, id)

test.each(named(routes.filter(({ method }) => method !== 'GET')))(
  '%s refuses an unknown query parameter',
  async (_, route) => {
    const body = route.method === 'DELETE' ? undefined : {}
    const path = `${pathOf(route, missingId)}?noSuchParameter=1`
    const answer = await at.owner.rest(route.method as Method, path, body)
    expect([answer.status, answer.body.field]).toEqual([422, 'noSuchParameter'])
  },
)

test.each(named(routes.filter(acceptsIfMatch)))('%s is refused for another version', async (_, route) => {
  const id = route.path.includes('{') ? (foreign[exampleNameFor(route.path)] as string) : missingId
  const body = route.method === 'DELETE' ? undefined : required(route.field.args, id)
  const answer = await other.owner.rest(route.method as Method, pathOf(route, id), body, {
    'if-match': '"999999999"',
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(412)
})

test('an upload refuses an unknown query parameter', async () => {
  const answer = await at.owner.rest('POST', '/storage/files?folderId=1')
  expect([answer.status, answer.body.field]).toEqual([422, 'folderId'])
  expect((await at.nobody.rest('POST', '/storage/files?folderId=1')).status).toBe(401)
  expect((await at.viewer.rest('POST', '/storage/files?folderId=1')).status).toBe(403)
})

describe('signed URL', () => {
  const links = [...routes, ...byteRoutes].filter(({ path }) => path.includes('{token}'))
  const signed = byteRoutes.flatMap(({ method, signedPath }) =>
    signedPath ? [[method, toRouterPath(signedPath)]] : [],
  )
  test.each([...links.map(({ method, path }) => [method, `/api/v1${toRouterPath(path)}`]), ...signed])(
    'is not cached or sent as referrer: %s %s',
    async (method, path) => {
      const url = `${path?.replace(/:\w+/g, createLinkToken(at.organizationId).token)}`
      const { headers } = await at.app.server.inject({ method: method as 'GET', url })
      expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
    },
  )
})

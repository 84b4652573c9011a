import { isNonNullType } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOperationId } from '#core/rest/openapi-operation'
import { generateRestRoutes, type MountedRoute } from '#core/rest/routes'
import { createSchemas, examples } from '../../../src/app.ts'
import { createFixtures, exampleNameFor } from '../../harness/fixtures.ts'
import { house } from '../../harness/house.ts'
import { recordStatements } from '../../harness/statements.ts'

// Statements dominate the cost on several servers.

const statements = recordStatements()
afterAll(statements.stop)
const at = house()
let ids: Record<string, string> = {}
beforeAll(async () => {
  ids = await createFixtures(at).all()
  await createFixtures(at).all()
}, 120_000)

const gets = generateRestRoutes(createSchemas().rest).flatMap(({ route }) =>
  route.method === 'GET' && !route.field.extensions.public ? [route] : [],
)
const getOnes = gets.filter(({ path }) => /\/\{\w+\}$/.test(path))
const lists = gets.filter(({ table }) => table.some(({ name }) => name === 'per_page'))

/** Statements of a route except the first two, which open the transaction. */
async function statementsOf(route: MountedRoute, query: Record<string, unknown>) {
  const path = route.path.replace(/\{\w+\}/, () => String(ids[exampleNameFor(route.path)]))
  const get = () => at.owner.rest('GET', `${path}?${new URLSearchParams(query as Record<string, string>)}`)
  expect((await get()).status).toBe(200)
  // Background statements affect single rounds only: the minimum counts.
  const rounds: string[][] = []
  for (let round = 0; round < 3; round++) {
    statements.take()
    await get()
    rounds.push(statements.take().slice(2))
  }
  return rounds.reduce((fewest, texts) => (texts.length < fewest.length ? texts : fewest))
}

const exampleOf = (route: MountedRoute) => examples.operations[createOperationId(route)]?.parameters ?? {}

test.each(getOnes.map((route) => [route.path, route] as const))('GET %s takes two statements', async (_path, route) =>
  expect((await statementsOf(route, exampleOf(route))).slice(2)).toEqual([]),
)

/** A nested list reads its parent, and counts again if it is empty. */
const allowed = (path: string) => (path.includes('{') ? 3 : 2)

test.each(lists.map((route) => [route.path, allowed(route.path), route] as const))(
  'GET %s is at most %i statements',
  async (_path, most, route) => {
    const required = Object.entries(exampleOf(route)).filter(([name]) =>
      route.table.some((place) => place.name === name && isNonNullType(place.type)),
    )
    const query = { ...Object.fromEntries(required), per_page: 25 }
    expect((await statementsOf(route, query)).slice(most)).toEqual([])
  },
)

test('covers all get-one routes', () => expect(getOnes.length).toBeGreaterThan(20))

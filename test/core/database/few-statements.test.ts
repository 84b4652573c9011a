import { isNonNullType } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOperationId } from '#core/rest/openapi-operation'
import { generateRestRoutes, type MountedRoute } from '#core/rest/routes'
import { createSchemas, examples } from '../../../src/app.ts'
import { createFixtures, exampleNameFor } from '../../harness/fixtures.ts'
import { house } from '../../harness/house.ts'
import { recordStatements } from '../../harness/statements.ts'

// A statement is what costs most on several servers: a get-one is the row, a list its page, and all that is shown beside it.

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

/** The statements that a route sends, but for the first two: they open the transaction and admit the caller. */
async function statementsOf(route: MountedRoute, query: Record<string, unknown>) {
  const path = route.path.replace(/\{\w+\}/, () => String(ids[exampleNameFor(route.path)]))
  const get = () => at.owner.rest('GET', `${path}?${new URLSearchParams(query as Record<string, string>)}`)
  expect((await get()).status).toBe(200)
  // What the process does meanwhile falls into one of three rounds: the fewest count.
  const rounds: string[][] = []
  for (let round = 0; round < 3; round++) {
    statements.take()
    await get()
    rounds.push(statements.take().slice(2))
  }
  return rounds.reduce((fewest, texts) => (texts.length < fewest.length ? texts : fewest))
}

const exampleOf = (route: MountedRoute) => examples.operations[createOperationId(route)]?.parameters ?? {}

test.each(getOnes.map((route) => [route.path, route] as const))('GET %s is two statements', async (_path, route) =>
  expect((await statementsOf(route, exampleOf(route))).slice(2)).toEqual([]),
)

/** In a list of one thing that thing is looked for first, and where nothing is found, it is counted once more. */
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

test('all that can be got by its id is', () => expect(getOnes.length).toBeGreaterThan(20))

import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationIdOf } from '#core/rest/openapi-operation'
import { restRoutes } from '#core/rest/routes'
import { createSchemas, examples } from '../../../src/app.ts'
import { house } from '../../harness/house.ts'
import { takeStatements } from '../../harness/statements.ts'
import { thingAt, workshop } from '../../harness/workshop.ts'

// A statement is what costs most on several servers: a get-one is the row, and all it shows beside itself.

const statements = takeStatements()
afterAll(statements.stop)
const at = house()
let ids: Record<string, string> = {}
beforeAll(async () => {
  ids = await workshop(at).all()
}, 120_000)

const getOnes = restRoutes(createSchemas().rest).filter(
  ({ route: { method, path, field } }) => method === 'GET' && /\/\{\w+\}$/.test(path) && !field.extensions.public,
)

test.each(getOnes.map(({ route }) => [route.path, route] as const))('GET %s is two statements', async (path, route) => {
  const given = Object.entries(examples.operations[operationIdOf(route)]?.parameters ?? {})
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  const get = () => at.owner.rest('GET', `${path.replace(/\{\w+\}/, String(ids[thingAt(path)]))}?${query}`)
  expect((await get()).status).toBe(200)
  statements.take()
  await get()
  // The first two open the transaction and admit the caller.
  expect(statements.take().slice(2).length).toBeLessThanOrEqual(2)
})

test('all that can be got by its id is', () => expect(getOnes.length).toBeGreaterThan(20))

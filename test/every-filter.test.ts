import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { createFixtures, exampleNameFor } from './harness/fixtures.ts'
import { house } from './harness/house.ts'

// Every parameter that a GET route declares in its query: none is read over. A new one is walked as soon as it is declared.

interface Parameter {
  name: string
  in: string
  required?: boolean
  example?: unknown
  schema: { type?: string; enum?: string[]; format?: string; pattern?: string }
}

const { paths } = JSON.parse(readFileSync('schema/openapi.json', 'utf8')) as {
  paths: Record<string, { get?: { parameters: Parameter[] } }>
}

const routes = Object.entries(paths).flatMap(([path, { get }]) => {
  const parameters = get?.parameters.filter((parameter) => parameter.in === 'query') ?? []
  return parameters.length && !path.startsWith('/public/') ? [{ path, parameters }] : []
})
type Route = (typeof routes)[number]

const at = house()
let ids: Record<string, string> = {}
beforeAll(async () => {
  const shop = createFixtures(at)
  ids = await shop.all()
  for (const name of new Set(nested.map(exampleNameFor))) await shop.moreBelow(name)
  await createFixtures(at).all()
}, 120_000)

const nested = routes.flatMap(({ path }) => (/\{\w+\}\//.test(path) ? [path] : []))

/** What a route answers to what it requires, and to these parameters. */
function ask({ path, parameters }: Route, given: Record<string, string>) {
  const required = parameters.flatMap(({ name, required, example }) => (required ? [[name, String(example)]] : []))
  const query = new URLSearchParams({ ...Object.fromEntries(required), ...given })
  return at.owner.rest('GET', `${path.replace(/\{\w+\}/, () => String(ids[exampleNameFor(path)]))}?${query}`)
}

const isAnyText = ({ schema }: Parameter) =>
  schema.type === 'string' && !schema.enum && !schema.format && !schema.pattern

const filters = routes.flatMap((route) =>
  route.parameters.flatMap((parameter) => (isAnyText(parameter) ? [] : [[route.path, parameter.name, route] as const])),
)

test.each(filters)('GET %s?%s=nonsense returns 422', async (_path, name, route) => {
  const { status, body } = await ask(route, { [name]: 'nonsense' })
  expect([status, body]).toEqual([422, expect.objectContaining({ field: name })])
})

const lists = routes.filter(({ parameters }) => parameters.some(({ name }) => name === 'per_page'))
const orderOf = ({ parameters }: Route) => parameters.find(({ name }) => name === 'sort')

test('lists can be sorted, except search results', () =>
  expect(lists.filter((route) => !orderOf(route)).map(({ path }) => path)).toEqual(['/search']))

describe('declared sort orders', () => {
  const orders = lists.flatMap((route) =>
    (orderOf(route)?.schema.enum ?? []).flatMap((sort) =>
      sort.startsWith('-') ? [] : [[route.path, sort, route] as const],
    ),
  )

  /** All rows of a list, page by page. */
  async function rowsOf(route: Route, sort: string) {
    const rows: unknown[] = []
    for (let page = 1; ; page++) {
      const { status, body } = await ask(route, { sort, page: String(page), per_page: '100' })
      expect(status, JSON.stringify(body)).toBe(200)
      rows.push(...(Object.values(body as object).find(Array.isArray) ?? []))
      if (rows.length >= body.total) return rows
    }
  }

  const lengths: number[] = []
  test.each(orders)('GET %s?sort=%s', async (_path, sort, route) => {
    const rows = await rowsOf(route, sort)
    lengths.push(rows.length)
    expect(await rowsOf(route, `-${sort}`)).toEqual([...rows].reverse())
  })

  test('most lists have rows whose order differs', () =>
    expect(lengths.filter((length) => length > 1).length).toBeGreaterThan(orders.length * 0.8))
})

import { isNonNullType } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { createOperationId } from '#core/rest/openapi-operation'
import { generateRestRoutes } from '#core/rest/routes'
import { createSchemas, examples } from '../src/app.ts'
import { isEventName } from '../src/events.ts'
import { createFixtures, exampleNames } from './harness/fixtures.ts'
import { house } from './harness/house.ts'

// What integrators keep with a resource, and how they ask for what has changed: on every resource that has it, over
// REST, GraphQL and in events.

const routes = generateRestRoutes(createSchemas().rest).map(({ route }) => route)
type Route = (typeof routes)[number]
const at = house()

/** What makes one of each: what its example must send. */
const made: Record<string, object> = {}
// What is sent for a picture is not kept.
const created = routes.filter(
  ({ method, path, table }) =>
    method === 'POST' && !path.endsWith('/picture') && table.some(({ name }) => name === 'metadata'),
)
const resources = created.map(({ path }) => path)

beforeAll(async () => {
  const ids = await createFixtures(at).all()
  for (const { operation, path, table } of created) {
    const text = JSON.stringify(examples.operations[operation]?.body)
    const real = text.replace(/0198c0de-[\w-]{27}/g, (id) => ids[exampleNames.get(id) ?? ''] ?? id)
    const required = new Set(table.filter(({ type }) => isNonNullType(type)).map(({ name }) => name))
    made[path] = Object.fromEntries(Object.entries(JSON.parse(real)).filter(([name]) => required.has(name)))
  }
}, 60_000)

test('clients, projects, tasks, invoices, quotes and contracts have metadata and an external id', () => {
  expect(resources.sort()).toEqual(['/clients', '/contracts', '/invoices', '/projects', '/quotes', '/tasks'])
})

describe.each(resources)('%s', (path) => {
  const key = path.slice(1)
  const create = (extra: object) => at.owner.rest('POST', path, { ...made[path], ...extra })

  test('returns metadata as sent, also in its event', async () => {
    const metadata = { sourceSystem: 'CRM', 'Größe 📐': '', ['📐'.repeat(40)]: '📐'.repeat(500), a_b: 'x'.repeat(500) }
    const { body, status } = await create({ metadata, external_id: `crm-${path}` })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({ metadata, external_id: `crm-${path}` })
    const feed = await at.owner.rest('GET', '/events?per_page=100')
    const told = feed.body.events.findLast(({ data }: { data: { id: string } }) => data.id === body.id)
    expect(told.data).toMatchObject({ metadata, external_id: `crm-${path}` })
    const single = key.replace(/s$/, '')
    const { data } = await at.owner.graphql(`query One($id: UUID!) { ${single}(id: $id) { metadata externalId } }`, {
      id: body.id,
    })
    expect(data[single]).toEqual({ metadata, externalId: `crm-${path}` })
  })
  test('is found by its unique external id', async () => {
    const { body } = await create({ external_id: 'only-one' })
    const again = await create({ external_id: 'only-one' })
    expect([again.status, again.body.error, again.body.field]).toEqual([409, 'conflict', 'external_id'])
    const found = await at.owner.rest('GET', `${path}?external_id=only-one`)
    expect(found.body[key].map(({ id }: { id: string }) => id)).toEqual([body.id])
    expect((await at.owner.rest('GET', `${path}?external_id=unknown`)).body.total).toBe(0)
    const other = await create({})
    const taken = await at.owner.rest('PUT', `${path}/${other.body.id}`, { external_id: 'only-one' })
    expect([taken.status, taken.body.field]).toEqual([409, 'external_id'])
    expect((await at.owner.rest('PUT', `${path}/${body.id}`, { external_id: null })).body.external_id).toBeNull()
    expect((await create({ external_id: 'only-one' })).status).toBe(201)
  })
  test('replaces metadata as a whole, with an event', async () => {
    const { body } = await create({ metadata: { a: '1', b: '2' } })
    await at.events()
    const changed = await at.owner.rest('PUT', `${path}/${body.id}`, { metadata: { b: '3' } })
    expect(changed.body.metadata).toEqual({ b: '3' })
    const [event] = await at.events()
    const updated = `${key.replace(/s$/, '')}.updated`
    expect(event).toBe(isEventName(updated) ? updated : undefined)
    await at.owner.rest('PUT', `${path}/${body.id}`, { metadata: { b: '3' } })
    expect(await at.events()).toEqual([])
  })
  const wrong: [string, unknown][] = [
    ['a number among its values', { a: 1 }],
    ['an object among its values', { a: { b: 'c' } }],
    ['a list', ['a']],
    ['text', 'a'],
    ['51 keys', Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 'x']))],
    ['a key of 41 characters', { ['k'.repeat(41)]: 'x' }],
    ['an empty key', { '': 'x' }],
    ['a value of 501 characters', { a: 'x'.repeat(501) }],
    ['what no database holds', { a: 'x\u0000' }],
  ]
  test.each(wrong)('refuses metadata with %s', async (_, metadata) => {
    const { status, body } = await create({ metadata })
    expect([status, body.error, body.field]).toEqual([422, 'validation_failed', 'metadata'])
  })
  test('refuses an empty external id', async () => {
    expect((await create({ external_id: '' })).body.field).toBe('external_id')
  })
})

/** Lists in pages; a parent's own are asked for by its id. */
const lists = routes.filter(({ method, table }) => method === 'GET' && table.some(({ name }) => name === 'per_page'))
/** A public link shows what a folder holds, and is no list to keep in step with. */
const sinceElsewhere = ['/events', '/search', '/public/shares/{token}']

/** What the query of a route must have, as its example sends it. */
function required(route: Route): Record<string, string> {
  const names = route.table.filter((place) => place.in === 'query' && isNonNullType(place.type)).map(({ name }) => name)
  const values = Object.entries(examples.operations[createOperationId(route)]?.parameters ?? {})
  return Object.fromEntries(
    values.filter(([name]) => names.includes(name)).map(([name, value]) => [name, String(value)]),
  )
}

describe('updated_since', () => {
  test('exists on every list', () => {
    const without = lists
      .filter(({ table }) => !table.some(({ name }) => name === 'updated_since'))
      .map(({ path }) => path)
    expect(without.filter((path) => !sinceElsewhere.includes(path))).toEqual([])
  })
  test.each(
    lists
      .filter(({ path }) => !path.includes('{') && !sinceElsewhere.includes(path))
      .map((route) => [route.path, required(route)] as const),
  )('%s answers a moment to come with nothing', async (path, given) => {
    const since = (moment: string) => `${path}?${new URLSearchParams({ ...given, updated_since: moment })}`
    const answer = await at.owner.rest('GET', since('2199-01-01T00:00:00Z'))
    expect([answer.status, answer.body.total]).toEqual([200, 0])
    const wrong = await at.owner.rest('GET', since('yesterday'))
    expect([wrong.status, wrong.body.field]).toEqual([422, 'updated_since'])
  })
  test('returns rows changed at that moment or later', async () => {
    const first = (await at.owner.rest('POST', '/clients', { name: 'first' })).body
    const second = (await at.owner.rest('POST', '/clients', { name: 'second' })).body
    const changed = (await at.owner.rest('PUT', `/clients/${first.id}`, { name: 'third' })).body
    const { body } = await at.owner.rest('GET', `/clients?updated_since=${changed.updated_at}`)
    const ids = body.clients.map(({ id }: { id: string }) => id)
    expect(ids).toContain(first.id)
    if (second.updated_at < changed.updated_at) expect(ids).not.toContain(second.id)
    const other = changed.updated_at.replace('Z', '%2B00:00')
    expect((await at.owner.rest('GET', `/clients?updated_since=${other}`)).body.total).toBe(body.total)
  })
})

describe('empty query value', () => {
  const parameters = routes
    .filter(({ method, path }) => method === 'GET' && !path.includes('{'))
    .flatMap((route) =>
      route.table
        .filter((place) => place.in === 'query')
        .map(({ name }) => [route.path, name, required(route)] as const),
    )
  test.each(parameters)('is refused by %s for %s', async (path, name, given) => {
    const query = new URLSearchParams({ ...given, [name]: '' })
    const { status, body } = await at.owner.rest('GET', `${path}?${query}`)
    expect([status, body.error, body.field]).toEqual([422, 'validation_failed', name])
  })
})

test('can be changed on a sent invoice', async () => {
  const sent = await createFixtures(at).one('sent')
  const booked = { external_id: 'erp-1', metadata: { booked: 'yes' } }
  const changed = await at.owner.rest('PUT', `/invoices/${sent}`, booked)
  expect([changed.status, changed.body]).toEqual([200, expect.objectContaining(booked)])
})

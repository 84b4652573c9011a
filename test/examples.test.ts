import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createObjectKey } from '#core/storage/object-key'
import { createOrganization } from '#features/people/organizations/create-organization'
import { createSchemas, describeRest, examples } from '../src/app.ts'
import { createFixtures, exampleNames, fixtures } from './harness/fixtures.ts'
import { createPerson, house, type Method } from './harness/house.ts'

// Every example of the OpenAPI document is sent as it stands, to an organization in which its ids are what they are
// named after. Only what an example mentions is made.

interface Operation {
  operationId: string
  parameters?: { name: string; in: string; required?: boolean; example?: unknown }[]
  security?: unknown[]
  requestBody?: { required: boolean; content: Record<string, { example?: object }> }
  responses: Record<string, unknown>
}

const document = (await describeRest(createSchemas().rest, '')) as { paths: Record<string, Record<string, Operation>> }
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase() as Method, operation })),
)
const at = house()

/** Every column that holds ids, to give what was made the ids of the examples. */
let columns: { table_name: string; column_name: string }[] = []

beforeAll(async () => {
  const { rows } = await at.app.system.query(
    `select c.table_name, c.column_name from information_schema.columns c join information_schema.tables t
       using (table_schema, table_name)
     where c.table_schema = 'public' and c.data_type = 'uuid' and t.table_type = 'BASE TABLE'
       and c.column_name <> 'organization_id' and c.is_generated = 'NEVER'
       and exists (select from information_schema.columns o where o.table_schema = 'public'
         and o.table_name = c.table_name and o.column_name = 'organization_id')`,
  )
  columns = rows
  // The server of an example is nowhere: it shows the calendar that the example names.
  const calendar = { url: 'https://cloud.example.com/arbeit/', name: 'Arbeit', isWritable: true }
  vi.spyOn(at.app.services.calendarServers, 'discover').mockResolvedValue([calendar])
})
afterAll(() => vi.restoreAllMocks())

/** Gives what was made the ids of the examples; what the parents of it are too: an example may name any of them. */
async function rename(organizationId: string, made: [name: string, id: string][]) {
  // Most tables have no row of so small an organization.
  const tables = [...new Set(columns.map(({ table_name }) => table_name))]
  const { rows } = await at.app.system.query<{ name: string }>(
    tables
      .map(
        (name) =>
          `select '${name}' as name where exists (select from ${name} where organization_id = '${organizationId}')`,
      )
      .join(' union all '),
  )
  const filled = new Set(rows.map(({ name }) => name))
  const statements: string[] = []
  const pairs = made.map(([name, id]) => `('${id}'::uuid, '${examples.things[name]}'::uuid)`)
  for (const { table_name, column_name } of columns.filter(({ table_name }) => filled.has(table_name)))
    statements.push(
      `update ${table_name} t set ${column_name} = m.new from (values ${pairs.join(', ')}) m (old, new)
       where t.organization_id = '${organizationId}' and t.${column_name} = m.old`,
    )
  if (pairs.length) {
    const client = await at.app.system.connect()
    // Where tables lie on several servers, each of them is told what is set, by itself.
    const settings = [
      "set local citus.propagate_set_commands = 'local'",
      'set local session_replication_role = replica',
    ]
    for (const text of ['begin', ...settings, statements.join(';'), 'commit']) await client.query(text)
    client.release()
  }
  const { storage } = at.app.services
  for (const [name, id] of made) {
    const [bytes, renamed] = [
      createObjectKey(organizationId, id),
      createObjectKey(organizationId, examples.things[name] ?? ''),
    ]
    if (await storage.exists(bytes)) await storage.put(renamed, await storage.read(bytes), 'application/octet-stream')
  }
}

test('every example resource has a fixture and vice versa', () => {
  expect(Object.keys(examples.things).sort()).toEqual(Object.keys(fixtures).sort())
})

test('every example belongs to an operation', () => {
  const ids = new Set(operations.map(({ operation }) => operation.operationId))
  const unknown = Object.keys(examples.operations).filter((id) => !ids.has(id))
  expect(unknown, 'Key examples by the operation id that OpenAPI shows, such as `getClient`.').toEqual([])
})

test('every operation with a body has an example', () => {
  const bare = operations.filter(
    ({ operation }) =>
      operation.requestBody?.content['application/json']?.example === undefined && operation.requestBody,
  )
  expect(bare.map(({ operation }) => operation.operationId)).toEqual(['uploadFile', 'createUpload', 'continueUpload'])
})

test('every id in a path has an example', () => {
  // Who has a link alone knows what it is.
  const isKnown = (example: unknown, operation: Operation) =>
    operation.security ? example !== undefined : exampleNames.has(String(example))
  const bare = operations.filter(({ operation }) =>
    operation.parameters?.some((parameter) => parameter.in === 'path' && !isKnown(parameter.example, operation)),
  )
  expect(bare.map(({ operation }) => operation.operationId)).toEqual([])
})

describe('example of', () => {
  const sendable = operations.filter(({ operation }) => operation.operationId !== 'uploadFile')
  test.each(sendable.map((one) => [one.operation.operationId, one] as const))('%s', async (_, one) => {
    const { path, method, operation } = one
    const made = await createOrganization(at.app.system, {
      name: 'Werkstatt',
      email: `o-${crypto.randomUUID()}@kontor.example`,
    })
    const owner = createPerson(at.app, made.organizationId, made.memberId, made.token)
    const body = operation.requestBody?.content['application/json']?.example
    const given = operation.parameters?.filter(({ example }) => example !== undefined) ?? []
    const shop = createFixtures({ ...at, owner })
    const mentioned = JSON.stringify([body, given]).match(/0198c0de-[\w-]{27}/g) ?? []
    for (const id of mentioned) await shop.one(exampleNames.get(id) ?? id)
    for (const name of examples.operations[operation.operationId]?.needs ?? []) await shop.one(name)
    await rename(owner.organizationId, await shop.made())
    const query = given
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, example }) => [name, String(example)])
    const headers = given
      .filter((parameter) => parameter.in === 'header')
      .map(({ name, example }) => [name, String(example)])
    const address = given
      .filter((parameter) => parameter.in === 'path')
      .reduce((text, { name, example }) => text.replace(`{${name}}`, String(example)), path)
    const search = query.length ? `?${new URLSearchParams(query)}` : ''
    // What is no JSON has no example, and its type all the same.
    const [type = ''] = body === undefined ? Object.keys(operation.requestBody?.content ?? {}) : []
    if (type) headers.push(['content-type', type])
    // A plan is identified by what it is about, ids included.
    if (body && 'plan' in body)
      body.plan = (await owner.rest('GET', address.replace(/\/erase$/, '/erasure-plan'))).body.plan
    const answer = await owner.rest(method, `${address}${search}`, body, Object.fromEntries(headers))
    const promised = Object.keys(operation.responses).find((status) => status.startsWith('2'))
    // A public address cannot be made to be that of the example: what is sent with it is read, and then it leads nowhere.
    const isLink = operation.security?.length === 0 && path.includes('{')
    expect(String(answer.status), JSON.stringify(answer.body)).toBe(isLink ? '404' : promised)
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { createOrganization } from '#features/people/organizations/create-organization'
import { createSchemas, describeRest } from '../src/app.ts'
import { exampleIds } from '../src/examples.ts'
import { upload } from './features/content/files/upload.ts'
import { house, type Method, type Person, person } from './harness/house.ts'

// Every example of the OpenAPI document is sent as it stands, to an organization in which its ids are what they are
// named after. Only what an example mentions is made.

interface Operation {
  operationId: string
  parameters?: { name: string; in: string; required?: boolean; example?: string }[]
  requestBody?: { required: boolean; content: Record<string, { example?: object }> }
  responses: Record<string, unknown>
}

const document = describeRest(createSchemas().rest, '') as { paths: Record<string, Record<string, Operation>> }
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase() as Method, operation })),
)
const at = house()

type Name = keyof typeof exampleIds

/** What must be there although no id of it is sent. */
const beforehand: Record<string, Name[]> = { invoiceFromTimeEntries: ['timeEntry'], getRunningTimer: ['runningTimer'] }
const nameOf = Object.fromEntries(Object.entries(exampleIds).map(([name, id]) => [id, name])) as Record<string, Name>

/** Every column that holds ids, to give what was made the ids of the examples. */
let columns: { table_name: string; column_name: string }[] = []

beforeAll(async () => {
  const { rows } = await at.app.system.query(
    `select c.table_name, c.column_name from information_schema.columns c join information_schema.tables t
       using (table_schema, table_name)
     where c.table_schema = 'public' and c.data_type = 'uuid' and t.table_type = 'BASE TABLE'
       and c.column_name <> 'organization_id'
       and exists (select from information_schema.columns o where o.table_schema = 'public'
         and o.table_name = c.table_name and o.column_name = 'organization_id')`,
  )
  columns = rows
})

function workshop(owner: Person) {
  const made = new Map<Name, Promise<string>>()
  const post = async (path: string, body: object = {}) => {
    const answer = await owner.rest('POST', path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
  const lineItems = [{ description: 'Beratung', quantity: 8, unit: 'HUR', unit_price_cents: 11000, tax_rate: 19 }]
  const invoice = async (clientId?: string) => {
    await owner.rest('PUT', '/organization', {
      legal_name: 'W',
      street: 'S 1',
      postal_code: '20457',
      city: 'Hamburg',
      country: 'DE',
      tax_number: '22/123/45678',
      vat_id: 'DE136695976',
      iban: 'DE02120300000000202051',
    })
    const draft = await post('/invoices', {
      client_id: clientId ?? (await one('client')),
      issue_date: '2026-01-31',
      due_date: '2026-02-14',
      line_items: lineItems,
    })
    return draft.id
  }
  const column = async (index: number) =>
    (await owner.rest('GET', `/projects/${await one('project')}/columns`)).body[index].id
  const entry = async (day: string) =>
    post('/time-entries', {
      task_id: await one('task'),
      started_at: `${day}T09:00:00Z`,
      ended_at: `${day}T11:00:00Z`,
    })
  const addressed = async (name: string, email: string) =>
    (await post('/clients', { name, email, street: 'Ring 2', postal_code: '10115', city: 'Berlin', country: 'DE' })).id
  const recipes: Record<Name, () => Promise<string>> = {
    client: () => addressed('Müller', 'post@mueller.example'),
    /** A client who has paid more than was due. */
    creditor: async () => {
      const id = await addressed('Weber', 'post@weber.example')
      const draft = await invoice(id)
      await post(`/invoices/${draft}/send`, { channel: 'none' })
      const payment = { amount_cents: 200_000, paid_at: '2026-02-01', method: 'bank_transfer', overpayment: 'credit' }
      await post(`/invoices/${draft}/payments`, payment)
      return id
    },
    prospect: async () => (await post('/clients', { name: 'Interessent' })).id,
    project: async () =>
      (await post('/projects', { name: 'Auftritt', client_id: await one('client'), hourly_rate_cents: 9000 })).id,
    column: () => column(0),
    emptyColumn: () => column(3),
    task: async () =>
      (await post('/tasks', { title: 'Entwurf', project_id: await one('project'), column_id: await one('column') })).id,
    subtask: async () => (await post(`/tasks/${await one('task')}/subtasks`, { title: 'Farben' })).id,
    comment: async () => (await post(`/tasks/${await one('task')}/comments`, { content: 'Gut.' })).id,
    attachment: async () => (await post(`/tasks/${await one('task')}/attachments`, { file_id: await one('file') })).id,
    tag: async () => (await post('/tags', { name: 'Farbe' })).id,
    member: async () =>
      (await post('/members', { name: 'Jan', email: `jan-${owner.id}@kontor.example`, role: 'member' })).id,
    timeEntry: async () => (await entry('2026-01-10')).id,
    runningTimer: async () => (await post('/time-entries/start', { task_id: await one('task') })).id,
    draft: () => invoice(),
    sent: async () => {
      return (await post(`/invoices/${await invoice()}/send`, { channel: 'none' })).id
    },
    payment: async () =>
      (
        await post(`/invoices/${await one('sent')}/payments`, {
          amount_cents: 100,
          paid_at: '2026-02-01',
          method: 'cash',
        })
      ).id,
    file: async () => (await upload({ ...at, owner }, 'owner', { file: ['a', 'a.txt'] })).body.id,
    folder: async () => (await post('/storage/folders', { name: 'Ordner' })).id,
    emptyFolder: async () => (await post('/storage/folders', { name: 'Leer' })).id,
    whiteboard: async () => (await post('/whiteboards', { title: 'Skizze' })).id,
    webhook: async () => (await post('/webhooks', { url: 'https://example.com/kontor', events: ['*'] })).id,
    delivery: async () => {
      const delivery = await post(`/webhooks/${await one('webhook')}/test`)
      await at.app.system.query(
        `update webhook_deliveries set status = 'failed', next_attempt_at = null where id = $1`,
        [delivery.id],
      )
      return delivery.id
    },
    token: async () => (await post('/tokens', { name: 'alt' })).id,
  }
  function one(name: Name): Promise<string> {
    const known = made.get(name) ?? recipes[name]()
    made.set(name, known)
    return known
  }
  return {
    one,
    /** What the parents of what is named are too: an example may name any of them. */
    async rename() {
      const statements: string[] = ['begin', 'set local session_replication_role = replica']
      const pairs = await Promise.all(
        [...made].map(async ([name, id]) => `('${await id}'::uuid, '${exampleIds[name]}'::uuid)`),
      )
      for (const { table_name, column_name } of columns)
        statements.push(
          `update ${table_name} t set ${column_name} = m.new from (values ${pairs.join(', ')}) m (old, new)
           where t.organization_id = '${owner.organizationId}' and t.${column_name} = m.old`,
        )
      if (pairs.length) await at.app.system.query([...statements, 'commit'].join(';'))
    },
  }
}

test('every operation that takes a body shows one', () => {
  const bare = operations.filter(
    ({ operation }) =>
      operation.requestBody?.content['application/json']?.example === undefined && operation.requestBody,
  )
  expect(bare.map(({ operation }) => operation.operationId)).toEqual(['uploadFile'])
})

test('every id in a path has an example', () => {
  const bare = operations.filter(({ operation }) =>
    operation.parameters?.some((parameter) => parameter.in === 'path' && !nameOf[parameter.example ?? '']),
  )
  expect(bare.map(({ operation }) => operation.operationId)).toEqual([])
})

describe('the example of', () => {
  const sendable = operations.filter(({ operation }) => operation.operationId !== 'uploadFile')
  test.each(sendable.map((one) => [one.operation.operationId, one] as const))('%s', async (_, one) => {
    const { path, method, operation } = one
    const made = await createOrganization(at.app.system, {
      name: 'Werkstatt',
      email: `o-${crypto.randomUUID()}@kontor.example`,
    })
    const owner = person(at.app, made.organizationId, made.memberId, made.token)
    const body = operation.requestBody?.content['application/json']?.example
    const given = operation.parameters?.filter(({ example }) => example !== undefined) ?? []
    const { one: make, rename } = workshop(owner)
    const mentioned = JSON.stringify([body, given]).match(/0198c0de-[\w-]{27}/g) ?? []
    for (const id of mentioned) await make(nameOf[id] as Name)
    for (const name of beforehand[operation.operationId] ?? []) await make(name)
    await rename()
    const query = given
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, example }) => [name, example ?? ''])
    const headers = given
      .filter((parameter) => parameter.in === 'header')
      .map(({ name, example }) => [name, example ?? ''])
    const address = given
      .filter((parameter) => parameter.in === 'path')
      .reduce((text, { name, example }) => text.replace(`{${name}}`, example ?? ''), path)
    const search = query.length ? `?${new URLSearchParams(query)}` : ''
    const answer = await owner.rest(method, `${address}${search}`, body, Object.fromEntries(headers))
    const promised = Object.keys(operation.responses).find((status) => status.startsWith('2'))
    expect(String(answer.status), JSON.stringify(answer.body)).toBe(promised)
  })
})

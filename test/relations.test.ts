import { beforeAll, describe, expect, test } from 'vitest'
import { generateRestRoutes } from '#core/rest/routes'
import { createSchemas } from '../src/app.ts'
import { house } from './harness/house.ts'

// What a front end follows from one resource to the next, over GraphQL alone.

const at = house()
const ids: Record<string, string> = {}

beforeAll(async () => {
  const post = async (path: string, body: object = {}) => {
    const answer = await at.owner.rest('POST', path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body
  }
  await at.owner.rest('PUT', '/organization', {
    legal_name: 'Kontor GmbH',
    street: 'Hafen 1',
    postal_code: '20457',
    city: 'Hamburg',
    tax_number: '22/123/45678',
    iban: 'DE02120300000000202051',
  })
  const address = { street: 'Weg 1', postal_code: '10115', city: 'Berlin', country: 'DE' }
  ids.client = (await post('/clients', { name: 'Kundin', email: 'kundin@kontor.example', ...address })).id
  const project = await post('/projects', { name: 'Umbau', client_id: ids.client })
  ids.project = project.id
  ids.task = (await post('/tasks', { title: 'Plan', project_id: project.id, column_id: project.columns[0].id })).id
  for (const content of ['eins', 'zwei', 'drei']) await post(`/tasks/${ids.task}/comments`, { content })
  const hour = { task_id: ids.task, started_at: '2026-01-05T09:00:00Z', ended_at: '2026-01-05T10:00:00Z' }
  ids.entry = (await post('/time-entries', { ...hour, hourly_rate_cents: 10_000 })).id
  const billed = { client_id: ids.client, from: '2026-01-01', to: '2026-01-31' }
  ids.invoice = (
    await post('/invoices/from-time-entries', {
      ...billed,
      project_id: project.id,
      issue_date: '2026-02-01',
      due_date: '2026-02-15',
    })
  ).id
  const unbilled = { started_at: '2026-01-06T09:00:00Z', ended_at: '2026-01-06T09:30:00Z' }
  await post('/time-entries', { ...unbilled, task_id: ids.task })
})

const asked = async (who: 'owner' | 'auditor' | 'member', document: string) => {
  const { data, errors } = await at[who].graphql(document)
  expect(errors).toBeUndefined()
  return data
}

describe('from an invoice', () => {
  test('to its project, payments and credit notes', async () => {
    expect((await at.owner.rest('POST', `/invoices/${ids.invoice}/send`, { channel: 'none' })).status).toBe(200)
    const paid = { amount_cents: 100, paid_at: '2026-02-02', method: 'cash' }
    for (const amount_cents of [100, 200])
      expect((await at.owner.rest('POST', `/invoices/${ids.invoice}/payments`, { ...paid, amount_cents })).status).toBe(
        201,
      )
    // A part alone: the time on it stays billed.
    const { line_items } = (await at.owner.rest('GET', `/invoices/${ids.invoice}`)).body
    const part = { ...line_items[0], quantity: 1, unit_price_cents: 100 }
    const note = (await at.owner.rest('POST', `/invoices/${ids.invoice}/credit-note`, { line_items: [part] })).body
    const { invoice } = await asked(
      'owner',
      `{ invoice(id: "${ids.invoice}") { project { name } payments(perPage: 1) { amountCents } creditNotes { id creditedInvoice { id } } } }`,
    )
    expect(invoice).toEqual({
      project: { name: 'Umbau' },
      payments: [{ amountCents: 200 }],
      creditNotes: [{ id: note.id, creditedInvoice: { id: ids.invoice } }],
    })
  })

  test('to its document by a signed URL', async () => {
    const { invoice } = await asked('owner', `{ invoice(id: "${ids.invoice}") { pdfUrl xmlUrl } }`)
    const get = (address: string) => {
      const { pathname, search } = new URL(address)
      return at.app.server.inject({ method: 'GET', url: pathname + search })
    }
    const pdf = await get(invoice.pdfUrl)
    expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const xml = await get(invoice.xmlUrl)
    expect(xml.body).toContain('CrossIndustryInvoice')
    expect((await get(invoice.pdfUrl.replace('/pdf?', '/xml?'))).statusCode).toBe(403)
    expect((await get(invoice.pdfUrl.replace('ticket=', 'ticket=A'))).statusCode).toBe(403)
    expect((await get(invoice.pdfUrl.split('?')[0])).statusCode).toBe(403)
  })

  test('draft has a preview and no XML', async () => {
    const { body } = await at.owner.rest('POST', `/invoices/${ids.invoice}/duplicate`)
    const { invoice } = await asked('owner', `{ invoice(id: "${body.id}") { pdfUrl xmlUrl } }`)
    expect(invoice.xmlUrl).toBeNull()
    const { pathname, search } = new URL(invoice.pdfUrl)
    expect((await at.app.server.inject({ method: 'GET', url: pathname + search })).statusCode).toBe(200)
  })
})

test('from a task to its comments, attachments and time', async () => {
  const { task } = await asked(
    'member',
    `{ task(id: "${ids.task}") { comments(page: 2, perPage: 2) { content } attachments { id } trackedSeconds timeEntries { id } } }`,
  )
  expect(task).toMatchObject({ comments: [{ content: 'drei' }], attachments: [], trackedSeconds: 5400 })
  expect(task.timeEntries).toHaveLength(2)
})

test('from a project to its tracked and billed time', async () => {
  const { project } = await asked('member', `{ project(id: "${ids.project}") { trackedSeconds billedSeconds } }`)
  expect(project).toEqual({ trackedSeconds: 5400, billedSeconds: 3600 })
})

describe('from a time entry', () => {
  const document = () => `{ timeEntry(id: "${ids.entry}") { user { name } client { name } invoice { id } } }`
  test('to member, client and invoice', async () => {
    const { timeEntry } = await asked('owner', document())
    expect(timeEntry).toMatchObject({ client: { name: 'Kundin' }, invoice: { id: ids.invoice } })
    expect(timeEntry.user.name).toBeTruthy()
  })
  test('returns null for relations that the role may not read', async () => {
    expect((await asked('member', document())).timeEntry).toMatchObject({ client: { name: 'Kundin' }, invoice: null })
    const { invoice } = await asked(
      'auditor',
      `{ invoice(id: "${ids.invoice}") { project { id } client { projects { id } } } }`,
    )
    expect(invoice).toEqual({ project: null, client: { projects: null } })
  })
})

test('are not part of REST responses', async () => {
  for (const [path, gone] of [
    [`/invoices/${ids.invoice}`, ['payments', 'project', 'credit_notes', 'pdf_url', 'xml_url']],
    [`/tasks/${ids.task}`, ['comments', 'attachments', 'tracked_seconds', 'time_entries']],
    [`/projects/${ids.project}`, ['tracked_seconds', 'billed_seconds', 'time_entries']],
    [`/time-entries/${ids.entry}`, ['user', 'client', 'invoice']],
  ] as const) {
    const { body } = await at.owner.rest('GET', path)
    for (const name of gone) expect(body, path).not.toHaveProperty(name)
  }
})

test('lists are sorted by an enum in GraphQL, and by a sign in REST', async () => {
  const { data } = await at.owner.graphql('{ tasks(sort: due_date_desc) { total } comments: __typename }')
  expect(data?.tasks.total).toBe(1)
  const { errors } = await at.owner.graphql('query ($sort: TaskSort) { tasks(sort: $sort) { total } }', { sort: 'x' })
  expect(errors?.[0].extensions).toMatchObject({ code: 'validation_failed', status: 422, field: 'sort' })
  expect((await at.owner.rest('GET', '/tasks?sort=-due_date')).status).toBe(200)
  expect((await at.owner.rest('GET', '/tasks?sort=due_date_desc')).body).toMatchObject({ field: 'sort' })
})

/** A window, where a list asks for one. */
const within = ({ table }: { table: readonly { name: string; type: object }[] }) =>
  table.some(({ name, type }) => name === 'from' && String(type) === 'DateTime!')
    ? '&from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z'
    : ''

test('declared sort orders exist', { timeout: 120_000 }, async () => {
  for (const { route } of generateRestRoutes(createSchemas().rest))
    for (const { name, extensions } of route.table) {
      const orders = (extensions.schema as { enum?: string[] } | undefined)?.enum
      if (name !== 'sort' || !orders || route.path.includes('{')) continue
      for (const order of orders) {
        const path = `${route.path}?sort=${order}${within(route)}`
        expect((await at.owner.rest('GET', path)).status, path).toBe(200)
      }
    }
})

describe('refused section', () => {
  test('does not affect the others', async () => {
    const { data, errors } = await at.member.graphql(
      `{ invoices { total } clients { total } client(id: "${ids.task}") { id } runningTimer { id } }`,
    )
    expect(data).toEqual({ invoices: null, clients: { total: 1 }, client: null, runningTimer: null })
    expect(errors?.map(({ path, extensions }) => [path, extensions.code])).toEqual(
      expect.arrayContaining([
        [['invoices'], 'forbidden'],
        [['client'], 'not_found'],
      ]),
    )
    expect(errors).toHaveLength(2)
  })
  test('every root query field is nullable', () => {
    for (const field of Object.values(createSchemas().schema.getQueryType()?.getFields() ?? {}))
      expect(String(field.type), field.name).not.toMatch(/!$/)
  })
})

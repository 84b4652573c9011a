import { beforeAll, describe, expect, test } from 'vitest'
import { house, openHouse, scenario } from '../../../harness/house.ts'

const at = house()
const path = '/invoices/from-time-entries'
const january = { from: '2026-01-01', to: '2026-01-31' }
let client = ''
let project = ''
let task = ''

const post = async (to: string, body: object) => (await at.owner.rest('POST', to, body)).body

/** Worked minutes of a day in January; answers the entry's id. */
const work = async (day: number, minutes: number, values: object = {}) => {
  const started = Date.parse(`2026-01-${String(day).padStart(2, '0')}T09:00:00Z`)
  const span = { started_at: new Date(started), ended_at: new Date(started + minutes * 60_000) }
  return (await post('/time-entries', { task_id: task, ...span, ...values })).id as string
}

const newClient = async (values: object = {}) => {
  client = (await post('/clients', { name: 'Kunde', hourly_rate_cents: 12000, payment_terms_days: 10, ...values })).id
  const made = await post('/projects', { name: 'Relaunch', client_id: client })
  project = made.id
  task = (await post('/tasks', { title: 'Entwurf', project_id: project, column_id: made.columns[0].id })).id
}

beforeAll(() => newClient())

describe('time on an invoice', () => {
  let invoice = ''
  let entry = ''
  test('is one line for each task and rate, and locked', async () => {
    entry = await work(5, 90)
    await work(6, 20)
    await work(7, 60, { hourly_rate_cents: 9000 })
    await work(8, 60, { billable: false })
    await post('/time-entries/start', { task_id: task })
    const { status, body } = await at.accountant.rest('POST', path, { client_id: client, ...january })
    expect(status, JSON.stringify(body)).toBe(201)
    invoice = body.id
    expect(body).toMatchObject({
      status: 'draft',
      client: { id: client },
      service_from: '2026-01-05',
      service_to: '2026-01-07',
    })
    expect(Date.parse(body.due_date) - Date.parse(body.issue_date)).toBe(10 * 86_400_000)
    expect(body.line_items).toMatchObject([
      {
        description: 'Entwurf (Relaunch)\n05.01.2026 – 06.01.2026',
        quantity: 1.8333,
        unit: 'HUR',
        unit_price_cents: 12000,
        tax_rate: 19,
        tax_category: 'S',
      },
      { description: 'Entwurf (Relaunch)\n07.01.2026', quantity: 1, unit_price_cents: 9000 },
    ])
    expect(await at.events()).toEqual(expect.arrayContaining(['invoice.created', 'time_entry.updated']))
    expect((await at.owner.rest('GET', `/time-entries?invoiced=true&project_id=${project}`)).body.total).toBe(3)
  })
  scenario(at, 'is not billed twice', () => ({
    post: path,
    send: { client_id: client, ...january },
    status: 409,
    body: { error: 'invalid_state' },
  }))
  scenario(at, 'is not changed', () => ({
    put: `/time-entries/${entry}`,
    send: { description: 'x' },
    status: 409,
    body: { error: 'invoice_locked' },
  }))
  scenario(at, 'is not deleted', () => ({
    delete: `/time-entries/${entry}`,
    status: 409,
    body: { error: 'invoice_locked' },
  }))
  scenario(at, 'keeps its task', () => ({ delete: `/tasks/${task}`, status: 409, body: { error: 'conflict' } }))
  scenario(at, 'keeps its project', () => ({
    delete: `/projects/${project}`,
    status: 409,
    body: { error: 'conflict' },
  }))
  scenario(at, 'is free again when the draft goes', () => ({
    delete: `/invoices/${invoice}`,
    status: 204,
    events: ['time_entry.updated', 'time_entry.updated', 'time_entry.updated', 'invoice.deleted'],
  }))
  scenario(at, 'is one line for each entry', () => ({
    post: path,
    send: { client_id: client, project_id: project, per: 'entry', from: '2026-01-06', to: '2026-01-06' },
    status: 201,
    body: { project_id: project, line_items: [{ quantity: 0.3333, unit: 'HUR' }] },
    events: ['invoice.created', 'time_entry.updated'],
  }))
})

test('eight that bill at once bill every hour once', async () => {
  await newClient()
  for (let day = 1; day <= 20; day++) await work(day, 60)
  const bill = () => at.owner.rest('POST', path, { client_id: client, ...january, per: 'entry' })
  const answers = await Promise.all(Array.from({ length: 8 }, bill))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
  expect(answers.find(({ status }) => status === 201)?.body.line_items).toHaveLength(20)
})

test('begun units of the client count in full', async () => {
  await newClient({ time_rounding_minutes: 15 })
  await work(5, 61)
  await work(6, 15)
  const { body } = await at.owner.rest('POST', path, { client_id: client, ...january })
  expect(body.line_items).toMatchObject([{ quantity: 1.5 }])
})

describe('what billing would come to', () => {
  const preview = (values: object = {}) =>
    at.accountant.rest('POST', `${path}/preview`, { client_id: client, ...january, ...values })
  test.each(['task', 'entry'])(
    'are the lines and cents of the draft, rounded and by the rate that falls back: %s',
    async (per) => {
      await newClient({ time_rounding_minutes: 15, hourly_rate_cents: null })
      await at.owner.rest('PUT', '/organization', { hourly_rate_cents: 9755 })
      await work(5, 61)
      await work(6, 7)
      await work(7, 20, { hourly_rate_cents: 3333 })
      const shown = await preview({ per })
      expect(shown.status, JSON.stringify(shown.body)).toBe(200)
      expect((await at.owner.rest('GET', `/time-entries?invoiced=true&project_id=${project}`)).body.total).toBe(0)
      const { body } = await at.accountant.rest('POST', path, { client_id: client, ...january, per })
      const { line_items, subtotal_cents, tax_cents, total_cents, tax_breakdown } = body
      expect(shown.body).toMatchObject({ line_items, subtotal_cents, tax_cents, total_cents, tax_breakdown })
      expect(line_items).toHaveLength(per === 'task' ? 2 : 3)
      // 1:15 and 0:15 at 97.55, half an hour at 33.33.
      expect(subtotal_cents).toBe(per === 'task' ? 14633 + 1667 : 12194 + 2439 + 1667)
    },
  )
  test('is refused as billing is: nothing to bill, or no rate', async () => {
    await at.owner.rest('PUT', '/organization', { hourly_rate_cents: null })
    await newClient({ hourly_rate_cents: null })
    expect(await preview()).toMatchObject({ status: 409, body: { error: 'invalid_state' } })
    await work(5, 60)
    expect(await preview()).toMatchObject({ status: 422, body: { field: 'hourly_rate_cents' } })
  })
  test('is for whoever may bill, of the own organization', async () => {
    for (const one of [at.member, at.viewer, at.auditor])
      expect((await one.rest('POST', `${path}/preview`, { client_id: client, ...january })).status).toBe(403)
    const other = await openHouse(at.app)
    const { status, body } = await other.owner.rest('POST', `${path}/preview`, { client_id: client, ...january })
    expect([status, body.field]).toEqual([422, 'client_id'])
  })
})

test('a full credit note frees the time, a partial one does not', async () => {
  await at.owner.rest('PUT', '/organization', {
    legal_name: 'Nord GmbH',
    street: 'Weg 1',
    postal_code: '20095',
    city: 'Hamburg',
    country: 'DE',
    vat_id: 'DE136695976',
  })
  await newClient({ street: 'Weg 2', postal_code: '10115', city: 'Berlin', country: 'DE' })
  const entry = await work(5, 60)
  const { body } = await at.owner.rest('POST', path, { client_id: client, ...january })
  expect((await at.owner.rest('POST', `/invoices/${body.id}/send`, { channel: 'none' })).status).toBe(200)
  const credit = (send?: object) => at.owner.rest('POST', `/invoices/${body.id}/credit-note`, send)
  const [line] = body.line_items
  const part = { description: line.description, quantity: 0.5, unit: 'HUR', unit_price_cents: 12000, tax_rate: 19 }
  expect((await credit({ line_items: [part] })).status).toBe(201)
  expect((await at.owner.rest('GET', `/time-entries/${entry}`)).body.invoice_id).toBe(body.id)
  await at.events()
  expect((await credit()).status).toBe(201)
  expect(await at.events()).toContain('time_entry.updated')
  expect((await at.owner.rest('GET', `/time-entries/${entry}`)).body.invoice_id).toBeNull()
})

test('a draft that gets another client lets the time go', async () => {
  await newClient()
  const entry = await work(5, 60)
  const { body } = await at.owner.rest('POST', path, { client_id: client, ...january })
  const other = (await post('/clients', { name: 'Anderer' })).id
  expect((await at.owner.rest('PUT', `/invoices/${body.id}`, { client_id: other })).status).toBe(200)
  expect((await at.owner.rest('GET', `/time-entries/${entry}`)).body.invoice_id).toBeNull()
})

test('the tax is that of the client’s place', async () => {
  await newClient({ country: 'AT', vat_id: 'ATU13585627' })
  await work(5, 60)
  const { body } = await at.owner.rest('POST', path, { client_id: client, ...january })
  expect(body.line_items).toMatchObject([{ tax_rate: 0, tax_category: 'AE' }])
})

describe('billing time', () => {
  test('without a rate says where one is missing, and bills nothing', async () => {
    await newClient({ hourly_rate_cents: null })
    const entry = await work(5, 60)
    const { status, body } = await at.owner.rest('POST', path, { client_id: client, ...january })
    expect([status, body.field]).toEqual([422, 'hourly_rate_cents'])
    expect(body.message).toContain('Entwurf')
    await at.owner.rest('PUT', `/projects/${project}`, { hourly_rate_cents: 8000 })
    expect((await at.owner.rest('POST', path, { client_id: client, ...january })).status).toBe(201)
    expect((await at.owner.rest('GET', `/time-entries/${entry}`)).body.hourly_rate_cents).toBe(8000)
  })
  for (const [what, send, status, field] of [
    ['a client that is not there', { client_id: '00000000-0000-4000-8000-000000000000' }, 422, 'client_id'],
    ['a period that ends before it begins', { to: '2025-12-31' }, 422, 'to'],
    ['no period', { from: undefined }, 400, 'from'],
    ['neither task nor entry', { per: 'week' }, 422, 'per'],
    ['a tax rate above 100', { tax_rate: 101 }, 422, 'tax_rate'],
  ] as const)
    scenario(at, `for ${what} is refused`, () => ({
      post: path,
      send: { client_id: client, ...january, ...send },
      status,
      body: { field },
    }))
  test('for the project of another client is refused', async () => {
    const of = project
    await newClient()
    const answer = await at.owner.rest('POST', path, { client_id: client, project_id: of, ...january })
    expect([answer.status, answer.body.field]).toEqual([422, 'project_id'])
  })
  test('for a client of another organization is refused', async () => {
    const other = await openHouse(at.app)
    const answer = await other.owner.rest('POST', path, { client_id: client, ...january })
    expect([answer.status, answer.body.field]).toEqual([422, 'client_id'])
  })
  for (const as of ['member', 'viewer', 'auditor'] as const)
    scenario(at, `is refused to the ${as}`, () => ({
      as,
      post: path,
      send: { client_id: client, ...january },
      status: 403,
    }))
  scenario(at, 'needs a token', () => ({
    as: 'nobody',
    post: path,
    send: { client_id: client, ...january },
    status: 401,
  }))
})

import { beforeAll, describe, expect, test } from 'vitest'
import { house } from '../../../harness/house.ts'
import { today } from './firm.ts'

// Credit notes, payments and what they leave behind, at the edges.

const at = house({ today })
const address = { street: 'Weg 1', postal_code: '20095', city: 'Hamburg', country: 'DE' }
const seller = { legal_name: 'Nord GmbH', vat_id: 'DE136695976', small_business: false, ...address }
const line = (unit_price_cents: number, more: object = {}) => ({
  description: 'Leistung',
  quantity: 1,
  unit_price_cents,
  tax_rate: 19,
  ...more,
})
const post = (path: string, body?: object) => at.owner.rest('POST', path, body)
const get = async (path: string) => (await at.owner.rest('GET', path)).body

let client = ''
beforeAll(async () => {
  await at.owner.rest('PUT', '/organization', seller)
  client = (await post('/clients', { name: 'Kunde', ...address })).body.id
})

const draft = async (line_items: object[], more: object = {}) =>
  (
    await post('/invoices', {
      client_id: client,
      issue_date: '2026-01-05',
      due_date: '2026-01-19',
      line_items,
      ...more,
    })
  ).body
const sent = async (line_items: object[], more: object = {}) => {
  const { id } = await draft(line_items, more)
  const { status, body } = await post(`/invoices/${id}/send`, { channel: 'none' })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const pay = (id: string, amount_cents: number, more: object = {}) =>
  post(`/invoices/${id}/payments`, { amount_cents, paid_at: '2026-01-10', method: 'cash', ...more })
const credit = (id: string, line_items?: object[]) => post(`/invoices/${id}/credit-note`, line_items && { line_items })

describe('a credit note', () => {
  test("is taxed as its invoice, not by today's seller and client", async () => {
    const invoice = await sent([line(10000)])
    await at.owner.rest('PUT', '/organization', { small_business: true, legal_name: null, street: null })
    const { status, body } = await credit(invoice.id)
    await at.owner.rest('PUT', '/organization', seller)
    expect([status, body.total_cents], JSON.stringify(body)).toEqual([201, -11900])
    const xml = (await at.owner.rest('GET', `/invoices/${body.id}/xml`)).raw.toString()
    expect(xml).toContain('<ram:Name>Nord GmbH</ram:Name>')
  })
  test('keeps the reverse charge after the client has moved', async () => {
    const abroad = (await post('/clients', { name: 'Paris', ...address, country: 'FR', vat_id: 'FR40303265045' })).body
      .id
    const invoice = await sent([line(10000, { tax_rate: 0 })], { client_id: abroad })
    await at.owner.rest('PUT', `/clients/${abroad}`, { country: 'CH', vat_id: null })
    expect((await credit(invoice.id)).body.tax_breakdown).toMatchObject([{ tax_category: 'AE', net_cents: -10000 }])
  })
  test('of the remainder takes exactly what earlier ones left', async () => {
    const invoice = await sent([line(33, { quantity: 3 }), line(101, { quantity: 0.3333, tax_rate: 7 })])
    const notes = [await credit(invoice.id, [line(33)]), await credit(invoice.id, [line(33)]), await credit(invoice.id)]
    const sum = notes.reduce((total, { body }) => total + body.total_cents, 0)
    expect(sum).toBe(-invoice.total_cents)
  })
  test('is refused for a rate that the invoice does not have', async () => {
    const invoice = await sent([line(10000)])
    const { status, body } = await credit(invoice.id, [line(100, { tax_rate: 7 })])
    expect([status, body.field]).toEqual([422, 'line_items.0.tax_rate'])
  })
  test('accepts a reduction with its own text and a tax of the invoice', async () => {
    const invoice = await sent([line(10000), line(1000, { tax_rate: 7, description: 'Buch', unit: 'HUR' })])
    const reduction = { description: 'Nachlass wegen Mängeln', tax_rate: 7 }
    const { status, body } = await credit(invoice.id, [line(100, { ...reduction, tax_rate: 16 })])
    expect([status, body.field]).toEqual([422, 'line_items.0.tax_rate'])
    const { body: note } = await credit(invoice.id, [
      line(100, reduction),
      line(100, { tax_rate: 7, description: 'Buch' }),
    ])
    expect(note.line_items).toMatchObject([
      { description: 'Nachlass wegen Mängeln', unit: 'C62', tax_rate: 7 },
      { description: 'Buch', unit: 'HUR', tax_rate: 7 },
    ])
  })
  test('of a part of a price uses the unit of the line', async () => {
    const invoice = await sent([line(10000, { quantity: 8, unit: 'HUR' })])
    const { body } = await credit(invoice.id, [line(500, { quantity: 8 })])
    expect(body.line_items).toMatchObject([{ unit: 'HUR', unit_price_cents: 500, quantity: -8 }])
  })
  test('is refused beyond the amount of a rate', async () => {
    const invoice = await sent([line(10000), line(1000, { tax_rate: 7 })])
    const { status, body } = await credit(invoice.id, [line(2000, { tax_rate: 7, description: 'Nachlass' })])
    expect([status, body.field]).toEqual([422, 'line_items'])
  })
  test.each([
    { more: { quantity: 0 }, why: 'nothing' },
    { more: { unit_price_cents: 0 }, why: 'a price of nothing' },
    { more: { quantity: -1 }, why: 'less than nothing' },
  ])('of $why is refused in words of its own', async ({ more }) => {
    const invoice = await sent([line(10000)])
    const { status, body } = await credit(invoice.id, [line(100, more)])
    expect([status, body.field, body.message]).toEqual([
      422,
      'line_items',
      expect.stringContaining('müssen mehr als null ergeben'),
    ])
  })
  test("of a part of a line keeps the line's discount", async () => {
    const invoice = await sent([line(12000, { description: 'Beratung', quantity: 10, discount_percent: 10 })])
    const part = line(12000, { description: 'Beratung', quantity: 5 })
    const { body } = await credit(invoice.id, [part])
    expect([body.subtotal_cents, body.line_items[0].discount_percent]).toEqual([-54000, 10])
    const other = [
      line(10000, { description: 'Nachlass' }),
      line(10000, { description: 'Beratung', discount_percent: 0 }),
    ]
    expect((await credit(invoice.id, other)).body.line_items).toMatchObject([
      { discount_percent: 0 },
      { discount_percent: 0 },
    ])
  })
  test('of a line with two prices uses the discount of its price', async () => {
    const invoice = await sent([line(12000, { discount_percent: 10 }), line(10000)])
    expect((await credit(invoice.id, [line(10000)])).body.subtotal_cents).toBe(-10000)
  })
  test('finds a line by its text, ignoring surrounding spaces and line ends', async () => {
    const invoice = await sent([line(10000, { description: 'Beratung\nvor Ort', unit: 'HUR', discount_percent: 10 })])
    const { body } = await credit(invoice.id, [line(5000, { description: ' Beratung\r\nvor Ort ' })])
    expect(body.line_items).toMatchObject([{ description: 'Beratung\nvor Ort', unit: 'HUR', net_cents: -4500 }])
  })
  test('of an invoice over zero is issued once', async () => {
    const invoice = await sent([line(1000), line(1000, { quantity: -1, description: 'Rabatt' })])
    expect((await credit(invoice.id)).status).toBe(201)
    expect((await get(`/invoices/${invoice.id}`)).status).toBe('cancelled')
    expect((await credit(invoice.id)).status).toBe(409)
  })
  test('refunds the money received, not the cash discount', async () => {
    const invoice = await sent([line(100000)])
    await pay(invoice.id, 116620, { cash_discount_cents: 2380 })
    expect((await credit(invoice.id)).body.refund_due_cents).toBe(116620)
  })
  test('accepts no discount or charges on a refund', async () => {
    const invoice = await sent([line(10000)])
    await pay(invoice.id, 11900)
    const { body: note } = await credit(invoice.id)
    const refused = await pay(note.id, 1, { cash_discount_cents: 11899 })
    expect([refused.status, refused.body.field]).toEqual([422, 'cash_discount_cents'])
  })
})

describe('an invoice', () => {
  test('is not sent with a negative total', async () => {
    const { id } = await draft([line(10000, { quantity: -1 })])
    const { status, body } = await post(`/invoices/${id}/send`, { channel: 'none' })
    expect([status, body.field]).toEqual([422, 'line_items'])
  })
  test('records no event for an unchanged PUT', async () => {
    const { id, version } = await draft([line(10000), line(500, { tax_rate: 7, discount_percent: 10 })])
    await at.events()
    expect((await at.owner.rest('PUT', `/invoices/${id}`, {})).body.version).toBe(version)
    expect(await at.events()).toEqual([])
  })
  test('records overdue once after a partial payment', async () => {
    const { id } = await sent([line(10000)])
    await at.events()
    await pay(id, 100)
    expect(await at.events()).toEqual(['invoice.partially_paid', 'invoice.overdue'])
    const rest = (await pay(id, 11800)).body.id
    expect(await at.events()).toEqual(['invoice.paid'])
    await at.owner.rest('DELETE', `/payments/${rest}`)
    expect((await get(`/invoices/${id}`)).status).toBe('overdue')
    expect(await at.events()).toEqual(['invoice.updated'])
  })
  test('lists only visible fields as changed', async () => {
    const { id } = await sent([line(10000)])
    await credit(id, [line(100)])
    const { events } = await get('/events?names=invoice.updated&per_page=100')
    const { changes, data } = events.at(-1)
    expect(changes).toEqual(['credited_cents', 'open_cents', 'status'])
    for (const field of changes) expect(Object.keys(data)).toContain(field)
  })
  test('counts a version for each credit note', async () => {
    const { id } = await sent([line(10000)])
    await pay(id, 11900)
    const { version } = await get(`/invoices/${id}`)
    await credit(id, [line(1000)])
    expect(await get(`/invoices/${id}`)).toMatchObject({ credited_cents: 1190, version: version + 1, status: 'paid' })
    const { events } = await get('/events?names=invoice.updated&per_page=100')
    expect([events.at(-1).changes, events.at(-1).data.credited_cents]).toEqual([['credited_cents'], 1190])
    const { body: note } = await credit(id)
    expect(await get(`/invoices/${id}`)).toMatchObject({ credited_cents: 11900, status: 'cancelled' })
    expect((await get(`/invoices/${note.id}`)).credited_cents).toBe(0)
  })
})

describe('a payment', () => {
  test('of charges alone does not settle the invoice, and can be reversed', async () => {
    const { id } = await sent([line(10000)], { due_date: '2099-01-01' })
    await at.events()
    const charges = await pay(id, 500, { charges_cents: 500 })
    expect([charges.status, charges.body.warnings]).toEqual([
      201,
      [{ field: 'charges_cents', message: expect.stringContaining('0,00 €') }],
    ])
    expect(await at.events()).toEqual([])
    await pay(id, 11900)
    await credit(id)
    expect((await at.owner.rest('DELETE', `/payments/${charges.body.id}`)).status).toBe(204)
  })
  test('is refused if charges exceed the amount', async () => {
    const { id } = await sent([line(10000)])
    const { status, body } = await pay(id, 100, { charges_cents: 101 })
    expect([status, body.field]).toEqual([422, 'charges_cents'])
  })
  test('is reversed with a reason without NUL characters', async () => {
    const { id } = await sent([line(10000)])
    const payment = (await pay(id, 100)).body.id
    expect((await at.owner.rest('DELETE', `/payments/${payment}?reason=%00x`)).status).toBe(204)
    const { payments } = (await at.owner.rest('GET', `/invoices/${id}/payments`)).body
    expect(payments[0].reversal_reason).toBe('x')
  })
})

describe('a payment that turned into a refund', () => {
  test('can be reversed until the refund is paid', async () => {
    const { id } = await sent([line(10000)])
    const payment = (await pay(id, 11900)).body.id
    const note = (await credit(id)).body
    expect(note.refund_due_cents).toBe(11900)
    expect((await at.owner.rest('DELETE', `/payments/${payment}`)).status).toBe(204)
    expect(await get(`/invoices/${note.id}`)).toMatchObject({ refund_due_cents: 0, status: 'sent' })
    expect(await get(`/invoices/${id}`)).toMatchObject({ status: 'cancelled', paid_cents: 0, open_cents: 0 })
  })
  test('cannot be reversed until a paid refund is reversed', async () => {
    const { id } = await sent([line(10000)])
    const payment = (await pay(id, 11900)).body.id
    const note = (await credit(id)).body
    const refund = (await pay(note.id, 11900)).body.id
    expect((await get(`/invoices/${note.id}`)).refund_due_cents).toBe(0)
    expect((await at.owner.rest('DELETE', `/payments/${payment}`)).body.error).toBe('invalid_state')
    expect((await at.owner.rest('DELETE', `/payments/${refund}`)).status).toBe(204)
    expect((await get(`/invoices/${note.id}`)).refund_due_cents).toBe(11900)
    expect((await at.owner.rest('DELETE', `/payments/${payment}`)).status).toBe(204)
    expect((await get(`/invoices/${note.id}`)).refund_due_cents).toBe(0)
  })
  test('is found by its reference', async () => {
    const { id } = await sent([line(10000)])
    await pay(id, 100, { reference: 'Überweisung 4711' })
    await pay(id, 100)
    expect((await get(`/invoices/${id}/payments?q=4711`)).total).toBe(1)
  })
})

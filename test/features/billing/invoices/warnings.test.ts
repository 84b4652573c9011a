import { beforeAll, describe, expect, test } from 'vitest'
import { house, scenario } from '../../../harness/house.ts'
import { today } from './firm.ts'

const at = house({ today })
const line = { description: 'Beratung', quantity: 1, unit_price_cents: 10000, tax_rate: 19 }
const dates = { issue_date: '2026-01-05', due_date: '2126-01-19' }
const address = { street: 'Ring 2', postal_code: '1010', city: 'Wien', country: 'AT' }
const town = { ...address, kind: 'public', country: 'DE', buyer_reference: '991-01484-64' }

beforeAll(async () => {
  await at.owner.rest('PUT', '/organization', {
    legal_name: 'Kontor GmbH',
    street: 'Weg 1',
    postal_code: '20457',
    city: 'Hamburg',
    tax_number: '22/123/45678',
    vat_id: 'DE136695976',
  })
})

const client = async (changes: object) =>
  (await at.owner.rest('POST', '/clients', { name: 'Wiener Werke AG', ...changes })).body.id as string
const draft = async (client_id: string, changes: object = {}) =>
  at.owner.rest('POST', '/invoices', { client_id, ...dates, line_items: [line], ...changes })

describe('warnings', () => {
  test('are returned by create, get, update and send in the requested language', async () => {
    const austrian = await client({ ...address, vat_id: 'ATU12345678' })
    const created = await draft(austrian)
    const field = 'line_items.0.tax_rate'
    expect(created.body.warnings).toEqual([{ field, message: expect.stringContaining('Steuerschuldnerschaft') }])
    const { id } = created.body
    const english = { 'accept-language': 'en' }
    const got = await at.owner.rest('GET', `/invoices/${id}`, undefined, english)
    expect(got.body.warnings).toEqual([
      { field, message: expect.stringMatching(/^line_items.0.tax_rate .*“Reverse charge”.*\.$/) },
    ])
    const language = (default_language: string) => at.owner.rest('PUT', '/organization', { default_language })
    await language('en')
    expect((await at.owner.rest('GET', `/invoices/${id}`)).body.warnings).toEqual(got.body.warnings)
    expect((await at.owner.rest('POST', '/clients', { name: '' })).body.message).toMatch(/^name must/)
    const { errors } = await at.owner.graphql('mutation { createClient(input: { name: "" }) { id } }')
    expect(errors?.[0]?.message).toMatch(/^name must/)
    await language('de')
    const { data } = await at.owner.graphql(`{ invoice(id: "${id}") { warnings { field } } }`)
    expect(data.invoice.warnings).toEqual([{ field }])
    const put = await at.owner.rest('PUT', `/invoices/${id}`, { line_items: [{ ...line, tax_rate: 0 }] })
    expect(put.body.warnings).toEqual([])
    await at.owner.rest('PUT', `/invoices/${id}`, { line_items: [line] })
    const sent = await at.owner.rest('POST', `/invoices/${id}/send`, { channel: 'none' })
    expect(sent.body).toMatchObject({ status: 'sent', warnings: [{ field }] })
  })

  test('are usually empty', async () => {
    expect((await draft(await client({ country: 'DE' }))).body.warnings).toEqual([])
  })
})

describe('a cash discount', () => {
  const terms = { cash_discount_percent: 2, cash_discount_days: 14 }

  test('causes a warning while it ends after the due date', async () => {
    const { status, body } = await draft(await client({ country: 'DE' }), { ...terms, due_date: '2026-01-18' })
    expect([status, body.warnings]).toEqual([
      201,
      [{ field: 'cash_discount_days', message: expect.stringContaining('nach der Fälligkeit') }],
    ])
    const put = await at.owner.rest('PUT', `/invoices/${body.id}`, { due_date: '2026-01-19' })
    expect([put.status, put.body.warnings]).toEqual([200, []])
  })

  test.each([
    [{ cash_discount_percent: 2 }, 'cash_discount_days'],
    [{ cash_discount_days: 7 }, 'cash_discount_percent'],
    [{ ...terms, cash_discount_percent: 100 }, 'cash_discount_percent'],
  ])('%j is refused, naming %s', async (changes, field) => {
    const { status, body } = await draft(await client({ country: 'DE' }), changes)
    expect([status, body.field]).toEqual([422, field])
  })

  test('needs both or none of its terms', async () => {
    const { id } = (await draft(await client({ country: 'DE' }), terms)).body
    const { status, body } = await at.owner.rest('PUT', `/invoices/${id}`, { cash_discount_days: null })
    expect([status, body.field]).toEqual([422, 'cash_discount_days'])
    const none = { cash_discount_percent: null, cash_discount_days: null }
    expect((await at.owner.rest('PUT', `/invoices/${id}`, none)).body).toMatchObject(none)
  })
})

describe('a unit', () => {
  test.each(['PCE', 'KG', 'STD', '99'])('%s is refused, naming the field', async (unit) => {
    const { status, body } = await draft(await client({}), { line_items: [{ ...line, unit }] })
    expect([status, body.field]).toEqual([422, 'line_items.0.unit'])
  })
})

describe('a German public body', () => {
  scenario(at, 'has a Leitweg-ID with right check digits', {
    post: '/clients',
    send: { ...town, name: 'Bund', buyer_reference: '991-01484-65' },
    status: 422,
    body: { field: 'buyer_reference' },
  })

  test('accepts any reference of an Austrian public body', async () => {
    const { status } = await at.owner.rest('POST', '/clients', {
      ...town,
      name: 'Wien',
      country: 'AT',
      buyer_reference: 'B-7',
    })
    expect(status).toBe(201)
  })

  test('needs no reference of a French public body', async () => {
    const { buyer_reference: _, ...abroad } = { ...town, name: 'Mairie', country: 'FR', city: 'Lyon' }
    const { id } = (await draft(await client(abroad))).body
    const sent = await at.owner.rest('POST', `/invoices/${id}/send`, { channel: 'none' })
    expect([sent.status, sent.body.status]).toEqual([200, 'sent'])
  })

  test('gets an XRechnung; missing fields are named, also for credit notes', async () => {
    const { id } = (await draft(await client(town))).body
    const send = () => at.owner.rest('POST', `/invoices/${id}/send`, { channel: 'none' })
    for (const [field, value] of Object.entries({
      contact_name: 'Anna Petersen',
      phone: '+49 40 123456',
      email: 'rechnung@kontor.example',
      iban: 'DE02120300000000202051',
    })) {
      expect((await send()).body).toMatchObject({ error: 'validation_failed', field: `organization.${field}` })
      await at.owner.rest('PUT', '/organization', { [field]: value })
    }
    expect((await send()).body).toMatchObject({ status: 'sent' })
    const xml = async (invoice: string) => (await at.owner.rest('GET', `/invoices/${invoice}/xml`)).raw.toString()
    expect(await xml(id)).toContain('xrechnung_3.0')
    const note = await at.owner.rest('POST', `/invoices/${id}/credit-note`)
    expect(await xml(note.body.id)).toContain('<ram:TypeCode>97</ram:TypeCode>')
  })
})

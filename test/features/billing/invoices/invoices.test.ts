import { beforeAll, describe, expect, test } from 'vitest'
import { CountInvoicesDocument, CreateInvoiceDocument, SendInvoiceDocument } from '#schema/client/graphql'
import { house, type Person, scenario } from '../../../harness/house.ts'
import { today } from './firm.ts'

const at = house({ today })

const line = { description: 'Beratung', quantity: 10, unit: 'HUR', unit_price_cents: 9750, tax_rate: 19 }
const dates = { issue_date: '2026-01-05', due_date: '2126-01-19' }
let client = ''

/** A client that can be invoiced, and an organization that can invoice. */
beforeAll(async () => {
  await prepareSeller(at.organizationId)
  client = await newClient()
})

async function prepareSeller(organizationId: string, changes = '') {
  await at.app.system.query(
    `update organizations set legal_name = 'Kontor GmbH', street = 'Weg 1', postal_code = '20457', city = 'Hamburg', tax_number = '22/123/45678',
       vat_id = 'DE136695976', iban = 'DE02120300000000202051' ${changes} where id = $1`,
    [organizationId],
  )
}

async function newClient(changes: object = {}): Promise<string> {
  const { body } = await at.owner.rest('POST', '/clients', {
    name: 'Acme GmbH',
    email: `acme-${crypto.randomUUID()}@kontor.example`,
    street: 'Ring 2',
    postal_code: '10115',
    city: 'Berlin',
    country: 'DE',
    ...changes,
  })
  return body.id
}

async function draft(changes: object = {}, by: Person = at.owner) {
  const { status, body } = await by.rest('POST', '/invoices', {
    client_id: client,
    ...dates,
    line_items: [line],
    ...changes,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

async function sent(changes: object = {}) {
  const { id } = await draft(changes)
  const { status, body } = await at.owner.rest('POST', `/invoices/${id}/send`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

describe('a draft', () => {
  scenario(at, 'has sums by the law of rounding, and no number', () => ({
    as: 'accountant',
    post: '/invoices',
    send: {
      client_id: client,
      ...dates,
      line_items: [
        { ...line, quantity: 1 },
        { ...line, quantity: -0.5, description: 'Rabatt' },
      ],
    },
    status: 201,
    body: {
      kind: 'invoice',
      status: 'draft',
      number: null,
      currency: 'EUR',
      client: { id: client, name: 'Acme GmbH' },
      subtotal_cents: 4875,
      tax_cents: 926,
      total_cents: 5801,
      open_cents: 5801,
      tax_breakdown: [{ tax_rate: 19, tax_category: 'S', net_cents: 4875, tax_cents: 926 }],
      pdf_sha256: null,
    },
    events: ['invoice.created'],
  }))
  for (const role of ['member', 'viewer', 'auditor'] as const)
    scenario(at, `is not for a ${role} to make`, () => ({ as: role, post: '/invoices', send: {}, status: 403 }))
  scenario(at, 'is not for a member to see', { as: 'member', get: '/invoices', status: 403 })
  scenario(at, 'is for an auditor to see', { as: 'auditor', get: '/invoices', status: 200 })

  const wrong: [string, object, number, string][] = [
    ['no client', { client_id: undefined }, 400, 'client_id'],
    ['no lines', { line_items: undefined }, 400, 'line_items'],
    ['an empty list of lines', { line_items: [] }, 422, 'line_items'],
    ['a client that does not exist', { client_id: '00000000-0000-4000-8000-000000000000' }, 422, 'client_id'],
    ['a malformed client', { client_id: 'x' }, 422, 'client_id'],
    ['a day that does not exist', { issue_date: '2026-02-30' }, 422, 'issue_date'],
    ['a due date before the issue date', { due_date: '2025-12-31' }, 422, 'due_date'],
    [
      'a service that ends before it begins',
      { service_from: '2026-01-05', service_to: '2026-01-01' },
      422,
      'service_to',
    ],
    [
      'a line without a description',
      { line_items: [{ ...line, description: undefined }] },
      400,
      'line_items.0.description',
    ],
    ['an empty description', { line_items: [line, { ...line, description: '' }] }, 422, 'line_items.1.description'],
    [
      'a character that no font here draws',
      { line_items: [{ ...line, description: 'Fest งาน' }] },
      422,
      'line_items.0.description',
    ],
    ['five decimals of a quantity', { line_items: [{ ...line, quantity: 0.00001 }] }, 422, 'line_items.0.quantity'],
    ['a negative price', { line_items: [{ ...line, unit_price_cents: -1 }] }, 422, 'line_items.0.unit_price_cents'],
    [
      'a price in fractions',
      { line_items: [{ ...line, unit_price_cents: 1.5 }] },
      422,
      'line_items.0.unit_price_cents',
    ],
    ['a price as text', { line_items: [{ ...line, unit_price_cents: '100' }] }, 422, 'line_items.0.unit_price_cents'],
    ['a tax rate above 100', { line_items: [{ ...line, tax_rate: 101 }] }, 422, 'line_items.0.tax_rate'],
    ['no tax where the law provides for it', { line_items: [{ ...line, tax_rate: 0 }] }, 422, 'line_items.0.tax_rate'],
    [
      'an exemption without its reason',
      { line_items: [{ ...line, tax_rate: 0, tax_category: 'E' }] },
      422,
      'line_items.0.tax_exemption_reason',
    ],
    [
      'a category that does not fit its rate',
      { line_items: [{ ...line, tax_category: 'AE' }] },
      422,
      'line_items.0.tax_category',
    ],
    [
      'sums beyond 2^53',
      { line_items: [{ ...line, quantity: 1_000_000_000, unit_price_cents: 9_000_000_000_000_000 }] },
      422,
      'line_items',
    ],
    ['an object for the lines', { line_items: { 0: line } }, 422, 'line_items'],
  ]
  for (const [what, changes, status, field] of wrong)
    scenario(at, `refuses ${what}`, () => ({
      post: '/invoices',
      send: { client_id: client, ...dates, line_items: [line], ...changes },
      status,
      body: { error: 'validation_failed', field },
    }))

  test('changes every field that a draft has', async () => {
    const { id } = (
      await at.owner.rest('POST', '/invoices', { client_id: client, ...dates, line_items: [{ ...line, quantity: 1 }] })
    ).body
    const fields = {
      issue_date: '2026-02-01',
      due_date: '2026-02-20',
      service_from: '2026-01-01',
      service_to: '2026-01-31',
      language: 'en',
      introduction: 'Hello',
      closing: 'Bye',
      cash_discount_percent: 2.5,
      cash_discount_days: 7,
      dunning_blocked: true,
    }
    const changed = await at.owner.rest('PUT', `/invoices/${id}`, fields)
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    expect((await at.owner.rest('GET', `/invoices/${id}`)).body).toMatchObject(fields)
  })
  test('can be changed, and then deleted', async () => {
    const { id } = await draft()
    await at.events()
    const changed = await at.owner.rest('PUT', `/invoices/${id}`, {
      line_items: [{ ...line, quantity: 1 }],
      introduction: 'Hallo',
    })
    expect(changed.body).toMatchObject({ subtotal_cents: 9750, tax_cents: 1853, introduction: 'Hallo', version: 2 })
    expect((await at.owner.rest('DELETE', `/invoices/${id}`)).status).toBe(204)
    expect(await at.events()).toEqual(['invoice.updated', 'invoice.deleted'])
  })
  test('determines the tax category by the client', async () => {
    const austria = await newClient({ name: 'Wien AG', country: 'AT', vat_id: 'ATU12345678' })
    const swiss = await newClient({ name: 'Zürich AG', country: 'CH' })
    const category = async (client_id: string, changes: object) =>
      (await draft({ client_id, line_items: [{ ...line, tax_rate: 0, ...changes }] })).line_items[0]
    expect(await category(austria, {})).toMatchObject({
      tax_category: 'AE',
      tax_exemption_reason: 'Steuerschuldnerschaft des Leistungsempfängers',
    })
    expect((await category(austria, { supply: 'goods' })).tax_category).toBe('K')
    expect((await category(swiss, {})).tax_category).toBe('O')
    expect((await category(swiss, { supply: 'goods' })).tax_category).toBe('G')
  })
  test('has a watermarked PDF and no XML', async () => {
    const { id } = await draft()
    const pdf = await at.owner.rest('GET', `/invoices/${id}/pdf`)
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect(pdf.raw.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.raw.includes('factur-x.xml')).toBe(false)
    expect((await at.owner.rest('GET', `/invoices/${id}/xml`)).body.error).toBe('invalid_state')
  })
  test('prevents the deletion of its client', async () => {
    const client_id = await newClient()
    await draft({ client_id })
    const refused = await at.owner.rest('DELETE', `/clients/${client_id}`)
    expect([refused.status, refused.body.error]).toEqual([409, 'client_in_use'])
  })
})

describe('sending', () => {
  test('numbers, locks, archives and records an event', async () => {
    const { id } = await draft()
    await at.events()
    const { body } = await at.owner.rest('POST', `/invoices/${id}/send`)
    expect(body).toMatchObject({
      status: 'sent',
      number: expect.stringMatching(/^RE-2026-\d{4}$/),
      service_from: '2026-01-05',
      sent_at: expect.any(String),
    })
    expect(await at.events()).toEqual(['invoice.sent'])
    const pdf = await at.owner.rest('GET', `/invoices/${id}/pdf`)
    const { createHash } = await import('node:crypto')
    expect(createHash('sha256').update(pdf.raw).digest('hex')).toBe(body.pdf_sha256)
    const xml = (await at.owner.rest('GET', `/invoices/${id}/xml`)).raw.toString()
    expect(xml).toContain(`<ram:ID>${body.number}</ram:ID>`)
    expect(xml).toContain('<ram:GrandTotalAmount>1160.25</ram:GrandTotalAmount>')
  })
  test('keeps a sent invoice unchanged when its client changes', async () => {
    const client_id = await newClient({ name: 'Alter Name' })
    const { id } = await sent({ client_id })
    const before = (await at.owner.rest('GET', `/invoices/${id}/pdf`)).raw
    await at.owner.rest('PUT', `/clients/${client_id}`, { name: 'Neuer Name', street: 'Anderswo 9' })
    expect((await at.owner.rest('GET', `/invoices/${id}/pdf`)).raw.equals(before)).toBe(true)
    for (const [method, send] of [
      ['PUT', { closing: 'x' }],
      ['DELETE', undefined],
    ] as const) {
      const refused = await at.owner.rest(method, `/invoices/${id}`, send)
      expect([refused.status, refused.body.error]).toEqual([409, 'invoice_locked'])
    }
  })
  test('returns 409 for the second send, also concurrently', async () => {
    const { id } = await draft()
    const answers = await Promise.all(Array.from({ length: 4 }, () => at.owner.rest('POST', `/invoices/${id}/send`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.error).toBe('invalid_state')
  })
  const lacking: [string, object, string][] = [
    ['street', { street: null }, 'client.street'],
    ['city', { city: null }, 'client.city'],
    ['country', { country: null }, 'client.country'],
    ['email address', { email: null }, 'client.email'],
    ['Leitweg-ID of a public body', { kind: 'public' }, 'client.buyer_reference'],
  ]
  for (const [what, changes, field] of lacking)
    test(`needs the client’s ${what}, and names it`, async () => {
      const { id } = await draft({ client_id: await newClient(changes) })
      const refused = await at.owner.rest('POST', `/invoices/${id}/send`)
      expect([refused.status, refused.body.field]).toEqual([422, field])
      expect((await at.owner.rest('GET', `/invoices/${id}`)).body).toMatchObject({ status: 'draft', number: null })
    })
  test('returns 422 for lines outside the scope of VAT beside others', async () => {
    const client_id = await newClient({ country: 'CH' })
    const { id } = await draft({ client_id, line_items: [{ ...line, tax_rate: 0 }, line] })
    const refused = await at.owner.rest('POST', `/invoices/${id}/send`)
    expect([refused.status, refused.body.field]).toEqual([422, 'line_items'])
  })
  test("taxes by the client's data on the day of sending, not of the draft", async () => {
    const client_id = await newClient({ country: 'AT', vat_id: 'ATU12345678' })
    const { id, line_items } = await draft({ client_id, line_items: [{ ...line, tax_rate: 0 }] })
    await at.owner.rest('PUT', `/clients/${client_id}`, { country: 'CH', vat_id: null })
    const { body } = await at.owner.rest('POST', `/invoices/${id}/send`)
    expect([line_items[0].tax_category, body.line_items[0].tax_category]).toEqual(['AE', 'O'])
  })
  test('needs no VAT ID under domestic reverse charge, and warns of a missing identifier', async () => {
    const lines = { line_items: [{ ...line, tax_rate: 0, tax_category: 'AE' }] }
    const identified = await draft({ client_id: await newClient({ registration_number: 'HRB 4711' }), ...lines })
    expect(identified.warnings).toEqual([])
    const { status, body } = await at.owner.rest('POST', `/invoices/${identified.id}/send`, { channel: 'none' })
    expect([status, body.line_items[0].tax_exemption_reason]).toEqual([
      200,
      'Steuerschuldnerschaft des Leistungsempfängers',
    ])
    const xml = await at.owner.rest('GET', `/invoices/${identified.id}/xml`)
    expect(String(xml.raw)).toMatch(/<ram:SpecifiedLegalOrganization>\s*<ram:ID>HRB 4711</)
    const nameless = await draft({ client_id: await newClient(), ...lines })
    expect(nameless.warnings).toMatchObject([{ field: 'client.registration_number' }])
    expect((await at.owner.rest('POST', `/invoices/${nameless.id}/send`, { channel: 'none' })).status).toBe(200)
    const abroad = await draft({ client_id: await newClient({ country: 'AT' }), ...lines })
    const refused = await at.owner.rest('POST', `/invoices/${abroad.id}/send`, { channel: 'none' })
    expect([refused.status, refused.body.field]).toEqual([422, 'client.vat_id'])
  })
  test('needs no address without mail', async () => {
    const { id } = await draft({ client_id: await newClient({ email: null }) })
    expect((await at.owner.rest('POST', `/invoices/${id}/send`, { channel: 'none' })).status).toBe(200)
  })
  test('returns 422 before the issue date', async () => {
    const { id } = await draft({ issue_date: '2100-01-01' })
    const refused = await at.owner.rest('POST', `/invoices/${id}/send`)
    expect([refused.status, refused.body.field]).toEqual([422, 'issue_date'])
  })
  test('returns 403 for a role without permission', async () => {
    const { id } = await draft()
    for (const role of ['member', 'viewer', 'auditor'] as const)
      expect((await at[role].rest('POST', `/invoices/${id}/send`)).status).toBe(403)
  })
})

describe('payments', () => {
  const pay = (id: string, amount_cents: number, changes: object = {}) =>
    at.owner.rest('POST', `/invoices/${id}/payments`, {
      amount_cents,
      paid_at: '2026-01-10',
      method: 'bank_transfer',
      ...changes,
    })

  test('settles an invoice in parts', async () => {
    const { id, total_cents } = await sent()
    await at.events()
    const first = await pay(id, 1000)
    expect([first.status, first.body]).toEqual([
      201,
      expect.objectContaining({ amount_cents: 1000, invoice_id: id, method: 'bank_transfer', reversed_at: null }),
    ])
    expect((await at.owner.rest('GET', `/invoices/${id}`)).body).toMatchObject({
      status: 'partially_paid',
      paid_cents: 1000,
      open_cents: total_cents - 1000,
    })
    await pay(id, total_cents - 1000)
    expect((await at.owner.rest('GET', `/invoices/${id}`)).body).toMatchObject({ status: 'paid', open_cents: 0 })
    expect(await at.events()).toEqual(['invoice.partially_paid', 'invoice.paid'])
    expect((await at.owner.rest('GET', `/invoices/${id}/payments`)).body).toMatchObject({
      total: 2,
      payments: [{ amount_cents: total_cents - 1000 }, { amount_cents: 1000 }],
    })
  })
  test('counts a cash discount as paid', async () => {
    const { id, total_cents } = await sent()
    await pay(id, total_cents - 2000, { cash_discount_cents: 2000 })
    expect((await at.owner.rest('GET', `/invoices/${id}`)).body.status).toBe('paid')
  })
  test('adds charges to the open amount', async () => {
    const { id, total_cents } = await sent()
    expect((await pay(id, total_cents + 500, { charges_cents: 500 })).status).toBe(201)
    expect((await at.owner.rest('GET', `/invoices/${id}`)).body).toMatchObject({ status: 'paid', open_cents: 0 })
  })
  const wrong: [string, object, number, string][] = [
    ['nothing', { amount_cents: 0 }, 422, 'amount_cents'],
    ['a negative amount', { amount_cents: -5 }, 422, 'amount_cents'],
    ['more than is open', { amount_cents: 10_000_000 }, 422, 'amount_cents'],
    ['an unknown method', { method: 'barter' }, 422, 'method'],
    ['no day', { paid_at: undefined }, 400, 'paid_at'],
    ['a day that does not exist', { paid_at: '2026-13-01' }, 422, 'paid_at'],
  ]
  for (const [what, changes, status, field] of wrong)
    test(`refuse ${what}`, async () => {
      const { id } = await sent()
      const refused = await pay(id, 100, changes)
      expect([refused.status, refused.body.field]).toEqual([status, field])
    })
  test('returns 409 for a draft', async () => {
    const { id } = await draft()
    expect((await pay(id, 100)).body.error).toBe('invalid_state')
  })
  test('never takes more than is open, also concurrently', async () => {
    const { id, total_cents } = await sent()
    const answers = await Promise.all(Array.from({ length: 5 }, () => pay(id, total_cents)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422])
  })
  test('keeps a reversed payment with member and reason', async () => {
    const { id, total_cents } = await sent()
    const { body: payment } = await pay(id, total_cents)
    await at.events()
    expect((await at.owner.rest('DELETE', `/payments/${payment.id}?reason=Falsches%20Konto`)).status).toBe(204)
    expect(await at.events()).toEqual(['invoice.updated'])
    expect((await at.owner.rest('GET', `/invoices/${id}`)).body).toMatchObject({
      status: 'sent',
      paid_cents: 0,
      open_cents: total_cents,
    })
    expect((await at.owner.rest('GET', `/invoices/${id}/payments`)).body.payments[0]).toMatchObject({
      reversed_at: expect.any(String),
      reversed_by: at.owner.id,
      reversal_reason: 'Falsches Konto',
    })
    expect((await at.owner.rest('DELETE', `/payments/${payment.id}`)).body.error).toBe('invalid_state')
  })
})

describe('credit notes', () => {
  test('negates, numbers and cancels the invoice', async () => {
    const invoice = await sent()
    await at.events()
    const { status, body } = await at.owner.rest('POST', `/invoices/${invoice.id}/credit-note`)
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({
      kind: 'credit_note',
      status: 'sent',
      number: expect.stringMatching(/^GS-\d{4}-\d{4}$/),
      credited_invoice_id: invoice.id,
      subtotal_cents: -invoice.subtotal_cents,
      tax_cents: -invoice.tax_cents,
      total_cents: -invoice.total_cents,
      line_items: [{ quantity: -10, unit_price_cents: 9750 }],
      refund_due_cents: 0,
    })
    expect(body.open_cents + 0).toBe(0)
    expect(await at.events()).toEqual(['invoice.created', 'invoice.sent', 'invoice.updated'])
    expect((await at.owner.rest('GET', `/invoices/${invoice.id}`)).body).toMatchObject({
      status: 'cancelled',
      open_cents: 0,
    })
    const xml = (await at.owner.rest('GET', `/invoices/${body.id}/xml`)).raw.toString()
    expect(xml).toContain('<ram:TypeCode>381</ram:TypeCode>')
    expect(xml).toContain(`<ram:IssuerAssignedID>${invoice.number}</ram:IssuerAssignedID>`)
    expect((await at.owner.rest('POST', `/invoices/${invoice.id}/credit-note`)).body.error).toBe('invalid_state')
  })
  test('credits parts and then the rest to the cent', async () => {
    const invoice = await sent({
      line_items: [
        { ...line, quantity: 3, unit_price_cents: 333 },
        { ...line, quantity: 1, unit_price_cents: 77, tax_rate: 7 },
      ],
    })
    const part = await at.owner.rest('POST', `/invoices/${invoice.id}/credit-note`, {
      line_items: [{ ...line, quantity: 1, unit_price_cents: 333 }],
      reason: 'Ein Stück fehlte',
    })
    expect(part.body).toMatchObject({ subtotal_cents: -333, introduction: 'Ein Stück fehlte' })
    const rest = await at.owner.rest('POST', `/invoices/${invoice.id}/credit-note`)
    expect(rest.body.subtotal_cents).toBe(-(invoice.subtotal_cents - 333))
    expect((await at.owner.rest('GET', `/invoices/${invoice.id}`)).body).toMatchObject({
      status: 'cancelled',
      open_cents: 0,
    })
  })
  test('turns payments into a refund', async () => {
    const invoice = await sent()
    await at.owner.rest('POST', `/invoices/${invoice.id}/payments`, {
      amount_cents: invoice.total_cents,
      paid_at: '2026-01-10',
      method: 'cash',
    })
    const { body: note } = await at.owner.rest('POST', `/invoices/${invoice.id}/credit-note`)
    expect(note).toMatchObject({
      status: 'sent',
      refund_due_cents: invoice.total_cents,
      open_cents: -invoice.total_cents,
    })
    const tooMuch = await at.owner.rest('POST', `/invoices/${note.id}/payments`, {
      amount_cents: invoice.total_cents + 1,
      paid_at: '2026-01-11',
      method: 'cash',
    })
    expect(tooMuch.status).toBe(422)
    await at.owner.rest('POST', `/invoices/${note.id}/payments`, {
      amount_cents: invoice.total_cents,
      paid_at: '2026-01-11',
      method: 'cash',
    })
    expect((await at.owner.rest('GET', `/invoices/${note.id}`)).body).toMatchObject({
      status: 'paid',
      refund_due_cents: 0,
    })
  })
  test('rejects drafts, credit notes and amounts beyond the invoice', async () => {
    const { id } = await draft()
    expect((await at.owner.rest('POST', `/invoices/${id}/credit-note`)).body.error).toBe('invalid_state')
    const invoice = await sent()
    const tooMuch = await at.owner.rest('POST', `/invoices/${invoice.id}/credit-note`, {
      line_items: [{ ...line, quantity: 11 }],
    })
    expect([tooMuch.status, tooMuch.body.field]).toEqual([422, 'line_items'])
    const { body: note } = await at.owner.rest('POST', `/invoices/${invoice.id}/credit-note`)
    expect((await at.owner.rest('POST', `/invoices/${note.id}/credit-note`)).body.error).toBe('invalid_state')
  })
})

describe('lists', () => {
  test('filters and sums', async () => {
    const client_id = await newClient({ name: 'Summen AG' })
    const { total_cents } = await sent({ client_id })
    await draft({ client_id })
    const list = async (query: string) => (await at.owner.rest('GET', `/invoices?client_id=${client_id}&${query}`)).body
    expect(await list('')).toMatchObject({ total: 2, sum_total_cents: 2 * total_cents })
    expect(await list('status=sent,paid')).toMatchObject({ total: 1, sum_open_cents: total_cents })
    expect((await list('kind=credit_note')).total).toBe(0)
    expect((await list('from=2026-01-06')).total).toBe(0)
    expect((await list('from=2026-01-05&to=2026-01-05')).total).toBe(2)
    expect((await list('q=summen')).total).toBe(2)
    expect((await at.owner.rest('GET', `/clients/${client_id}`)).body).toMatchObject({
      open_cents: total_cents,
      invoices: [{ status: 'draft' }, { status: 'sent', total_cents }],
    })
  })
  scenario(at, 'refuse an unknown status', { get: '/invoices?status=lost', status: 422, body: { field: 'status' } })
  scenario(at, 'are empty for a client that does not exist', {
    get: '/invoices?client_id=00000000-0000-4000-8000-000000000000',
    status: 200,
    body: { invoices: [], total: 0, sum_total_cents: 0 },
  })
  test('duplicates a sent invoice as a draft', async () => {
    const invoice = await sent()
    const { status, body } = await at.owner.rest('POST', `/invoices/${invoice.id}/duplicate`)
    expect([status, body.status, body.number, body.total_cents]).toEqual([201, 'draft', null, invoice.total_cents])
  })
})

describe('invoices over GraphQL', () => {
  test('creates, sends and counts as over REST', async () => {
    const clientId = await newClient()
    const { data } = await at.owner.graphql(CreateInvoiceDocument, {
      input: {
        clientId,
        issueDate: dates.issue_date,
        dueDate: dates.due_date,
        lineItems: [{ description: 'Beratung', quantity: 10, unit: 'HUR', unitPriceCents: 9750, taxRate: 19 }],
      },
    })
    expect(data?.createInvoice).toMatchObject({
      status: 'draft',
      number: null,
      totalCents: 116025,
      taxBreakdown: [{ taxRate: 19, taxCents: 18525 }],
    })
    const id = data?.createInvoice.id ?? ''
    expect((await at.member.graphql(SendInvoiceDocument, { id })).errors?.[0].extensions.code).toBe('forbidden')
    const { data: sending } = await at.owner.graphql(SendInvoiceDocument, { id })
    expect(sending?.sendInvoice).toMatchObject({
      status: 'sent',
      number: expect.stringMatching(/^RE-/),
      client: { name: 'Acme GmbH' },
    })
    const { errors } = await at.owner.graphql(SendInvoiceDocument, { id })
    expect(errors?.[0].extensions).toEqual({ code: 'invalid_state', status: 409 })
    const { data: counted } = await at.owner.graphql(CountInvoicesDocument, { clientId })
    expect(counted?.invoices).toEqual({ total: 1, sumOpenCents: 116025 })
  })
})

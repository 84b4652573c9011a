import { beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#core/time/clock'
import { house } from '../../../harness/house.ts'
import { firm, line, today } from './firm.ts'

// More than is open becomes the client's credit where that is asked for: it is used, given back, or goes with its payment.

const at = house({ today })
const { open, client, send, pay, credit, get, done, call } = firm(at)
const kept = { overpayment: 'credit' }
const byCredit = { method: 'client_credit' }
const creditOf = async (id: string) => (await get(`/clients/${id}`)).credit_cents
const refund = (id: string, amount_cents: number, more: object = {}) =>
  call('POST', `/clients/${id}/refunds`, { amount_cents, paid_at: '2026-01-12', method: 'bank_transfer', ...more })

beforeAll(() => open())

describe('an overpayment', () => {
  test('is refused unless it is to become credit', async () => {
    const buyer = await client()
    const invoice = await send(buyer, [line(10000)])
    const refused = await pay(invoice.id, 12000)
    expect([refused.status, refused.body.field]).toEqual([422, 'amount_cents'])
    await at.events()
    const { status, body } = await pay(invoice.id, 12000, kept)
    expect([status, body.amount_cents, body.credit_cents]).toEqual([201, 12000, 100])
    expect(await at.events()).toEqual(['invoice.paid'])
    expect(await get(`/invoices/${invoice.id}`)).toMatchObject({ status: 'paid', paid_cents: 11900, open_cents: 0 })
    expect(await creditOf(buyer)).toBe(100)
  })
  test('may be the whole amount of a payment', async () => {
    const buyer = await client()
    const { id } = await send(buyer, [line(10000)])
    await pay(id, 11900)
    await at.events()
    expect((await pay(id, 11900, kept)).body.credit_cents).toBe(11900)
    expect(await at.events()).toEqual([])
    expect(await creditOf(buyer)).toBe(11900)
  })
  test('is no revenue before it is used', async () => {
    const buyer = await client()
    const { id } = await send(buyer, [line(1000)])
    const paid = async () =>
      (await get('/reports/revenue?from=2026-01-10&to=2026-01-13&group_by=client')).rows.find(
        (row: { id: string }) => row.id === buyer,
      ).paid_cents
    await pay(id, 2000, kept)
    expect(await paid()).toBe(1190)
    await pay((await send(buyer, [line(500)])).id, 595, byCredit)
    expect(await paid()).toBe(1785)
  })
  test('cannot become credit on a refund', async () => {
    const { id } = await send(await client(), [line(1000)])
    await pay(id, 1190)
    const note = (await credit(id)).body
    expect((await pay(note.id, 1191, kept)).body.field).toBe('amount_cents')
    expect((await pay(note.id, 1190, byCredit)).body.field).toBe('method')
  })
})

describe("a client's credit", () => {
  test('pays the next invoice up to its amount', async () => {
    const buyer = await client()
    await pay((await send(buyer, [line(1000)])).id, 2190, kept)
    const next = await send(buyer, [line(1000)])
    const refused = await pay(next.id, 1001, byCredit)
    expect([refused.status, refused.body.field]).toEqual([422, 'amount_cents'])
    expect((await pay(next.id, 1000, byCredit)).status).toBe(201)
    expect(await get(`/invoices/${next.id}`)).toMatchObject({ paid_cents: 1000, open_cents: 190 })
    expect(await creditOf(buyer)).toBe(0)
  })
  test("is not another client's", async () => {
    const [one, other] = [await client(), await client()]
    await pay((await send(one, [line(1000)])).id, 2190, kept)
    expect((await pay((await send(other, [line(1000)])).id, 1, byCredit)).status).toBe(422)
  })
  test('is refunded', async () => {
    const buyer = await client()
    await pay((await send(buyer, [line(1000)])).id, 2190, kept)
    expect((await refund(buyer, 1001)).body.field).toBe('amount_cents')
    expect((await refund(buyer, 1, byCredit)).body.field).toBe('method')
    expect((await refund(buyer, 1, { paid_at: '2199-01-01' })).body.field).toBe('paid_at')
    const { status, body } = await refund(buyer, 1000, { reference: 'Erstattung 7' })
    expect([status, body.client_id, body.amount_cents]).toEqual([201, buyer, 1000])
    expect(await creditOf(buyer)).toBe(0)
    expect(await get(`/clients/${buyer}/refunds?q=erstattung`)).toMatchObject({ refunds: [{ id: body.id }], total: 1 })
    expect((await call('DELETE', `/clients/${buyer}`)).body.error).toBe('client_in_use')
  })
  test('is neither used nor refunded before the day it arose', async () => {
    const buyer = await client()
    const first = await send(buyer, [line(1000)])
    await pay(first.id, 2190, { ...kept, paid_at: '2026-01-10' })
    const next = await send(buyer, [line(2000)])
    for (const answer of [
      await pay(next.id, 400, { ...byCredit, paid_at: '2026-01-09' }),
      await refund(buyer, 400, { paid_at: '2026-01-09' }),
    ])
      expect([answer.status, answer.body.field]).toEqual([422, 'paid_at'])
    expect((await pay(next.id, 400, { ...byCredit, paid_at: '2026-01-10' })).status).toBe(201)
    // What came later does not stand for what is used up.
    await pay(first.id, 1000, { ...kept, paid_at: '2026-02-10' })
    expect((await refund(buyer, 601, { paid_at: '2026-02-09' })).body.field).toBe('paid_at')
    expect((await refund(buyer, 1601, { paid_at: '2026-02-09' })).body.field).toBe('amount_cents')
    expect((await refund(buyer, 600, { paid_at: '2026-02-09' })).status).toBe(201)
    expect((await refund(buyer, 1, { paid_at: '2026-02-09' })).body.field).toBe('paid_at')
    expect((await refund(buyer, 1000, { paid_at: '2026-02-10' })).status).toBe(201)
    expect(await creditOf(buyer)).toBe(0)
  })
  test('of a reversed payment counts as used by earlier uses', async () => {
    const buyer = await client()
    const { id } = await send(buyer, [line(1000)])
    const over = (await pay(id, 2190, { ...kept, paid_at: '2026-01-10' })).body.id
    await refund(buyer, 1000, { paid_at: '2026-01-12' })
    const later = (await pay(id, 1000, { ...kept, paid_at: '2026-02-10' })).body.id
    expect((await call('DELETE', `/payments/${over}`)).body.error).toBe('invalid_state')
    expect((await call('DELETE', `/payments/${later}`)).status).toBe(204)
  })
  test('is reversed with its payment while unused, and prevents the reversal once used', async () => {
    const buyer = await client()
    const { id } = await send(buyer, [line(1000)])
    const over = (await pay(id, 2190, kept)).body.id
    const next = await send(buyer, [line(1000)])
    const use = (await pay(next.id, 400, byCredit)).body.id
    expect((await call('DELETE', `/payments/${over}`)).body.error).toBe('invalid_state')
    expect((await call('DELETE', `/payments/${use}`)).status).toBe(204)
    expect(await creditOf(buyer)).toBe(1000)
    expect((await call('DELETE', `/payments/${over}`)).status).toBe(204)
    expect(await creditOf(buyer)).toBe(0)
    expect((await get(`/invoices/${id}`)).open_cents).toBe(1190)
  })
  test('is used once by concurrent payments', async () => {
    const buyer = await client()
    await pay((await send(buyer, [line(1000)])).id, 2190, kept)
    const invoices = await Promise.all([1, 2, 3].map(() => send(buyer, [line(1000)])))
    const answers = await Promise.all([
      ...invoices.map(({ id }) => pay(id, 600, byCredit)),
      refund(buyer, 600),
      refund(buyer, 600),
    ])
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await creditOf(buyer)).toBe(400)
  })
  test('is used once by two fields of one mutation', async () => {
    const buyer = await client()
    await pay((await send(buyer, [line(1000)])).id, 2190, kept)
    const { id } = await send(buyer, [line(2000)])
    const use = `recordPayment(id: "${id}", input: {amountCents: 600, paidAt: "2026-01-12", method: client_credit}) { id }`
    const { data, errors } = await at.owner.graphql(`mutation { a: ${use} b: ${use} }`)
    expect([data, errors?.[0].extensions.field]).toEqual([null, 'amountCents'])
    expect(await creditOf(buyer)).toBe(1000)
  })
  test('is visible to roles that may read invoices', async () => {
    const buyer = await client()
    await pay((await send(buyer, [line(1000)])).id, 2190, kept)
    expect((await at.member.rest('GET', `/clients/${buyer}`)).body.credit_cents).toBeNull()
    expect((await at.auditor.rest('GET', `/clients/${buyer}`)).body.credit_cents).toBe(1000)
    const asked = { amount_cents: 1, paid_at: '2026-01-01', method: 'cash' }
    for (const who of [at.auditor, at.member, at.viewer])
      expect((await who.rest('POST', `/clients/${buyer}/refunds`, asked)).status).toBe(403)
    expect((await at.member.rest('GET', `/clients/${buyer}/refunds`)).status).toBe(403)
  })
})

describe('a payment', () => {
  test('is refused for future days and more than a year before the invoice', async () => {
    const { id } = await send(await client(), [line(1000)])
    for (const paid_at of [addDays(today, 1), '2025-01-04', '1950-01-01']) {
      const { status, body } = await pay(id, 1, { paid_at })
      expect([paid_at, status, body.field]).toEqual([paid_at, 422, 'paid_at'])
    }
    expect((await pay(id, 1, { paid_at: '2025-01-05' })).status).toBe(201)
  })
})

describe('an invoice that is sent', () => {
  test('keeps its document, and can change fields that are not on it', async () => {
    const buyer = await client()
    const project = await done('POST', '/projects', { name: 'Neubau', client_id: buyer })
    const { id, pdf_sha256 } = await send(buyer, [line(1000)])
    await at.events()
    const { status, body } = await call('PUT', `/invoices/${id}`, { dunning_blocked: true, project_id: project.id })
    expect([status, body]).toMatchObject([200, { dunning_blocked: true, project_id: project.id, pdf_sha256 }])
    expect(await at.events()).toEqual(['invoice.updated'])
    const locked = await call('PUT', `/invoices/${id}`, { dunning_blocked: false, closing: 'Danke' })
    expect([locked.status, locked.body.error]).toEqual([409, 'invoice_locked'])
    const foreign = await call('PUT', `/invoices/${id}`, { project_id: '00000000-0000-4000-8000-000000000000' })
    expect([foreign.status, foreign.body.field]).toEqual([422, 'project_id'])
    expect((await get(`/invoices/${id}`)).dunning_blocked).toBe(true)
  })
  test('is paid at once over zero, and its mail requests no payment', async () => {
    const buyer = await client({ email: `null-${at.organizationId}@kontor.example` })
    const { id } = await firm(at).draft(buyer, [line(1000), line(1000, 19, { quantity: -1 })])
    await at.events()
    expect(await done('POST', `/invoices/${id}/send`)).toMatchObject({ status: 'paid', open_cents: 0 })
    expect(await at.events()).toEqual(['invoice.sent', 'invoice.paid'])
    const { rows } = await at.app.system.query('select body_text as text from mails where subject_id = $1', [id])
    expect(rows[0].text).toContain('Es ist nichts zu zahlen.')
    expect(rows[0].text).not.toMatch(/überweisen/)
  })
})

describe('the sums of the list', () => {
  test('equal open amounts and refunds due of the receivables report', async () => {
    const buyer = await client()
    await firm(at).draft(buyer, [line(77700)])
    const paid = await send(buyer, [line(1000)])
    await pay(paid.id, 1190)
    await credit(paid.id)
    await pay((await send(buyer, [line(2000)])).id, 380)
    const sums = await get(`/invoices?client_id=${buyer}`)
    expect(sums).toMatchObject({ sum_open_cents: 2000, sum_refund_due_cents: 1190 })
    const all = await get('/invoices?per_page=1')
    const { totals, rows } = await get('/reports/receivables')
    expect([all.sum_open_cents, all.sum_refund_due_cents]).toEqual([totals.open_cents, totals.refund_due_cents])
    expect(rows.find(({ id }: { id: string }) => id === buyer)).toMatchObject({
      open_cents: 2000,
      refund_due_cents: 1190,
    })
    expect((await get(`/clients/${buyer}`)).open_cents).toBe(2000)
  })
})

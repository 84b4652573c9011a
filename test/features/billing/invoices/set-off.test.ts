import { beforeEach, describe, expect, test } from 'vitest'
import { type House, house, openHouse } from '../../../harness/house.ts'
import { unzip } from '../../../harness/unzip.ts'
import { bookingsOf } from '../accounting/extf-reader.ts'
import { firm, line, today } from './firm.ts'

// A credit note whose refund settles another invoice of the same client, as a payment of both.

const at = house({ today })
let own: House
let the: ReturnType<typeof firm>
let client = ''
let note: { id: string; number: string }
let invoice: { id: string; number: string }

const setOff = (id: string, amount_cents: number, more: object = {}) =>
  the.pay(id, amount_cents, { method: 'credit_note', credit_note_id: note.id, paid_at: today, ...more })

const read = (id: string) => the.get(`/invoices/${id}`)

beforeEach(async () => {
  own = await openHouse(at.app)
  the = firm(own)
  await the.open()
  client = await the.client()
  const earlier = await the.send(client, [line(10_000)])
  await the.pay(earlier.id, 11_900)
  note = (await the.credit(earlier.id)).body
  invoice = await the.send(client, [line(20_000)])
})

test('settles both documents, and is reversed on both', async () => {
  const { status, body } = await setOff(invoice.id, 11_900)
  expect([status, body]).toMatchObject([
    201,
    { amount_cents: 11_900, method: 'credit_note', credit_note_id: note.id, reference: note.number },
  ])
  expect(await read(invoice.id)).toMatchObject({ status: 'overdue', paid_cents: 11_900, open_cents: 11_900 })
  expect(await read(note.id)).toMatchObject({ status: 'paid', refund_due_cents: 0, open_cents: 0 })
  const [counterpart] = (await the.get(`/invoices/${note.id}/payments`)).payments
  expect(counterpart).toMatchObject({ method: 'credit_note', credit_note_id: note.id, reference: invoice.number })
  const returned = await the.call('DELETE', `/payments/${body.id}?returned_at=${today}`)
  expect([returned.status, returned.body.field]).toEqual([422, 'returned_at'])
  expect((await the.call('DELETE', `/payments/${counterpart.id}`)).status).toBe(204)
  expect(await read(invoice.id)).toMatchObject({ paid_cents: 0, open_cents: 23_800 })
  expect(await read(note.id)).toMatchObject({ status: 'sent', refund_due_cents: 11_900 })
  expect((await the.call('DELETE', `/payments/${body.id}`)).status).toBe(409)
})

test('counts as revenue and VAT on its day in cash accounting, less the credit note', async () => {
  await the.open({ vat_accounting: 'cash' })
  expect(await the.vatByRate('2026-11-01')).toEqual({})
  await setOff(invoice.id, 11_900)
  expect(await the.vatByRate('2026-11-01')).toEqual({})
  expect(await the.vatByRate('2026-01-01')).toEqual({ 19: [10_000, 1900] })
  await the.pay(invoice.id, 11_900, { paid_at: today })
  expect(await the.vatByRate('2026-11-01')).toEqual({ 19: [10_000, 1900] })
})

test('leaves reminder charges due with a warning, and accepts their payment', async () => {
  const accounting = {
    chart: 'SKR03',
    datev_consultant_number: '29098',
    datev_client_number: '55003',
    export_payments: true,
  }
  await the.open({ accounting, dunning: { levels: [{ level: 1, days: 0, fee_cents: 500 }] } })
  const reminded = await the.call('POST', `/invoices/${invoice.id}/reminders`, { channel: 'none' })
  expect([reminded.status, reminded.body.fee_cents]).toEqual([201, 500])
  const claimed = async () =>
    (await own.owner.graphql(`{ invoice(id: "${invoice.id}") { claimedChargesCents } }`)).data.invoice
      .claimedChargesCents
  const charges = await claimed()
  expect(charges).toBeGreaterThanOrEqual(500)
  const part = await setOff(invoice.id, 11_900)
  expect(part.body.warnings).toMatchObject([{ field: 'charges_cents', message: expect.stringContaining('§ 367 BGB') }])
  expect(await claimed()).toBe(charges)
  await the.pay(invoice.id, 11_900, { paid_at: today })
  expect(await read(invoice.id)).toMatchObject({ status: 'paid', open_cents: 0 })
  expect(await claimed()).toBe(charges)
  const paid = await the.pay(invoice.id, charges, { charges_cents: charges, paid_at: today })
  expect([paid.status, paid.body.warnings]).toEqual([201, []])
  expect(await claimed()).toBe(0)
  const { raw } = await the.call('GET', '/accounting/export?from=2026-01-01&to=2026-12-31')
  const booked = bookingsOf(unzip(raw)).filter(({ contra }) => contra === '2700')
  expect(booked.map(({ cents, document }) => [cents, document])).toEqual([[charges, invoice.number]])
})

test('warns of no charges if none were claimed', async () => {
  expect((await setOff(invoice.id, 11_900)).body.warnings).toEqual([])
})

describe('is refused', () => {
  const refused = async (path: string, amount: number, more: object, status: number, field?: string) => {
    const answer = await setOff(path, amount, more)
    expect([answer.status, answer.body.field]).toEqual([status, field])
  }
  test('without a credit note, or with another method', async () => {
    await refused(invoice.id, 100, { credit_note_id: null }, 422, 'credit_note_id')
    await refused(invoice.id, 100, { method: 'cash' }, 422, 'credit_note_id')
  })
  test("with a document that is not the client's credit note", async () => {
    const another = await the.client({ name: 'Andere' })
    const theirs = await the.send(another, [line(20_000)])
    await refused(theirs.id, 100, {}, 422, 'credit_note_id')
    await refused(invoice.id, 100, { credit_note_id: theirs.id }, 422, 'credit_note_id')
    const stranger = firm(await openHouse(at.app))
    await stranger.open()
    const foreign = await stranger.send(await stranger.client(), [line(1000)])
    await stranger.pay(foreign.id, 1190)
    const { body } = await stranger.credit(foreign.id)
    await refused(invoice.id, 100, { credit_note_id: body.id }, 422, 'credit_note_id')
  })
  test('beyond the refund due or the open amount', async () => {
    await refused(invoice.id, 11_901, {}, 422, 'amount_cents')
    await setOff(invoice.id, 1900)
    await refused(invoice.id, 10_001, {}, 422, 'amount_cents')
    await the.pay(invoice.id, 21_800)
    await refused(invoice.id, 200, {}, 422, 'amount_cents')
    await refused(invoice.id, 200, { overpayment: 'credit' }, 422, 'amount_cents')
  })
  test('before the credit note was issued', async () => {
    await refused(invoice.id, 100, { paid_at: '2026-02-10' }, 422, 'paid_at')
    expect(await read(invoice.id)).toMatchObject({ paid_cents: 0 })
  })
  test('on a credit note, with charges, and as a refund of credit', async () => {
    await refused(note.id, 100, {}, 422, 'method')
    await refused(invoice.id, 100, { charges_cents: 50 }, 422, 'charges_cents')
    const refund = { amount_cents: 100, paid_at: today, method: 'credit_note' }
    expect((await the.call('POST', `/clients/${client}/refunds`, refund)).status).toBe(422)
  })
  test('for the second of two concurrent uses of a refund', async () => {
    const answers = await Promise.all([setOff(invoice.id, 11_900), setOff(invoice.id, 11_900)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422])
    expect(await read(note.id)).toMatchObject({ refund_due_cents: 0 })
    expect(await read(invoice.id)).toMatchObject({ paid_cents: 11_900 })
  })
})

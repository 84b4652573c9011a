import { beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#core/time/clock'
import { type House, house, openHouse } from '../../../harness/house.ts'
import { firm, line, today } from './firm.ts'

// What a granted cash discount becomes when something is credited, and money that goes back (§ 17 UStG), each case in an
// organization of its own.

const at = house({ today })
let own: House
let the: ReturnType<typeof firm>
let buyer = ''

beforeEach(async () => {
  own = await openHouse(at.app)
  the = firm(own)
  await the.open()
  buyer = await the.client()
})

const cash = () => the.open({ vat_accounting: 'cash' })
const reverse = (id: string, query = '') => the.call('DELETE', `/payments/${id}${query}`)
const vat = (from?: string, to?: string) => the.vatByRate(from, to)
const january = ['2026-01-01', '2026-01-31'] as const
const march = ['2026-03-01', '2026-03-31'] as const

describe('a partial credit after a granted cash discount', () => {
  /** 119.00 paid as 115.43 and 3.57 of discount. */
  const paid = async () => {
    const { id } = await the.send(buyer, [line(100, 19, { quantity: 100 })])
    await the.pay(id, 11543, { cash_discount_cents: 357 })
    return id
  }
  test('refunds its part of the money and undoes its part of the discount', async () => {
    const id = await paid()
    const note = (await the.credit(id, [line(100, 19, { quantity: 99 })])).body
    expect(note.total_cents).toBe(-11781)
    expect(note.refund_due_cents).toBe(11428)
    // 1.00 and 0.19 less 3 %.
    expect(await vat()).toEqual({ 19: [97, 18] })
    const rest = (await the.credit(id)).body
    expect(rest.refund_due_cents).toBe(115)
    expect(await vat()).toEqual({})
  })
  test('adds up to what was received over many credits', async () => {
    const id = await paid()
    let refunds = 0
    for (const quantity of [33, 33, 33]) {
      refunds += (await the.credit(id, [line(100, 19, { quantity })])).body.refund_due_cents
      const { 19: [net, tax] = [] } = await vat()
      expect(net).toBeGreaterThan(0)
      expect(tax).toBeGreaterThan(0)
    }
    refunds += (await the.credit(id)).body.refund_due_cents
    expect(refunds).toBe(11543)
    expect(await vat()).toEqual({})
  })
  test('undoes the discount of the credited rate', async () => {
    const { id } = await the.send(buyer, [line(10000), line(10000, 7)])
    await the.pay(id, 21922, { cash_discount_cents: 678 })
    const note = (await the.credit(id, [line(10000, 7)])).body
    expect(note.refund_due_cents).toBe(10379)
    expect(await vat()).toEqual({ 19: [9700, 1843] })
  })
  test('keeps the discount while the rest is still due', async () => {
    const { id } = await the.send(buyer, [line(10000)])
    await the.pay(id, 5000, { cash_discount_cents: 150 })
    expect((await the.credit(id, [line(5000)])).body.refund_due_cents).toBe(0)
    expect(await the.get(`/invoices/${id}`)).toMatchObject({ open_cents: 5950 - 5150 })
    expect(await vat()).toEqual({ 19: [5000 - 126, 950 - 24] })
  })
  test('ends at the tax of what is kept in cash accounting', async () => {
    await cash()
    const id = await paid()
    const note = (await the.credit(id, [line(100, 19, { quantity: 99 })])).body
    await the.pay(note.id, note.refund_due_cents)
    expect(await vat()).toEqual({ 19: [97, 18] })
  })
  test('is undone with a payment recorded by mistake', async () => {
    const id = await paid()
    const { payments } = await the.get(`/invoices/${id}/payments`)
    const note = (await the.credit(id, [line(100, 19, { quantity: 99 })])).body
    expect((await reverse(payments[0].id)).status).toBe(204)
    expect((await the.get(`/invoices/${note.id}`)).refund_due_cents).toBe(0)
    expect(await vat()).toEqual({ 19: [100, 19] })
  })
  test('lowers the refund to what the remaining payments require', async () => {
    const { id } = await the.send(buyer, [line(10000)])
    await the.pay(id, 5800, { cash_discount_cents: 150 })
    const second = (await the.pay(id, 5800, { cash_discount_cents: 150, paid_at: '2026-02-10' })).body
    const note = (await the.credit(id, [line(5000)])).body
    expect(note.refund_due_cents).toBe(5800)
    expect((await reverse(second.id, '?returned_at=2026-03-05')).status).toBe(204)
    expect((await the.get(`/invoices/${note.id}`)).refund_due_cents).toBe(0)
    expect(await vat()).toEqual({ 19: [5000 - 126, 950 - 24] })
  })
})

describe('a rate that is credited in full', () => {
  const both = async () => (await the.send(buyer, [line(100000), line(100000, 7)])).id
  const half = (id: string, paid_at = '2026-01-10') => the.pay(id, 109610, { cash_discount_cents: 3390, paid_at })
  test('undoes all of its discount if only a part was settled', async () => {
    const id = await both()
    await half(id)
    expect((await the.credit(id, [line(100000)])).body.refund_due_cents).toBe(5820)
    expect(await vat()).toEqual({ 7: [97000, 6790] })
  })
  test('undoes all of its discount if nothing is to be refunded', async () => {
    const id = await both()
    await the.pay(id, 970, { cash_discount_cents: 30 })
    expect((await the.credit(id, [line(100000)])).body.refund_due_cents).toBe(0)
    expect(await vat()).toEqual({ 7: [99972, 6998] })
    expect((await the.pay(id, 102820, { cash_discount_cents: 3180 })).status).toBe(201)
    expect(await vat()).toEqual({ 7: [97000, 6790] })
  })
  test('keeps no discount after one of two payments is returned', async () => {
    const id = await both()
    const first = (await half(id)).body
    await half(id, '2026-02-10')
    await the.credit(id, [line(100000)])
    expect(await vat()).toEqual({ 7: [97000, 6790] })
    expect((await reverse(first.id, '?returned_at=2026-03-05')).status).toBe(204)
    expect(await vat()).toEqual({ 7: [97000, 6790] })
  })
  test('keeps no discount after the only payment is returned', async () => {
    const id = await both()
    const { body } = await half(id)
    await the.credit(id, [line(100000)])
    expect((await reverse(body.id)).status).toBe(204)
    expect(await vat()).toEqual({ 7: [100000, 7000] })
  })
  test('records invoice.updated for a paid invoice', async () => {
    const id = await both()
    await the.pay(id, 226000)
    await own.events()
    await the.credit(id, [line(100000)])
    expect(await own.events()).toEqual(['invoice.created', 'invoice.sent', 'invoice.updated'])
  })
})

describe('a returned payment', () => {
  test('counts in the period of its receipt and is deducted in that of its return, in cash accounting', async () => {
    await cash()
    const { id } = await the.send(buyer, [line(10000), line(5000, 7)])
    const { body } = await the.pay(id, 17250, { method: 'direct_debit' })
    await own.events()
    expect((await reverse(body.id, '?returned_at=2026-03-05&reason=R-transaction')).status).toBe(204)
    expect(await own.events()).toEqual(['invoice.updated', 'invoice.overdue'])
    expect(await vat(...january)).toEqual({ 19: [10000, 1900], 7: [5000, 350] })
    expect(await vat(...march)).toEqual({ 19: [-10000, -1900], 7: [-5000, -350] })
    expect(await vat()).toEqual({})
    expect(await the.get(`/invoices/${id}`)).toMatchObject({ paid_cents: 0, open_cents: 17250, status: 'overdue' })
    const { payments } = await the.get(`/invoices/${id}/payments`)
    expect(payments[0]).toMatchObject({ returned_at: '2026-03-05', reversal_reason: 'R-transaction' })
    const paidIn = async ([from, to]: readonly [string, string]) =>
      (await the.get(`/reports/revenue?from=${from}&to=${to}`)).totals.paid_cents
    expect([await paidIn(january), await paidIn(march)]).toEqual([17250, -17250])
    await the.pay(id, 17250, { paid_at: '2026-03-20' })
    expect(await vat(...march)).toEqual({})
    expect(await vat()).toEqual({ 19: [10000, 1900], 7: [5000, 350] })
  })
  test('counts in no period if it was recorded by mistake', async () => {
    await cash()
    const { id } = await the.send(buyer, [line(10000)])
    const { body } = await the.pay(id, 11900)
    await reverse(body.id)
    expect(await vat(...january)).toEqual({})
    expect((await the.get(`/invoices/${id}/payments`)).payments[0].returned_at).toBeNull()
  })
  test('undoes its cash discount on that day, in accrual accounting', async () => {
    const { id } = await the.send(buyer, [line(100000)])
    const { body } = await the.pay(id, 116620, { cash_discount_cents: 2380, paid_at: '2026-02-10' })
    await reverse(body.id, '?returned_at=2026-03-05')
    expect(await vat('2026-02-01', '2026-02-28')).toEqual({ 19: [-2000, -380] })
    expect(await vat(...march)).toEqual({ 19: [2000, 380] })
  })
  test('of an advance is taxed until its return and again with the service, in accrual accounting', async () => {
    const period = { service_from: '2026-03-20', service_to: '2026-03-31' }
    const { id } = await the.send(buyer, [line(10000)], period)
    const { body } = await the.pay(id, 11900)
    await reverse(body.id, '?returned_at=2026-02-05')
    expect(await vat(...january)).toEqual({ 19: [10000, 1900] })
    expect(await vat('2026-02-01', '2026-02-28')).toEqual({ 19: [-10000, -1900] })
    expect(await vat(...march)).toEqual({ 19: [10000, 1900] })
  })
  test('may be a refund that did not arrive', async () => {
    await cash()
    const { id } = await the.send(buyer, [line(10000)])
    await the.pay(id, 11900)
    const note = (await the.credit(id)).body
    const { body } = await the.pay(note.id, 11900, { paid_at: '2026-02-10' })
    await reverse(body.id, '?returned_at=2026-03-05')
    expect(await vat('2026-02-01', '2026-02-28')).toEqual({ 19: [-10000, -1900] })
    expect(await vat(...march)).toEqual({ 19: [10000, 1900] })
    expect((await the.get(`/invoices/${note.id}`)).refund_due_cents).toBe(11900)
  })
  test('removes the credit that it created, unless it was used', async () => {
    const { id } = await the.send(buyer, [line(10000)])
    const over = (await the.pay(id, 12900, { overpayment: 'credit' })).body
    const next = await the.send(buyer, [line(1000)])
    const use = (await the.pay(next.id, 1000, { method: 'client_credit', paid_at: '2026-02-10' })).body
    expect((await reverse(over.id, '?returned_at=2026-03-05')).body.error).toBe('invalid_state')
    const noMoney = await reverse(use.id, '?returned_at=2026-03-05')
    expect([noMoney.status, noMoney.body.field]).toEqual([422, 'returned_at'])
    await reverse(use.id)
    expect((await reverse(over.id, '?returned_at=2026-03-05')).status).toBe(204)
    expect((await the.get(`/clients/${buyer}`)).credit_cents).toBe(0)
  })
  for (const [day, why] of [
    ['2026-01-09', 'before it was made'],
    [addDays(today, 1), 'tomorrow'],
    ['2026-02-30', 'on a day that there is not'],
  ])
    test(`did not go back ${why}`, async () => {
      const { id } = await the.send(buyer, [line(10000)])
      const { body } = await the.pay(id, 11900)
      const refused = await reverse(body.id, `?returned_at=${day}`)
      expect([refused.status, refused.body.field]).toEqual([422, 'returned_at'])
    })
  test('is the same in GraphQL and REST', async () => {
    const { id } = await the.send(buyer, [line(10000)])
    const { body } = await the.pay(id, 11900)
    const { errors } = await own.owner.graphql(
      'mutation ($id: UUID!) { reversePayment(id: $id, returnedAt: "2026-03-05") }',
      { id: body.id },
    )
    expect(errors).toBeUndefined()
    const { data } = await own.owner.graphql('query ($id: UUID!) { invoice(id: $id) { payments { returnedAt } } }', {
      id,
    })
    expect(data.invoice.payments).toEqual([{ returnedAt: '2026-03-05' }])
  })
})

describe('a cash discount beyond the terms of the invoice', () => {
  const terms = { cash_discount_percent: 2, cash_discount_days: 10 }
  /** What is said of a discount on an invoice of 119.00. */
  const said = async (cents: number, invoice: object, more: object = {}) => {
    const { id } = await the.send(buyer, [line(10000)], invoice)
    const { status, body } = await the.pay(id, 11900 - cents, { cash_discount_cents: cents, ...more })
    expect(status).toBe(201)
    return body.warnings
  }
  test('is granted with a warning', async () => {
    const field = 'cash_discount_cents'
    expect(await said(238, {})).toMatchObject([{ field, message: expect.stringContaining('gewährt kein Skonto') }])
    expect(await said(239, terms)).toEqual([])
    expect(await said(240, terms)).toMatchObject([{ field, message: expect.stringContaining('2,38') }])
    expect(await said(0, terms)).toEqual([])
  })
  test('ends on a working day, and one banking day later for transfers', async () => {
    const until = async (issue_date: string) => {
      const { id } = await the.send(buyer, [line(10000)], { ...terms, issue_date, due_date: addDays(issue_date, 14) })
      const { data } = await own.owner.graphql(
        `query ($id: UUID!) { invoice(id: $id) { transfer: cashDiscountUntil(method: bank_transfer)
          cash: cashDiscountUntil(method: cash) paypal: cashDiscountUntil(method: paypal) } }`,
        { id },
      )
      for (const [method, last] of [
        ['bank_transfer', data.invoice.transfer],
        ['cash', data.invoice.cash],
      ])
        for (const [paid_at, warnings] of [
          [last, []],
          [addDays(last, 1), [{ message: expect.stringContaining('nach den Bedingungen der Rechnung nur bis zum') }]],
        ]) {
          const paid = await the.pay(id, 11662, { cash_discount_cents: 238, method, paid_at })
          expect([paid.status, method, paid_at, paid.body.warnings]).toMatchObject([201, method, paid_at, warnings])
          await reverse(paid.body.id)
        }
      return data.invoice
    }
    // A Thursday; a Sunday; Good Friday, before Easter Monday.
    expect(await until('2026-01-05')).toEqual({ transfer: '2026-01-16', cash: '2026-01-15', paypal: '2026-01-15' })
    expect(await until('2026-11-05')).toEqual({ transfer: '2026-11-17', cash: '2026-11-16', paypal: '2026-11-16' })
    expect(await until('2026-03-24')).toEqual({ transfer: '2026-04-08', cash: '2026-04-07', paypal: '2026-04-07' })
    const { id } = await the.send(buyer, [line(10000)])
    const { data } = await own.owner.graphql(
      'query ($id: UUID!) { invoice(id: $id) { cashDiscountUntil(method: cash) } }',
      { id },
    )
    expect(data.invoice.cashDiscountUntil).toBeNull()
  })
  test('is measured by the whole invoice less what was granted', async () => {
    const { id } = await the.send(buyer, [line(10000)], terms)
    const most = async () => {
      const { data } = await own.owner.graphql(
        'query ($id: UUID!) { invoice(id: $id) { cashDiscountCents cashDiscountLeftCents } }',
        { id },
      )
      return [data.invoice.cashDiscountCents, data.invoice.cashDiscountLeftCents]
    }
    expect(await most()).toEqual([0, 239])
    await the.pay(id, 5000)
    expect(await most()).toEqual([0, 239])
    const rest = await the.pay(id, 6662, { cash_discount_cents: 238 })
    expect([rest.body.warnings, await most()]).toEqual([[], [238, 0]])
    await reverse(rest.body.id)
    expect(await most()).toEqual([0, 239])
    await the.pay(id, 2000, { cash_discount_cents: 138 })
    expect(await most()).toEqual([138, 101])
    const { body } = await the.pay(id, 4000, { cash_discount_cents: 102 })
    expect(body.warnings).toMatchObject([{ message: expect.stringContaining('1,00') }])
    expect(await most()).toEqual([240, 0])
  })
  test('is measured by the amount after credit notes, which show what they undo', async () => {
    const { id } = await the.send(buyer, [line(100, 19, { quantity: 100 })], terms)
    await the.pay(id, 11662, { cash_discount_cents: 238 })
    const note = (await the.credit(id, [line(100, 19, { quantity: 50 })])).body
    expect(note.refund_due_cents).toBe(5831)
    const { data } = await own.owner.graphql(
      `query ($id: UUID!) { invoice(id: $id) { paidCents cashDiscountCents cashDiscountLeftCents
        creditNotes { totalCents cashDiscountCents cashDiscountLeftCents } } }`,
      { id },
    )
    expect(data.invoice).toEqual({
      ...{ paidCents: 11900, cashDiscountCents: 238, cashDiscountLeftCents: 0 },
      creditNotes: [{ totalCents: -5950, cashDiscountCents: 119, cashDiscountLeftCents: 0 }],
    })
  })
  test('is never more than is open', async () => {
    const { id } = await the.send(buyer, [line(10000)], terms)
    const { status, body } = await the.pay(id, 1, { cash_discount_cents: 11900 })
    expect([status, body.field]).toEqual([422, 'amount_cents'])
  })
})

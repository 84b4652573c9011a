import { beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#core/time/clock'
import { house, openHouse, scenario } from '../../../harness/house.ts'
import { today } from '../../billing/invoices/firm.ts'

const at = house({ today })
let nord = ''
let sued = ''

const post = async (path: string, body?: object, who = at.owner) => {
  const answer = await who.rest('POST', path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}
const seller = {
  legal_name: 'Nord GmbH',
  street: 'Weg 1',
  postal_code: '20095',
  city: 'Hamburg',
  country: 'DE',
  vat_id: 'DE136695976',
}
const place = { street: 'Weg 2', postal_code: '10115', city: 'Berlin', country: 'DE' }
const line = (unit_price_cents: number, tax_rate = 19) => ({
  description: 'Leistung',
  quantity: 1,
  unit_price_cents,
  tax_rate,
})
const send = async (client_id: string, issue_date: string, lines: object[], more: object = {}) => {
  const draft = await post('/invoices', { client_id, issue_date, due_date: issue_date, line_items: lines, ...more })
  return post(`/invoices/${draft.id}/send`, { channel: 'none' })
}
const pay = (invoice: { id: string }, amount_cents: number, paid_at: string, more: object = {}) =>
  post(`/invoices/${invoice.id}/payments`, { amount_cents, paid_at, method: 'bank_transfer', ...more })

beforeAll(async () => {
  await at.owner.rest('PUT', '/organization', seller)
  nord = (await post('/clients', { name: 'Nordkunde', ...place })).id
  sued = (await post('/clients', { name: 'Südkunde', ...place })).id
  // 119.00 + 53.50: service in the year before, paid with 2 % cash discount in two parts, one of them reversed.
  const first = await send(nord, '2021-01-04', [line(10000), line(5000, 7)], {
    service_from: '2020-12-01',
    service_to: '2020-12-31',
  })
  await pay(first, 10000, '2021-01-10')
  const wrong = await pay(first, 1000, '2021-01-11')
  await at.owner.rest('DELETE', `/payments/${wrong.id}`)
  await pay(first, 6905, '2021-04-01', { cash_discount_cents: 345 })
  const second = await send(sued, '2021-02-01', [line(20000)])
  await pay(second, 23800, '2021-02-20')
  await send(sued, addDays(today, -45), [line(1000)])
  await send(nord, today, [line(3000)])
  await post('/invoices', {
    client_id: nord,
    issue_date: '2021-01-01',
    due_date: '2021-02-01',
    line_items: [line(777777)],
  })
  const other = await openHouse(at.app)
  await other.owner.rest('PUT', '/organization', seller)
  const theirs = (await post('/clients', { name: 'Fremd', ...place }, other.owner)).id
  const draft = await post(
    '/invoices',
    { client_id: theirs, issue_date: '2021-01-01', due_date: '2021-02-01', line_items: [line(99)] },
    other.owner,
  )
  await post(`/invoices/${draft.id}/send`, { channel: 'none' }, other.owner)
})

describe('the revenue report', () => {
  scenario(at, 'is by month, with what was paid when it was paid', () => ({
    as: 'auditor',
    get: '/reports/revenue?from=2021-01-01&to=2021-12-31',
    status: 200,
    body: {
      rows: [
        { name: '2021-01', net_cents: 15000, tax_cents: 2250, gross_cents: 17250, invoice_count: 1, paid_cents: 10000 },
        { name: '2021-02', net_cents: 20000, tax_cents: 3800, invoice_count: 1, paid_cents: 23800 },
        { name: '2021-04', net_cents: 0, invoice_count: 0, paid_cents: 6905 },
      ],
      totals: {
        net_cents: 35000,
        tax_cents: 6050,
        gross_cents: 41050,
        invoice_count: 2,
        credit_note_count: 0,
        paid_cents: 40705,
      },
    },
  }))
  test.each([
    [
      'quarter',
      [
        ['2021-Q1', 33_800],
        ['2021-Q2', 6905],
      ],
    ],
    ['year', [['2021', 40_705]]],
    [
      'client',
      [
        ['Südkunde', 23_800],
        ['Nordkunde', 16_905],
      ],
    ],
  ])('is by %s', async (group, paid) => {
    const { rows, totals } = (
      await at.accountant.rest('GET', `/reports/revenue?from=2021-01-01&to=2021-12-31&group_by=${group}`)
    ).body
    expect(rows.map((row: { name: string; paid_cents: number }) => [row.name, row.paid_cents])).toEqual(paid)
    expect(totals.gross_cents).toBe(41050)
  })
})

describe('the receivables report', () => {
  scenario(at, 'tells what is open by how long it has been due', () => ({
    as: 'accountant',
    get: '/reports/receivables',
    status: 200,
    body: {
      as_of: today,
      rows: [
        { id: nord, name: 'Nordkunde', open_cents: 3570, overdue_count: 0 },
        { id: sued, name: 'Südkunde', open_cents: 1190, overdue_count: 1 },
      ],
      totals: {
        open_cents: 4760,
        ages: [
          { from_days: 0, to_days: 0, open_cents: 3570 },
          { from_days: 1, to_days: 30, open_cents: 0 },
          { from_days: 31, to_days: 60, open_cents: 1190 },
          { from_days: 61, to_days: 90, open_cents: 0 },
          { from_days: 91, to_days: null, open_cents: 0 },
        ],
        open_count: 2,
        overdue_count: 1,
        refund_due_cents: 0,
      },
    },
  }))
})

describe('the VAT report', () => {
  scenario(at, 'in accrual accounting goes by the last day of service', {
    get: '/reports/vat?from=2020-01-01&to=2020-12-31',
    status: 200,
    body: {
      vat_accounting: 'accrual',
      rows: [
        { tax_category: 'S', tax_rate: 19, net_cents: 10000, tax_cents: 1900 },
        { tax_category: 'S', tax_rate: 7, net_cents: 5000, tax_cents: 350 },
      ],
      net_cents: 15000,
      tax_cents: 2250,
    },
  })
  test('in cash accounting goes by the day of payment, and loses no cent', async () => {
    await at.owner.rest('PUT', '/organization', { vat_accounting: 'cash' })
    const { body } = await at.owner.rest('GET', '/reports/vat?from=2021-01-01&to=2021-01-31')
    // 100.00 of 172.50: 68.99 at 19 % and 31.01 at 7 %.
    expect(body.rows).toMatchObject([
      { tax_rate: 19, net_cents: 5797, tax_cents: 1102 },
      { tax_rate: 7, net_cents: 2898, tax_cents: 203 },
    ])
    const year = (await at.owner.rest('GET', '/reports/vat?from=2021-01-01&to=2021-12-31')).body
    expect(year.net_cents + year.tax_cents).toBe(40705)
  })
  test('takes a credit note off, by its own date, and its refund', async () => {
    const before = (await at.owner.rest('GET', '/reports/vat')).body
    const invoice = await send(sued, addDays(today, -1), [line(5000)])
    await pay(invoice, 5950, addDays(today, -1))
    const note = await post(`/invoices/${invoice.id}/credit-note`)
    expect((await at.owner.rest('GET', '/reports/receivables')).body.totals.refund_due_cents).toBe(5950)
    await pay(note, 5950, today)
    expect((await at.owner.rest('GET', `/reports/vat?from=${addDays(today, -1)}`)).body).toMatchObject({
      net_cents: 0,
      tax_cents: 0,
    })
    const revenue = (await at.owner.rest('GET', `/reports/revenue?from=${addDays(today, -1)}&group_by=year`)).body
      .totals
    expect(revenue).toMatchObject({ net_cents: 3000, credit_note_count: 1, paid_cents: 0 })
    expect((await at.owner.rest('GET', '/reports/vat')).body.rows).toEqual(before.rows)
  })
})

for (const path of ['revenue', 'receivables', 'vat'])
  describe(`/reports/${path}`, () => {
    for (const as of ['member', 'viewer'] as const)
      scenario(at, `is closed to the ${as}`, { as, get: `/reports/${path}`, status: 403 })
    scenario(at, 'needs a token', { as: 'nobody', get: `/reports/${path}`, status: 401 })
    if (path !== 'receivables')
      scenario(at, 'refuses a period that ends before it begins', {
        get: `/reports/${path}?from=2021-02-01&to=2021-01-01`,
        status: 422,
        body: { field: 'to' },
      })
  })

import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { determineTaxCountry, foreignTaxCountrySql } from '#features/billing/invoices/tax/tax-country'
import { divideEarlierPayments } from '../../../../migrations/0014-client-credit.ts'
import { undoEarlierDiscounts } from '../../../../migrations/0026-returned-payments.ts'
import { type House, house, openHouse } from '../../../harness/house.ts'
import { firm, line, today } from '../../billing/invoices/firm.ts'

// The VAT of single cases, each in an organization of its own: what a tax adviser would look for.

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
const report = (from?: string, to?: string) => the.vatReport(from, to)
const rates = (from?: string, to?: string) => the.vatByRate(from, to)

describe('cash accounting', () => {
  beforeEach(cash)
  test('leaves out a payment of charges alone, even on an invoice over nothing', async () => {
    const { id } = await the.send(buyer, [line(1000), line(1000, 19, { quantity: -1 })])
    expect((await the.pay(id, 500, { charges_cents: 500 })).status).toBe(201)
    expect(await report()).toMatchObject({ rows: [], net_cents: 0, tax_cents: 0 })
  })
  test('divides a payment over what is left after a partial credit', async () => {
    const { id } = await the.send(buyer, [line(10000), line(10000, 7)])
    await the.credit(id, [line(10000, 7)])
    await the.pay(id, 11900)
    expect(await rates()).toEqual({ 19: [10000, 1900] })
  })
  test('leaves what was divided before a credit as it was; the refund goes by the rates of the note', async () => {
    const { id } = await the.send(buyer, [line(10000), line(10000, 7)])
    await the.pay(id, 22600)
    const before = await rates()
    expect(before).toEqual({ 19: [10000, 1900], 7: [10000, 700] })
    const note = (await the.credit(id, [line(10000, 7)])).body
    expect(await rates()).toEqual(before)
    await the.pay(note.id, 10700)
    expect(await rates()).toEqual({ 19: [10000, 1900] })
  })
  test('sets right with the next payment what a credit between two has moved', async () => {
    const { id } = await the.send(buyer, [line(10000), line(10000, 7)])
    await the.pay(id, 5000, { paid_at: '2026-01-10' })
    await the.credit(id, [line(10000, 7)])
    await the.pay(id, 6900, { paid_at: '2026-02-10' })
    expect(await rates('2026-01-01', '2026-01-31')).toEqual({ 19: [2213, 420], 7: [2212, 155] })
    expect(await rates()).toEqual({ 19: [10000, 1900] })
  })
  test('ends at the tax of the invoice, however it is paid', async () => {
    const invoice = await the.send(buyer, [line(3333), line(777, 7), line(101, 0, { tax_category: 'Z' })])
    for (let left = invoice.total_cents; left > 0; left -= 701) await the.pay(invoice.id, Math.min(left, 701))
    expect(await rates()).toEqual(
      Object.fromEntries(
        invoice.tax_breakdown.map((row: Record<string, number>) => [row.tax_rate, [row.net_cents, row.tax_cents]]),
      ),
    )
  })
  test('taxes what is received, not the cash discount; a full credit with its refund ends at nothing', async () => {
    const { id } = await the.send(buyer, [line(100000)])
    await the.pay(id, 116620, { cash_discount_cents: 2380 })
    expect(await rates()).toEqual({ 19: [98000, 18620] })
    const note = (await the.credit(id)).body
    expect(note.refund_due_cents).toBe(116620)
    await the.pay(note.id, 116620)
    expect(await report()).toMatchObject({ rows: [] })
  })
  describe('keeps no tax of a rate that was credited as a whole', () => {
    /** 119000 at 19 % and 107000 at 7 %, half of it settled: 109610 and 3390 of discount. */
    const halfPaid = async () => {
      const { id } = await the.send(buyer, [line(100000), line(100000, 7)])
      await the.pay(id, 109610, { cash_discount_cents: 3390 })
      return id
    }
    test('once the refund is made', async () => {
      const id = await halfPaid()
      const january = await rates()
      const note = (await the.credit(id, [line(100000)])).body
      expect(note.refund_due_cents).toBe(5820)
      expect(await rates()).toEqual(january)
      await the.pay(note.id, 5820, { paid_at: '2026-02-10' })
      expect(await rates('2026-01-01', '2026-01-31')).toEqual(january)
      expect(await rates()).toEqual({ 7: [97000, 6790] })
    })
    test('once the last part of the refund is made; the parts before go by the rates of the note', async () => {
      const id = await halfPaid()
      const note = (await the.credit(id, [line(100000)])).body
      await the.pay(note.id, 1190, { paid_at: '2026-02-10' })
      expect(await rates('2026-02-01', '2026-02-28')).toEqual({ 19: [-1000, -190] })
      await the.pay(note.id, 4630)
      expect(await rates()).toEqual({ 7: [97000, 6790] })
    })
    test('but a cent, where all but a cent of it was credited', async () => {
      const id = await halfPaid()
      const note = (await the.credit(id, [line(99999)])).body
      await the.pay(note.id, note.refund_due_cents)
      expect(await rates()).toEqual({ 19: [1, 0], 7: [97000, 6790] })
    })
    test('once the rest is refunded too', async () => {
      const id = await halfPaid()
      const note = (await the.credit(id, [line(100000)])).body
      await the.pay(note.id, 5820)
      const rest = (await the.credit(id)).body
      expect(rest.refund_due_cents).toBe(103790)
      await the.pay(rest.id, 103790)
      expect(await rates()).toEqual({})
    })
    test('once what is left is paid with a discount', async () => {
      const { id } = await the.send(buyer, [line(100000), line(100000, 7)])
      await the.pay(id, 970, { cash_discount_cents: 30 })
      await the.credit(id, [line(100000)])
      await the.pay(id, 102820, { cash_discount_cents: 3180 })
      expect(await rates()).toEqual({ 7: [97000, 6790] })
    })
  })
  test("taxes a client's credit when it is used", async () => {
    const first = await the.send(buyer, [line(10000)])
    await the.pay(first.id, 17250, { overpayment: 'credit' })
    expect(await rates()).toEqual({ 19: [10000, 1900] })
    const second = await the.send(buyer, [line(5000, 7)])
    await the.pay(second.id, 5350, { method: 'client_credit' })
    expect(await rates()).toEqual({ 19: [10000, 1900], 7: [5000, 350] })
  })
  describe('ends at nothing once all that was received is given back', () => {
    const both = [line(10000), line(10000, 7)]
    const refundOf = async (id: string, lines?: object[]) => {
      const { status, body } = await the.credit(id, lines)
      expect(status).toBe(201)
      return body
    }
    test('in two refunds, of which the first leaves nothing at the rate that its note emptied', async () => {
      const { id } = await the.send(buyer, both)
      await the.pay(id, 12000)
      const before = await rates()
      const part = await refundOf(id, [line(10000, 7)])
      expect(part.refund_due_cents).toBe(100)
      await the.pay(part.id, 100, { paid_at: '2026-02-10' })
      const february = await rates('2026-02-01', '2026-02-28')
      expect(february[7]).toEqual(before[7].map((cents: number) => -cents))
      expect(await rates()).toEqual({ 19: [10000, 1900] })
      const last = await refundOf(id)
      expect(last.refund_due_cents).toBe(11900)
      await the.pay(last.id, 11900, { paid_at: '2026-03-10' })
      expect(await rates('2026-01-01', '2026-01-31')).toEqual(before)
      expect(await rates()).toEqual({})
    })
    test('in one, after a credit that nothing was to be given back for', async () => {
      const { id } = await the.send(buyer, both)
      await the.pay(id, 11900)
      expect((await refundOf(id, [line(10000, 7)])).refund_due_cents).toBe(0)
      const last = await refundOf(id)
      await the.pay(last.id, last.refund_due_cents)
      expect(await rates()).toEqual({})
    })
    test('in parts, of an invoice that was paid in part', async () => {
      const { id } = await the.send(buyer, both)
      for (const cents of [3701, 7599]) await the.pay(id, cents)
      const { id: note } = await refundOf(id)
      for (const cents of [1, 4444, 6855]) await the.pay(note, cents)
      expect(await rates()).toEqual({})
    })
    test('whichever of the notes is settled last', async () => {
      const { id } = await the.send(buyer, both)
      await the.pay(id, 12000)
      const part = await refundOf(id, [line(10000, 7)])
      const last = await refundOf(id)
      await the.pay(last.id, 11900)
      const { body } = await the.pay(part.id, 100)
      expect(await rates()).toEqual({})
      await the.call('DELETE', `/payments/${body.id}`)
      await the.pay(part.id, 100)
      expect(await rates()).toEqual({})
    })
  })
  test('forgets a payment that was reversed, and divides the next one anew', async () => {
    const { id } = await the.send(buyer, [line(10000), line(10000, 7)])
    const { body } = await the.pay(id, 22600)
    await the.call('DELETE', `/payments/${body.id}`)
    expect(await rates()).toEqual({})
    await the.credit(id, [line(10000, 7)])
    await the.pay(id, 11900)
    expect(await rates()).toEqual({ 19: [10000, 1900] })
  })
})

describe('accrual accounting', () => {
  test('takes granted cash discount off on the day of payment (§ 17 UStG)', async () => {
    const { id } = await the.send(buyer, [line(100000), line(10000, 7)])
    await the.pay(id, 127008, { cash_discount_cents: 2592, paid_at: '2026-02-10' })
    expect(await rates('2026-01-01', '2026-01-31')).toEqual({ 19: [100000, 19000], 7: [10000, 700] })
    const february = await report('2026-02-01', '2026-02-28')
    expect(february.net_cents + february.tax_cents).toBe(-2592)
    expect(february.rows).toMatchObject([
      { tax_rate: 19, net_cents: -1998, tax_cents: -380 },
      { tax_rate: 7, net_cents: -200, tax_cents: -14 },
    ])
  })
  test('ends at nothing after a full credit, whatever discount was granted', async () => {
    const { id } = await the.send(buyer, [line(100000)])
    await the.pay(id, 116620, { cash_discount_cents: 2380, paid_at: '2026-02-10' })
    await the.credit(id, [line(30000)])
    await the.credit(id)
    expect(await report()).toMatchObject({ rows: [], tax_cents: 0 })
  })
  test('taxes money that comes before the service when it comes, and the rest with the service (§ 13 (1) 1a)', async () => {
    const { id } = await the.send(buyer, [line(10000)], { service_from: '2026-03-01', service_to: '2026-03-31' })
    await the.pay(id, 5950, { paid_at: '2026-01-10' })
    expect(await rates('2026-01-01', '2026-01-31')).toEqual({ 19: [5000, 950] })
    expect(await rates('2026-02-01', '2026-02-28')).toEqual({})
    expect(await rates('2026-03-01', '2026-03-31')).toEqual({ 19: [5000, 950] })
    expect(await rates()).toEqual({ 19: [10000, 1900] })
  })
  test('gives the tax of an advance back with the refund', async () => {
    const { id } = await the.send(buyer, [line(10000)], { service_from: '2199-03-01', service_to: '2199-03-31' })
    await the.pay(id, 11900, { paid_at: '2026-01-10' })
    const note = (await the.credit(id)).body
    expect(await rates('2026-01-01')).toEqual({ 19: [10000, 1900] })
    await the.pay(note.id, 11900, { paid_at: '2026-02-10' })
    expect(await rates('2026-02-01', '2026-02-28')).toEqual({ 19: [-10000, -1900] })
    expect(await rates('2199-01-01', '2199-12-31')).toEqual({})
  })
})

describe('what a recapitulative statement needs (§ 18a UStG)', () => {
  const france = { name: 'Paris SARL', country: 'FR', vat_id: 'FR40303265045' }
  const austria = { name: 'Wien GmbH', country: 'AT', vat_id: 'ATU62895905' }
  for (const accounting of ['accrual', 'cash'])
    test(`stands in the rows of AE and K in ${accounting} accounting`, async () => {
      await the.open({ vat_accounting: accounting })
      const [paris, wien] = [await the.client(france), await the.client(austria)]
      for (const [id, supply, cents] of [
        [paris, 'service', 10000],
        [paris, 'service', 500],
        [wien, 'service', 20000],
        [wien, 'goods', 3000],
        [buyer, 'service', 700],
      ] as const) {
        const invoice = await the.send(id, [line(cents, id === buyer ? 19 : 0, { supply })])
        await the.pay(invoice.id, invoice.total_cents)
      }
      // What stands on the document counts, not what the client is today.
      await the.done('PUT', `/clients/${paris}`, { vat_id: null })
      const { rows } = await report()
      expect(rows).toMatchObject([
        { tax_category: 'S', net_cents: 700, client_id: null, vat_id: null, client: null },
        { tax_category: 'AE', net_cents: 20000, vat_id: 'ATU62895905', client: { id: wien, name: 'Wien GmbH' } },
        { tax_category: 'AE', net_cents: 10500, vat_id: 'FR40303265045', client_id: paris },
        { tax_category: 'K', net_cents: 3000, vat_id: 'ATU62895905', client_id: wien },
      ])
    })
})

describe('supplies to other member states belong to the period of the supply in cash accounting too (§ 18b UStG)', () => {
  const april = { issue_date: '2026-04-03', due_date: '2026-04-17', service_to: '2026-03-31' }
  const goods = (cents: number) => line(cents, 0, { supply: 'goods' })
  let wien = ''
  beforeEach(async () => {
    await cash()
    wien = await the.client({ name: 'Wien GmbH', country: 'AT', vat_id: 'ATU62895905' })
  })
  /** Net by category, month by month of 2026. */
  const byMonth = async () => {
    const months = [1, 2, 3, 4, 5, 6, 11].map((month) => `2026-${String(month).padStart(2, '0')}`)
    const found: Record<string, Record<string, number>> = {}
    for (const month of months) {
      const { rows } = await report(`${month}-01`, `${month}-${month.endsWith('02') ? 28 : 30}`)
      if (rows.length)
        found[month.slice(5)] = Object.fromEntries(
          rows.map((row: { tax_category: string; net_cents: number }) => [row.tax_category, row.net_cents]),
        )
    }
    return found
  }
  test('services by their day, goods by that of the invoice, whenever they are paid', async () => {
    const { id } = await the.send(wien, [line(20000, 0), goods(3000)], { ...april, service_to: '2026-03-30' })
    const told = { '03': { AE: 20000 }, '04': { K: 3000 } }
    expect(await byMonth()).toEqual(told)
    await the.pay(id, 7000, { paid_at: '2026-05-10' })
    const { body } = await the.pay(id, 1000, { paid_at: '2026-02-10' })
    expect(await byMonth()).toEqual(told)
    await the.call('DELETE', `/payments/${body.id}?returned_at=2026-06-01`)
    expect(await byMonth()).toEqual(told)
  })
  test('goods at the latest by the end of the month after the supply, and never before it', async () => {
    await the.send(wien, [goods(100)], { ...april, service_to: '2026-01-15' })
    await the.send(wien, [goods(7)], { ...april, service_to: '2026-06-15' })
    expect(await byMonth()).toEqual({ '02': { K: 100 }, '06': { K: 7 } })
    expect((await report('2026-02-28', '2026-02-28')).rows).toMatchObject([{ net_cents: 100, vat_id: 'ATU62895905' }])
  })
  test('credit notes by their day, cash discount by that on which it is granted', async () => {
    const { id } = await the.send(wien, [line(20000, 0)], { ...april, service_to: '2026-03-30' })
    await the.pay(id, 9800, { paid_at: '2026-05-10', cash_discount_cents: 200 })
    await the.credit(id, [line(1000, 0)])
    expect(await byMonth()).toEqual({ '03': { AE: 20000 }, '05': { AE: -200 }, 11: { AE: -1000 } })
    const note = (await the.credit(id)).body
    await the.pay(note.id, note.refund_due_cents, { paid_at: '2026-11-20' })
    expect(await report()).toMatchObject({ rows: [] })
  })
  test('the same after a change to accrual accounting and back; what is taxed at home stays with its payment', async () => {
    const { id } = await the.send(wien, [line(20000, 0), goods(3000)], april)
    const home = await the.send(buyer, [line(1000)], april)
    await the.pay(id, 23000, { paid_at: '2026-05-10' })
    await the.pay(home.id, 1190, { paid_at: '2026-05-10' })
    const abroad = async () =>
      (await report('2026-01-01', '2026-04-30')).rows.filter((row: { client_id: string }) => row.client_id)
    const before = await abroad()
    expect(before).toHaveLength(2)
    await the.open({ vat_accounting: 'accrual' })
    expect(await abroad()).toEqual(before)
    expect((await report('2026-05-01', '2026-05-31')).rows).toEqual([])
    await cash()
    expect(await abroad()).toEqual(before)
    expect((await report('2026-05-01', '2026-05-31')).rows).toMatchObject([{ tax_category: 'S', net_cents: 1000 }])
  })
})

for (const accounting of ['accrual', 'cash'])
  test(`reverse charge within the country (§ 13b UStG) is line 60 of the return, and not recapitulated: ${accounting}`, async () => {
    await the.open({ vat_accounting: accounting, vat_id: null, tax_number: '22/123/45678' })
    const scaffolder = await the.client({ name: 'Gerüstbau GmbH', country: 'DE', registration_number: 'HRB 4711' })
    const wien = await the.client({ name: 'Wien GmbH', country: 'AT', vat_id: 'ATU62895905' })
    const domestic = await the.send(scaffolder, [line(50000, 0, { tax_category: 'AE' })])
    expect(domestic.warnings).toEqual([])
    await the.pay(domestic.id, 50000)
    await the.open({ vat_accounting: accounting })
    const abroad = await the.send(wien, [line(2000, 0), line(1000, 0, { supply: 'goods' })])
    await the.pay(abroad.id, 3000)
    const taxed = await the.send(scaffolder, [line(100), line(100, 7)])
    await the.pay(taxed.id, taxed.total_cents)
    const { rows } = await report()
    expect(rows).toMatchObject([
      { tax_category: 'S', tax_rate: 19, ustva_line: 81 },
      { tax_category: 'S', tax_rate: 7, ustva_line: 86 },
      { tax_category: 'AE', net_cents: 2000, vat_id: 'ATU62895905', client_id: wien, ustva_line: 21 },
      { tax_category: 'AE', net_cents: 50000, vat_id: null, client_id: null, ustva_line: 60 },
      { tax_category: 'K', net_cents: 1000, client_id: wien, ustva_line: 41 },
    ])
  })

for (const accounting of ['accrual', 'cash'])
  test(`VAT of other countries is no German output tax, and warned of unless the One-Stop-Shop takes it: ${accounting}`, async () => {
    await the.open({ vat_accounting: accounting })
    const consumer = async (country: string) => the.client({ name: 'Privat', kind: 'consumer', country })
    const [wien, paris, basel] = (await Promise.all(['AT', 'FR', 'CH'].map(consumer))) as [string, string, string]
    const goods = (cents: number, rate: number) => line(cents, rate, { supply: 'goods' })
    const sent = await the.send(wien, [goods(10000, 20), goods(500, 19)])
    expect(sent.warnings).toMatchObject([
      { field: 'line_items.0.tax_rate', message: expect.stringContaining('Österreich') },
    ])
    await the.pay(sent.id, sent.total_cents)
    expect((await the.draft(basel, [line(1000, 8.1)])).warnings[0].message).toContain('Schweiz')
    await the.done('PUT', '/organization', { one_stop_shop: true })
    const french = await the.send(paris, [goods(10000, 5.5), goods(2000, 20)])
    expect(french.warnings).toEqual([])
    await the.pay(french.id, french.total_cents)
    expect((await the.draft(basel, [line(1000, 8.1)])).warnings).toHaveLength(1)
    const home = await the.send(buyer, [line(700)])
    await the.pay(home.id, home.total_cents)
    expect(await report()).toMatchObject({
      rows: [
        { tax_country: null, tax_rate: 19, net_cents: 1200, tax_cents: 228, ustva_line: 81 },
        { tax_country: 'AT', tax_rate: 20, net_cents: 10000, tax_cents: 2000, ustva_line: null },
        { tax_country: 'FR', tax_rate: 20, net_cents: 2000, tax_cents: 400, ustva_line: null },
        { tax_country: 'FR', tax_rate: 5.5, net_cents: 10000, tax_cents: 550, ustva_line: null },
      ],
      ...{ net_cents: 1200, tax_cents: 228, foreign_net_cents: 22000, foreign_tax_cents: 2950 },
    })
  })

for (const accounting of ['accrual', 'cash'])
  test(`a rate that both countries have is the other one’s for consumers under the One-Stop-Shop, as it was then: ${accounting}`, async () => {
    await the.open({ vat_accounting: accounting, vat_id: 'DE136695976' })
    const to = async (country: string, kind: string) => the.client({ name: 'Kunde', kind, country })
    const goods = (cents: number, rate: number) => line(cents, rate, { supply: 'goods' })
    const [nicosia, valletta, wien] = [
      await to('CY', 'consumer'),
      await to('MT', 'consumer'),
      await to('AT', 'consumer'),
    ]
    const shop = await to('CY', 'business')
    const sell = async (client: string, rate: number, more: object = {}) => {
      const sent = await the.send(client, [goods(1000, rate)], more)
      await the.pay(sent.id, sent.total_cents, { paid_at: sent.issue_date })
      return sent
    }
    const before = await sell(nicosia, 19)
    await the.done('PUT', '/organization', { one_stop_shop: true })
    const abroad = await sell(nicosia, 19)
    await sell(valletta, 7)
    await sell(wien, 19)
    await sell(shop, 19)
    const told = async () =>
      (await report()).rows.map(({ tax_country, tax_rate, net_cents, ustva_line }: Record<string, unknown>) => [
        tax_country,
        tax_rate,
        net_cents,
        ustva_line,
      ])
    const rows = [
      [null, 19, 3000, 81],
      ['CY', 19, 1000, null],
      ['MT', 7, 1000, null],
    ]
    expect(await told()).toEqual(rows)
    await the.done('PUT', '/organization', { one_stop_shop: false })
    expect(await told()).toEqual(rows)
    // A credit note is of the country of its invoice.
    const [one, other] = [(await the.credit(abroad.id)).body, (await the.credit(before.id)).body]
    for (const note of [one, other]) await the.pay(note.id, 1190, { paid_at: today })
    expect(await told()).toEqual([
      [null, 19, 2000, 81],
      ['MT', 7, 1000, null],
    ])
    // By the day of the supply.
    const past = { issue_date: '2026-01-05', service_to: '2020-12-31' }
    await sell(wien, 16, past)
    await sell(nicosia, 5, past)
    expect((await report('2020-01-01')).rows).toMatchObject([
      { tax_country: null, tax_rate: 19, ustva_line: 81 },
      { tax_country: null, tax_rate: 16, ustva_line: 35 },
      { tax_country: null, tax_rate: 5, ustva_line: 35 },
      { tax_country: 'MT' },
    ])
  })

test('the report tells whose VAT it is as the books do, by whatever parties and day', async () => {
  const countries = ['DE', 'AT', 'BG', 'CY', 'FR', 'HR', 'LU', 'MT', 'RO', 'SI', 'SK', 'CH']
  const days = ['2006-12-31', '2020-06-30', '2020-07-01', '2020-12-31', '2021-12-31', '2022-12-31', '2023-06-01']
  const later = ['2024-12-05', '2024-12-06', '2025-01-01', '2025-07-31', '2025-08-01', '2026-11-20']
  const cases = countries.flatMap((country) =>
    [...days, ...later].flatMap((suppliedOn) =>
      [0, 5, 5.5, 7, 7.8, 8.4, 9, 9.5, 10.7, 16, 19, 20].flatMap((rate) =>
        [true, false].flatMap((isConsumer) =>
          [true, false].map((oneStopShop) => ({
            place: { home: 'DE', country, isConsumer, oneStopShop, suppliedOn },
            rate,
          })),
        ),
      ),
    ),
  )
  const database = await at.app.system.connect()
  const { text, values } = sql`select json_agg(${foreignTaxCountrySql(sql`x.place`, sql`x.rate`)} order by x.n) as found
    from jsonb_to_recordset(${JSON.stringify(cases.map((each, n) => ({ ...each, n })))}::jsonb) as x (n int, place jsonb, rate numeric)`
  const [{ found }] = (await database.query(text, values)).rows
  expect(found).toEqual(cases.map(({ place, rate }) => determineTaxCountry(place, rate)))
  const of = (country: string, rate: number, suppliedOn: string) =>
    determineTaxCountry({ home: 'DE', country, isConsumer: true, oneStopShop: true, suppliedOn }, rate)
  expect([of('RO', 19, '2025-07-31'), of('RO', 19, '2025-08-01'), of('SK', 19, '2024-12-31')]).toEqual([
    'RO',
    null,
    null,
  ])
  expect([of('FR', 5.5, '2026-01-01'), of('AT', 16, '2020-08-01'), of('AT', 16, '2021-01-01')]).toEqual([
    'FR',
    null,
    'AT',
  ])
})

test('what was given back before its credit note is no advance: the note is told on its day, and nothing before it', async () => {
  const { id } = await the.send(buyer, [line(10000)], { issue_date: '2026-09-05', due_date: '2026-09-19' })
  await the.pay(id, 11900, { paid_at: '2026-09-10' })
  const note = (await the.credit(id)).body
  expect((await the.pay(note.id, 11900, { paid_at: '2026-10-02' })).status).toBe(201)
  expect(await rates('2026-09-01', '2026-09-30')).toEqual({ 19: [10000, 1900] })
  expect(await rates('2026-10-01', '2026-10-31')).toEqual({})
  expect(await rates('2026-11-01', '2026-11-30')).toEqual({ 19: [-10000, -1900] })
})

test('payments made before they were divided are divided in proportion, to the cent', async () => {
  const { id } = await the.send(buyer, [line(3333), line(777, 7), line(100, 19, { quantity: -1 })])
  await the.pay(id, 1700)
  await the.pay(id, 2900, { cash_discount_cents: 71, charges_cents: 33 })
  const database = await at.app.system.connect()
  const shares = async () =>
    (
      await database.query(
        `select amount_cents - charges_cents as money, cash_discount_cents as discount, sum(s.net + s.tax)::bigint as gross,
           sum(s.discount_net + s.discount_tax)::bigint as granted, json_agg(s.tax) as taxes
         from payments p cross join lateral (select (value->>'netCents')::bigint as net, (value->>'taxCents')::bigint as tax,
           (value->>'discountNetCents')::bigint as discount_net, (value->>'discountTaxCents')::bigint as discount_tax
           from jsonb_array_elements(p.vat_shares)) s
         where p.organization_id = $1 group by p.organization_id, p.id order by p.created_at`,
        [own.organizationId],
      )
    ).rows
  try {
    await database.query('begin')
    const divided = await shares()
    await database.query("update payments set vat_shares = '[]'")
    await database.query(divideEarlierPayments)
    const again = await shares()
    expect(again).toHaveLength(2)
    for (const { money, discount, gross, granted } of again) expect([gross, granted]).toEqual([money, discount])
    expect(again[0].taxes).toEqual(divided[0].taxes)
  } finally {
    await database.query('rollback')
    database.release()
  }
})

test('discounts that a full credit undid before this was kept are kept as if it were credited now', async () => {
  /** 10000 at 19 % and 5000 at 7 %, paid in two parts with discount, and once by mistake. */
  const paid = async () => {
    const { id } = await the.send(buyer, [line(10000), line(5000, 7)])
    await the.pay(id, 8000, { cash_discount_cents: 250 })
    const mistake = await the.pay(id, 100, { cash_discount_cents: 7 })
    await the.call('DELETE', `/payments/${mistake.body.id}`)
    await the.pay(id, 8000, { cash_discount_cents: 333 })
    return id
  }
  const credited = await paid()
  await the.credit(credited, [line(1000)])
  await the.credit(credited)
  const inPart = await paid()
  await the.credit(inPart, [line(1000)])
  await paid()
  const database = await at.app.system.connect()
  /** What is undone of each invoice, by day and rate. */
  const undone = async () =>
    (
      await database.query(
        `select i.id, s.day::text, s."taxCategory", s."taxRate", sum(s."netCents") as net, sum(s."taxCents") as tax
         from invoices i cross join lateral jsonb_to_recordset(i.discount_undone)
           as s (day date, "taxCategory" text, "taxRate" numeric, "netCents" bigint, "taxCents" bigint)
         where i.organization_id = $1 group by 1, 2, 3, 4 order by 1, 2, 4`,
        [own.organizationId],
      )
    ).rows
  try {
    await database.query('begin')
    const kept = (await undone()).filter(({ id }) => id === credited)
    expect(kept.map(({ day, net, tax }) => [day, net > 0, tax > 0])).toEqual([
      [today, true, true],
      [today, true, true],
    ])
    await database.query("update invoices set discount_undone = '[]'")
    await database.query(undoEarlierDiscounts)
    expect(await undone()).toEqual(kept)
  } finally {
    await database.query('rollback')
    database.release()
  }
})

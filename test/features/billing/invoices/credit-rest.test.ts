import { beforeAll, describe, expect, test } from 'vitest'
import { computeRemainingLines } from '#features/billing/invoices/credit-notes/remaining-lines'
import type { Invoice } from '#features/billing/invoices/invoice.entity'
import { type PricedLine, sumLines } from '#features/billing/invoices/line-items/price-lines'
import { house } from '../../../harness/house.ts'
import { firm, line, today } from './firm.ts'

// What credit notes take of an invoice: never more than is left, per rate and in all, and together all of it.

const at = house({ today })
const { open, client, send, credit, get } = firm(at)
let buyer = ''

beforeAll(async () => {
  await open()
  buyer = await client()
})

/** Credits one line after the other, each with the lines given; answers the totals of the notes. */
async function creditEach(id: string, parts: object[][]) {
  const totals: number[] = []
  for (const part of parts) {
    const { status, body } = await credit(id, part)
    expect(status, JSON.stringify(body)).toBe(201)
    totals.push(body.total_cents)
  }
  return totals
}

describe('partial credits', () => {
  test('of three thirds add up to the cent', async () => {
    const invoice = await send(buyer, [line(1333), line(1333), line(1333)])
    expect(invoice.total_cents).toBe(4759)
    expect(await creditEach(invoice.id, [[line(1333)], [line(1333)], [line(1333)]])).toEqual([-1586, -1586, -1587])
    expect(await get(`/invoices/${invoice.id}`)).toMatchObject({ status: 'cancelled', open_cents: 0 })
    expect((await credit(invoice.id)).status).toBe(409)
  })
  test('of twenty lines of three cents never exceed the tax', async () => {
    const lines = Array.from({ length: 20 }, () => line(3))
    const invoice = await send(buyer, lines)
    expect([invoice.subtotal_cents, invoice.tax_cents]).toEqual([60, 11])
    const totals = await creditEach(
      invoice.id,
      lines.map((one) => [one]),
    )
    expect(totals.reduce((sum, total) => sum + total, 0)).toBe(-71)
    for (const total of totals) expect([-3, -4]).toContain(total)
    expect(await get(`/invoices/${invoice.id}`)).toMatchObject({ status: 'cancelled', open_cents: 0 })
  })
  test('of one rate never exceed the remaining total', async () => {
    const invoice = await send(buyer, [line(10000), line(5000, 7, { quantity: -1 })])
    expect(invoice.total_cents).toBe(6550)
    const { status, body } = await credit(invoice.id, [line(10000)])
    expect([status, body.field]).toEqual([422, 'line_items'])
    expect(await creditEach(invoice.id, [[line(5000)]])).toEqual([-5950])
    expect((await get(`/invoices/${invoice.id}`)).open_cents).toBe(600)
    const rest = await credit(invoice.id)
    expect([rest.status, rest.body.total_cents]).toEqual([201, -600])
    expect(rest.body.tax_breakdown).toMatchObject([
      { tax_rate: 19, net_cents: -5000, tax_cents: -950 },
      { tax_rate: 7, net_cents: 5000, tax_cents: 350 },
    ])
  })
  test('are refused if they leave zero in total but not at each rate', async () => {
    const invoice = await send(buyer, [line(10000), line(10000, 0, { quantity: -1, tax_category: 'Z' })])
    expect(invoice.total_cents).toBe(1900)
    // 15.97 and its tax of 3.03 are the 19.00 that are to be paid.
    const { status, body } = await credit(invoice.id, [line(1597)])
    expect([status, body.field]).toEqual([422, 'line_items'])
    expect((await credit(invoice.id)).body.total_cents).toBe(-1900)
  })
  test('of a line never exceed the line over all credit notes', async () => {
    const named = (description: string, cents: number, more: object = {}) => line(cents, 19, { description, ...more })
    const invoice = await send(buyer, [named('Kabel', 1000), named('Arbeit', 10000)])
    const refused = async (lines: object[]) => {
      const { status, body } = await credit(invoice.id, lines)
      expect([status, body.field, body.message]).toEqual([
        422,
        'line_items',
        expect.stringContaining('übersteigen, was noch gutgeschrieben werden kann'),
      ])
    }
    await refused([named('Kabel', 1001)])
    await refused([named('Kabel ', 600), named('Kabel', 401)])
    await creditEach(invoice.id, [[named('Kabel', 600)], [named('Nachlass', 5000)]])
    await refused([named('Kabel', 401)])
    await refused([named('Arbeit', 2000), named('Kabel', 100, { quantity: -1 })])
    await creditEach(invoice.id, [[named('Kabel', 400)]])
  })
  test('of lines with the same text may use all of them', async () => {
    const named = (description: string, cents: number, more: object = {}) => line(cents, 19, { description, ...more })
    const invoice = await send(buyer, [named('Tag', 1000), named('Tag', 2000), named('Rabatt', 500, { quantity: -1 })])
    await creditEach(invoice.id, [[named('Tag', 2400)]])
    const { status } = await credit(invoice.id, [named('Rabatt', 501, { quantity: -1 }), named('Tag', 600)])
    expect(status).toBe(422)
    await creditEach(invoice.id, [[named('Rabatt', 500, { quantity: -1 }), named('Tag', 600)]])
    expect(await get(`/invoices/${invoice.id}`)).toMatchObject({ status: 'cancelled', open_cents: 0 })
  })
  test('may credit both lines at once', async () => {
    const invoice = await send(buyer, [line(10000), line(5000, 7, { quantity: -1 })])
    const { body } = await credit(invoice.id, [line(10000), line(5000, 7, { quantity: -1 })])
    expect(body.total_cents).toBe(-6550)
    expect((await get(`/invoices/${invoice.id}`)).status).toBe('cancelled')
  })
})

describe('a full credit after partial ones', () => {
  const shown = (lines: { description: string; quantity: number }[]) =>
    lines.map(({ description, quantity }) => [description, quantity])
  const named = (description: string, quantity: number, tax_rate = 19) =>
    line(1000, tax_rate, { description, quantity })
  test('credits the remainder of each line', async () => {
    const invoice = await send(buyer, [named('Tage', 10), named('Fahrten', 4), named('Bücher', 0.3, 7)])
    await creditEach(invoice.id, [
      [named('Tage', 3)],
      [named('Fahrten', 4), named('Tage', 2.5)],
      [named('Bücher', 0.1, 7)],
    ])
    const { body } = await credit(invoice.id)
    expect(shown(body.line_items)).toEqual([
      ['Tage', -4.5],
      ['Bücher', -0.2],
    ])
    expect(body.total_cents).toBe(-5355 - 214)
  })
  test('starts with the first line that has a remainder', async () => {
    const invoice = await send(buyer, [named('Tage', 1), named('Bücher', 1, 7), named('Fahrten', 1)])
    await creditEach(invoice.id, [[named('Tage', 1)]])
    const { body } = await credit(invoice.id)
    expect(shown(body.line_items)).toEqual([
      ['Bücher', -1],
      ['Fahrten', -1],
    ])
    expect(body.tax_breakdown.map((group: { tax_rate: number }) => group.tax_rate)).toEqual([7, 19])
  })
  test('does not merge lines if rounding would move a cent', async () => {
    const invoice = await send(buyer, [line(1, 19, { quantity: 1.4 }), line(1000)])
    await creditEach(invoice.id, [[line(1, 19, { quantity: 0.5 })]])
    const { body } = await credit(invoice.id)
    expect(shown(body.line_items)).toEqual([
      ['Leistung', -1.4],
      ['Leistung', 0.5],
      ['Leistung', -1],
    ])
  })
  test('has one line per tax if it would exceed the document limits', () => {
    const priced = (description: string, quantity: number, taxRate: number) =>
      ({
        description,
        quantity,
        taxRate,
        unitPriceCents: 100,
        discountPercent: 0,
        taxCategory: 'S',
        unit: 'HUR',
      }) as PricedLine
    const document = (lines: PricedLine[]) => ({ number: 'RE-1', language: 'de', ...sumLines(lines) }) as Invoice
    const others = (from: number) => Array.from({ length: 500 }, (_, n) => priced(`Anderes ${from + n}`, -1, 19))
    const left = computeRemainingLines(document([priced('Tage', 3000, 19), priced('Bücher', 2, 7)]), [
      document(others(0)),
      document(others(500)),
    ])
    expect(left).toMatchObject([
      { description: 'Rest der Rechnung RE-1', quantity: 1, unitPriceCents: 200_000, unit: 'C62', taxRate: 19 },
      { description: 'Rest der Rechnung RE-1', quantity: 1, unitPriceCents: 200, taxRate: 7 },
    ])
  })
})

test('a credited line keeps its exemption reason', async () => {
  const exempt = (description: string, tax_exemption_reason: string) =>
    line(1000, 0, { description, tax_category: 'E', tax_exemption_reason })
  const invoice = await send(buyer, [exempt('Kurs', '§ 4 Nr. 21 UStG'), exempt('Behandlung', '§ 4 Nr. 14 UStG')])
  const { body } = await credit(invoice.id, [line(1000, 0, { description: 'Behandlung', tax_category: 'E' })])
  expect(body.line_items[0].tax_exemption_reason).toBe('§ 4 Nr. 14 UStG')
})

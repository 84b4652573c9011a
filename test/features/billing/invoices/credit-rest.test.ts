import { beforeAll, describe, expect, test } from 'vitest'
import { house } from '../../../harness/house.ts'
import { firm, line } from './firm.ts'

// What credit notes take of an invoice: never more than is left, per rate and in all, and together all of it.

const at = house()
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
  test('of three thirds take the cent that rounding leaves', async () => {
    const invoice = await send(buyer, [line(1333), line(1333), line(1333)])
    expect(invoice.total_cents).toBe(4759)
    expect(await creditEach(invoice.id, [[line(1333)], [line(1333)], [line(1333)]])).toEqual([-1586, -1586, -1587])
    expect(await get(`/invoices/${invoice.id}`)).toMatchObject({ status: 'cancelled', open_cents: 0 })
    expect((await credit(invoice.id)).status).toBe(409)
  })
  test('of twenty lines of three cents take no more tax than there is', async () => {
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
  test('of one rate never exceed what is left in all', async () => {
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
  test('that leave nothing in all, yet something at the rates, are refused: all is credited instead', async () => {
    const invoice = await send(buyer, [line(10000), line(10000, 0, { quantity: -1, tax_category: 'Z' })])
    expect(invoice.total_cents).toBe(1900)
    // 15.97 and its tax of 3.03 are the 19.00 that are to be paid.
    const { status, body } = await credit(invoice.id, [line(1597)])
    expect([status, body.field]).toEqual([422, 'line_items'])
    expect((await credit(invoice.id)).body.total_cents).toBe(-1900)
  })
  test('both lines at once are all of it', async () => {
    const invoice = await send(buyer, [line(10000), line(5000, 7, { quantity: -1 })])
    const { body } = await credit(invoice.id, [line(10000), line(5000, 7, { quantity: -1 })])
    expect(body.total_cents).toBe(-6550)
    expect((await get(`/invoices/${invoice.id}`)).status).toBe('cancelled')
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeTotals, type TotalsLine } from '#features/billing/invoices/line-items/totals'

const line = (changes: Partial<TotalsLine> = {}): TotalsLine => ({
  quantity: 1,
  unitPriceCents: 10000,
  discountPercent: 0,
  taxRate: 19,
  taxCategory: 'S',
  ...changes,
})

const decimal = (places: number, min: number, max: number) =>
  fc.integer({ min: min * 10 ** places, max: max * 10 ** places }).map((n) => n / 10 ** places)
const anyLine = fc.record({
  quantity: decimal(4, -1000, 1000),
  unitPriceCents: fc.nat(10_000_000),
  discountPercent: decimal(2, 0, 100),
  taxRate: fc.constantFrom(0, 7, 19, 5.5, 20.25),
  taxCategory: fc.constantFrom('S', 'E', 'Z'),
})
const anyLines = fc.array(anyLine, { minLength: 1, maxLength: 30 })

describe('the sums of a document', () => {
  test('round each line once, then the tax of each category and rate once on its sum', () => {
    const traps = [line({ quantity: 0.5, unitPriceCents: 1 }), line({ quantity: 1.5, unitPriceCents: 35 })]
    expect(computeTotals(traps)).toEqual({
      lines: [{ netCents: 1 }, { netCents: 53 }],
      subtotalCents: 54,
      taxCents: 10,
      totalCents: 64,
      taxBreakdown: [{ taxRate: 19, taxCategory: 'S', netCents: 54, taxCents: 10 }],
    })
  })

  test('97.50 at 19 % bear 18.53 of tax', () => {
    expect(computeTotals([line({ unitPriceCents: 9750 })]).taxCents).toBe(1853)
  })

  test('take a discount off before the line is rounded', () => {
    expect(computeTotals([line({ quantity: 3, unitPriceCents: 333, discountPercent: 33.33 })]).subtotalCents).toBe(666)
  })

  test('keep categories of the same rate apart', () => {
    const { taxBreakdown } = computeTotals([
      line({ taxRate: 0, taxCategory: 'E' }),
      line({ taxRate: 0, taxCategory: 'Z' }),
      line({ taxRate: 0, taxCategory: 'E' }),
    ])
    expect(taxBreakdown.map(({ taxCategory, netCents }) => [taxCategory, netCents])).toEqual([
      ['E', 20000],
      ['Z', 10000],
    ])
  })

  test('add up: lines to the subtotal, the breakdown to subtotal and tax, both to the total', () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        const { lines: nets, subtotalCents, taxCents, totalCents, taxBreakdown } = computeTotals(lines)
        const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
        expect(sum(nets.map(({ netCents }) => netCents))).toBe(subtotalCents)
        expect(sum(taxBreakdown.map(({ netCents }) => netCents))).toBe(subtotalCents)
        expect(sum(taxBreakdown.map((group) => group.taxCents))).toBe(taxCents)
        expect(subtotalCents + taxCents).toBe(totalCents)
      }),
    )
  })

  test('of a credit note mirror those of its invoice', () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        const invoice = computeTotals(lines)
        const note = computeTotals(lines.map((item) => ({ ...item, quantity: -item.quantity })))
        expect(note.totalCents + invoice.totalCents).toBe(0)
        expect(note.taxCents + invoice.taxCents).toBe(0)
        note.lines.forEach(({ netCents }, index) => {
          expect(netCents + (invoice.lines[index]?.netCents ?? 0)).toBe(0)
        })
      }),
    )
  })

  test('do not depend on the order of the lines', () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        expect(computeTotals(lines.toReversed()).totalCents).toBe(computeTotals(lines).totalCents)
      }),
    )
  })

  test('reach 2^53−1 cents and refuse one more', () => {
    const most = line({ unitPriceCents: Number.MAX_SAFE_INTEGER, taxRate: 0 })
    expect(computeTotals([most]).totalCents).toBe(Number.MAX_SAFE_INTEGER)
    expect(() => computeTotals([most, line({ unitPriceCents: 1, taxRate: 0 })])).toThrow(RangeError)
    expect(() => computeTotals([{ ...most, taxRate: 19 }])).toThrow(RangeError)
    expect(() => computeTotals([{ ...most, quantity: -1 }, line({ quantity: -1, unitPriceCents: 1 })])).toThrow(
      RangeError,
    )
  })
})

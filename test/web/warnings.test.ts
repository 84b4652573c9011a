import { expect, test } from 'vitest'
import type { Draft } from '../../src/web/invoices/draft.ts'
import { groupWarnings } from '../../src/web/invoices/warnings.ts'

const warn = (field: string) => ({ field, message: `${field} is unusual.` })
const draft = (more: object = {}) => ({ lines: [{}, {}], ...more }) as Draft
const discount = { cashDiscount: { cashDiscountPercent: '2', cashDiscountDays: '10' } }
const all = [
  ...[
    'line_items.1.tax_rate',
    'line_items.1.unit',
    'line_items.7.tax_rate',
    'line_items',
    'cash_discount_days',
    'kind',
  ],
  ...['something.new', ''],
].map(warn)

test('groups warnings by line, cash discount and others', () => {
  const { cashDiscount, lines, others } = groupWarnings(all, draft(discount))
  const fields = (warnings: readonly { field: string }[] = []) => warnings.map(({ field }) => field)
  expect(fields(cashDiscount)).toEqual(['cash_discount_days'])
  expect(lines.map(fields)).toEqual([[], ['line_items.1.tax_rate', 'line_items.1.unit']])
  expect(fields(others)).toEqual(['line_items.7.tax_rate', 'line_items', 'kind', 'something.new', ''])
})

test.each([discount, {}])('shows each warning exactly once', (more) => {
  const { cashDiscount, lines, others } = groupWarnings(all, draft(more))
  const shown = [...cashDiscount, ...lines.flat(), ...others]
  expect(shown).toHaveLength(all.length)
  expect(new Set(shown)).toEqual(new Set(all))
})

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Draft } from '../../src/web/invoices/draft.ts'

let drafts: typeof import('../../src/web/invoices/draft.ts')
let fields: typeof import('../../src/web/invoices/field-errors.ts')

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await (await import('../../src/web/i18n/locale.ts')).loadLocale('en')
  drafts = await import('../../src/web/invoices/draft.ts')
  fields = await import('../../src/web/invoices/field-errors.ts')
})
afterAll(() => {
  vi.resetModules()
  vi.unstubAllGlobals()
})

const line = {
  ...{ key: 'one', description: 'Beratung', quantity: '1', unit: 'C62', unitPrice: '100', discount: '', taxRate: '19' },
  ...{ reason: '', kept: {} },
}
const noDiscount = { cashDiscountPercent: '', cashDiscountDays: '' }
const draft = (more: Partial<Draft> = {}): Draft => ({
  ...{ clientId: 'c', issueDate: '2026-03-01', dueDate: '2026-03-15', serviceFrom: '', serviceTo: '' },
  ...{ introduction: '', closing: '', lines: [line], cashDiscount: noDiscount },
  ...more,
})
const refused = (path: string, text = 'Wrong.') => ({ code: '', message: text, fields: {}, paths: { [path]: text } })
const dates = { startField: 'issueDate', endField: 'validUntil' } as const

test('names an invalid figure by its API path and keeps it with its line', () => {
  const wrong = draft({
    lines: [line, { ...line, key: 'two', quantity: 'x', unitPrice: '-1' }],
    cashDiscount: { cashDiscountPercent: '2', cashDiscountDays: 'soon' },
  })
  expect(fields.validateDraft(draft())).toEqual([])
  expect(fields.validateDraft(wrong).map(({ figure, path }) => [figure, path])).toEqual([
    ['cashDiscountDays', 'cashDiscountDays'],
    ['two.quantity', 'lineItems.1.quantity'],
    ['two.unitPriceCents', 'lineItems.1.unitPriceCents'],
  ])
})

test('reports too many decimals as such', () => {
  const wrong = draft({
    lines: [{ ...line, quantity: '1.23456', unitPrice: '1.234', discount: '2.255', taxRate: 'x' }],
    cashDiscount: { cashDiscountPercent: '2.255', cashDiscountDays: '1.5' },
  })
  expect(fields.validateDraft(wrong).map(({ path, text }) => [path, text])).toEqual([
    ['cashDiscountPercent', 'At most two decimals.'],
    ['cashDiscountDays', 'A whole number.'],
    ['lineItems.0.quantity', 'At most four decimals.'],
    ['lineItems.0.unitPriceCents', 'At most two decimals.'],
    ['lineItems.0.discountPercent', 'At most two decimals.'],
    ['lineItems.0.taxRate', 'Enter a number.'],
  ])
})

test('shows the latest error of a field, invalid figures first', () => {
  const [unreadable] = fields.validateDraft(draft({ lines: [{ ...line, quantity: 'x' }] }))
  if (!unreadable) throw new Error('It can be read.')
  const quantity = 'lineItems.0.quantity'
  expect(fields.fieldErrors([refused(quantity, 'drawn'), undefined, refused(quantity, 'kept')], [])).toEqual({
    [quantity]: 'kept',
  })
  expect(fields.fieldErrors([refused('dueDate'), refused(quantity)], [unreadable])).toEqual({
    dueDate: 'Wrong.',
    [quantity]: unreadable.text,
  })
})

test.each([
  ['lineItems.3.taxRate', true],
  ['validUntil', true],
  ['cashDiscountDays', true],
  ['introduction', true],
  ['lineItems', false],
  ['organization.taxNumber', false],
])('hasFieldFor(%s) tells whether the form has a field for the error', (path, isBeside) => {
  expect(fields.hasFieldFor(refused(path), draft(), dates)).toBe(isBeside)
})

test('has no field for what a kind of document lacks', () => {
  const { cashDiscount: _, ...without } = draft()
  expect(fields.hasFieldFor(refused('cashDiscountDays'), without, dates)).toBe(false)
})

test('previews an incomplete draft with placeholders', () => {
  const written = draft({
    lines: [{ ...line, description: ' ', unitPrice: '' }],
    cashDiscount: { cashDiscountPercent: '2', cashDiscountDays: '' },
  })
  expect(drafts.isPreviewable(written)).toBe(true)
  expect(drafts.withPlaceholders(written)).toMatchObject({ lines: [{ description: '…' }], cashDiscount: noDiscount })
  expect(drafts.isPreviewable(draft({ lines: [{ ...line, unitPrice: 'much' }] }))).toBe(false)
})

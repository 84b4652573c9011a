import { expect, test } from 'vitest'
import { type Draft, isReadableYet, newLine, noDiscount, seenIn } from '../../src/web/invoices/draft.ts'
import { isBesideField, unreadableIn, wrongFields } from '../../src/web/invoices/wrong-fields.ts'

const line = { ...newLine('19'), key: 'one', description: 'Beratung', unitPrice: '100' }
const draft = (more: Partial<Draft> = {}): Draft => ({
  ...{ clientId: 'c', issueDate: '2026-03-01', dueDate: '2026-03-15', serviceFrom: '', serviceTo: '' },
  ...{ introduction: '', closing: '', lines: [line], cashDiscount: noDiscount },
  ...more,
})
const refused = (path: string, text = 'Wrong.') => ({ code: '', message: text, fields: {}, paths: { [path]: text } })
const dates = { from: 'issueDate', until: 'validUntil' } as const

test('what cannot be read is named as the service names it, and by its line where that is moved', () => {
  const wrong = draft({
    lines: [line, { ...line, key: 'two', quantity: 'x', unitPrice: '-1' }],
    cashDiscount: { cashDiscountPercent: '2', cashDiscountDays: 'soon' },
  })
  expect(unreadableIn(draft())).toEqual([])
  expect(unreadableIn(wrong).map(({ figure, path }) => [figure, path])).toEqual([
    ['cashDiscountDays', 'cashDiscountDays'],
    ['two.quantity', 'lineItems.1.quantity'],
    ['two.unitPriceCents', 'lineItems.1.unitPriceCents'],
  ])
})

test('beside a field stands what was said of it last, and what cannot be read before all', () => {
  const [unreadable] = unreadableIn(draft({ lines: [{ ...line, quantity: 'x' }] }))
  if (!unreadable) throw new Error('It can be read.')
  const quantity = 'lineItems.0.quantity'
  expect(wrongFields([refused(quantity, 'drawn'), undefined, refused(quantity, 'kept')], [])).toEqual({
    [quantity]: 'kept',
  })
  expect(wrongFields([refused('dueDate'), refused(quantity)], [unreadable])).toEqual({
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
])('a refusal stands beside its field where the form has one: %s', (path, isBeside) => {
  expect(isBesideField(refused(path), draft(), dates)).toBe(isBeside)
})

test('what a kind of document does not have is no field of its form', () => {
  const { cashDiscount: _, ...without } = draft()
  expect(isBesideField(refused('cashDiscountDays'), without, dates)).toBe(false)
})

test('a draft is seen as far as it is written', () => {
  const written = draft({
    lines: [{ ...line, description: ' ', unitPrice: '' }],
    cashDiscount: { cashDiscountPercent: '2', cashDiscountDays: '' },
  })
  expect(isReadableYet(written)).toBe(true)
  expect(seenIn(written)).toMatchObject({ lines: [{ description: '…' }], cashDiscount: noDiscount })
  expect(isReadableYet(draft({ lines: [{ ...line, unitPrice: 'much' }] }))).toBe(false)
})

import { expect, test } from 'vitest'
import { limits } from '#core/schema/limits'
import { matchMovements } from '#features/billing/bank-import/match-movements'
import type { Payable } from '#features/billing/bank-import/payable-index'
import type { Movement } from '#features/billing/bank-import/statement'

const payable = (index: number, more: Partial<Payable> = {}): Payable => ({
  id: `id-${index}`,
  number: `RE-2026-${String(index).padStart(5, '0')}`,
  isRefund: false,
  clientId: 'weber',
  clientName: 'Weber Möbel GmbH',
  dueCents: 100,
  isPaid: false,
  dueDate: '2026-03-15',
  discountCents: 0,
  discountUntil: null,
  chargesCents: 0,
  ...more,
})

const movement = (more: Partial<Movement>): Movement => ({
  bookedOn: '2026-03-10',
  valueOn: null,
  amountCents: 100,
  currency: 'EUR',
  name: null,
  iban: null,
  purpose: null,
  endToEndId: null,
  bankReference: null,
  isReturn: false,
  line: 1,
  ...more,
})

const payables = (count: number, more?: Partial<Payable>) =>
  Array.from({ length: count }, (_, index) => payable(index + 1, more))

const match = (open: readonly Payable[], ...movements: Movement[]) => {
  const matches = matchMovements({ movements, payables: open, accounts: [], mostBytes: limits.answerBytes })
  if ('refused' in matches) throw new Error(matches.refused.en)
  return matches
}

test('a transaction is proposed for at most fifty invoices that it names, and its reason names ten of them', () => {
  const naming = (count: number) => {
    const open = payables(count)
    return match(
      open,
      movement({ amountCents: count * 100, purpose: open.map(({ number }) => number.replaceAll('-', '')).join(' ') }),
    )
  }
  const [fifty] = naming(50)
  expect(fifty).toMatchObject({
    match: 'exact',
    reason: { de: expect.stringMatching(/00010, … genannt, Summe stimmt$/) },
  })
  expect(fifty?.invoices).toHaveLength(50)
  expect(fifty?.reason.en).not.toContain('00011')
  const [more] = naming(51)
  expect(more).toMatchObject({ match: 'none', reason: { en: 'More than 50 open invoices named' }, invoices: [] })
})

test('a return that names many invoices names ten of them in its reason', () => {
  const purpose = payables(100)
    .map(({ number }) => number)
    .join(' ')
  const [returned] = match(payables(100), movement({ purpose, isReturn: true }))
  expect(returned?.reason.de).toContain('RE-2026-00010, …: die frühere')
})

test('the sum of all open invoices of a client is recognized up to fifty of them', () => {
  const paying = (count: number) =>
    match(payables(count), movement({ amountCents: count * 100, name: 'Weber Möbel GmbH' }))
  expect(paying(50)).toMatchObject([{ match: 'exact', invoices: { length: 50 } }])
  expect(paying(51)).toMatchObject([{ match: 'ambiguous', confidence: 0.3, invoices: { length: 10 } }])
})

test('a file is refused of which more would be shown than an answer has', () => {
  const all = movement({ amountCents: 5000, name: 'Weber Möbel GmbH' })
  const movements = Array.from({ length: 200 }, () => all)
  const refused = (mostBytes: number) =>
    'refused' in matchMovements({ movements, payables: payables(50), accounts: [], mostBytes })
  expect([refused(5_000_000), refused(4_000_000)]).toEqual([false, true])
  // As many as a file may have, each with its invoice.
  const each = payables(5000)
  expect(
    match(each, ...each.map(({ number }) => movement({ purpose: `Rechnung ${number} vom 1. März, vielen Dank` }))),
  ).toHaveLength(5000)
})

test('thousands of transactions by the name of a client with thousands of open invoices take no time', () => {
  const movements = Array.from({ length: 1500 }, (_, index) =>
    movement({ amountCents: 1_000_000 + index, name: 'Weber Möbel GmbH' }),
  )
  const began = process.cpuUsage()
  expect(match(payables(20_000), ...movements)).toHaveLength(1500)
  const { user } = process.cpuUsage(began)
  expect(user / 1000).toBeLessThan(1000)
})

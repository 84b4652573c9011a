import { expect, test } from 'vitest'
import { limits } from '#core/schema/limits'
import type { Match } from '#features/billing/bank-import/match'
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
  issueDate: '2026-03-01',
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
  ultimateName: null,
  purpose: null,
  endToEndId: null,
  bankReference: null,
  references: {},
  isReturn: false,
  line: 1,
  ...more,
})

const payables = (count: number, more?: Partial<Payable>) =>
  Array.from({ length: count }, (_, index) => payable(index + 1, more))

const match = (open: readonly Payable[], ...movements: Movement[]) => {
  const matches = matchMovements({ movements, payables: open, accounts: [], maxBytes: limits.answerBytes })
  if ('refused' in matches) throw new Error(matches.refused.en)
  return matches
}

test('proposes at most fifty named invoices, and names ten of them in the reason', () => {
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

test('names ten invoices in the reason for a return', () => {
  const purpose = payables(100)
    .map(({ number }) => number)
    .join(' ')
  const [returned] = match(payables(100), movement({ purpose, isReturn: true }))
  expect(returned?.reason.de).toContain('RE-2026-00010, …: die frühere')
})

test('recognizes the sum of up to fifty open invoices of a client', () => {
  const paying = (count: number) =>
    match(payables(count), movement({ amountCents: count * 100, name: 'Weber Möbel GmbH' }))
  expect(paying(50)).toMatchObject([{ match: 'exact', invoices: { length: 50 } }])
  expect(paying(51)).toMatchObject([{ match: 'ambiguous', confidence: 0.3, invoices: { length: 10 } }])
})

test('refuses a file whose matches exceed the response size', () => {
  const all = movement({ amountCents: 5000, name: 'Weber Möbel GmbH' })
  const movements = Array.from({ length: 200 }, () => all)
  const refused = (mostBytes: number) =>
    'refused' in matchMovements({ movements, payables: payables(50), accounts: [], maxBytes: mostBytes })
  expect([refused(5_000_000), refused(4_000_000)]).toEqual([false, true])
  // The maximum of a file, each with its invoice.
  const each = payables(5000)
  expect(
    match(each, ...each.map(({ number }) => movement({ purpose: `Rechnung ${number} vom 1. März, vielen Dank` }))),
  ).toHaveLength(5000)
})

test('matches thousands of transactions with thousands of invoices of one client quickly', () => {
  const movements = Array.from({ length: 1500 }, (_, index) =>
    movement({ amountCents: 1_000_000 + index, name: 'Weber Möbel GmbH' }),
  )
  const began = process.cpuUsage()
  expect(match(payables(20_000), ...movements)).toHaveLength(1500)
  const { user } = process.cpuUsage(began)
  expect(user / 1000).toBeLessThan(1000)
})

const paypal = 'DE88500700100175526303'
const client = (name: string, index: number, dueCents: number) =>
  payable(index, { clientId: name, clientName: name, dueCents })
const [a, b] = ['Atelier Sommer', 'Brandt Fotografie']
const paidBy = (accounts: { iban: string; clientId: string }[], open: Payable[], more: Partial<Movement>) => {
  const movements = [movement({ amountCents: 23800, iban: paypal, name: 'PayPal Europe S.a.r.l.', ...more })]
  const [found] = matchMovements({ movements, payables: open, accounts, maxBytes: limits.answerBytes }) as Match[]
  return { match: found?.match, clients: found?.invoices.map(({ clientName }) => clientName) }
}
const learned = [{ iban: paypal, clientId: a }]

test.each<[string, Payable[], Partial<Movement>, string, string[]]>([
  [
    'the name in the purpose contradicts an account that paid before, and both owe the amount',
    [client(a, 1, 23800), client(b, 2, 23800)],
    { purpose: 'PP.1234.PP . Brandt Fotografie' },
    'ambiguous',
    [b, a],
  ],
  [
    'name and amount agree against an account that paid before',
    [client(a, 1, 23800), client(b, 2, 59500)],
    { purpose: 'PP.1234.PP . Brandt Fotografie', amountCents: 59500 },
    'exact',
    [b],
  ],
  [
    'name and account contradict each other, and neither owes the amount',
    [client(a, 1, 23800), client(b, 2, 59500)],
    { purpose: 'PP.1234.PP . Brandt Fotografie', amountCents: 100 },
    'ambiguous',
    [a, b],
  ],
  [
    'nobody is named, and another client than that of the account owes the amount',
    [client(a, 1, 23800), client(b, 2, 59500)],
    { purpose: 'PP.1234.PP', amountCents: 59500 },
    'ambiguous',
    [b, a],
  ],
  ['the account alone tells who pays', [client(a, 1, 23800), client(b, 2, 59500)], {}, 'exact', [a]],
  [
    'the ultimate debtor is another than the payer, who is a client too',
    [client(a, 1, 23800), client(b, 2, 23800)],
    { iban: null, name: a, ultimateName: b },
    'exact',
    [b],
  ],
  [
    'the ultimate debtor contradicts the name in the purpose',
    [client(a, 1, 23800), client(b, 2, 23800)],
    { iban: null, ultimateName: b, purpose: `Rechnung ${a}` },
    'ambiguous',
    [a, b],
  ],
  [
    'the payer is a client and names another one',
    [client(a, 1, 23800), client(b, 2, 23800)],
    { iban: null, name: a, purpose: 'für Brandt Fotografie' },
    'ambiguous',
    [a, b],
  ],
  [
    'the number of an invoice decides',
    [client(a, 1, 23800), client(b, 2, 23800)],
    { purpose: 'RE-2026-00002' },
    'exact',
    [b],
  ],
])('evidence is weighed together: %s', (_, open, more, expected, clients) => {
  const found = paidBy(learned, open, more)
  expect([found.match, found.clients?.toSorted()]).toEqual([expected, clients.toSorted()])
})

test('lists named invoices first if the evidence is contradictory', () => {
  const open = [client(a, 1, 23800), client(b, 2, 23800)]
  expect(paidBy(learned, open, { purpose: 'PP.1234.PP . Brandt Fotografie' }).clients).toEqual([b, a])
})

test('ignores an account that paid for two clients', () => {
  const accounts = [...learned, { iban: paypal, clientId: b }]
  const open = [client(a, 1, 23800), client(b, 2, 59500)]
  expect(paidBy(accounts, open, {})).toMatchObject({ match: 'ambiguous', clients: [a] })
  expect(paidBy(accounts, open, { amountCents: 100 })).toMatchObject({ match: 'none' })
})

test.each<[string, Payable[], Partial<Movement>, string, string[]]>([
  [
    "the number of one client's invoice and the name of another who owes the amount too",
    [client(a, 1, 23800), client(b, 2, 23800)],
    { name: b, purpose: 'RE-2026-00001' },
    'ambiguous',
    [a, b],
  ],
  [
    "the number of one client's invoice and the ultimate debtor who alone owes the amount",
    [client(a, 1, 11900), client(b, 2, 23800)],
    { ultimateName: b, purpose: 'RE-2026-00001' },
    'ambiguous',
    [a, b],
  ],
  [
    'the number of an invoice and a payer who owes another amount: somebody pays for the client',
    [client(a, 1, 23800), client(b, 2, 59500)],
    { name: b, purpose: 'RE-2026-00001' },
    'exact',
    [a],
  ],
])('%s', (_, open, more, found, clients) => {
  expect(paidBy([], open, more)).toEqual({ match: found, clients })
})

test('ignores the account of a client other than the named one', () => {
  const open = [client(a, 1, 11900), client(b, 2, 23800)]
  const movements = [movement({ amountCents: 23800, iban: paypal, purpose: b })]
  const found = matchMovements({ movements, payables: open, accounts: learned, maxBytes: limits.answerBytes })
  expect(found).toMatchObject([{ match: 'exact', confidence: 0.85, reason: { en: "A client's name, amount agrees" } }])
})

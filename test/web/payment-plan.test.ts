import { expect, test } from 'vitest'
import {
  batchPayments,
  defaultChoice,
  isBookable,
  type Proposal,
  type ProposalChoice,
  type ProposedInvoice,
  planProposals,
  toPayments,
  toProposedInvoice,
} from '../../src/web/bank/payment-plan.ts'

const share = (invoiceId: string, amountCents: number, more: object = {}) => ({
  ...{ invoiceId, number: invoiceId, clientName: 'Blau', amountCents, cashDiscountCents: 0, chargesCents: 0 },
  ...{ dueCents: amountCents, setOff: [] as ProposedInvoice['setOff'], ...more },
})
const booked = (invoiceId: string, amountCents: number) => ({
  ...{ invoiceId, number: invoiceId, clientName: 'Blau', amountCents, cashDiscountCents: 0, chargesCents: 0 },
  ...{ openCents: 0, creditCents: 0 },
})
const proposal = (more: Partial<Proposal>) =>
  ({
    ...{ transactionId: 't', amountCents: 10_000, currency: 'EUR', bookedOn: '2026-03-10', booked: false },
    ...{
      unbookedCents: 10_000,
      bookedInvoices: [],
      match: 'exact',
      warnings: [],
      reason: '',
      name: null,
      reference: null,
      iban: null,
    },
    invoices: [share('a', 10_000)],
    ...more,
  }) as Proposal

/** What becomes of one alone. */
function planned(one: Proposal, choice: Partial<ProposalChoice> = {}) {
  const [plan] = planProposals([one], () => ({ ...defaultChoice(one), ...choice }))
  if (!plan) throw new Error('Nothing is planned')
  return plan
}
const paid = (invoiceId: string, amountCents: number, more: object = {}) => ({
  ...{ transactionId: 't', invoiceId, amountCents, cashDiscountCents: 0, chargesCents: 0, ...more },
})

test('books exact matches, and ambiguous ones only once selected', () => {
  expect(planned(proposal({})).bookedCents).toBe(10_000)
  const several = proposal({ match: 'ambiguous', invoices: [share('a', 10_000), share('b', 10_000)] })
  expect([defaultChoice(several).invoice, planned(several).bookedCents]).toEqual(['a', 0])
  expect(toPayments(planned(several, { isBooked: true, invoice: 'b' }))).toEqual([paid('b', 10_000)])
  // The first of which something is open is the likeliest.
  const next = proposal({ match: 'ambiguous', invoices: [share('a', 0), share('b', 10_000)] })
  expect(defaultChoice(next).invoice).toBe('b')
  // Another transaction of the same file pays one of them.
  const plans = planProposals([proposal({}), { ...several, transactionId: 'u' }], defaultChoice)
  expect(
    plans.map(({ allocations }) => allocations.map(({ invoiceId, amountCents }) => [invoiceId, amountCents])),
  ).toEqual([[['a', 10_000]], [['b', 10_000]]])
})

test('books a payment with cash discount as displayed, without an overpayment', () => {
  const discounted = proposal({
    ...{ amountCents: 9800, unbookedCents: 9800 },
    invoices: [share('a', 9800, { cashDiscountCents: 200, dueCents: 10_000 })],
  })
  const plan = planned(discounted)
  expect(plan).toMatchObject({ allocatedCents: 9800, overpaidCents: 0, allocations: [{ remainingCents: 0 }] })
  expect(toPayments(plan)).toEqual([paid('a', 9800, { cashDiscountCents: 200 })])
})

test('preselects only exact matches without warnings', () => {
  const selected = (['exact', 'partial', 'ambiguous', 'none'] as const).map(
    (match) => defaultChoice(proposal({ match, invoices: [share('a', 4000)] })).isBooked,
  )
  expect(selected).toEqual([true, false, false, false])
  const warned = proposal({ invoices: [share('a', 4000)], warnings: [{ message: 'Konto DE…: es fehlt etwas.' }] })
  expect(defaultChoice(warned).isBooked).toBe(false)
})

test('credits an overpayment with the last invoice if the user chooses so', () => {
  const more = proposal({ match: 'partial', invoices: [share('a', 4000), share('b', 5000)] })
  expect(planned(more)).toMatchObject({ allocatedCents: 9000, overpaidCents: 1000, bookedCents: 0 })
  expect(planned(more, { isBooked: true }).bookedCents).toBe(9000)
  const kept = planned(more, { isBooked: true, keepsRest: true })
  expect(kept.bookedCents).toBe(10_000)
  expect(toPayments(kept)).toEqual([paid('a', 4000), paid('b', 6000, { overpayment: 'credit' })])
  expect(planned(more, { keepsRest: true, isBooked: false }).bookedCents).toBe(0)
})

test('books an overpayment as credit or not at all', () => {
  const left = proposal({
    ...{ match: 'partial', booked: true, unbookedCents: 1000 },
    ...{ invoices: [share('a', 0)], bookedInvoices: [booked('a', 9000)] },
  })
  expect([isBookable(left), defaultChoice(left).isBooked, planned(left).bookedCents]).toEqual([true, false, 0])
  const credit = paid('a', 1000, { overpayment: 'credit' })
  expect(toPayments(planned(left, { keepsRest: true }))).toEqual([credit])
  const twice = proposal({ match: 'none', amountCents: 1000, unbookedCents: 1000, invoices: [share('a', 0)] })
  expect([defaultChoice(twice).isBooked, planned(twice).overpaidCents]).toEqual([false, 1000])
  expect(toPayments(planned(twice, { keepsRest: true }))).toEqual([credit])
})

test('books refunds in full, and nothing twice', () => {
  const back = proposal({ amountCents: -6000, unbookedCents: 6000, invoices: [share('n', 6000)] })
  expect(planned(back)).toMatchObject({ bookedCents: 6000, overpaidCents: 0 })
  const done = proposal({ booked: true, unbookedCents: 0 })
  expect([isBookable(done), planned(done, { isBooked: true }).bookedCents]).toEqual([false, 0])
})

test('reduces the open amount for later transactions', () => {
  const twice = (['t', 'u'] as const).map((transactionId) =>
    proposal({
      transactionId,
      ...{ amountCents: 700, unbookedCents: 700, match: 'partial' },
      invoices: [share('a', 700, { dueCents: 1190 })],
    }),
  )
  const [first, second] = planProposals(twice, (one) => ({ ...defaultChoice(one), isBooked: true }))
  expect(first).toMatchObject({ bookedCents: 700, allocations: [{ remainingCents: 490 }] })
  expect(second).toMatchObject({
    bookedCents: 490,
    overpaidCents: 210,
    allocations: [{ dueCents: 490, remainingCents: 0 }],
  })
  const [, alone] = planProposals(twice, (one) => ({ ...defaultChoice(one), isBooked: one.transactionId === 'u' }))
  expect(alone).toMatchObject({ bookedCents: 700, overpaidCents: 0 })

  // The discount of the terms is granted on what the first leaves.
  const discounted = share('a', 116_620, { cashDiscountCents: 2380, dueCents: 119_000 })
  const part = proposal({
    transactionId: 'p',
    ...{ amountCents: 1000, unbookedCents: 1000 },
    invoices: [share('a', 1000, { dueCents: 119_000 })],
  })
  const both = proposal({
    ...{ amountCents: 164_220, unbookedCents: 164_220 },
    invoices: [discounted, share('b', 47_600)],
  })
  const [, whole] = planProposals([part, both], defaultChoice)
  expect(whole).toMatchObject({
    bookedCents: 163_220,
    overpaidCents: 1000,
    allocations: [{ remainingCents: 0 }, { remainingCents: 0 }],
  })
  expect(whole && toPayments(whole)).toEqual([paid('a', 115_620, { cashDiscountCents: 2380 }), paid('b', 47_600)])
})

test('replaces the proposed invoices by an assigned one', () => {
  const other = toProposedInvoice(proposal({}), { invoiceId: 'c', number: 'c', clientName: 'Grün', dueCents: 4000 })
  const plan = planned(proposal({ match: 'none', invoices: [] }), { other, isBooked: true })
  expect(plan).toMatchObject({ bookedCents: 4000, overpaidCents: 6000, allocations: [{ remainingCents: 0 }] })
  expect(toPayments(plan)).toEqual([paid('c', 4000)])
  expect(planned(proposal({}), { other }).allocations).toHaveLength(1)
})

test('splits payments into requests and keeps those of a transaction together', () => {
  const many = (transactionId: string, count: number) => Array.from({ length: count }, () => ({ transactionId }))
  const all = [...many('a', 400), ...many('b', 99), ...many('c', 2), ...many('d', 1)]
  expect(batchPayments(all).map((part) => part.length)).toEqual([499, 3])
  expect(batchPayments(many('a', 500)).map((part) => part.length)).toEqual([500])
  expect(batchPayments([])).toEqual([[]])
})

test('settles both documents when a credit note is set off', () => {
  const setOff = [{ invoiceId: 'note', number: 'note', amountCents: 300 }]
  const less = proposal({
    ...{ amountCents: 700, unbookedCents: 700 },
    invoices: [share('a', 700, { dueCents: 1000, setOff })],
  })
  const again = proposal({
    ...{ transactionId: 'u', amountCents: -300, unbookedCents: 300 },
    invoices: [share('note', 300)],
  })
  const [plan, other] = planProposals([less, again], defaultChoice)
  expect(plan).toMatchObject({ bookedCents: 700, allocations: [{ amountCents: 700, remainingCents: 0 }] })
  expect(plan && toPayments(plan)).toEqual([paid('a', 700, { setOff: true })])
  expect(other).toMatchObject({ allocatedCents: 0 })
})

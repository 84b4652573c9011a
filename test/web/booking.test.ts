import { expect, test } from 'vitest'
import {
  bookedCents,
  inParts,
  mayBook,
  type Proposal,
  partsOf,
  paymentsOf,
  usualChoice,
} from '../../src/web/bank/booking.ts'

const share = (invoiceId: string, amountCents: number, more: object = {}) => ({
  ...{ invoiceId, number: invoiceId, clientName: 'Blau', amountCents, cashDiscountCents: 0 },
  ...{ openCents: amountCents, dueCents: amountCents, ...more },
})
const booked = (invoiceId: string, amountCents: number) => ({
  ...share(invoiceId, amountCents, { openCents: 0 }),
  creditCents: 0,
})
const proposal = (more: Partial<Proposal>) =>
  ({
    ...{ transactionId: 't', amountCents: 10_000, currency: 'EUR', bookedOn: '2026-03-10', booked: false },
    ...{
      unbookedCents: 10_000,
      bookedInvoices: [],
      match: 'exact',
      reason: '',
      name: null,
      reference: null,
      iban: null,
    },
    invoices: [share('a', 10_000)],
    ...more,
  }) as Proposal

test('what is sure is booked, what may be meant is not until it is chosen', () => {
  const sure = proposal({})
  expect(bookedCents(sure, usualChoice(sure))).toBe(10_000)
  const several = proposal({ match: 'ambiguous', invoices: [share('a', 10_000), share('b', 10_000)] })
  const choice = usualChoice(several)
  expect([choice.invoice, bookedCents(several, choice)]).toEqual(['a', 0])
  expect(paymentsOf(several, { ...choice, isBooked: true, invoice: 'b' })).toEqual([
    { transactionId: 't', invoiceId: 'b' },
  ])
})

test('with a cash discount nothing is beyond', () => {
  const discounted = proposal({
    amountCents: 9800,
    unbookedCents: 9800,
    invoices: [share('a', 9800, { cashDiscountCents: 200, openCents: 10_000, dueCents: 10_000 })],
  })
  expect(partsOf(discounted, usualChoice(discounted))).toEqual({ taken: 9800, rest: 0 })
})

test('what is beyond becomes credit where it is meant, with the last invoice', () => {
  const more = proposal({ match: 'partial', invoices: [share('a', 4000), share('b', 5000)] })
  const usual = usualChoice(more)
  expect([partsOf(more, usual), bookedCents(more, usual)]).toEqual([{ taken: 9000, rest: 1000 }, 9000])
  const kept = { ...usual, keepsRest: true }
  expect(bookedCents(more, kept)).toBe(10_000)
  expect(paymentsOf(more, kept)).toEqual([
    { transactionId: 't', invoiceId: 'a' },
    { transactionId: 't', invoiceId: 'b', overpayment: 'credit' },
  ])
  expect(bookedCents(more, { ...kept, isBooked: false })).toBe(0)
})

test('what is left once the invoices are paid is booked as credit or not at all', () => {
  const left = proposal({
    ...{ match: 'partial', booked: true, unbookedCents: 1000 },
    ...{ invoices: [share('a', 9000)], bookedInvoices: [booked('a', 9000)] },
  })
  const usual = usualChoice(left)
  expect([mayBook(left), usual.isBooked, bookedCents(left, usual)]).toEqual([true, false, 0])
  const kept = { ...usual, keepsRest: true }
  expect(bookedCents(left, kept)).toBe(1000)
  expect(paymentsOf(left, kept)).toEqual([{ transactionId: 't', invoiceId: 'a', overpayment: 'credit' }])
})

test('money that goes out is booked whole, and what is booked is not booked again', () => {
  const back = proposal({ amountCents: -6000, unbookedCents: 6000, invoices: [share('n', 6000)] })
  expect(bookedCents(back, usualChoice(back))).toBe(6000)
  const done = proposal({ booked: true, unbookedCents: 0 })
  expect([mayBook(done), bookedCents(done, { isBooked: true, keepsRest: true })]).toEqual([false, 0])
})

test('what was booked on one of several invoices is not booked on it again', () => {
  const both = { invoices: [share('a', 4000), share('b', 6000)] }
  const left = proposal({ ...both, booked: true, unbookedCents: 6000, bookedInvoices: [booked('a', 4000)] })
  const usual = usualChoice(left)
  expect([bookedCents(left, usual), paymentsOf(left, usual)]).toEqual([6000, [{ transactionId: 't', invoiceId: 'b' }]])
  const part = proposal({ ...both, booked: true, unbookedCents: 9000, bookedInvoices: [booked('b', 1000)] })
  expect(partsOf(part, usualChoice(part))).toEqual({ taken: 9000, rest: 0 })
})

test('more than one request books go in parts, and what pays by one transaction goes together', () => {
  const paid = (transactionId: string, count: number) => Array.from({ length: count }, () => ({ transactionId }))
  const all = [...paid('a', 400), ...paid('b', 99), ...paid('c', 2), ...paid('d', 1)]
  expect(inParts(all).map((part) => part.length)).toEqual([499, 3])
  expect(inParts(paid('a', 500)).map((part) => part.length)).toEqual([500])
  expect(inParts([])).toEqual([[]])
})

test('what was paid otherwise meanwhile is not booked again, and may become credit', () => {
  const twice = proposal({ invoices: [share('a', 10_000, { dueCents: 0 })] })
  const usual = usualChoice(twice)
  expect([usual.isBooked, partsOf(twice, usual)]).toEqual([false, { taken: 0, rest: 10_000 }])
  expect(paymentsOf(twice, { ...usual, keepsRest: true })).toEqual([
    { transactionId: 't', invoiceId: 'a', overpayment: 'credit' },
  ])
  const partly = proposal({ invoices: [share('a', 6000, { dueCents: 0 }), share('b', 4000)] })
  expect(partsOf(partly, usualChoice(partly))).toEqual({ taken: 4000, rest: 6000 })
  expect(paymentsOf(partly, usualChoice(partly))).toEqual([{ transactionId: 't', invoiceId: 'b' }])
})

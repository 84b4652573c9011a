import { discountRoundingCents } from '#features/billing/invoices/cash-discount/discount-tolerance'
import type { Payable } from './payable-index.ts'
import { type AmountDue, allocatePayment, computeSettledCents, type PaymentShare } from './payment-share.ts'
import type { Movement } from './statement.ts'

export const isDue = ({ dueCents }: Payable) => dueCents > 0

const grantsDiscount = ({ discountCents, discountUntil }: Payable, { bookedOn }: Movement) =>
  discountCents > 0 && discountUntil !== null && bookedOn <= discountUntil

/** Without the cash discount if it was booked too late. */
const dueOnBookingDay = (one: Payable, movement: Movement): AmountDue =>
  grantsDiscount(one, movement) ? one : { ...one, discountCents: 0 }

export function settlesPayable(one: Payable, movement: Movement, cents: number): boolean {
  const part = allocatePayment(dueOnBookingDay(one, movement), cents)
  return part.amountCents === cents && computeSettledCents(part) === one.dueCents
}

/** Up to this many discounts, any subset may have been taken; with more, all or none. */
const maxPartlyDiscounted = 4

/** Splits an amount that settles all documents, with cash discount on some; undefined unless exactly one subset of discounts fits. */
export function splitOverPayables(
  all: readonly Payable[],
  movement: Movement,
  cents: number,
): PaymentShare[] | undefined {
  const granting = all.filter((one) => grantsDiscount(one, movement))
  const discounted = granting.length > maxPartlyDiscounted ? [[], granting] : listSubsets(granting)
  const due = all.reduce((sum, { dueCents }) => sum + dueCents, 0)
  const taken = discounted.map((some) => {
    const less = due - some.reduce((sum, { discountCents }) => sum + discountCents, 0)
    return { some, beyondCents: cents - less }
  })
  const exactly = taken.filter(({ beyondCents }) => beyondCents === 0)
  const roundly = taken.filter(({ some, beyondCents }) => Math.abs(beyondCents) <= some.length * discountRoundingCents)
  const [one, ...others] = exactly.length ? exactly : roundly
  if (!one || others.length) return
  return all.map((payable) => {
    const place = one.some.indexOf(payable)
    const rounded = place >= 0 && place < Math.abs(one.beyondCents) ? Math.sign(one.beyondCents) : 0
    const paid = place >= 0 ? payable.dueCents - payable.discountCents + rounded : payable.dueCents
    return toShare(payable, movement, paid)
  })
}

const listSubsets = <Item>(items: readonly Item[]): Item[][] =>
  items.reduce<Item[][]>((subsets, item) => subsets.concat(subsets.map((some) => [...some, item])), [[]])

export const toShare = (one: Payable, movement: Movement, cents: number): PaymentShare => ({
  invoiceId: one.id,
  number: one.number,
  clientName: one.clientName,
  openCents: one.dueCents,
  ...allocatePayment(dueOnBookingDay(one, movement), cents),
})

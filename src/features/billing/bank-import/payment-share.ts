import {
  discountRoundingCents,
  maxDiscountWithoutWarning,
} from '#features/billing/invoices/cash-discount/discount-tolerance'

/** Amount due in cents, whether open or to be refunded, with what may be granted or claimed beside it. */
export interface AmountDue {
  dueCents: number
  /** Cash discount still available by the terms of an invoice. */
  discountCents: number
  /** Unpaid dunning charges. */
  chargesCents: number
}

/** Part of a transaction booked on one document, in cents. */
export interface PaymentPart {
  amountCents: number
  cashDiscountCents: number
  /** Included in the amount. */
  chargesCents: number
}

/** A document deducted from a transfer: a credit note from an invoice, or an invoice from a refund. */
export interface SetOff {
  invoiceId: string
  number: string
  amountCents: number
}

/** A document that a transaction pays, or may pay. */
export interface PaymentShare extends Omit<PaymentPart, 'chargesCents'> {
  invoiceId: string
  number: string
  clientName: string
  openCents: number
  /** Absent in proposals stored before charges were recorded. */
  chargesCents?: number
  /** Documents set off with it; absent if there are none. */
  setOff?: SetOff[]
}

/** Splits cents over a document: all due with charges, or less the discount; else a partial payment. */
export function allocatePayment({ dueCents, discountCents, chargesCents }: AmountDue, cents: number): PaymentPart {
  if (chargesCents > 0 && cents === dueCents + chargesCents)
    return { amountCents: cents, cashDiscountCents: 0, chargesCents }
  const roundedCents = Math.abs(dueCents - discountCents - cents)
  const isDiscounted = cents < dueCents && discountCents > 0 && roundedCents <= discountRoundingCents
  return {
    amountCents: Math.min(cents, dueCents),
    cashDiscountCents: isDiscounted ? dueCents - cents : 0,
    chargesCents: 0,
  }
}

/** Limits each set-off to the current amount due of its document. */
export const limitSetOffs = ({ setOff }: PaymentShare, dueOfOther: (invoiceId: string) => number): SetOff[] =>
  (setOff ?? [])
    .map((one) => ({ ...one, amountCents: Math.min(one.amountCents, dueOfOther(one.invoiceId)) }))
    .filter(({ amountCents }) => amountCents > 0)

const sumSetOffs = (setOff: readonly SetOff[]) => setOff.reduce((sum, { amountCents }) => sum + amountCents, 0)

/** Limits a share to the current amount due (less set-offs) and to what is left of its transaction. */
export function limitShare(
  share: PaymentShare,
  whole: AmountDue,
  leftCents: number,
  setOff: readonly SetOff[] = [],
): PaymentPart {
  const due = { ...whole, dueCents: whole.dueCents - sumSetOffs(setOff) }
  const most = Math.min(share.amountCents, leftCents)
  const cashDiscountCents = Math.min(share.cashDiscountCents, maxDiscountWithoutWarning(due.discountCents))
  const chargesCents = Math.min(share.chargesCents ?? 0, due.chargesCents)
  const allCents = due.dueCents - cashDiscountCents + chargesCents
  if (computeSettledCents(share) + sumSetOffs(setOff) >= share.openCents && allCents > 0 && allCents <= most)
    return { amountCents: allCents, cashDiscountCents, chargesCents }
  return { amountCents: Math.max(0, Math.min(most, due.dueCents)), cashDiscountCents: 0, chargesCents: 0 }
}

/** Cents by which a part reduces the amount due. */
export const computeSettledCents = ({
  amountCents,
  cashDiscountCents,
  chargesCents = 0,
}: Omit<PaymentPart, 'chargesCents'> & Partial<PaymentPart>) => amountCents + cashDiscountCents - chargesCents

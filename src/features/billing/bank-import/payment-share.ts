import {
  discountRoundingCents,
  maxDiscountWithoutWarning,
} from '#features/billing/invoices/cash-discount/discount-rounding'

/** What is due of a document, in cents: open or to be refunded, with what of it may be granted or is claimed beside it. */
export interface AmountDue {
  dueCents: number
  /** Cash discount that the terms of an invoice still grant. */
  discountCents: number
  /** Dunning charges that nobody has paid yet. */
  chargesCents: number
}

/** What of a transaction is booked on a document, in cents. */
export interface PaymentPart {
  amountCents: number
  cashDiscountCents: number
  /** Within the amount. */
  chargesCents: number
}

/** A document that was deducted from a transfer: a credit note from an invoice, or an invoice from the refund of a credit note. */
export interface SetOff {
  invoiceId: string
  number: string
  amountCents: number
}

/** One of the documents that a transaction pays, or may pay. */
export interface PaymentShare extends Omit<PaymentPart, 'chargesCents'> {
  invoiceId: string
  number: string
  clientName: string
  openCents: number
  /** Absent from what was proposed before charges were explained. */
  chargesCents?: number
  /** What is set off beside the transaction. Absent where nothing is. */
  setOff?: SetOff[]
}

/** What so many cents are of a document: all that is due, with the charges or less the discount, or as much as they are. */
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

/** The proposed set-offs, each limited to what is due of its document now. */
export const limitSetOffs = ({ setOff }: PaymentShare, dueOfOther: (invoiceId: string) => number): SetOff[] =>
  (setOff ?? [])
    .map((one) => ({ ...one, amountCents: Math.min(one.amountCents, dueOfOther(one.invoiceId)) }))
    .filter(({ amountCents }) => amountCents > 0)

const sumSetOffs = (setOff: readonly SetOff[]) => setOff.reduce((sum, { amountCents }) => sum + amountCents, 0)

/** The proposed share, limited to what is due of its document now (less set-offs) and to what is left of its transaction. */
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

/** What a part takes off what is due. */
export const computeSettledCents = ({
  amountCents,
  cashDiscountCents,
  chargesCents = 0,
}: Omit<PaymentPart, 'chargesCents'> & Partial<PaymentPart>) => amountCents + cashDiscountCents - chargesCents

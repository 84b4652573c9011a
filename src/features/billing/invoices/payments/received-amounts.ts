import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import type { Invoice } from '../invoice.entity.ts'
import type { TaxAmount } from '../tax/tax-amounts.ts'
import { sumByRate } from '../tax/tax-amounts.ts'
import { toDiscountAmounts, type VatShare } from './split-payment.ts'

/** What was received on an invoice and stands. */
interface ReceivedAmounts {
  /** The money, without charges and what became the client's credit. */
  receivedCents: number
  /** The cash discounts granted with it. */
  granted: TaxAmount[]
}

/** The payments of an invoice, but one that is about to be reversed. */
export async function readReceivedAmounts(
  context: Context,
  invoiceId: string,
  without?: string,
): Promise<ReceivedAmounts> {
  const payments = await context.query<{ cents: number; shares: VatShare[] }>(
    select`amount_cents - charges_cents - credit_cents as cents, vat_shares as shares from payments
        where organization_id = ${context.organizationId} and invoice_id = ${invoiceId} and reversed_at is null
          and id is distinct from ${without ?? null}::uuid
        order by created_at, id`,
  )
  return {
    receivedCents: payments.reduce((sum, { cents }) => sum + cents, 0),
    granted: sumByRate(payments.flatMap(({ shares }) => toDiscountAmounts(shares))),
  }
}

/** What credit notes have said is to be given back, whether it has been or not. */
export const sumRefunds = (notes: readonly Invoice[]) =>
  notes.reduce((sum, { refundDueCents, paidCents }) => sum + refundDueCents + paidCents, 0)

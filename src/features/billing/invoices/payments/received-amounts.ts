import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import type { Invoice } from '../invoice.entity.ts'
import type { TaxAmount } from '../tax/tax-amounts.ts'
import { sumByRate } from '../tax/tax-amounts.ts'
import { toDiscountAmounts, type VatShare } from './split-payment.ts'

interface ReceivedAmounts {
  /** Money without charges and without what became client credit. */
  receivedCents: number
  granted: TaxAmount[]
}

/** Sums the payments of an invoice that are not reversed; `without` excludes one more. */
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

/** Sums the refunds of credit notes, paid or still due. */
export const sumRefunds = (notes: readonly Invoice[]) =>
  notes.reduce((sum, { refundDueCents, paidCents }) => sum + refundDueCents + paidCents, 0)

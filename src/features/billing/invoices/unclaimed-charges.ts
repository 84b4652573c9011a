import { select } from '#core/database/select'
import { formatCents } from '#core/money/decimal'
import type { Context } from '#core/operation/context'
import type { Payment } from './payment.entity.ts'
import type { KeptWarning } from './price-lines.ts'

/**
 * Charges of a payment beyond those that the reminders have claimed and no other payment has settled: interest that ran on since,
 * or a slip. They are kept as charges, and settle nothing of the invoice.
 */
export async function unclaimedCharges(
  context: Context,
  { invoiceId, chargesCents }: Pick<Payment, 'invoiceId' | 'chargesCents'>,
): Promise<KeptWarning[]> {
  if (!chargesCents) return []
  const [charges] = await context.query<{ claimed: number; settled: number }>(
    select`(select coalesce(max(charges_cents + settled_charges_cents), 0) from reminders
            where organization_id = ${context.organizationId} and invoice_id = ${invoiceId})::bigint as claimed,
          (select coalesce(sum(charges_cents), 0) from payments
            where organization_id = ${context.organizationId} and invoice_id = ${invoiceId} and reversed_at is null)::bigint as settled`,
  )
  const left = Math.max(0, (charges?.claimed ?? 0) - (charges?.settled ?? 0))
  if (chargesCents <= left) return []
  return [
    {
      field: 'charges_cents',
      text: {
        de: `ist mehr, als an Gebühren und Zinsen angemahnt und noch nicht bezahlt ist (${formatCents(left, 'de')})`,
        en: `is more than the fees and interest that reminders have claimed and nobody has paid yet (${formatCents(left, 'en')})`,
      },
    },
  ]
}

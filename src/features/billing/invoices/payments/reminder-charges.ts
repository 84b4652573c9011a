import sql, { type Sql } from 'sql-template-tag'
import { select } from '#core/database/select'
import { formatCents } from '#core/money/decimal'
import type { Context } from '#core/operation/context'
import type { StoredWarning } from '../line-items/price-lines.ts'

/** SQL: charges on an invoice, in cents, that reminders have claimed and no payment has settled. */
export const unpaidChargesSql = (organizationId: string, invoiceId: Sql) =>
  sql`greatest(0, (select coalesce(max(r.charges_cents + r.settled_charges_cents), 0) from reminders r
        where r.organization_id = ${organizationId} and r.invoice_id = ${invoiceId})
      - (select coalesce(sum(p.charges_cents), 0) from payments p
        where p.organization_id = ${organizationId} and p.invoice_id = ${invoiceId} and p.reversed_at is null))::bigint`

export interface UnpaidCharges {
  id: string
  leftCents: number
}

export const selectUnpaidCharges = ({ organizationId }: Context, invoiceIds: readonly string[]) =>
  select`i.id, ${unpaidChargesSql(organizationId, sql`i.id`)} as "leftCents" from invoices i
      where i.organization_id = ${organizationId} and i.id = any(${invoiceIds}::uuid[])`

export async function readUnpaidCharges(context: Context, invoiceId: string): Promise<number> {
  const [charges] = await context.query<UnpaidCharges>(selectUnpaidCharges(context, [invoiceId]))
  return charges?.leftCents ?? 0
}

/**
 * Warns if a payment has more charges than reminders have claimed: later interest, or a slip. They are booked as charges
 * and settle nothing of the invoice.
 */
export function unclaimedChargesWarning(chargesCents: number, left: number): StoredWarning[] {
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

/** Warns that claimed charges stay due although the invoice is settled. */
export function unpaidChargesWarning(left: number): StoredWarning[] {
  if (left === 0) return []
  return [
    {
      field: 'charges_cents',
      text: {
        de: `enthält keine Gebühren und Zinsen: ${formatCents(left, 'de')} sind angemahnt und bleiben zu zahlen (§ 396 Abs. 2, § 367 BGB)`,
        en: `holds no fees and interest: ${formatCents(left, 'en')} have been claimed by reminders and stay due (§ 396 (2), § 367 BGB)`,
      },
    },
  ]
}

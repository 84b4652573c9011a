import sql from 'sql-template-tag'
import type { Context } from '#core/context'
import { takeCredit } from './client-credit.ts'
import { Invoice, InvoiceKind, InvoiceStatus } from './invoice.entity.ts'
import { Overpayment, type PaymentInput } from './invoice.inputs.ts'
import type { TaxAmount } from './line-item.ts'
import { recordOverdue } from './overdue.ts'
import { Payment } from './payment.entity.ts'
import { PaymentMethod } from './payment-method.ts'
import { settledBy, splitPayment, type VatShare } from './split-payment.ts'
import { sumByRate, turnedRound } from './tax-amounts.ts'

/** Records money received on an invoice, or given back on a credit note, and divides it over what is open of each rate. */
export async function recordPayment(context: Context, invoice: Invoice, input: PaymentInput): Promise<Payment> {
  const { overpayment, ...fields } = input
  const payment = context.create(Payment, {
    invoice: context.ref(Invoice, invoice.id),
    ...fields,
    cashDiscountCents: fields.cashDiscountCents ?? 0,
    chargesCents: fields.chargesCents ?? 0,
  } as Partial<Payment>)
  const open = await readOpenByRate(context, invoice)
  invoice.receive(payment, context.clock.today(), overpayment === Overpayment.credit)
  if (payment.method === PaymentMethod.client_credit)
    await takeCredit(context, invoice.clientId, payment.amountCents, payment.paidAt)
  payment.vatShares = splitPayment(open, payment.receivedCents, payment.cashDiscountCents)
  // What pays charges alone, or is credit as a whole, leaves the invoice as it was.
  if (payment.settledCents > 0)
    context.record(invoice.status === InvoiceStatus.paid ? 'invoice.paid' : 'invoice.partially_paid', invoice)
  recordOverdue(context, invoice)
  return payment
}

/** What is still to be paid of a document at each rate: after the credit notes on it, and what was paid of it. */
async function readOpenByRate(context: Context, invoice: Invoice): Promise<TaxAmount[]> {
  const { id, kind, taxBreakdown, creditedCents, paidCents } = invoice
  const { organizationId: organization } = context
  const notes = creditedCents
    ? await context.query<{ taxBreakdown: TaxAmount[] }>(
        sql`select tax_breakdown as "taxBreakdown" from invoices
            where organization_id = ${organization} and credited_invoice_id = ${id}`,
      )
    : []
  const payments = paidCents
    ? await context.query<{ vatShares: VatShare[] }>(
        sql`select vat_shares as "vatShares" from payments
            where organization_id = ${organization} and invoice_id = ${id} and reversed_at is null`,
      )
    : []
  return sumByRate([
    ...(kind === InvoiceKind.credit_note ? turnedRound(taxBreakdown) : taxBreakdown),
    ...notes.flatMap((note) => note.taxBreakdown),
    ...payments.flatMap(({ vatShares }) => turnedRound(settledBy(vatShares))),
  ])
}

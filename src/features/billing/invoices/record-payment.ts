import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import { takeCredit } from './client-credit.ts'
import { Invoice, InvoiceKind, InvoiceStatus } from './invoice.entity.ts'
import { Overpayment, type PaymentInput } from './invoice.inputs.ts'
import type { TaxAmount } from './line-item.ts'
import { recordOverdue } from './overdue.ts'
import { Payment } from './payment.entity.ts'
import { PaymentMethod } from './payment-method.ts'
import { settledBy, splitPayment, type Unpaid, type VatShare } from './split-payment.ts'
import { grossOf, sumByRate, turnedRound } from './tax-amounts.ts'

/** Records money received on an invoice, or given back on a credit note, and divides it over what is open of each rate. */
export async function recordPayment(context: Context, id: string, input: PaymentInput): Promise<Payment> {
  await holdCredited(context, id)
  const invoice = await context.load(Invoice, id)
  const { overpayment, ...fields } = input
  const kept = invoice.kind === InvoiceKind.credit_note ? await readKeptByRate(context, invoice) : null
  const payment = context.create(Payment, {
    invoice: context.ref(Invoice, invoice.id),
    ...fields,
    cashDiscountCents: fields.cashDiscountCents ?? 0,
    chargesCents: fields.chargesCents ?? 0,
  } as Partial<Payment>)
  const unpaid = await readUnpaid(context, invoice)
  invoice.receive(payment, context.clock.today(), overpayment === Overpayment.credit)
  if (payment.method === PaymentMethod.client_credit)
    await takeCredit(context, invoice.clientId, payment.amountCents, payment.paidAt)
  payment.vatShares =
    kept && sumOfGross(kept) === payment.receivedCents
      ? kept.map((rate) => ({ ...rate, discountNetCents: 0, discountTaxCents: 0 }))
      : splitPayment(unpaid, payment.receivedCents, payment.cashDiscountCents)
  // What pays charges alone, or is credit as a whole, leaves the invoice as it was.
  if (payment.settledCents > 0)
    context.record(invoice.status === InvoiceStatus.paid ? 'invoice.paid' : 'invoice.partially_paid', invoice)
  recordOverdue(context, invoice)
  return payment
}

/** Locks the invoice of a credit note, before the note, as a credit and a reversal do: refunds of it wait for each other. */
const holdCredited = (context: Context, noteId: string) =>
  context.query(
    select`from invoices where organization_id = ${context.organizationId} and id = (
          select credited_invoice_id from invoices where organization_id = ${context.organizationId} and id = ${noteId}
        ) for no key update`,
  )

/**
 * What was received of each rate of the invoice of a credit note and is not given back, where the invoice is credited as
 * a whole: the refund that ends it takes back just that, so that money that was all given back bears no tax.
 */
async function readKeptByRate(context: Context, { creditedInvoiceId }: Invoice): Promise<TaxAmount[] | null> {
  const { organizationId: organization } = context
  const payments = await context.query<{ kind: InvoiceKind; vatShares: VatShare[] }>(
    select`i.kind, p.vat_shares as "vatShares"
        from payments p join invoices i on i.organization_id = p.organization_id and i.id = p.invoice_id
          join invoices o on o.organization_id = i.organization_id and o.id = ${creditedInvoiceId}
        where p.organization_id = ${organization} and o.status = 'cancelled' and p.reversed_at is null
          and (i.id = ${creditedInvoiceId} or i.credited_invoice_id = ${creditedInvoiceId})`,
  )
  return sumByRate(
    payments.flatMap(({ kind, vatShares }) => {
      const money = vatShares.map(({ taxRate, taxCategory, netCents, taxCents }) => ({
        taxRate,
        taxCategory,
        netCents,
        taxCents,
      }))
      return kind === InvoiceKind.credit_note ? turnedRound(money) : money
    }),
  )
}

const sumOfGross = (amounts: readonly TaxAmount[]) => amounts.reduce((sum, amount) => sum + grossOf(amount), 0)

async function readUnpaid(context: Context, invoice: Invoice): Promise<Unpaid> {
  const { id, kind, taxBreakdown, creditedCents, paidCents } = invoice
  const { organizationId: organization } = context
  const notes = creditedCents
    ? await context.query<{ taxBreakdown: TaxAmount[] }>(
        select`tax_breakdown as "taxBreakdown" from invoices
            where organization_id = ${organization} and credited_invoice_id = ${id}`,
      )
    : []
  const payments = paidCents
    ? await context.query<{ vatShares: VatShare[] }>(
        select`vat_shares as "vatShares" from payments
            where organization_id = ${organization} and invoice_id = ${id} and reversed_at is null`,
      )
    : []
  const price = sumByRate([
    ...(kind === InvoiceKind.credit_note ? turnedRound(taxBreakdown) : taxBreakdown),
    ...notes.flatMap((note) => note.taxBreakdown),
  ])
  const settled = payments.flatMap(({ vatShares }) => turnedRound(settledBy(vatShares)))
  return { price, open: sumByRate([...price, ...settled]) }
}

import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import { takeCredit } from './client-credit.ts'
import { grantedWarning } from './granted-discount.ts'
import { Invoice, InvoiceKind, InvoiceStatus } from './invoice.entity.ts'
import { Overpayment, type PaymentInput } from './invoice.inputs.ts'
import type { TaxAmount } from './line-item.ts'
import { recordOverdue } from './overdue.ts'
import { Payment } from './payment.entity.ts'
import { PaymentMethod } from './payment-method.ts'
import { grantedBy, settledBy, sharesOfMoney, splitPayment, type Unpaid, type VatShare } from './split-payment.ts'
import { sumByRate, totalsOf, turnedRound } from './tax-amounts.ts'
import { unclaimedCharges } from './unclaimed-charges.ts'

/** Records money received on an invoice, or given back on a credit note, and divides it over the rates. */
export async function recordPayment(context: Context, id: string, input: PaymentInput): Promise<Payment> {
  const credited = await holdCredited(context, id)
  const document = await context.load(Invoice, id)
  const { overpayment, ...fields } = input
  const payment = context.draft(Payment, {
    invoice: context.ref(Invoice, document.id),
    clientId: document.clientId,
    paidBack: document.kind === InvoiceKind.credit_note,
    ...fields,
    cashDiscountCents: fields.cashDiscountCents ?? 0,
    chargesCents: fields.chargesCents ?? 0,
  } as Partial<Payment>)
  const { unpaid, toRefund, grantedCents } = await readDue(context, document, credited)
  document.receive(payment, context.clock.today(), overpayment === Overpayment.credit)
  payment.warnings = [...grantedWarning(document, payment, grantedCents), ...(await unclaimedCharges(context, payment))]
  context.transaction.add(payment)
  if (payment.method === PaymentMethod.client_credit)
    await takeCredit(context, document.clientId, payment.amountCents, payment.paidAt)
  payment.vatShares =
    toRefund && totalsOf(toRefund).totalCents === payment.receivedCents
      ? sharesOfMoney(toRefund)
      : splitPayment(unpaid, payment.receivedCents, payment.cashDiscountCents)
  // What pays charges alone, or is credit as a whole, leaves the invoice as it was.
  if (payment.settledCents > 0)
    context.record(document.status === InvoiceStatus.paid ? 'invoice.paid' : 'invoice.partially_paid', document)
  recordOverdue(context, document)
  return payment
}

/** What decides of an invoice how much of each rate is to be paid. */
type Priced = Pick<Invoice, 'id' | 'taxBreakdown' | 'creditedCents' | 'paidCents' | 'discountUndone'>

/**
 * The invoice of a credit note. It is locked before the note, as by a credit and a reversal: refunds of it wait for each
 * other.
 */
async function holdCredited(context: Context, noteId: string): Promise<Priced | undefined> {
  const [credited] = await context.query<Priced>(
    select`id, tax_breakdown as "taxBreakdown", credited_cents as "creditedCents", paid_cents as "paidCents",
          discount_undone as "discountUndone"
        from invoices where organization_id = ${context.organizationId} and id = (
          select credited_invoice_id from invoices where organization_id = ${context.organizationId} and id = ${noteId}
        ) for no key update`,
  )
  return credited
}

interface Due {
  unpaid: Unpaid
  /** The cash discount that its payments were granted. */
  grantedCents: number
  /**
   * What was received at each rate beyond what is to be paid of it. The refund that gives back the whole takes just that,
   * so that nothing stays taxed at a rate that nothing was kept of; earlier ones go by the rates of their note.
   */
  toRefund?: TaxAmount[]
}

/** What is due of each rate of a document: on an invoice to be paid, on a credit note to be given back. */
async function readDue(context: Context, document: Invoice, credited?: Priced): Promise<Due> {
  const invoice = credited ?? document
  const { id, creditedCents, paidCents, discountUndone } = invoice
  const { organizationId: organization } = context
  const notes = creditedCents
    ? await context.query<{ taxBreakdown: TaxAmount[] }>(
        select`tax_breakdown as "taxBreakdown" from invoices
            where organization_id = ${organization} and credited_invoice_id = ${id}`,
      )
    : []
  const payments = paidCents
    ? await context.query<{ documentId: string; vatShares: VatShare[] }>(
        select`p.invoice_id as "documentId", p.vat_shares as "vatShares"
            from payments p join invoices i on i.organization_id = p.organization_id and i.id = p.invoice_id
            where p.organization_id = ${organization} and p.reversed_at is null
              and (i.id = ${id} or i.credited_invoice_id = ${id})`,
      )
    : []
  const own = payments.filter(({ documentId }) => documentId === document.id)
  const grantedCents = totalsOf(sumByRate(own.flatMap(({ vatShares }) => grantedBy(vatShares)))).totalCents
  const settled = payments.flatMap(({ documentId, vatShares }) =>
    documentId === id ? turnedRound(settledBy(vatShares)) : settledBy(vatShares),
  )
  const price = sumByRate([invoice, ...notes].flatMap(({ taxBreakdown }) => taxBreakdown))
  const open = sumByRate([...price, ...settled, ...discountUndone])
  if (!credited) return { unpaid: { price, open }, grantedCents }
  const ofNote = turnedRound(document.taxBreakdown)
  const left = sumByRate([...ofNote, ...own.flatMap(({ vatShares }) => turnedRound(settledBy(vatShares)))])
  return { unpaid: { price: ofNote, open: left }, grantedCents, toRefund: turnedRound(open) }
}

import { randomUUID } from 'node:crypto'
import { select } from '#core/database/select'
import { invalidField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { discountWarnings } from '../cash-discount/remaining-discount.ts'
import { Invoice, InvoiceKind, InvoiceStatus } from '../invoice.entity.ts'
import { Overpayment, type PaymentInput } from '../invoice.inputs.ts'
import { recordOverdue } from '../overdue.ts'
import { PaymentMethod } from '../payment-method.ts'
import type { TaxAmount } from '../tax/tax-amounts.ts'
import { negateAmounts, sumByRate, sumTotals } from '../tax/tax-amounts.ts'
import { assertCreditWithinLimit, readClientCredit, reserveClientCredit } from './client-credit.ts'
import { Payment } from './payment.entity.ts'
import { readUnpaidCharges, unclaimedChargesWarning, unpaidChargesWarning } from './reminder-charges.ts'
import { splitPaymentByRate, toSettledAmounts, toSharesWithoutDiscount, type UnpaidAmounts } from './split-payment.ts'

/** A document that payments are booked on, locked until the end of the operation. */
export interface LockedDocument {
  document: Invoice
  invoice: CreditedInvoice
  account: DocumentAccount
  session: PaymentSession
  /** Charges that reminders have claimed and that are not paid yet; undefined until read. */
  claimedCents?: number
}

/** State shared by the documents that one operation locks. */
interface PaymentSession {
  /** By id of the invoice; its credit notes share the account. */
  accounts: Map<string, DocumentAccount>
  /** Client credit in cents, as far as read. */
  credits: Map<string, number>
}

export const createPaymentSession = (): PaymentSession => ({ accounts: new Map(), credits: new Map() })

/** Amounts of an invoice after credit notes, and what payments have settled of each document. */
interface DocumentAccount {
  price: TaxAmount[]
  settled: Map<string, TaxAmount[]>
  /** Cash discount granted, in cents. */
  granted: Map<string, number>
}

/** Records money received on an invoice or paid back on a credit note. */
export async function recordPayment(context: Context, id: string, input: PaymentInput): Promise<Payment> {
  const { method, creditNoteId } = input
  if (method === PaymentMethod.credit_note) {
    if (!creditNoteId) throw invalidField('creditNoteId', missing)
    await lockDocumentRows(context, [id, creditNoteId])
    const session = createPaymentSession()
    const invoice = await lockForPayment(context, id, session)
    const [note] = await context.query<{ id: string }>(
      select`id from invoices where organization_id = ${context.organizationId} and id = ${creditNoteId}
          and kind = 'credit_note' and client_id = ${invoice.document.clientId}`,
    )
    if (!note) throw invalidField('creditNoteId', notOwnNote)
    return setOff(context, invoice, await lockForPayment(context, note.id, session), input)
  }
  if (creditNoteId) throw invalidField('creditNoteId', onlyWithCreditNote)
  return bookPayment(context, await lockForPayment(context, id), input)
}

/**
 * Locks documents until the end of the operation. Invoices come before their credit notes, as everywhere, so that there
 * are no deadlocks.
 */
export async function lockDocumentRows(context: Context, ids: readonly string[]): Promise<void> {
  const { organizationId } = context
  await context.query(
    select`from invoices where organization_id = ${organizationId} and kind <> 'credit_note' and (id = any(${ids}::uuid[]) or id in (
          select credited_invoice_id from invoices where organization_id = ${organizationId} and id = any(${ids}::uuid[])
        )) order by id for no key update`,
  )
  await context.query(
    select`from invoices where organization_id = ${organizationId} and id = any(${ids}::uuid[]) order by id for no key update`,
  )
}

async function setOff(
  context: Context,
  invoice: LockedDocument,
  note: LockedDocument,
  input: PaymentInput,
): Promise<Payment> {
  const [payment] = await bookPayments(context, toSetOffPayments(invoice, note, input))
  return payment as Payment
}

interface PendingPayment {
  locked: LockedDocument
  input: PaymentInput & { setOffId?: string }
}

/**
 * The two payments of a set-off, the invoice's first. Throws 422 for a day before the credit note, because both claims
 * must exist (§§ 387, 389 BGB).
 */
export function toSetOffPayments(invoice: LockedDocument, note: LockedDocument, input: PaymentInput): PendingPayment[] {
  if (invoice.document.kind === InvoiceKind.credit_note) throw invalidField('method', onlyOnInvoices)
  if (input.chargesCents) throw invalidField('chargesCents', noCharges)
  if (input.paidAt < note.document.issueDate) throw invalidField('paidAt', beforeCreditNote)
  if (input.amountCents > note.document.refundDueCents) throw invalidField('amountCents', beyondRefund)
  const common = {
    amountCents: input.amountCents,
    paidAt: input.paidAt,
    method: PaymentMethod.credit_note,
    creditNoteId: note.document.id,
    setOffId: randomUUID(),
  }
  const invoicePayment = {
    ...common,
    cashDiscountCents: input.cashDiscountCents ?? null,
    reference: input.reference ?? note.document.number,
  }
  const notePayment = { ...common, reference: input.reference ?? invoice.document.number }
  return [
    { locked: invoice, input: invoicePayment },
    { locked: note, input: notePayment },
  ]
}

const missing = {
  de: 'fehlt: die Rechnungskorrektur, die verrechnet wird',
  en: 'is missing: the credit note to set off',
}
const notOwnNote = {
  de: 'ist keine Rechnungskorrektur dieses Kunden',
  en: "is not one of this client's credit notes",
}
const onlyWithCreditNote = { de: 'gibt es nur mit method: credit_note', en: 'is for method: credit_note alone' }
const onlyOnInvoices = { de: 'gibt es nur bei Rechnungen', en: 'is for invoices alone' }
const beforeCreditNote = {
  de: 'liegt vor dem Datum der Rechnungskorrektur',
  en: 'is before the date of the credit note',
}
const beyondRefund = {
  de: 'ist mehr, als aus der Rechnungskorrektur zu erstatten ist',
  en: 'is more than is to be refunded of the credit note',
}
const noCharges = { de: 'werden nicht verrechnet', en: 'cannot be set off' }

/** Locks a document for payments. Pass one `session` for all documents of an operation. */
export async function lockForPayment(
  context: Context,
  id: string,
  session = createPaymentSession(),
): Promise<LockedDocument> {
  const credited = await lockCreditedInvoice(context, id)
  const document = await context.load(Invoice, id)
  const invoice = credited ?? document
  const account = session.accounts.get(invoice.id) ?? (await readAccount(context, invoice))
  session.accounts.set(invoice.id, account)
  return { document, invoice, account, session }
}

async function bookPayment(context: Context, locked: LockedDocument, input: PaymentInput): Promise<Payment> {
  const [payment] = await bookPayments(context, [{ locked, input }])
  return payment as Payment
}

/** A payment that its document has accepted but that is not written yet. */
interface AppliedPayment {
  locked: LockedDocument
  payment: Payment
  keepsExcess: boolean
  isPaid: boolean
}

/** Books payments that belong together: all of them, or none if a document refuses its payment. */
export async function bookPayments(context: Context, parts: readonly PendingPayment[]): Promise<Payment[]> {
  const received: AppliedPayment[] = []
  try {
    for (const part of parts) received.push(await applyPayment(context, part))
  } catch (error) {
    for (const { locked, payment } of received) locked.document.reversePayment(payment, context.clock.today())
    throw error
  }
  for (const each of received) await savePayment(context, each)
  return received.map(({ payment }) => payment)
}

async function applyPayment(context: Context, { locked, input }: PendingPayment): Promise<AppliedPayment> {
  const { document, session } = locked
  const { overpayment, ...fields } = input
  const payment = context.draft(Payment, {
    invoice: context.ref(Invoice, document.id),
    clientId: document.clientId,
    paidBack: document.kind === InvoiceKind.credit_note,
    ...fields,
    cashDiscountCents: fields.cashDiscountCents ?? 0,
    chargesCents: fields.chargesCents ?? 0,
  } as Partial<Payment>)
  const keepsExcess = overpayment === Overpayment.credit
  if (keepsExcess) {
    const creditCents = session.credits.get(document.clientId) ?? (await readClientCredit(context, document.clientId))
    assertCreditWithinLimit(creditCents, payment.amountCents)
    session.credits.set(document.clientId, creditCents)
  }
  document.receivePayment(payment, context.clock.today(), keepsExcess)
  return { locked, payment, keepsExcess, isPaid: document.status === InvoiceStatus.paid }
}

async function savePayment(context: Context, { locked, payment, keepsExcess, isPaid }: AppliedPayment) {
  const { document, account, session } = locked
  const { unpaid, toRefund } = computeDue(locked)
  payment.warnings = [
    ...(await discountWarnings(context, document, payment, account.granted.get(document.id) ?? 0)),
    ...(await chargesWarning(context, locked, payment)),
  ]
  context.transaction.add(payment)
  if (keepsExcess)
    session.credits.set(document.clientId, (session.credits.get(document.clientId) ?? 0) + payment.creditCents)
  if (payment.method === PaymentMethod.client_credit)
    await reserveClientCredit(context, document.clientId, payment.amountCents, payment.paidAt)
  payment.vatShares =
    toRefund && sumTotals(toRefund).totalCents === payment.receivedCents
      ? toSharesWithoutDiscount(toRefund)
      : splitPaymentByRate(unpaid, payment.receivedCents, payment.cashDiscountCents)
  account.settled.set(document.id, sumByRate([...settledAmounts(locked), ...toSettledAmounts(payment.vatShares)]))
  account.granted.set(document.id, (account.granted.get(document.id) ?? 0) + payment.cashDiscountCents)
  // Payments of charges or credit alone do not change the invoice.
  if (payment.settledCents > 0) context.record(isPaid ? 'invoice.paid' : 'invoice.partially_paid', document)
  recordOverdue(context, document)
}

/** A set-off settles the claim only. Charges, which payments settle first (§ 396 (2), § 367 BGB), stay due. */
async function chargesWarning(context: Context, locked: LockedDocument, { invoiceId, chargesCents, method }: Payment) {
  const isSetOff = method === PaymentMethod.credit_note && locked.document.kind !== InvoiceKind.credit_note
  if (!chargesCents && !isSetOff) return []
  const claimed = locked.claimedCents ?? (await readUnpaidCharges(context, invoiceId))
  locked.claimedCents = Math.max(0, claimed - chargesCents)
  return isSetOff ? unpaidChargesWarning(claimed) : unclaimedChargesWarning(chargesCents, claimed)
}

type CreditedInvoice = Pick<Invoice, 'id' | 'taxBreakdown' | 'creditedCents' | 'paidCents' | 'discountUndone'>

/** Locks the invoice before its credit note, so that concurrent refunds wait for each other. */
async function lockCreditedInvoice(context: Context, noteId: string): Promise<CreditedInvoice | undefined> {
  const [credited] = await context.query<CreditedInvoice>(
    select`id, tax_breakdown as "taxBreakdown", credited_cents as "creditedCents", paid_cents as "paidCents",
          discount_undone as "discountUndone"
        from invoices where organization_id = ${context.organizationId} and id = (
          select credited_invoice_id from invoices where organization_id = ${context.organizationId} and id = ${noteId}
        ) for no key update`,
  )
  return credited
}

interface Due {
  unpaid: UnpaidAmounts
  /**
   * Overpaid amounts by rate. The refund that pays back all of them uses these, so that no tax stays at a rate without
   * money; earlier refunds use the rates of their credit note.
   */
  toRefund?: TaxAmount[]
}

async function readAccount(
  context: Context,
  { id, taxBreakdown, creditedCents, paidCents }: CreditedInvoice,
): Promise<DocumentAccount> {
  const { organizationId: organization } = context
  const notes = creditedCents
    ? await context.query<{ taxBreakdown: TaxAmount[] }>(
        select`tax_breakdown as "taxBreakdown" from invoices
            where organization_id = ${organization} and credited_invoice_id = ${id}`,
      )
    : []
  const settled = paidCents
    ? await context.query<TaxAmount & { documentId: string; grantedCents: number }>(
        select`p.invoice_id as "documentId", s."taxRate", s."taxCategory",
              sum(s."netCents" + s."discountNetCents")::bigint as "netCents",
              sum(s."taxCents" + s."discountTaxCents")::bigint as "taxCents",
              sum(s."discountNetCents" + s."discountTaxCents")::bigint as "grantedCents"
            from payments p join invoices i on i.organization_id = p.organization_id and i.id = p.invoice_id
              cross join lateral jsonb_to_recordset(p.vat_shares) as s ("taxCategory" text, "taxRate" float8, "netCents" bigint,
                "taxCents" bigint, "discountNetCents" bigint, "discountTaxCents" bigint)
            where p.organization_id = ${organization} and p.reversed_at is null
              and (i.id = ${id} or i.credited_invoice_id = ${id})
            group by 1, 2, 3`,
      )
    : []
  const byDocument = Map.groupBy(settled, ({ documentId }) => documentId)
  return {
    price: sumByRate([taxBreakdown, ...notes.map((note) => note.taxBreakdown)].flat()),
    settled: byDocument,
    granted: new Map(
      [...byDocument].map(([document, rates]) => [
        document,
        rates.reduce((sum, { grantedCents }) => sum + grantedCents, 0),
      ]),
    ),
  }
}

const settledAmounts = ({ document, account }: LockedDocument) => account.settled.get(document.id) ?? []

/** Amounts due at each rate: to be paid on an invoice, to be paid back on a credit note. */
function computeDue(locked: LockedDocument): Due {
  const { document, invoice, account } = locked
  const { price, settled } = account
  const paid = [...settled].flatMap(([documentId, amounts]) =>
    documentId === invoice.id ? negateAmounts(amounts) : amounts,
  )
  const open = sumByRate([...price, ...paid, ...invoice.discountUndone])
  if (invoice.id === document.id) return { unpaid: { price, open } }
  const noteAmounts = negateAmounts(document.taxBreakdown)
  const left = sumByRate([...noteAmounts, ...negateAmounts(settledAmounts(locked))])
  return { unpaid: { price: noteAmounts, open: left }, toRefund: negateAmounts(open) }
}

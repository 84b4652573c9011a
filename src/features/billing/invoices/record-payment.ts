import { randomUUID } from 'node:crypto'
import { select } from '#core/database/select'
import { invalid } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { assertCreditFits, readCredit, takeCredit } from './client-credit.ts'
import { grantedWarning } from './granted-discount.ts'
import { Invoice, InvoiceKind, InvoiceStatus } from './invoice.entity.ts'
import { Overpayment, type PaymentInput } from './invoice.inputs.ts'
import type { TaxAmount } from './line-item.ts'
import { recordOverdue } from './overdue.ts'
import { Payment } from './payment.entity.ts'
import { PaymentMethod } from './payment-method.ts'
import { settledBy, sharesOfMoney, splitPayment, type Unpaid } from './split-payment.ts'
import { sumByRate, totalsOf, turnedRound } from './tax-amounts.ts'
import { chargesLeft, readClaimedCharges, unclaimedCharges } from './unclaimed-charges.ts'

/** A document that payments are recorded on: held until the end of the operation, with what is due of it. */
export interface Payee {
  document: Invoice
  invoice: Priced
  account: Account
  held: Held
  /** Charges that reminders have claimed and nobody has paid yet, once that was asked. */
  claimedCents?: number
}

/** What the documents that are held together have in common. */
interface Held {
  /** By the invoice, which its credit notes share. */
  accounts: Map<string, Account>
  /** What clients have to their credit, once that was asked. */
  credits: Map<string, number>
}

export const holdNothing = (): Held => ({ accounts: new Map(), credits: new Map() })

/** What is to be paid of an invoice after its credit notes, and what payments have settled of each of these documents. */
interface Account {
  price: TaxAmount[]
  settled: Map<string, TaxAmount[]>
  /** Cash discount that stands of it, in cents. */
  granted: Map<string, number>
}

/** Records money received on an invoice, or given back on a credit note, and divides it over the rates. */
export async function recordPayment(context: Context, id: string, input: PaymentInput): Promise<Payment> {
  const { method, creditNoteId } = input
  if (method === PaymentMethod.credit_note) {
    if (!creditNoteId) throw invalid('creditNoteId', missing)
    await holdDocuments(context, [id, creditNoteId])
    const held = holdNothing()
    const invoice = await holdPayee(context, id, held)
    const [note] = await context.query<{ id: string }>(
      select`id from invoices where organization_id = ${context.organizationId} and id = ${creditNoteId}
          and kind = 'credit_note' and client_id = ${invoice.document.clientId}`,
    )
    if (!note) throw invalid('creditNoteId', noNoteOfClient)
    return setOff(context, invoice, await holdPayee(context, note.id, held), input)
  }
  if (creditNoteId) throw invalid('creditNoteId', byNoteAlone)
  return bookPayment(context, await holdPayee(context, id), input)
}

/** Locks documents until the end of the operation: invoices first, those of credit notes too, as a credit and a payment take them. */
export async function holdDocuments(context: Context, ids: readonly string[]): Promise<void> {
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

/** Settles part of an invoice with the refund that is due of a credit note: no money moves. Both are held. */
async function setOff(context: Context, invoice: Payee, note: Payee, input: PaymentInput): Promise<Payment> {
  const [payment] = await bookTogether(context, setOffParts(invoice, note, input))
  return payment as Payment
}

/** A payment that is to be booked on a document that is held. */
interface PaymentPart {
  payee: Payee
  input: PaymentInput & { setOffId?: string }
}

/**
 * The payments by which an invoice and a credit note settle each other, that of the invoice first. None is set off before there is
 * one (§ 387, § 389 BGB).
 */
export function setOffParts(invoice: Payee, note: Payee, input: PaymentInput): PaymentPart[] {
  if (invoice.document.kind === InvoiceKind.credit_note) throw invalid('method', notOnNotes)
  if (input.chargesCents) throw invalid('chargesCents', noCharges)
  if (input.paidAt < note.document.issueDate) throw invalid('paidAt', beforeNote)
  if (input.amountCents > note.document.refundDueCents) throw invalid('amountCents', beyondRefund)
  const common = {
    amountCents: input.amountCents,
    paidAt: input.paidAt,
    method: PaymentMethod.credit_note,
    creditNoteId: note.document.id,
    setOffId: randomUUID(),
  }
  const ofInvoice = {
    ...common,
    cashDiscountCents: input.cashDiscountCents ?? null,
    reference: input.reference ?? note.document.number,
  }
  const ofNote = { ...common, reference: input.reference ?? invoice.document.number }
  return [
    { payee: invoice, input: ofInvoice },
    { payee: note, input: ofNote },
  ]
}

const missing = {
  de: 'fehlt: die Rechnungskorrektur, die verrechnet wird',
  en: 'is missing: the credit note to set off',
}
const noNoteOfClient = {
  de: 'ist keine Rechnungskorrektur dieses Kunden',
  en: "is not one of this client's credit notes",
}
const byNoteAlone = { de: 'gibt es nur mit method: credit_note', en: 'is for method: credit_note alone' }
const notOnNotes = { de: 'gibt es nur bei Rechnungen', en: 'is for invoices alone' }
const beforeNote = { de: 'liegt vor dem Datum der Rechnungskorrektur', en: 'is before the date of the credit note' }
const beyondRefund = {
  de: 'ist mehr, als aus der Rechnungskorrektur zu erstatten ist',
  en: 'is more than is to be refunded of the credit note',
}
const noCharges = { de: 'werden nicht verrechnet', en: 'cannot be set off' }

/** Holds a document for payments, with what is held already. */
export async function holdPayee(context: Context, id: string, held = holdNothing()): Promise<Payee> {
  const credited = await holdCredited(context, id)
  const document = await context.load(Invoice, id)
  const invoice = credited ?? document
  const account = held.accounts.get(invoice.id) ?? (await readAccount(context, invoice))
  held.accounts.set(invoice.id, account)
  return { document, invoice, account, held }
}

/** Books one of any number of payments: what it leaves due is not read again, nor is any of it sent yet. */
async function bookPayment(context: Context, payee: Payee, input: PaymentInput): Promise<Payment> {
  const [payment] = await bookTogether(context, [{ payee, input }])
  return payment as Payment
}

/** A payment that its document has taken, and what that made of it. */
interface Received {
  payee: Payee
  payment: Payment
  keepsRest: boolean
  isPaid: boolean
}

/** Books payments that belong together: all of them, or none where one of their documents refuses it. */
export async function bookTogether(context: Context, parts: readonly PaymentPart[]): Promise<Payment[]> {
  const received: Received[] = []
  try {
    for (const part of parts) received.push(await receive(context, part))
  } catch (error) {
    for (const { payee, payment } of received) payee.document.giveBack(payment, context.clock.today())
    throw error
  }
  for (const each of received) await write(context, each)
  return received.map(({ payment }) => payment)
}

async function receive(context: Context, { payee, input }: PaymentPart): Promise<Received> {
  const { document, held } = payee
  const { overpayment, ...fields } = input
  const payment = context.draft(Payment, {
    invoice: context.ref(Invoice, document.id),
    clientId: document.clientId,
    paidBack: document.kind === InvoiceKind.credit_note,
    ...fields,
    cashDiscountCents: fields.cashDiscountCents ?? 0,
    chargesCents: fields.chargesCents ?? 0,
  } as Partial<Payment>)
  const keepsRest = overpayment === Overpayment.credit
  if (keepsRest) {
    const creditCents = held.credits.get(document.clientId) ?? (await readCredit(context, document.clientId))
    assertCreditFits(creditCents, payment.amountCents)
    held.credits.set(document.clientId, creditCents)
  }
  document.receive(payment, context.clock.today(), keepsRest)
  return { payee, payment, keepsRest, isPaid: document.status === InvoiceStatus.paid }
}

async function write(context: Context, { payee, payment, keepsRest, isPaid }: Received) {
  const { document, account, held } = payee
  const { unpaid, toRefund } = dueOf(payee)
  payment.warnings = [
    ...(await grantedWarning(context, document, payment, account.granted.get(document.id) ?? 0)),
    ...(await chargesWarning(context, payee, payment)),
  ]
  context.transaction.add(payment)
  if (keepsRest) held.credits.set(document.clientId, (held.credits.get(document.clientId) ?? 0) + payment.creditCents)
  if (payment.method === PaymentMethod.client_credit)
    await takeCredit(context, document.clientId, payment.amountCents, payment.paidAt)
  payment.vatShares =
    toRefund && totalsOf(toRefund).totalCents === payment.receivedCents
      ? sharesOfMoney(toRefund)
      : splitPayment(unpaid, payment.receivedCents, payment.cashDiscountCents)
  account.settled.set(document.id, sumByRate([...settledOf(payee), ...settledBy(payment.vatShares)]))
  account.granted.set(document.id, (account.granted.get(document.id) ?? 0) + payment.cashDiscountCents)
  // What pays charges alone, or is credit as a whole, leaves the invoice as it was.
  if (payment.settledCents > 0) context.record(isPaid ? 'invoice.paid' : 'invoice.partially_paid', document)
  recordOverdue(context, document)
}

/** A set-off pays the claim itself, and so leaves the charges due that would be settled first (§ 396 (2), § 367 BGB). */
async function chargesWarning(context: Context, payee: Payee, { invoiceId, chargesCents, method }: Payment) {
  const isSetOff = method === PaymentMethod.credit_note && payee.document.kind !== InvoiceKind.credit_note
  if (!chargesCents && !isSetOff) return []
  const claimed = payee.claimedCents ?? (await readClaimedCharges(context, invoiceId))
  payee.claimedCents = Math.max(0, claimed - chargesCents)
  return isSetOff ? chargesLeft(claimed) : unclaimedCharges(chargesCents, claimed)
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
  /**
   * What was received at each rate beyond what is to be paid of it. The refund that gives back the whole takes just that,
   * so that nothing stays taxed at a rate that nothing was kept of; earlier ones go by the rates of their note.
   */
  toRefund?: TaxAmount[]
}

async function readAccount(context: Context, { id, taxBreakdown, creditedCents, paidCents }: Priced): Promise<Account> {
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

/** What the payments of a document have settled at each rate. */
const settledOf = ({ document, account }: Payee) => account.settled.get(document.id) ?? []

/** What is due of each rate of a document: on an invoice to be paid, on a credit note to be given back. */
function dueOf(payee: Payee): Due {
  const { document, invoice, account } = payee
  const { price, settled } = account
  const paid = [...settled].flatMap(([documentId, amounts]) =>
    documentId === invoice.id ? turnedRound(amounts) : amounts,
  )
  const open = sumByRate([...price, ...paid, ...invoice.discountUndone])
  if (invoice.id === document.id) return { unpaid: { price, open } }
  const ofNote = turnedRound(document.taxBreakdown)
  const left = sumByRate([...ofNote, ...turnedRound(settledOf(payee))])
  return { unpaid: { price: ofNote, open: left }, toRefund: turnedRound(open) }
}

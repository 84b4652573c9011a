import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import { invalid, invalidState, Problem, unknownReference } from '#core/errors/problem'
import { formatCents } from '#core/money/decimal'
import type { Context } from '#core/operation/context'
import type { Bilingual } from '#core/text/language'
import { isSentInTime } from '#features/billing/invoices/discount-arrival'
import { Overpayment, type PaymentInput } from '#features/billing/invoices/invoice.inputs'
import type { Payment } from '#features/billing/invoices/payment.entity'
import { PaymentMethod } from '#features/billing/invoices/payment-method'
import { bookPayment, holdNothing, holdPayee, type Payee } from '#features/billing/invoices/record-payment'
import { claimedCharges } from '#features/billing/invoices/unclaimed-charges'
import { BankImport, BankTransaction, type StoredProposal } from './bank-import.entity.ts'
import type { ConfirmedPayment } from './bank-import.inputs.ts'
import { discountEnd, openNow, readBookedCents, readProposed, termsDiscount } from './bank-import.reads.ts'
import type { Share } from './match-movements.ts'

export interface Confirmed {
  payments: Payment[]
  skipped: { transactionId: string; invoiceId: string; reason: string }[]
}

/** That a payment was booked from a transaction. */
interface Booking {
  transactionId: string
  paymentId: string
}

/** What is locked of a document until the end of the operation. */
interface Document {
  id: string
  kind: string
  status: string
  dueCents: number
  discountCents: number
  discountEnd: string | null
  chargesCents: number
}

/** Books payments from transactions of an import, each as far as nothing stands against it: what does is told. */
export async function confirmPayments(
  context: Context,
  id: string,
  wanted: readonly ConfirmedPayment[],
): Promise<Confirmed> {
  await context.read(BankImport, id)
  const proposed = await readProposed(
    context,
    id,
    wanted.map(({ transactionId }) => transactionId),
  )
  const ofImport = new Map(proposed.map(({ transactionId, proposal }) => [transactionId, proposal as StoredProposal]))
  for (const [index, { transactionId }] of wanted.entries())
    if (!ofImport.has(transactionId)) throw unknownReference(`payments.${index}.transactionId`)
  const transactions = await holdTransactions(
    context,
    wanted.map(({ transactionId }) => transactionId),
  )
  const documents = await holdDocuments(
    context,
    wanted.map(({ invoiceId }) => invoiceId),
  )
  for (const [index, { invoiceId }] of wanted.entries())
    if (!documents.has(invoiceId)) throw unknownReference(`payments.${index}.invoiceId`)

  const payees = await holdPayees(context, documents)
  const booked = await readBookedCents(context, [...transactions.keys()])
  const bookings: Booking[] = []
  const confirmed: Confirmed = { payments: [], skipped: [] }
  for (const wish of wanted) {
    const { transactionId, invoiceId } = wish
    const transaction = transactions.get(transactionId) as BankTransaction
    const document = documents.get(invoiceId) as Document
    const left = Math.abs(transaction.amountCents) - (booked.get(transactionId) ?? 0)
    try {
      const share = ofImport.get(transactionId)?.invoices.find((each) => each.invoiceId === invoiceId)
      const payment = await book(context, wish, transaction, document, payees.get(invoiceId) as Payee, left, share)
      bookings.push({ transactionId, paymentId: payment.id })
      booked.set(transactionId, (booked.get(transactionId) ?? 0) + payment.amountCents)
      document.dueCents -= payment.settledCents
      document.discountCents = 0
      document.chargesCents -= payment.chargesCents
      confirmed.payments.push(payment)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const reason = error.text[context.language].replace('{field}', wordsFor(error.field)[context.language])
      confirmed.skipped.push({ transactionId, invoiceId, reason })
    }
  }
  await keep(context, bookings)
  return confirmed
}

/** Always in the same order: two who confirm at once do not wait for each other. */
async function holdTransactions(context: Context, ids: readonly string[]) {
  const rows = await context.query<BankTransaction>(
    select`id, booked_on as "bookedOn", amount_cents as "amountCents", currency, purpose, end_to_end_id as "endToEndId"
        from bank_transactions where organization_id = ${context.organizationId} and id = any(${ids}::uuid[])
        order by id for no key update`,
  )
  return new Map(rows.map((row) => [row.id, row as unknown as BankTransaction]))
}

/** Invoices first, those of credit notes too, and these after them, as a credit and a payment take them. */
async function holdDocuments(context: Context, ids: readonly string[]) {
  const { organizationId } = context
  await context.query(
    select`from invoices where organization_id = ${organizationId} and kind <> 'credit_note' and (id = any(${ids}::uuid[]) or id in (
          select credited_invoice_id from invoices where organization_id = ${organizationId} and id = any(${ids}::uuid[])
        )) order by id for no key update`,
  )
  const rows = await context.query<Document>(
    select`id, kind, status, ${openNow} as "dueCents",
          ${termsDiscount} as "discountCents", ${discountEnd} as "discountEnd", ${claimedCharges(organizationId, sql`i.id`)} as "chargesCents"
        from invoices i where organization_id = ${organizationId} and id = any(${ids}::uuid[])
        order by id for no key update`,
  )
  return new Map(rows.map((row) => [row.id, row as Document]))
}

async function holdPayees(context: Context, documents: ReadonlyMap<string, Document>) {
  const payees = new Map<string, Payee>()
  const held = holdNothing()
  for (const id of documents.keys()) payees.set(id, await holdPayee(context, id, held))
  return payees
}

async function keep(context: Context, bookings: readonly Booking[]) {
  if (!bookings.length) return
  await context.write(
    sql`insert into bank_bookings (organization_id, transaction_id, payment_id)
        select ${context.organizationId}::uuid, transaction_id, payment_id
        from unnest(${bookings.map(({ transactionId }) => transactionId)}::uuid[],
          ${bookings.map(({ paymentId }) => paymentId)}::uuid[]) as t (transaction_id, payment_id)
        on conflict do nothing`,
  )
}

async function book(
  context: Context,
  wish: ConfirmedPayment,
  transaction: BankTransaction,
  document: Document,
  payee: Payee,
  left: number,
  share: Share | undefined,
): Promise<Payment> {
  if (left <= 0) throw invalidState(bookedAlready)
  if (transaction.currency !== 'EUR') throw invalidState(foreign)
  const isRefund = document.kind === 'credit_note'
  if (transaction.amountCents < 0 !== isRefund) throw invalidState(isRefund ? notOutgoing : notIncoming)
  if (document.status === 'draft') throw invalidState(draft)
  const keepsRest = wish.overpayment === Overpayment.credit
  if (document.dueCents <= 0 && !keepsRest && !wish.chargesCents) throw invalidState(settled)
  const isAsProposed = share?.openCents === document.dueCents && share.amountCents <= left
  const proposed = isAsProposed && !wish.amountCents && !keepsRest ? share : undefined
  const meantCents = wish.amountCents ?? proposed?.amountCents ?? left
  const discounted = document.dueCents - document.discountCents
  const isDiscounted =
    document.discountCents > 0 &&
    meantCents === discounted &&
    (await isSentInTime(context, document.discountEnd ?? '', transaction.bookedOn))
  const cashDiscountCents =
    wish.cashDiscountCents ?? proposed?.cashDiscountCents ?? (isDiscounted ? document.discountCents : 0)
  const isCharged =
    document.chargesCents > 0 && !cashDiscountCents && meantCents === document.dueCents + document.chargesCents
  const chargesCents = wish.chargesCents ?? proposed?.chargesCents ?? (isCharged ? document.chargesCents : 0)
  const mostCents = keepsRest ? left : document.dueCents - cashDiscountCents + chargesCents
  const amountCents = wish.amountCents ?? Math.min(meantCents, mostCents)
  if (amountCents < 1) throw invalid('cashDiscountCents', nothingToPay)
  if (amountCents > left) throw invalidState(moreThanLeft(left))
  return bookPayment(context, payee, {
    amountCents,
    cashDiscountCents,
    chargesCents,
    overpayment: wish.overpayment ?? null,
    paidAt: transaction.bookedOn,
    method: PaymentMethod.bank_transfer,
    reference: (transaction.purpose ?? transaction.endToEndId)?.slice(0, 200) ?? null,
  } as PaymentInput)
}

const wordsFor = (field: string | undefined): Bilingual =>
  field === 'paidAt'
    ? { de: 'Der Buchungstag', en: 'The booking date' }
    : field === 'cashDiscountCents'
      ? { de: 'Das Skonto', en: 'The cash discount' }
      : field === 'chargesCents'
        ? { de: 'Der Betrag der Mahnkosten', en: 'The amount of dunning charges' }
        : { de: 'Der Betrag', en: 'The amount' }

const bookedAlready = { de: 'Dieser Umsatz ist schon verbucht.', en: 'This transaction has been booked already.' }
const foreign = {
  de: 'Der Umsatz ist in fremder Währung: bitte mit dem Betrag in Euro von Hand erfassen.',
  en: 'The transaction is in a foreign currency: please record the payment by hand with its amount in euros.',
}
const notIncoming = {
  de: 'Ein Ausgang bezahlt keine Rechnung, sondern höchstens eine Rechnungskorrektur.',
  en: 'Money that went out pays no invoice, only a credit note.',
}
const notOutgoing = {
  de: 'Ein Eingang erstattet keine Rechnungskorrektur.',
  en: 'Money that came in refunds no credit note.',
}
const draft = { de: 'Ein Entwurf kann nicht bezahlt werden.', en: 'A draft cannot be paid.' }
const settled = { de: 'Hier ist nichts mehr offen.', en: 'Nothing is open here any more.' }
const nothingToPay = { de: 'lässt nichts zu zahlen übrig', en: 'leaves nothing to pay' }
const moreThanLeft = (left: number): Bilingual => ({
  de: `Von diesem Umsatz sind nur noch ${formatCents(left, 'de')} nicht verbucht.`,
  en: `Only ${formatCents(left, 'en')} of this transaction are not booked yet.`,
})

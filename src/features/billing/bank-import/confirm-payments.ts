import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import { invalidField, invalidState, Problem, unknownReference } from '#core/errors/problem'
import { formatCents } from '#core/money/decimal'
import type { Context } from '#core/operation/context'
import type { Bilingual } from '#core/text/language'
import { isWithinDiscountPeriod } from '#features/billing/invoices/cash-discount/discount-deadlines'
import { Overpayment, type PaymentInput } from '#features/billing/invoices/invoice.inputs'
import { PaymentMethod } from '#features/billing/invoices/payment-method'
import type { Payment } from '#features/billing/invoices/payments/payment.entity'
import {
  bookPayments,
  createPaymentSession,
  type LockedDocument,
  lockDocumentRows,
  lockForPayment,
  toSetOffPayments,
} from '#features/billing/invoices/payments/record-payment'
import { BankImport, BankTransaction, type StoredProposal } from './bank-import.entity.ts'
import type { ConfirmedPayment } from './bank-import.inputs.ts'
import {
  type DueRow,
  dueColumns,
  readBookedPayments,
  readProposalsOfTransactions,
  toAmountDue,
} from './bank-import.reads.ts'
import {
  type AmountDue,
  allocatePayment,
  computeSettledCents,
  limitSetOffs,
  limitShare,
  type PaymentShare,
  type SetOff,
} from './payment-share.ts'

export interface ConfirmationResult {
  payments: Payment[]
  skipped: { transactionId: string; invoiceId: string; reason: string }[]
}

interface NewBooking {
  transactionId: string
  paymentId: string
}

/** A document, locked until the end of the operation. */
interface LockedRow extends DueRow {
  id: string
  status: string
}

/** Books payments from transactions of an import. Those that cannot be booked are skipped with a reason. */
export async function confirmPayments(
  context: Context,
  id: string,
  wanted: readonly ConfirmedPayment[],
): Promise<ConfirmationResult> {
  await context.read(BankImport, id)
  const proposed = await readProposalsOfTransactions(
    context,
    id,
    wanted.map(({ transactionId }) => transactionId),
  )
  const ofImport = new Map(proposed.map(({ transactionId, proposal }) => [transactionId, proposal as StoredProposal]))
  for (const [index, { transactionId }] of wanted.entries())
    if (!ofImport.has(transactionId)) throw unknownReference(`payments.${index}.transactionId`)
  const transactions = await lockTransactions(
    context,
    wanted.map(({ transactionId }) => transactionId),
  )
  const documents = await lockAndRead(
    context,
    wanted.flatMap(({ transactionId, invoiceId }) => [
      invoiceId,
      ...(findShare(ofImport.get(transactionId), invoiceId)?.setOff ?? []).map((one) => one.invoiceId),
    ]),
  )
  for (const [index, { invoiceId }] of wanted.entries())
    if (!documents.has(invoiceId)) throw unknownReference(`payments.${index}.invoiceId`)

  const lockedById = await lockDocumentsById(context, documents)
  const earlier = await readBookedPayments(context, [...transactions.keys()])
  const booked = new Map<string, number>()
  for (const { transactionId, amountCents } of earlier)
    booked.set(transactionId, (booked.get(transactionId) ?? 0) + amountCents)
  const bookings: NewBooking[] = []
  const confirmed: ConfirmationResult = { payments: [], skipped: [] }
  for (const wish of sortCreditsLast(wanted)) {
    const { transactionId, invoiceId } = wish
    const transaction = transactions.get(transactionId) as BankTransaction
    const document = documents.get(invoiceId) as LockedRow
    const left = Math.abs(transaction.amountCents) - (booked.get(transactionId) ?? 0)
    try {
      const share = findShare(ofImport.get(transactionId), invoiceId)
      const setOff =
        share && (wish.setOff ?? (!wish.amountCents && !earlier.some((each) => hasSameTarget(wish, each))))
          ? limitSetOffs(share, (other) => documents.get(other)?.dueCents ?? 0)
          : []
      const locked = lockedById.get(invoiceId) as LockedDocument
      const input = await toPaymentInput(context, wish, transaction, document, left, share, setOff)
      const [payment, ...beside] = await bookPayments(context, [
        { locked, input },
        ...setOff.flatMap(({ invoiceId: otherId, amountCents }) => {
          const other = lockedById.get(otherId) as LockedDocument
          const [invoice, note] = document.kind === 'credit_note' ? [other, locked] : [locked, other]
          const method = PaymentMethod.credit_note
          return toSetOffPayments(invoice, note, { amountCents, paidAt: transaction.bookedOn, method })
        }),
      ])
      if (!payment) continue
      bookings.push({ transactionId, paymentId: payment.id })
      booked.set(transactionId, (booked.get(transactionId) ?? 0) + payment.amountCents)
      document.dueCents -= payment.settledCents
      document.grantedCents += payment.cashDiscountCents
      document.chargesCents -= payment.chargesCents
      for (const { invoiceId: otherId, amountCents } of setOff) {
        document.dueCents -= amountCents
        const other = documents.get(otherId) as LockedRow
        other.dueCents -= amountCents
      }
      // A set-off creates two payments; the result lists the invoice's only.
      confirmed.payments.push(payment, ...beside.filter(({ paidBack }) => !paidBack))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const reason = error.text[context.language].replace('{field}', describeField(error.field)[context.language])
      confirmed.skipped.push({ transactionId, invoiceId, reason })
    }
  }
  await insertBookings(context, bookings)
  return confirmed
}

/** Overpayments that become client credit take the rest of a transaction, so they come last. */
const sortCreditsLast = (wanted: readonly ConfirmedPayment[]) =>
  wanted.toSorted((one, other) => Number(Boolean(one.overpayment)) - Number(Boolean(other.overpayment)))

type TransactionTarget = Pick<ConfirmedPayment, 'transactionId' | 'invoiceId'>

const hasSameTarget = (one: TransactionTarget, other: TransactionTarget) =>
  one.transactionId === other.transactionId && one.invoiceId === other.invoiceId

/** Locks in id order to avoid deadlocks. */
async function lockTransactions(context: Context, ids: readonly string[]) {
  const rows = await context.query<BankTransaction>(
    select`id, booked_on as "bookedOn", amount_cents as "amountCents", currency, purpose, end_to_end_id as "endToEndId"
        from bank_transactions where organization_id = ${context.organizationId} and id = any(${ids}::uuid[])
        order by id for no key update`,
  )
  return new Map(rows.map((row) => [row.id, row as unknown as BankTransaction]))
}

const findShare = (proposal: StoredProposal | undefined, invoiceId: string) =>
  proposal?.invoices.find((each) => each.invoiceId === invoiceId)

async function lockAndRead(context: Context, ids: readonly string[]) {
  const { organizationId } = context
  await lockDocumentRows(context, ids)
  const rows = await context.query<LockedRow>(
    select`i.id, i.status, ${dueColumns(organizationId)}
        from invoices i where organization_id = ${organizationId} and id = any(${ids}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.id, row as LockedRow]))
}

async function lockDocumentsById(context: Context, documents: ReadonlyMap<string, LockedRow>) {
  const locked = new Map<string, LockedDocument>()
  const shared = createPaymentSession()
  for (const id of documents.keys()) locked.set(id, await lockForPayment(context, id, shared))
  return locked
}

async function insertBookings(context: Context, bookings: readonly NewBooking[]) {
  if (!bookings.length) return
  await context.write(
    sql`insert into bank_bookings (organization_id, transaction_id, payment_id)
        select ${context.organizationId}::uuid, transaction_id, payment_id
        from unnest(${bookings.map(({ transactionId }) => transactionId)}::uuid[],
          ${bookings.map(({ paymentId }) => paymentId)}::uuid[]) as t (transaction_id, payment_id)
        on conflict do nothing`,
  )
}

async function toPaymentInput(
  context: Context,
  wish: ConfirmedPayment,
  transaction: BankTransaction,
  document: LockedRow,
  left: number,
  share: PaymentShare | undefined,
  setOff: readonly SetOff[],
): Promise<PaymentInput> {
  if (left <= 0) throw invalidState(bookedAlready)
  if (transaction.currency !== 'EUR') throw invalidState(foreign)
  const isRefund = document.kind === 'credit_note'
  if (transaction.amountCents < 0 !== isRefund) throw invalidState(isRefund ? notOutgoing : notIncoming)
  if (document.status === 'draft') throw invalidState(draft)
  const keepsRest = wish.overpayment === Overpayment.credit
  const due = toAmountDue(document)
  const part =
    share?.amountCents && !wish.amountCents
      ? limitShare(share, due, left, setOff)
      : allocatePayment(await withTimelyDiscount(context, document, due, transaction), wish.amountCents ?? left)
  const cashDiscountCents = wish.cashDiscountCents ?? part.cashDiscountCents
  const chargesCents = wish.chargesCents ?? part.chargesCents
  if (document.dueCents <= 0 && !keepsRest && !chargesCents) throw invalidState(settled)
  const meantCents = keepsRest ? left : Math.min(left, computeSettledCents(part) - cashDiscountCents + chargesCents)
  const amountCents = wish.amountCents ?? meantCents
  if (amountCents < 1) throw invalidField('cashDiscountCents', nothingToPay)
  if (amountCents > left) throw invalidState(moreThanLeft(left))
  return {
    amountCents,
    cashDiscountCents,
    chargesCents,
    overpayment: wish.overpayment ?? null,
    paidAt: transaction.bookedOn,
    method: PaymentMethod.bank_transfer,
    reference: (transaction.purpose ?? transaction.endToEndId)?.slice(0, 200) ?? null,
  }
}

/** Drops the cash discount if the transaction was sent after its period. */
const withTimelyDiscount = async (
  context: Context,
  { discountEnd }: LockedRow,
  due: AmountDue,
  { bookedOn }: BankTransaction,
) =>
  due.discountCents > 0 && !(await isWithinDiscountPeriod(context, discountEnd ?? '', bookedOn))
    ? { ...due, discountCents: 0 }
    : due

const describeField = (field: string | undefined): Bilingual =>
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
  en: `Only ${formatCents(left, 'en')} of this transaction is not booked yet.`,
})

import { LockMode } from '@mikro-orm/core'
import { select } from '#core/database/select'
import { invalidField, invalidState } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import {
  computeStandingDiscount,
  restoreDiscount,
  sumGross,
  undoDiscount,
  withDay,
} from '../cash-discount/undo-discount.ts'
import { Invoice } from '../invoice.entity.ts'
import { recordOverdue } from '../overdue.ts'
import { movesMoney } from '../payment-method.ts'
import { sumByRate } from '../tax/tax-amounts.ts'
import { lockAvailableCredit } from './client-credit.ts'
import { Payment } from './payment.entity.ts'
import { readReceivedAmounts, sumRefunds } from './received-amounts.ts'
import { lockDocumentRows } from './record-payment.ts'

interface Reversal {
  reason: string | null
  /** Day on which the money was returned; null if the payment was recorded by mistake. */
  returnedAt: string | null
}

/**
 * Reverses a payment, the refund that it made due and the credit that it created. A set-off is reversed on both
 * documents.
 */
export async function reversePayment(context: Context, id: string, reversal: Reversal) {
  const { organizationId } = context
  const both = await context.query<{ id: string; invoiceId: string }>(
    select`id, invoice_id as "invoiceId" from payments
        where organization_id = ${organizationId} and set_off_id = (
          select set_off_id from payments where organization_id = ${organizationId} and id = ${id}
        ) order by paid_back`,
  )
  if (!both.length) return reverseOne(context, id, reversal)
  await lockDocumentRows(
    context,
    both.map(({ invoiceId }) => invoiceId),
  )
  for (const payment of both) await reverseOne(context, payment.id, reversal)
}

async function reverseOne(context: Context, id: string, { reason, returnedAt }: Reversal) {
  const payment = await context.load(Payment, id)
  if (payment.reversedAt) throw alreadyReversed()
  context.audit('payment.reversed', payment)
  const today = context.clock.today()
  if (returnedAt) assertReturnable(payment, returnedAt, today)
  const invoice = await context.load(Invoice, payment.invoiceId)
  const day = returnedAt ?? payment.paidAt
  if (payment.creditCents && (await lockAvailableCredit(context, invoice.clientId, day)) < payment.creditCents)
    throw creditUsed()
  invoice.reversePayment(payment, today)
  if (invoice.creditedCents) await withdrawRefunds(context, invoice, payment, returnedAt)
  context.assign(payment, {
    reversedAt: context.clock.now(),
    reversedBy: context.member.id,
    reversalReason: reason,
    returnedAt,
  } as Partial<Payment>)
  context.record('invoice.updated', invoice)
  recordOverdue(context, invoice)
}

/** Throws 422 if the money cannot have been returned on that day. */
function assertReturnable({ paidAt, method }: Payment, returnedAt: string, today: string) {
  if (!movesMoney(method)) throw invalidField('returnedAt', noMoneyMoved)
  if (returnedAt > today) throw invalidField('returnedAt', { de: 'liegt in der Zukunft', en: 'lies in the future' })
  if (returnedAt < paidAt)
    throw invalidField('returnedAt', { de: 'liegt vor der Zahlung', en: 'is before the payment' })
}

/**
 * Withdraws refunds due on credit notes, newest first, and the discount they undid, as far as they came from the
 * payment. Throws 409 if the refund has been paid.
 */
async function withdrawRefunds(context: Context, invoice: Invoice, payment: Payment, returnedAt: string | null) {
  const notes = await context.em.find(
    Invoice,
    { creditedInvoice: { id: invoice.id } },
    { orderBy: { createdAt: 'desc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  const { receivedCents, granted } = await readReceivedAmounts(context, invoice.id, payment.id)
  const { moneyCents, discountCents } = invoice.computeExcess(receivedCents)
  let left = sumRefunds(notes) - moneyCents
  for (const note of notes) {
    const part = Math.min(left, note.refundDueCents)
    if (part <= 0) continue
    note.refundDueCents -= part
    note.updateStatus(context.clock.today())
    context.record('invoice.updated', note)
    left -= part
  }
  if (left > 0) throw alreadyRefunded()
  const lowered = restoreDiscount(invoice.discountUndone, sumGross(invoice.discountUndone) - discountCents, returnedAt)
  const undone = [...invoice.discountUndone, ...lowered]
  const due = sumByRate([invoice, ...notes].flatMap(({ taxBreakdown }) => taxBreakdown))
  const day = [returnedAt ?? '', ...notes.map(({ issueDate }) => issueDate)].toSorted().at(-1) ?? ''
  const moved = withDay(undoDiscount(computeStandingDiscount(granted, undone), due, 0), day)
  if (lowered.length + moved.length > 0) invoice.discountUndone = [...undone, ...moved]
}

const noMoneyMoved = {
  de: 'ist nicht möglich, wenn mit Guthaben oder einer Rechnungskorrektur bezahlt wurde: Es ist kein Geld geflossen',
  en: 'is not possible where a credit or a credit note was used: no money moved',
}

const creditUsed = () =>
  invalidState({
    de: 'Das Guthaben aus dieser Zahlung ist schon verwendet oder erstattet.',
    en: 'The credit of this payment has been used or given back already.',
  })

const alreadyReversed = () =>
  invalidState({ de: 'Diese Zahlung ist schon storniert.', en: 'This payment has been reversed already.' })

const alreadyRefunded = () =>
  invalidState({
    de: 'Was aus dieser Zahlung zu erstatten war, ist schon erstattet: zuerst die Erstattung stornieren.',
    en: 'What was to be refunded of this payment has been refunded already: reverse the refund first.',
  })

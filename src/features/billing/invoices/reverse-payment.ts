import { LockMode } from '@mikro-orm/core'
import sql from 'sql-template-tag'
import type { Context } from '#core/context'
import { invalidState } from '#core/errors'
import { holdCredit } from './client-credit.ts'
import { Invoice } from './invoice.entity.ts'
import { recordOverdue } from './overdue.ts'
import { Payment } from './payment.entity.ts'

/** Reverses a payment: the row stays, with who, when and why; a refund that it made due is due no more, and a credit goes with it. */
export async function reversePayment(context: Context, id: string, reason: string | null) {
  const payment = await context.load(Payment, id)
  if (payment.reversedAt) throw alreadyReversed()
  const invoice = await context.load(Invoice, payment.invoiceId)
  if (payment.creditCents && (await holdCredit(context, invoice.clientId, payment.paidAt)) < payment.creditCents)
    throw used()
  const today = context.clock.today()
  const received = await readReceived(context, invoice.id)
  const excess = invoice.excess(received)
  invoice.giveBack(payment, today)
  await withdrawRefund(context, invoice, excess - invoice.excess(received - payment.receivedCents))
  context.assign(payment, {
    reversedAt: context.clock.now(),
    reversedBy: context.member.id,
    reversalReason: reason,
  } as Partial<Payment>)
  context.record('invoice.updated', invoice)
  recordOverdue(context, invoice)
}

/** The money that was received on an invoice, without cash discounts, charges and what became the client's credit. */
export async function readReceived(context: Context, invoiceId: string): Promise<number> {
  const [sum] = await context.query<{ cents: number }>(
    sql`select coalesce(sum(amount_cents - charges_cents - credit_cents), 0)::float8 as cents from payments
        where organization_id = ${context.organizationId} and invoice_id = ${invoiceId} and reversed_at is null`,
  )
  return sum?.cents ?? 0
}

/** Takes back what credit notes said is to be refunded, the newest first; 409 where it has been given back already. */
async function withdrawRefund(context: Context, invoice: Invoice, cents: number) {
  if (cents <= 0) return
  const notes = await context.em.find(
    Invoice,
    { creditedInvoice: { id: invoice.id }, refundDueCents: { $gt: 0 } },
    { orderBy: { createdAt: 'desc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  let left = cents
  for (const note of notes) {
    const part = Math.min(left, note.refundDueCents)
    if (!part) break
    note.refundDueCents -= part
    note.review(context.clock.today())
    context.record('invoice.updated', note)
    left -= part
  }
  if (left > 0) throw refunded()
}

const used = () =>
  invalidState({
    de: 'Das Guthaben aus dieser Zahlung ist schon verwendet oder erstattet.',
    en: 'The credit of this payment has been used or given back already.',
  })

const alreadyReversed = () =>
  invalidState({ de: 'Diese Zahlung ist schon storniert.', en: 'This payment has been reversed already.' })

const refunded = () =>
  invalidState({
    de: 'Was aus dieser Zahlung zu erstatten war, ist schon erstattet: zuerst die Erstattung stornieren.',
    en: 'What was to be refunded of this payment has been refunded already: reverse the refund first.',
  })

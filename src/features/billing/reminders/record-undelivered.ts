import { LockMode } from '@mikro-orm/core'
import type { Context } from '#core/operation/context'
import { Invoice } from '../invoices/invoice.entity.ts'
import { Reminder } from './reminder.entity.ts'

/** Records that the mail of a reminder did not arrive, as a change of its invoice: a reminder itself never changes. */
export async function recordUndelivered(context: Context, id: string): Promise<void> {
  const reminder = await context.one(Reminder, id)
  const invoice =
    reminder &&
    (await context.em.findOne(Invoice, { id: reminder.invoiceId } as never, { lockMode: LockMode.PESSIMISTIC_WRITE }))
  if (!invoice) return
  context.touch(invoice, 'reminders')
  context.record('invoice.updated', invoice)
}

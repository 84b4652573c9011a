import { touchDelivery } from '#core/mail/delivery'
import type { Context } from '#core/operation/context'
import { Invoice } from './invoice.entity.ts'

/** Records that the mail of a document did not arrive. */
export async function recordUndelivered(context: Context, id: string): Promise<void> {
  const invoice = await touchDelivery(context, Invoice, id)
  if (invoice) context.record('invoice.updated', invoice)
}

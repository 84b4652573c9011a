import { touchDelivery } from '#core/mail/delivery'
import type { Context } from '#core/operation/context'
import { Quote } from './quote.entity.ts'

/** Records that the mail of a quote did not arrive. */
export async function recordUndelivered(context: Context, id: string): Promise<void> {
  const quote = await touchDelivery(context, Quote, id)
  if (quote) context.record('quote.updated', quote)
}

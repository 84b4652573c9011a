import { LockMode } from '@mikro-orm/postgresql'
import type { Context } from '#core/operation/context'
import { type Invoice, InvoiceStatus } from '../invoices/invoice.entity.ts'
import { Quote } from './quote.entity.ts'

/**
 * Called if the invoice draft of a quote is deleted or moved to another client, or its invoice is fully credited: the quote may then be
 * converted again. A sent invoice keeps naming it.
 */
export async function allowReconversion(context: Context, invoice: Invoice) {
  if (!invoice.quoteId) return
  if (invoice.status === InvoiceStatus.draft) invoice.quoteId = null
  const quote = await context.em.findOne(Quote, { invoiceId: invoice.id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!quote) return
  quote.release()
  context.record('quote.updated', quote)
}

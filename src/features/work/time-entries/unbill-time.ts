import type { Context } from '#core/operation/context'
import type { Invoice } from '#features/billing/invoices/invoice.entity'
import { TimeEntry } from './time-entry.entity.ts'

/** Releases the time of a deleted or fully credited invoice. */
export async function unbillTime(context: Context, { id: invoiceId }: Invoice) {
  for (const entry of await context.em.find(TimeEntry, { invoiceId })) {
    entry.invoiceId = null
    context.record('time_entry.updated', entry)
  }
}

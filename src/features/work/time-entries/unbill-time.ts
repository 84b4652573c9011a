import type { Context } from '#core/operation/context'
import type { Invoice } from '#features/billing/invoices/invoice.entity'
import { TimeEntry } from './time-entry.entity.ts'

/** An invoice goes, or is credited in full: the time that stood on it can be changed and billed again. */
export async function unbillTime(context: Context, { id: invoiceId }: Invoice) {
  for (const entry of await context.em.find(TimeEntry, { invoiceId })) {
    entry.invoiceId = null
    context.record('time_entry.updated', entry)
  }
}

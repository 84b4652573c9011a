import { LockMode } from '@mikro-orm/postgresql'
import type { Context } from '#core/operation/context'
import { Invoice, InvoiceStatus } from '../invoice.entity.ts'

/** Clears the reference in drafts when a project or quote is deleted. Sent invoices prevent the deletion. */
const detachFromDrafts =
  (field: 'projectId' | 'quoteId') =>
  async (context: Context, { id }: { id: string }) => {
    const drafts = await context.em.find(
      Invoice,
      { [field]: id, status: InvoiceStatus.draft },
      { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
    )
    for (const draft of drafts) {
      draft[field] = null
      context.record('invoice.updated', draft)
    }
  }

export const detachProjectFromDrafts = detachFromDrafts('projectId')
export const detachQuoteFromDrafts = detachFromDrafts('quoteId')

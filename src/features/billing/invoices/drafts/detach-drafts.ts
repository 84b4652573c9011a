import { LockMode } from '@mikro-orm/postgresql'
import type { Context } from '#core/operation/context'
import { Invoice, InvoiceStatus } from '../invoice.entity.ts'

/** What an invoice is about goes: drafts let go of it, and say so; what is sent keeps it from going. */
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

import type { Context } from '#core/operation/context'
import { addDays, daysBetween, toBerlinDate } from '#core/time/clock'
import { resolveProjectOfClient } from '#features/work/projects/project-of-client'
import { toLineInput } from '../invoices/line-items/price-lines.ts'
import { createQuoteDraft } from './draft-quote.ts'
import type { Quote } from './quote.entity.ts'

/** Creates a draft with the same lines and the same length of validity. */
export async function duplicateQuote(context: Context, original: Quote): Promise<Quote> {
  const { clientId, projectId, language, introduction, closing, lineItems, validUntil } = original
  const began = original.issueDate ?? toBerlinDate(original.createdAt)
  return createQuoteDraft(context, {
    clientId,
    validUntil: addDays(context.clock.today(), Math.max(0, daysBetween(began, validUntil))),
    lineItems: lineItems.map(toLineInput),
    projectId: await resolveProjectOfClient(context, projectId, clientId),
    language,
    introduction,
    closing,
  })
}

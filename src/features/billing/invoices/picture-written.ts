import type { Context } from '#core/operation/context'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { keepProjectOfClient } from '#features/work/projects/project-of-client'
import { type DocumentPicture, drawWritten } from '../issuing/written-picture.ts'
import { languageOf, referDraft, writtenInvoice } from './draft-invoice.ts'
import type { CreateInvoiceInput } from './invoice.inputs.ts'
import { documentOf, drawFirstPage } from './issue-document.ts'
import { pricingTurns } from './price-lines.ts'

/** The first page of an invoice as it is written, or as a draft would be changed. */
export async function pictureWritten(
  context: Context,
  input: CreateInvoiceInput,
  draftId?: string | null,
): Promise<DocumentPicture> {
  const kept = draftId ? await keptOf(context, draftId, input.clientId) : {}
  // A thousand lines take a moment of the event loop: others have theirs in between.
  await pricingTurns.next(context.organizationId)
  const { invoice, client } = await writtenInvoice(context, { ...kept, ...sentOf(input) }, {}, false)
  const seller = await readOrganization(context)
  const { createdAt: _, ...document } = documentOf(invoice, seller, client, languageOf(invoice, client, context))
  return drawWritten(context, document, seller, drawFirstPage)
}

/** What of a draft its form does not show, and another client leaves. */
async function keptOf(context: Context, draftId: string, clientId: string): Promise<Partial<CreateInvoiceInput>> {
  const draft = await referDraft(context, draftId)
  const { kind, language, cashDiscountPercent, cashDiscountDays, projectId, quoteId } = draft
  const about =
    draft.clientId === clientId
      ? { projectId, quoteId }
      : { projectId: await keepProjectOfClient(context, projectId, clientId), quoteId: null }
  return { kind, language, cashDiscountPercent, cashDiscountDays, ...about }
}

const sentOf = (input: CreateInvoiceInput) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as unknown as CreateInvoiceInput

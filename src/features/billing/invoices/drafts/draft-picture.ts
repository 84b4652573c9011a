import type { Context } from '#core/operation/context'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { resolveProjectOfClient } from '#features/work/projects/project-of-client'
import { type DocumentPicture, renderDocumentPreview } from '../../issuing/document-preview.ts'
import { buildInvoiceDocument, renderFirstPage, resolveDocumentLanguage } from '../document/build-document.ts'
import type { CreateInvoiceInput } from '../invoice.inputs.ts'
import { pricingQueue } from '../line-items/price-lines.ts'
import { buildDraft, findDraft } from './draft-invoice.ts'

/** Renders the first page of an unsaved invoice, or of a draft with unsaved changes. */
export async function renderDraftPicture(
  context: Context,
  input: CreateInvoiceInput,
  draftId?: string | null,
): Promise<DocumentPicture> {
  const kept = draftId ? await readUnshownFields(context, draftId, input.clientId) : {}
  // Pricing a thousand lines blocks the event loop for a moment.
  await pricingQueue.next(context.organizationId)
  const { invoice, client } = await buildDraft(context, { ...kept, ...omitUndefined(input) }, {}, false)
  const seller = await readOrganization(context)
  const { createdAt: _, ...document } = buildInvoiceDocument(
    invoice,
    seller,
    client,
    resolveDocumentLanguage(invoice, client, context),
  )
  return renderDocumentPreview(context, document, seller, renderFirstPage)
}

/** Fields of a draft that its form does not show. A project or quote of another client is dropped. */
async function readUnshownFields(
  context: Context,
  draftId: string,
  clientId: string,
): Promise<Partial<CreateInvoiceInput>> {
  const draft = await findDraft(context, draftId)
  const { kind, language, cashDiscountPercent, cashDiscountDays, projectId, quoteId } = draft
  const about =
    draft.clientId === clientId
      ? { projectId, quoteId }
      : { projectId: await resolveProjectOfClient(context, projectId, clientId), quoteId: null }
  return { kind, language, cashDiscountPercent, cashDiscountDays, ...about }
}

const omitUndefined = (input: CreateInvoiceInput) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as unknown as CreateInvoiceInput

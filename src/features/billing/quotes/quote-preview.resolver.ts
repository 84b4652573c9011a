import { Arg, Ctx, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import type { Context } from '#core/operation/context'
import { Refuses } from '#core/schema/error-codes'
import { Rest } from '#core/schema/rest'
import { UUID } from '#core/schema/scalars'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { pricingQueue } from '../invoices/line-items/price-lines.ts'
import { DocumentPicture, previewDescription, renderDocumentPreview } from '../issuing/document-preview.ts'
import { buildQuote } from './draft-quote.ts'
import { Quote, QuoteStatus, quoteIsLocked } from './quote.entity.ts'
import { CreateQuoteInput } from './quote.inputs.ts'
import { quotes } from './quote.policy.ts'
import { toDraftDocument } from './quote-document.ts'
import { renderQuotePreview } from './render-quote.ts'

@Resolver()
export class QuotePreviewResolver {
  @Rest('POST /quotes/picture')
  @Refuses('invalid_state')
  @May(quotes.write)
  @Query(() => DocumentPicture, {
    description: `The first page of a quote that is being written. ${previewDescription}`,
  })
  async quotePicture(
    @Ctx() context: Context,
    @Arg('input', () => CreateQuoteInput) input: CreateQuoteInput,
    @Arg('draftId', () => UUID, {
      nullable: true,
      description: 'Draft that is being changed. Its language is kept where none is sent.',
    })
    draftId?: string | null,
  ): Promise<DocumentPicture> {
    const draft = draftId ? await context.readReferenced(Quote, draftId, 'draftId') : null
    if (draft && draft.status !== QuoteStatus.draft) throw quoteIsLocked()
    // Pricing a thousand lines blocks the event loop briefly, so requests take turns.
    await pricingQueue.next(context.organizationId)
    const { quote, client } = await buildQuote(context, {
      ...input,
      language: input.language === undefined ? (draft?.language ?? null) : input.language,
    })
    const seller = await readOrganization(context)
    const { createdAt: _, ...document } = toDraftDocument(context, quote, seller, client)
    return renderDocumentPreview(context, document, seller, renderQuotePreview)
  }
}

import { notFound } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { ByteRoute } from '#core/rest/bytes'
import { Client } from '#features/people/clients/client.entity'
import { readOrganization } from '#features/people/organizations/organization.reads'
import {
  createDocumentHandler,
  createPreviewHandler,
  type FoundDocument,
  findArchivedDocument,
} from '../issuing/document-routes.ts'
import { Quote } from './quote.entity.ts'
import { quotes } from './quote.policy.ts'
import { toDraftDocument } from './quote-document.ts'
import { renderQuoteInThread } from './render-quote.ts'

/** Path of a signed URL of the PDF or its preview. */
export const quoteDocumentPath = (id: string, form: 'pdf' | 'preview') => `/documents/quotes/${id}/${form}`

export const quoteDocumentRoutes: ByteRoute[] = [
  {
    method: 'get',
    path: '/quotes/{id}/pdf',
    signedPath: quoteDocumentPath('{id}', 'pdf'),
    may: quotes.read,
    contentType: 'application/pdf',
    isRevalidated: true,
    operationId: 'getQuotePdf',
    summary: 'The quote as PDF; a draft is watermarked, a signed one has its evidence page.',
    refuses: ['document_damaged'],
    handle: createDocumentHandler('pdf', findPdf),
  },
  {
    method: 'get',
    path: '/quotes/{id}/preview',
    signedPath: quoteDocumentPath('{id}', 'preview'),
    may: quotes.read,
    contentType: 'image/webp',
    isRevalidated: true,
    operationId: 'getQuotePreview',
    summary: 'The first page of the PDF as a picture, at most 1,200 pixels high.',
    refuses: ['document_damaged'],
    handle: createPreviewHandler(findPdf),
  },
]

async function findPdf(context: Context, id: string): Promise<FoundDocument> {
  const quote = await context.em.findOne(Quote, { id })
  if (!quote) throw notFound()
  return quote.pdfSha256
    ? findArchivedDocument(context, id, 'pdf', 'quote', 'signed_quote')
    : { name: null, bytes: await preparePreview(context, quote) }
}

/** The draft as of today, watermarked. */
async function preparePreview(context: Context, quote: Quote): Promise<() => Promise<Uint8Array>> {
  const client = await context.read(Client, quote.clientId)
  const seller = await readOrganization(context)
  const document = toDraftDocument(context, quote, seller, client)
  const { logoFileId } = seller
  return async () => (await renderQuoteInThread({ ...document, logoFileId }, context, context.taskOwner)).pdf
}

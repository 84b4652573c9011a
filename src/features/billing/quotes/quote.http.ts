import { notFound } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { ByteRoute } from '#core/rest/bytes'
import { isUuid } from '#core/schema/scalars'
import { Client } from '#features/people/clients/client.entity'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { languageOf } from '../invoices/draft-invoice.ts'
import { recipient } from '../invoices/recipient.ts'
import { archivedDocument, readArchived } from '../issuing/archive.ts'
import { fileName } from '../issuing/issue.ts'
import { Quote } from './quote.entity.ts'
import { quotes } from './quote.policy.ts'
import { documentOf } from './quote-document.ts'
import { drawQuote } from './render-quote.ts'

/** Where a browser finds the PDF by an address that was signed for it. */
export const documentPath = (id: string) => `/documents/quotes/${id}/pdf`

/** The routes of quotes that are bytes. */
export const quoteDocuments: ByteRoute[] = [
  {
    method: 'get',
    path: '/quotes/{id}/pdf',
    signedPath: documentPath('{id}'),
    may: quotes.read,
    contentType: 'application/pdf',
    operationId: 'getQuotePdf',
    summary: 'The quote as PDF; a draft is watermarked, a signed one has its evidence page.',
    refuses: ['document_damaged'],
    // What is read in the operation is little; bytes are read and drawn after it, when nobody waits for its connection.
    async handle({ request, reply, operate }) {
      const { id } = request.params as { id: string }
      const { bytes, name } = await operate('read', async (context) => {
        const quote = isUuid(id) ? await context.em.findOne(Quote, { id }) : null
        if (!quote) throw notFound()
        const bytes = quote.pdfSha256 ? await archivedBytes(context, quote) : await previewOf(context, quote)
        return { bytes, name: quote.number ?? 'Entwurf' }
      })
      const pdf = await bytes()
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="${fileName(name)}.pdf"`)
        .header('cache-control', 'private, no-store')
        .send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength))
    },
  },
]

async function archivedBytes(context: Context, quote: Quote) {
  const archived = await readArchived(context, quote.id, 'quote', 'signed_quote')
  return () => archivedDocument(context, archived, 'pdf')
}

/** A draft as it would look today, watermarked. */
async function previewOf(context: Context, quote: Quote): Promise<() => Promise<Uint8Array>> {
  const client = await context.read(Client, quote.clientId)
  const seller = await readOrganization(context)
  const language = languageOf(quote, client, context)
  const isSignedOnline = recipient(client, {}) !== null
  const document = documentOf(quote, seller, client, context, { language, isSignedOnline })
  const { logoFileId } = seller
  return async () => (await drawQuote({ ...document, logoFileId }, context)).pdf
}

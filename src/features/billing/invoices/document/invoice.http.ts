import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { invalidState, notFound } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { ByteRoute } from '#core/rest/bytes'
import { loadLogo } from '#features/content/files/logo'
import { Client } from '#features/people/clients/client.entity'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { createDocumentHandler, createPreviewHandler, findArchivedDocument } from '../../issuing/document-routes.ts'
import { Invoice } from '../invoice.entity.ts'
import { invoices } from '../invoice.policy.ts'
import { buildInvoiceDocument, renderDraft, resolveDocumentLanguage } from './build-document.ts'
import type { InvoiceDocument } from './invoice.document.ts'

/** Path of signed URLs. */
export const invoiceDocumentPath = (id: string, form: 'pdf' | 'xml' | 'preview') => `/documents/invoices/${id}/${form}`

export const invoiceDocumentRoutes: ByteRoute[] = [
  {
    method: 'get',
    path: '/invoices/{id}/pdf',
    signedPath: invoiceDocumentPath('{id}', 'pdf'),
    may: invoices.read,
    contentType: 'application/pdf',
    isRevalidated: true,
    operationId: 'getInvoicePdf',
    summary:
      'The document as ZUGFeRD PDF/A-3, for a client who receives the XML alone a copy to read; a draft is watermarked and carries no XML.',
    refuses: ['document_damaged'],
    handle: createDocumentHandler('pdf', findPdf),
  },
  {
    method: 'get',
    path: '/invoices/{id}/preview',
    signedPath: invoiceDocumentPath('{id}', 'preview'),
    may: invoices.read,
    contentType: 'image/webp',
    isRevalidated: true,
    operationId: 'getInvoicePreview',
    summary: 'The first page of the PDF as a picture, at most 1,200 pixels high.',
    refuses: ['document_damaged'],
    handle: createPreviewHandler(findPdf),
  },
  {
    method: 'get',
    path: '/invoices/{id}/xml',
    signedPath: invoiceDocumentPath('{id}', 'xml'),
    may: invoices.read,
    contentType: 'application/xml',
    isRevalidated: true,
    operationId: 'getInvoiceXml',
    summary: 'The XML of a sent document alone: CII, or UBL for a client of that format.',
    refuses: ['invalid_state', 'document_damaged'],
    handle: createDocumentHandler('xml', async (context, id) => {
      const invoice = await findInvoice(context, id)
      if (!invoice.pdfSha256)
        throw invalidState({ de: 'Ein Entwurf hat noch kein XML.', en: 'A draft carries no XML yet.' })
      return findArchivedDocument(context, id, 'xml')
    }),
  },
]

async function findPdf(context: Context, id: string) {
  const invoice = await findInvoice(context, id)
  return invoice.pdfSha256
    ? findArchivedDocument(context, id, 'pdf')
    : { name: null, bytes: await renderPreview(context, invoice) }
}

async function findInvoice(context: Context, id: string): Promise<Invoice> {
  const invoice = await context.em.findOne(Invoice, { id })
  if (!invoice) throw notFound()
  return invoice
}

async function renderPreview(context: Context, invoice: Invoice) {
  const client = await context.read(Client, invoice.clientId)
  const seller = await readOrganization(context)
  const document = buildInvoiceDocument(invoice, seller, client, resolveDocumentLanguage(invoice, client, context))
  const { logoFileId } = seller
  const key = createHash('sha256')
    .update(JSON.stringify([context.organizationId, logoFileId, document]))
    .digest('hex')
  return async () => (await previews.fetch(key, { context: { context, document, logoFileId } })) as Uint8Array
}

interface Preview {
  context: Context
  document: InvoiceDocument
  logoFileId: string | null
}

/** Cache of rendered drafts by a hash of their content. */
const previews = new LRUCache<string, Uint8Array, Preview>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: ({ byteLength }) => byteLength,
  async fetchMethod(_key, _stale, { context: { context, document, logoFileId } }) {
    return renderDraft(context, { ...document, logo: await loadLogo(context, { logoFileId }) })
  },
})

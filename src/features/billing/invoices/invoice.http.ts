import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { invalidState, notFound } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { ByteRoute } from '#core/rest/bytes'
import { isUuid } from '#core/schema/scalars'
import { logoOf } from '#features/content/files/logo'
import { Client } from '#features/people/clients/client.entity'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { archivedDocument, readArchived } from '../issuing/archive.ts'
import type { InvoiceDocument } from './document/document.ts'
import { languageOf } from './draft-invoice.ts'
import { Invoice } from './invoice.entity.ts'
import { invoices } from './invoice.policy.ts'
import { documentOf, renderDraft } from './issue-document.ts'

/** Where a browser finds a document by an address that was signed for it. */
export const documentPath = (id: string, form: 'pdf' | 'xml') => `/documents/invoices/${id}/${form}`

/** What is read in the operation is little; bytes are read and drawn after it, when nobody waits for its connection. */
const answerWith =
  (
    form: 'pdf' | 'xml',
    contentType: string,
    read: (context: Context, invoice: Invoice) => Promise<() => Promise<Uint8Array>>,
  ): ByteRoute['handle'] =>
  async ({ request, reply, operate }) => {
    const { id } = request.params as { id: string }
    const { bytes, name } = await operate('read', async (context) => {
      const invoice = isUuid(id) ? await context.em.findOne(Invoice, { id }) : null
      if (!invoice) throw notFound()
      return { bytes: await read(context, invoice), name: invoice.number ?? 'Entwurf' }
    })
    return sendBytes(reply, await bytes(), contentType, `${name.replace(/[^\w.-]+/g, '_')}.${form}`)
  }

/** The routes of invoices that are bytes. */
export const invoiceDocuments: ByteRoute[] = [
  {
    method: 'get',
    path: '/invoices/{id}/pdf',
    signedPath: documentPath('{id}', 'pdf'),
    may: invoices.read,
    contentType: 'application/pdf',
    operationId: 'getInvoicePdf',
    summary:
      'The document as ZUGFeRD PDF/A-3, for a client who receives the XML alone a copy to read; a draft is watermarked and carries no XML.',
    refuses: ['document_damaged'],
    handle: answerWith('pdf', 'application/pdf', async (context, invoice) =>
      invoice.pdfSha256 ? archivedBytes(context, invoice, 'pdf') : previewOf(context, invoice),
    ),
  },
  {
    method: 'get',
    path: '/invoices/{id}/xml',
    signedPath: documentPath('{id}', 'xml'),
    may: invoices.read,
    contentType: 'application/xml',
    operationId: 'getInvoiceXml',
    summary: 'The XML of a sent document alone: CII, or UBL for a client of that format.',
    refuses: ['invalid_state', 'document_damaged'],
    handle: answerWith('xml', 'application/xml', async (context, invoice) => {
      if (!invoice.pdfSha256)
        throw invalidState({ de: 'Ein Entwurf hat noch kein XML.', en: 'A draft carries no XML yet.' })
      return archivedBytes(context, invoice, 'xml')
    }),
  },
]

async function archivedBytes(context: Context, invoice: Invoice, form: 'pdf' | 'xml') {
  const archived = await readArchived(context, invoice.id)
  return () => archivedDocument(context, archived, form)
}

/** A draft as it would look today, watermarked. */
async function previewOf(context: Context, invoice: Invoice) {
  const client = await context.read(Client, invoice.clientId)
  const seller = await readOrganization(context)
  const document = documentOf(invoice, seller, client, languageOf(invoice, client, context))
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

/** Drafts that were looked at lately, by all that they show. */
const previews = new LRUCache<string, Uint8Array, Preview>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: ({ byteLength }) => byteLength,
  async fetchMethod(_key, _stale, { context: { context, document, logoFileId } }) {
    return renderDraft(context, { ...document, logo: await logoOf(context, { logoFileId }) })
  },
})

const sendBytes = (reply: FastifyReply, bytes: Uint8Array, type: string, filename: string) =>
  reply
    .type(type)
    .header('content-disposition', `inline; filename="${filename}"`)
    .header('cache-control', 'private, no-store')
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))

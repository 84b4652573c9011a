import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { credentialsOfTicket } from '#core/access/ticket'
import type { Context } from '#core/context'
import { invalidState, notFound } from '#core/errors'
import { isUuid } from '#core/graphql/scalars'
import { credentialsOf } from '#core/http/credentials'
import { heed } from '#core/http/server'
import { operate } from '#core/operation'
import type { ByteRoute } from '#core/rest/openapi'
import type { Services } from '#core/services'
import { preferredLanguage } from '#core/text/language'
import { logoOf } from '#features/content/files/logo'
import { Client } from '#features/people/clients/client.entity'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { archivedDocument, readArchived } from './archive.ts'
import type { InvoiceDocument } from './document/document.ts'
import { languageOf } from './draft-invoice.ts'
import { Invoice } from './invoice.entity.ts'
import { invoices } from './invoice.policy.ts'
import { documentOf, renderDraft } from './issue-document.ts'

/** The routes of invoices that are bytes, as OpenAPI tells them. */
export const invoiceDocuments: ByteRoute[] = [
  {
    method: 'get',
    path: '/invoices/{id}/pdf',
    contentType: 'application/pdf',
    operationId: 'getInvoicePdf',
    summary: 'The document as ZUGFeRD PDF/A-3; a draft is watermarked and carries no XML.',
    refuses: ['document_damaged'],
  },
  {
    method: 'get',
    path: '/invoices/{id}/xml',
    contentType: 'application/xml',
    operationId: 'getInvoiceXml',
    summary: 'The CII XML of a sent document alone.',
    refuses: ['invalid_state', 'document_damaged'],
  },
]

const documents = '/documents/'

/** Where a browser finds a document by an address that was signed for it. */
export const documentPath = (id: string, form: 'pdf' | 'xml') => `${documents}invoices/${id}/${form}`

/** Mounts them. What is read in the operation is little; bytes are read and drawn after it, when nobody waits for its connection. */
export function mountInvoiceDocuments(app: FastifyInstance, services: Services, base: string) {
  const route = (
    path: 'pdf' | 'xml',
    contentType: string,
    read: (context: Context, invoice: Invoice) => Promise<() => Promise<Uint8Array>>,
  ) => {
    const handler = async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
      const credentials = await credentialsFor(services, request, reply)
      const { bytes, name } = await operate(services, credentials, 'read', async (context) => {
        context.demand(invoices.read)
        const invoice = isUuid(request.params.id) ? await context.em.findOne(Invoice, { id: request.params.id }) : null
        if (!invoice) throw notFound()
        return { bytes: await read(context, invoice), name: invoice.number ?? 'Entwurf' }
      })
      return sendBytes(reply, await bytes(), contentType, `${name.replace(/[^\w.-]+/g, '_')}.${path}`)
    }
    app.get(`${base}/invoices/:id/${path}`, handler)
    // Counted by the token of its ticket.
    app.get(documentPath(':id', path), { config: { isUncounted: true } }, handler)
  }

  route('pdf', 'application/pdf', async (context, invoice) =>
    invoice.pdfSha256 ? archivedBytes(context, invoice, 'pdf') : previewOf(context, invoice),
  )
  route('xml', 'application/xml', async (context, invoice) => {
    if (!invoice.pdfSha256)
      throw invalidState({ de: 'Ein Entwurf hat noch kein XML.', en: 'A draft carries no XML yet.' })
    return archivedBytes(context, invoice, 'xml')
  })
}

async function archivedBytes(context: Context, invoice: Invoice, form: 'pdf' | 'xml') {
  const archived = await readArchived(context, invoice.id)
  return () => archivedDocument(context, archived, form)
}

/** Whoever sends a token, or comes by an address that was signed for the path. */
async function credentialsFor(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const [path = ''] = request.url.split('?')
  if (!path.startsWith(documents)) return credentialsOf(request)
  const { ticket } = request.query as { ticket?: unknown }
  const credentials = credentialsOfTicket(services, ticket, path, preferredLanguage(request.headers['accept-language']))
  heed(await services.rate.countToken(credentials.bearer, services.addressOf(request.raw)), reply)
  return credentials
}

/** A draft as it would look today, watermarked. */
async function previewOf(context: Context, invoice: Invoice) {
  const client = await context.em.findOneOrFail(Client, { id: invoice.clientId })
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

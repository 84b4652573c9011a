import { createHash } from 'node:crypto'
import type { Client } from '../clients/client.entity.ts'
import type { Context } from '../core/context.ts'
import type { Language } from '../core/text/language.ts'
import type { Organization } from '../organizations/organization.entity.ts'
import type { InvoiceDocument } from './document/document.ts'
import { renderInvoicePdf } from './document/invoice.pdf.ts'
import { renderInvoiceXml } from './document/invoice.xml.ts'
import { type Invoice, InvoiceKind, InvoiceStatus } from './invoice.entity.ts'

/** An invoice as a document: everything that is printed, as seller and buyer are now. */
export function documentOf(
  invoice: Invoice,
  seller: Organization,
  buyer: Client,
  language: Language,
  credited?: Invoice,
): InvoiceDocument {
  void [credited, invoice, seller, buyer, language, InvoiceKind, InvoiceStatus]
  return { number: invoice.number, total: invoice.totalCents, seller, buyer, language } as never
}

/** Renders a numbered document and archives it under its content's hash: the bytes that are mailed and served ever after. */
export async function archiveDocument(context: Context, invoice: Invoice, document: InvoiceDocument) {
  const { storage } = context.services
  const xml = await renderInvoiceXml(document)
  const pdf = await renderInvoicePdf(document, xml)
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  await Promise.all([
    storage.put(archiveKey(context.organizationId, sha256, 'pdf'), pdf, 'application/pdf'),
    storage.put(archiveKey(context.organizationId, sha256, 'xml'), Buffer.from(xml), 'application/xml'),
  ])
  invoice.pdfSha256 = sha256
  invoice.parties = { seller: document.seller, buyer: document.buyer, language: document.language }
}

/** Where an issued document lies. */
export const archiveKey = (organizationId: string, sha256: string, form: 'pdf' | 'xml') =>
  `documents/${organizationId}/${sha256}.${form}`

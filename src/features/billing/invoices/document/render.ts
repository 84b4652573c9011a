import type { InvoiceDocument } from './document.ts'
import { renderInvoicePdf } from './invoice.pdf.ts'

/** What the threads run: pure functions from a document to its bytes. */

/** A draft as it would look today: watermarked, and without an XML. */
export const renderDraft = (document: InvoiceDocument): Promise<Uint8Array> => renderInvoicePdf(document, null)

/** A numbered document: the XML, and the PDF that carries it. */
export async function renderIssued(document: InvoiceDocument): Promise<{ pdf: Uint8Array; xml: string }> {
  // Large, and not needed for drafts.
  const { renderInvoiceXml } = await import('./invoice.xml.ts')
  const xml = await renderInvoiceXml(document)
  return { pdf: await renderInvoicePdf(document, xml), xml }
}

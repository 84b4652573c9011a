import type { InvoiceDocument } from './invoice.document.ts'
import { renderInvoicePdf } from './invoice.pdf.ts'

/** What the threads run: pure functions from a document to its bytes. */

/** A draft as it would look today: watermarked, and without an XML. */
export const renderDraft = (document: InvoiceDocument): Promise<Uint8Array> => renderInvoicePdf(document, null)

/** The first page of a sample or a draft as a picture, WebP. */
export async function renderFirstPage(document: InvoiceDocument): Promise<Uint8Array> {
  const { renderFirstPageAsWebp } = await import('../../issuing/first-page-image.ts')
  return renderFirstPageAsWebp(await renderInvoicePdf(document, null))
}

/** A numbered document: the PDF with its XML in CII inside, and the XML alone, in UBL for whom it is to be that. */
export async function renderIssued(document: InvoiceDocument): Promise<{ pdf: Uint8Array; xml: string }> {
  // Large, and not needed for drafts.
  const { renderInvoiceCii } = await import('./invoice.cii.ts')
  const { renderInvoiceUbl } = await import('./invoice.ubl.ts')
  const cii = await renderInvoiceCii(document)
  const xml = document.buyer.invoiceFormat === 'xrechnung_ubl' ? await renderInvoiceUbl(document) : cii
  return { pdf: await renderInvoicePdf(document, cii), xml }
}

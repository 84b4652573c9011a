import type { InvoiceDocument } from './invoice.document.ts'
import { renderInvoicePdf } from './invoice.pdf.ts'

/** Runs in worker threads. */

/** Renders a draft with a watermark and without XML. */
export const renderDraft = (document: InvoiceDocument): Promise<Uint8Array> => renderInvoicePdf(document, null)

/** First page of an unnumbered document as WebP. */
export async function renderFirstPage(document: InvoiceDocument): Promise<Uint8Array> {
  const { renderFirstPageAsWebp } = await import('../../issuing/first-page-image.ts')
  return renderFirstPageAsWebp(await renderInvoicePdf(document, null))
}

/** PDF with embedded CII, and the XML alone, as UBL if the client wants that. */
export async function renderIssued(document: InvoiceDocument): Promise<{ pdf: Uint8Array; xml: string }> {
  // Loaded lazily: large, and not needed for drafts.
  const { renderInvoiceCii } = await import('./invoice.cii.ts')
  const { renderInvoiceUbl } = await import('./invoice.ubl.ts')
  const cii = await renderInvoiceCii(document)
  const xml = document.buyer.invoiceFormat === 'xrechnung_ubl' ? await renderInvoiceUbl(document) : cii
  return { pdf: await renderInvoicePdf(document, cii), xml }
}

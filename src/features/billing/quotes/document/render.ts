import type { QuoteDocument } from './quote.document.ts'
import { renderQuotePdf } from './quote.pdf.ts'

/** What the threads run: pure functions from a document to its bytes. */

/** A quote, watermarked where it has no number yet. */
export const renderQuote = (document: QuoteDocument): Promise<Uint8Array> => renderQuotePdf(document)

/** The first page of it as a picture, WebP. */
export async function renderFirstPageImage(document: QuoteDocument): Promise<Uint8Array> {
  const { renderFirstPageAsWebp } = await import('../../issuing/first-page-image.ts')
  return renderFirstPageAsWebp(await renderQuotePdf(document))
}

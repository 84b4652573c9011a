import type { QuoteDocument } from './quote.document.ts'
import { renderQuotePdf } from './quote.pdf.ts'

/** Run in threads: pure functions from a document to bytes. */

export const renderQuote = (document: QuoteDocument): Promise<Uint8Array> => renderQuotePdf(document)

/** First page as WebP. */
export async function renderFirstPageImage(document: QuoteDocument): Promise<Uint8Array> {
  const { renderFirstPageAsWebp } = await import('../../issuing/first-page-image.ts')
  return renderFirstPageAsWebp(await renderQuotePdf(document))
}

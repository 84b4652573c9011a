import type { Context } from '#core/operation/context'
import type { Services } from '#core/operation/services'
import { type TaskOwner, threadModule } from '#core/threads/threads'
import { loadLogo } from '#features/content/files/logo'
import { computeSha256, type RenderedDocument } from '../issuing/archive.ts'
import type { RenderContext } from '../issuing/issue-document.ts'
import type { QuoteDocument } from './document/quote.document.ts'

const renderer = threadModule<typeof import('./document/render.ts')>(import.meta.url, './document/render')

/** First page as WebP. */
export const renderQuotePreview = (
  { threads }: Pick<Services, 'threads'>,
  ownTurn: TaskOwner,
  document: QuoteDocument,
): Promise<Uint8Array> => threads.run(ownTurn, renderer, 'renderFirstPageImage', document)

/** Renders the PDF with the logo; watermarked without a number. */
export async function renderQuoteInThread(
  { logoFileId, ...document }: QuoteDocument & { logoFileId: string | null },
  { organizationId, services }: RenderContext | Context,
  turn: TaskOwner = organizationId,
): Promise<RenderedDocument> {
  const logo = await loadLogo({ organizationId, services }, { logoFileId })
  const pdf = await services.threads.run(turn, renderer, 'renderQuote', { ...document, logo })
  return { pdf, xml: null, ...(logo && { partHashes: { logo: computeSha256(logo) } }) }
}

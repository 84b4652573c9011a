import type { Bilingual } from '#core/text/language'
import { maxPages, TooManyPages } from '#documents/flow'
import { findUnprintable, unprintableMessage } from '#documents/font-runs'
import { MarkdownLimitExceeded, markdownLimits, parseMarkdown } from '#documents/markdown'
import type { ContractDocument } from './contract.document.ts'
import { renderContractPdf } from './contract.pdf.ts'

/** Run in threads: pure functions from a document to bytes. */

/** `refused` completes "content …". */
type Rendered = { pdf: Uint8Array } | { refused: Bilingual }

/** First page as WebP. */
export async function renderFirstPageImage(
  document: ContractDocument,
): Promise<{ picture: Uint8Array } | { refused: Bilingual }> {
  const rendered = await renderContract(document)
  if ('refused' in rendered) return rendered
  const { renderFirstPageAsWebp } = await import('../../issuing/first-page-image.ts')
  return { picture: await renderFirstPageAsWebp(rendered.pdf) }
}

export async function renderContract(document: ContractDocument): Promise<Rendered> {
  try {
    // HTML entities may stand for characters that were not checked on input.
    const found = findUnprintable(parseMarkdown(document.content).text)
    if (found) return { refused: unprintableMessage(found) }
    return { pdf: await renderContractPdf(document) }
  } catch (error) {
    if (error instanceof MarkdownLimitExceeded) return { refused: reasons[error.reason] }
    if (error instanceof TooManyPages) return { refused: tooLong }
    throw error
  }
}

const tooLong = {
  de: `füllt mehr als ${maxPages} Seiten`,
  en: `fills more than ${maxPages} pages`,
}

const reasons = {
  nesting: {
    de: `verschachtelt Listen und Zitate tiefer als ${markdownLimits.levels} Ebenen`,
    en: `nests lists and quotes deeper than ${markdownLimits.levels} levels`,
  },
  size: {
    de: `hat mehr als ${markdownLimits.blocks} Absätze, Listenpunkte und Tabellenzellen`,
    en: `has more than ${markdownLimits.blocks} paragraphs, list items and table cells`,
  },
  columns: {
    de: `hat eine Tabelle mit mehr als ${markdownLimits.columns} Spalten`,
    en: `has a table of more than ${markdownLimits.columns} columns`,
  },
} as const

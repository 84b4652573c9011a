import { cleanText } from '#core/text/characters'
import { checkDocument, type DocumentProblem, emptyDocument, type RichDocument } from '#rich-text/document'
import { extractFileIds, extractMentionedIds, extractPageIds, extractText } from '#rich-text/extract'
import { fromMarkdown } from '#rich-text/from-markdown'
import { toHtml } from '#rich-text/to-html'
import { toMarkdown } from '#rich-text/to-markdown'
import type { ConversionWarning } from '#rich-text/warnings'
import type { ContentWarning } from './content-warnings.ts'

// What is dear about the content of a page: loaded with the first of them, and run in a thread where there is much of it.

/** The content of a page, with all that is kept of it. */
export interface PageContent {
  document: RichDocument
  /** What is searched. */
  text: string
  /** The pages that it links to, the files that it shows or links to, the members that it mentions. */
  links: readonly string[]
  files: readonly string[]
  mentions: readonly string[]
  /** What of the Markdown that was sent it does not hold. */
  warnings: readonly ConversionWarning[]
}

export interface RejectedContent {
  problems: readonly DocumentProblem[]
}

export type ContentFormat = 'document' | 'markdown' | 'html'

/** The content in the form that it was asked for in, and what that form could not hold. */
export interface FormattedContent {
  content: unknown
  warnings: readonly ContentWarning[]
}

/** Reads Markdown, a document, or null for nothing. */
export function parsePageContent(sent: unknown): PageContent | RejectedContent {
  if (typeof sent === 'string') {
    const read = fromMarkdown(cleanText(sent))
    return read.ok ? toPageContent(read.document, read.warnings) : read
  }
  const read = checkDocument(sent ?? emptyDocument)
  return read.ok ? toPageContent(read.document) : read
}

/** A document with all that is kept of it. */
export const toPageContent = (document: RichDocument, warnings: readonly ConversionWarning[] = []): PageContent => ({
  document,
  text: cleanText(extractText(document)),
  links: extractPageIds(document),
  files: extractFileIds(document),
  mentions: extractMentionedIds(document),
  warnings,
})

/** Writes a document that was read before in another form. */
export function formatPageContent({ document, format }: { document: object; format: ContentFormat }): FormattedContent {
  if (format === 'html') return { content: toHtml(document as RichDocument), warnings: [] }
  const { text: content, warnings } = toMarkdown(document as RichDocument)
  return { content, warnings }
}

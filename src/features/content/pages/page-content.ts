import { cleanText } from '#core/text/characters'
import { checkDocument, type DocumentProblem, emptyDocument, type RichDocument } from '#rich-text/document'
import { extractFileIds, extractMentionedIds, extractPageIds, extractText } from '#rich-text/extract'
import { fromMarkdown } from '#rich-text/from-markdown'
import { toHtml } from '#rich-text/to-html'
import { toMarkdown } from '#rich-text/to-markdown'
import type { ConversionWarning } from '#rich-text/warnings'
import type { ContentWarning } from './content-warnings.ts'

// Expensive operations on page contents, loaded on first use; run in a thread if large.

/** The content of a page with what is derived from it. */
export interface PageContent {
  document: RichDocument
  /** Text for search. */
  text: string
  /** Ids of linked pages, of shown and linked files, and of mentioned members. */
  links: readonly string[]
  files: readonly string[]
  mentions: readonly string[]
  /** What was lost when converting Markdown. */
  warnings: readonly ConversionWarning[]
}

export interface RejectedContent {
  problems: readonly DocumentProblem[]
}

export type ContentFormat = 'document' | 'markdown' | 'html'

/** The content in the requested format, and what that could not express. */
export interface FormattedContent {
  content: unknown
  warnings: readonly ContentWarning[]
}

/** Parses Markdown, a document, or null for empty content. */
export function parsePageContent(sent: unknown): PageContent | RejectedContent {
  if (typeof sent === 'string') {
    const read = fromMarkdown(cleanText(sent))
    return read.ok ? toPageContent(read.document, read.warnings) : read
  }
  const read = checkDocument(sent ?? emptyDocument)
  return read.ok ? toPageContent(read.document) : read
}

export const toPageContent = (document: RichDocument, warnings: readonly ConversionWarning[] = []): PageContent => ({
  document,
  text: cleanText(extractText(document)),
  links: extractPageIds(document),
  files: extractFileIds(document),
  mentions: extractMentionedIds(document),
  warnings,
})

/** Converts a document to another format. */
export function formatPageContent({ document, format }: { document: object; format: ContentFormat }): FormattedContent {
  if (format === 'html') return { content: toHtml(document as RichDocument), warnings: [] }
  const { text: content, warnings } = toMarkdown(document as RichDocument)
  return { content, warnings }
}

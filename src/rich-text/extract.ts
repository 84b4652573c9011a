import { parseFileAddress, parsePageAddress } from './addresses.ts'
import type { DocumentNode, RichDocument } from './document.ts'

// Extracts text and references from a document's JSON without loading the editor.

function* walk(node: DocumentNode): Generator<DocumentNode> {
  yield node
  for (const child of node.content ?? []) yield* walk(child)
}

const blocks = new Set(['paragraph', 'heading', 'codeBlock', 'detailsSummary', 'frontMatter'])

/** Plain text for full-text search, one line per paragraph. */
export function extractText(document: RichDocument): string {
  const lines: string[] = []
  for (const { type, content = [] } of walk(document)) {
    if (!blocks.has(type)) continue
    const line = content.map(({ type: kind, text, attrs }) => {
      if (kind === 'hardBreak') return '\n'
      if (kind === 'mention') return `@${attrs?.label ?? ''}`
      return kind === 'image' ? String(attrs?.alt ?? '') : (text ?? '')
    })
    lines.push(line.join(''))
  }
  return lines.filter((line) => line.trim() !== '').join('\n')
}

const unique = (found: Iterable<string | undefined>): string[] => [
  ...new Set([...found].filter((id) => id !== undefined)),
]

/** Ids of linked pages, without duplicates. */
export const extractPageIds = (document: RichDocument): string[] =>
  unique(
    [...walk(document)].flatMap(({ marks = [] }) =>
      marks.map(({ type, attrs }) => (type === 'link' ? parsePageAddress(String(attrs?.href)) : undefined)),
    ),
  )

/** Ids of shown images and linked files, without duplicates. */
export const extractFileIds = (document: RichDocument): string[] =>
  unique(
    [...walk(document)].flatMap(({ type, attrs, marks = [] }) => [
      type === 'image' ? parseFileAddress(String(attrs?.src)) : undefined,
      ...marks.map((mark) => (mark.type === 'link' ? parseFileAddress(String(mark.attrs?.href)) : undefined)),
    ]),
  )

/** Ids of mentioned members, without duplicates. */
export const extractMentionedIds = (document: RichDocument): string[] =>
  unique([...walk(document)].map(({ type, attrs }) => (type === 'mention' ? String(attrs?.id) : undefined)))

import { parseFileAddress, parsePageAddress } from './addresses.ts'
import type { DocumentNode, RichDocument } from './document.ts'

// What a document says and names, read from its JSON alone: nothing of the editor is loaded for it.

function* walk(node: DocumentNode): Generator<DocumentNode> {
  yield node
  for (const child of node.content ?? []) yield* walk(child)
}

const blocks = new Set(['paragraph', 'heading', 'codeBlock', 'detailsSummary', 'frontMatter'])

/** Its words, a line for each paragraph: what a search looks through. */
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

/** The ids of the pages it links to, each once. */
export const extractPageIds = (document: RichDocument): string[] =>
  unique(
    [...walk(document)].flatMap(({ marks = [] }) =>
      marks.map(({ type, attrs }) => (type === 'link' ? parsePageAddress(String(attrs?.href)) : undefined)),
    ),
  )

/** The ids of the files that its pictures show and its links lead to, each once. */
export const extractFileIds = (document: RichDocument): string[] =>
  unique(
    [...walk(document)].flatMap(({ type, attrs, marks = [] }) => [
      type === 'image' ? parseFileAddress(String(attrs?.src)) : undefined,
      ...marks.map((mark) => (mark.type === 'link' ? parseFileAddress(String(mark.attrs?.href)) : undefined)),
    ]),
  )

/** The ids of the members it mentions, each once. */
export const extractMentionedIds = (document: RichDocument): string[] =>
  unique([...walk(document)].map(({ type, attrs }) => (type === 'mention' ? String(attrs?.id) : undefined)))

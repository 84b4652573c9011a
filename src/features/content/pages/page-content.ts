// PROVISIONAL until rich-text stands.
export interface PageContent {
  document: object
  text: string
  links: readonly string[]
  warnings: readonly Warning[]
}
export interface Refused {
  problems: readonly { path: string; message: string }[]
}
export type Format = 'document' | 'markdown' | 'html'
export interface Shape {
  content: unknown
  warnings: readonly Warning[]
}

interface Node {
  type: string
  text?: string
  content?: Node[]
  marks?: { type: string; attrs?: { href?: string } }[]
}
const textOf = (node: Node): string => (node.text ?? '') + (node.content ?? []).map(textOf).join(' ')
const linksOf = (node: Node): string[] => [
  ...(node.marks ?? []).flatMap(({ attrs }) => /^\/pages\/([0-9a-f-]{36})$/.exec(attrs?.href ?? '')?.[1] ?? []),
  ...(node.content ?? []).flatMap(linksOf),
]

export function readPageContent(sent: unknown): PageContent | Refused {
  const paragraph = (text: string) => ({ type: 'paragraph', ...(text && { content: [{ type: 'text', text }] }) })
  const document = (
    typeof sent === 'string' || sent === null
      ? { type: 'doc', content: (sent ?? '').split('\n\n').map(paragraph) }
      : sent
  ) as Node
  if (document.type !== 'doc') return { problems: [{ path: '', message: 'no doc' }] }
  return { document, text: textOf(document), links: [...new Set(linksOf(document))], warnings: [] }
}

export function showPageContent({ document, format }: { document: object; format: Format }): Shape {
  const text = textOf(document as Node)
  return { content: format === 'html' ? `<p>${text}</p>` : text, warnings: [] }
}
export interface Warning {
  kind: string
  detail: string
  line: number | null
  count: number
}

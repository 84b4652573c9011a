import { Fragment, type Mark, type Node } from '@tiptap/pm/model'
import { richTextSchema } from './schema.ts'

const { hardBreak } = richTextSchema.nodes
/** Marks that Markdown cannot start or end at a blank, where they are invisible anyway. */
const aroundWords = ['bold', 'italic', 'strike', 'underline'].map((name) => richTextSchema.marks[name])

const isSpace = (node: Node | undefined) => node?.isText && /^[ \t\r\n]+$/.test(node.text ?? '') && !isCode(node)
const isCode = (node: Node) => node.marks.some(({ type }) => type.name === 'code')
const isBreak = (node: Node | undefined) => node !== undefined && node.type === hardBreak
const isBlank = (node: Node) => node.type === hardBreak || (node.isText && /^\s+$/.test(node.text ?? ''))

/**
 * Inline content that Markdown can express: no blanks or breaks at its ends, and no blanks around breaks or at the
 * edges of marks.
 */
export function normalizeInline(content: readonly Node[]): Node[] {
  let nodes: Node[] = []
  for (const node of Fragment.fromArray([...content]).content.flatMap(splitBlankEdges)) {
    if (isSpace(node) && isBreak(nodes.at(-1))) continue
    if (isBreak(node)) while (isSpace(nodes.at(-1))) nodes.pop()
    nodes.push(node)
  }
  for (const mark of aroundWords) if (mark) nodes = withoutBlankEdges(nodes, mark.name)
  let [from, to] = [0, nodes.length]
  const isEdge = (node: Node | undefined) => isSpace(node) || isBreak(node)
  while (from < to && isEdge(nodes[from])) from += 1
  while (from < to && isEdge(nodes[to - 1])) to -= 1
  return [...Fragment.fromArray(nodes.slice(from, to)).content]
}

/** Splits text into leading blanks, words and trailing blanks; code is not split. */
function splitBlankEdges(node: Node): Node[] {
  if (!node.isText || node.marks.some((mark) => mark.type.name === 'code')) return [node]
  const text = node.text ?? ''
  const start = text.length - text.trimStart().length
  const end = text.trimEnd().length
  if (start >= end || (start === 0 && end === text.length)) return [node]
  return [text.slice(0, start), text.slice(start, end), text.slice(end)]
    .filter((part) => part !== '')
    .map((part) => richTextSchema.text(part, node.marks))
}

function withoutBlankEdges(nodes: readonly Node[], name: string): Node[] {
  const has = (node: Node | undefined): Mark | undefined => node?.marks.find((mark) => mark.type.name === name)
  const result = [...nodes]
  for (let index = 0; index < result.length; index++) {
    if (!has(result[index])) continue
    let end = index
    while (has(result[end])) end += 1
    strip(index, 1)
    strip(end - 1, -1)
    index = end
  }
  function strip(from: number, step: 1 | -1) {
    for (let at = from; ; at += step) {
      const node = result[at]
      const mark = has(node)
      if (!node || !mark || !isBlank(node) || node.marks.some(({ type }) => type.name === 'code')) return
      result[at] = node.mark(mark.removeFromSet(node.marks))
    }
  }
  return result
}

/** One line of at most `most` characters; null if blank. */
export const normalizeCaption = (text: string | null | undefined, most = 1_000): string | null =>
  text?.replace(/\s+/g, ' ').trim().slice(0, most).trimEnd().toWellFormed() || null

/** Replaces line ends by spaces. */
export const replaceLineEnds = (text: string): string =>
  text.replace(/[ \t\r\n\f]+/g, (blanks) => (/[\r\n\f]/.test(blanks) ? ' ' : blanks))

/** The children without empty paragraphs, which Markdown cannot express. */
export const visibleChildren = (parent: Node): readonly Node[] =>
  parent.content.content.filter(
    (node) => node.type.name !== 'paragraph' || normalizeInline(node.content.content).length > 0,
  )

import { Fragment, type Mark, type Node } from '@tiptap/pm/model'
import { schema } from './schema.ts'

const { hardBreak } = schema.nodes
/** Marks that are written around words: Markdown does not know them where a blank is at their edge, and nobody sees them there. */
const aroundWords = ['bold', 'italic', 'strike', 'underline'].map((name) => schema.marks[name])

const isBlank = (node: Node) => node.type === hardBreak || (node.isText && /^\s+$/.test(node.text ?? ''))

/** The content of a paragraph or heading as Markdown can have it: without blanks at its ends or at the edges of its marks. */
export function settled(content: readonly Node[]): Node[] {
  let nodes = Fragment.fromArray([...content]).content.flatMap((node) => edges(node))
  for (const mark of aroundWords) if (mark) nodes = withoutBlankEdges(nodes, mark.name)
  let [from, to] = [0, nodes.length]
  const isSpace = (node: Node | undefined) => node?.isText && /^[ \t\r\n]+$/.test(node.text ?? '')
  while (from < to && isSpace(nodes[from])) from += 1
  while (from < to && isSpace(nodes[to - 1])) to -= 1
  return [...Fragment.fromArray(nodes.slice(from, to)).content]
}

/** A text as its blanks in front, its words and its blanks behind; code is one whole. */
function edges(node: Node): Node[] {
  if (!node.isText || node.marks.some((mark) => mark.type.name === 'code')) return [node]
  const text = node.text ?? ''
  const start = text.length - text.trimStart().length
  const end = text.trimEnd().length
  if (start >= end || (start === 0 && end === text.length)) return [node]
  return [text.slice(0, start), text.slice(start, end), text.slice(end)]
    .filter((part) => part !== '')
    .map((part) => schema.text(part, node.marks))
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

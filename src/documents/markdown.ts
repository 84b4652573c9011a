import MarkdownIt from 'markdown-it'
import type Token from 'markdown-it/lib/token.mjs'
import { boundLinkify } from '#rich-text/bound-linkify'
import { boldItalicFont, italicFont, monoFont, type StyledFont } from './fonts.ts'

// Markdown in documents: CommonMark with GFM tables, task lists and strikethrough. HTML is shown as text, images as
// their alternative text, and only http(s), mailto and tel links are links.

/** The limit that a text exceeds. */
export type MarkdownLimit = 'nesting' | 'size' | 'columns'

export interface ParsedMarkdown {
  tokens: Token[]
  /** All its characters, with entities resolved. */
  text: string
  /** The fonts it needs besides Noto Sans and its bold. */
  styled: StyledFont[]
}

/** Nesting of lists and quotes; number of items, paragraphs, rows and cells; columns of a table. */
export const markdownLimits = { levels: 12, blocks: 12_000, columns: 16 }

export class MarkdownLimitExceeded extends Error {
  readonly reason: MarkdownLimit
  constructor(reason: MarkdownLimit) {
    super(`The text cannot be shown: ${reason}.`)
    this.reason = reason
  }
}

const parser = new MarkdownIt({ html: false, linkify: true })
// Links are checked when they are drawn; an unsafe one becomes text.
parser.validateLink = () => true
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
boundLinkify(parser)
// markdown-it silently drops content nested deeper than its limit. A list counts as two levels.
parser.block.ruler.before('table', 'nesting', ({ level }: { level: number }) => {
  if (level > 2 * markdownLimits.levels) throw new MarkdownLimitExceeded('nesting')
  return false
})

/** Throws MarkdownLimitExceeded. */
export function parseMarkdown(source: string): ParsedMarkdown {
  const tokens = parser.parse(source, {})
  if (tokens.length > 3 * markdownLimits.blocks) throw new MarkdownLimitExceeded('size')
  let text = ''
  let [strong, em] = [0, 0]
  const styled = new Set<StyledFont>()
  let columns = 0
  for (const token of tokens) {
    if (token.type === 'tr_open') columns = 0
    if (token.type === 'th_open' && ++columns > markdownLimits.columns) throw new MarkdownLimitExceeded('columns')
    if (token.type === 'fence' || token.type === 'code_block') styled.add(monoFont)
    if (token.type === 'heading_open' || token.type === 'th_open') strong += 1
    if (token.type === 'heading_close' || token.type === 'th_close') strong -= 1
    text += `${token.type === 'inline' ? '' : token.content}\n`
    for (const { type, content } of token.children ?? []) {
      if (type === 'strong_open') strong += 1
      if (type === 'strong_close') strong -= 1
      if (type === 'em_open') em += 1
      if (type === 'em_close') em -= 1
      if (type === 'code_inline') styled.add(monoFont)
      if (em > 0) styled.add(strong > 0 ? boldItalicFont : italicFont)
      text += content
    }
  }
  return { tokens, text, styled: [...styled] }
}

import MarkdownIt from 'markdown-it'
import type { RuleBlock } from 'markdown-it/lib/parser_block.mjs'
import type StateBlock from 'markdown-it/lib/rules_block/state_block.mjs'
import type Token from 'markdown-it/lib/token.mjs'
import { type AddressMap, addressResolver, parseMentionAddress } from './addresses.ts'
import { boundLinkify } from './bound-linkify.ts'
import {
  type Bilingual,
  countNodes,
  type DocumentProblem,
  documentLimits,
  type RichDocument,
  serializeNode,
  tooManyMessage,
  tooManyNodes,
} from './document.ts'
import { DocumentBuilder, nodeType } from './document-builder.ts'
import { appendHtml, appendImage, createLinkMark } from './from-html.ts'
import { frontMatterPattern } from './front-matter.ts'
import { normalizeCaption } from './inline.ts'
import { calloutKinds, richTextSchema } from './schema.ts'
import { type ConversionWarning, WarningCollector } from './warnings.ts'

export type MarkdownConversion =
  | { ok: true; document: RichDocument; warnings: ConversionWarning[] }
  | { ok: false; problems: DocumentProblem[] }

// CommonMark with GFM tables, strikethrough and bare URLs. Task lists, alerts and front matter are handled below.
const parser = new MarkdownIt({ html: true, linkify: true })
const { unescapeAll } = parser.utils
Object.assign(parser.options, { maxNesting: 2 * documentLimits.depth + 2 })
// Link targets are checked when the mark is created.
parser.validateLink = () => true
parser.normalizeLink = (address) => address
parser.normalizeLinkText = (address) => address
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
boundLinkify(parser)
for (const start of ['ftp:', '//'])
  (parser.linkify.add as (start: string, rule: null) => void).call(parser.linkify, start, null)
const paragraph = parser.block.ruler.getRules('').at(-1) as RuleBlock
// markdown-it would drop content that is nested too deeply; here it becomes a paragraph.
parser.block.ruler.before('table', 'nesting', (state, line, endLine) => {
  if (state.level < 2 * documentLimits.depth - 1) return false
  ;(state.env as Environment).tooDeep ??= line + 1
  return paragraph(state, line, endLine, false)
})
// CommonMark would read a footnote definition as a link reference.
parser.block.ruler.before(
  'reference',
  'footnote',
  (state, line, endLine, silent) => {
    const [, label] = /^\[(\^[^\]\s]+)\]:/.exec(begin(state, line)) ?? []
    if (label === undefined) return false
    if (silent) return true
    ;(state.env as Environment).footnotes.push([label, line + 1])
    let end = line + 1
    while (end < endLine && !state.isEmpty(end) && !/^\[[^\]]+\]:/.test(begin(state, end))) end += 1
    return paragraph(state, line, end, false)
  },
  { alt: ['paragraph', 'reference'] },
)

parser.inline.ruler.before('link', 'wiki_link', (state, silent) => {
  const { resolveWikiLink } = state.env as Environment
  if (!resolveWikiLink) return false
  const link = /^(!?)\[\[([^[\]|\n]{0,200})(?:\|([^[\]\n]{0,200}))?\]\]/.exec(
    state.src.slice(state.pos, state.pos + 500),
  )
  const [whole = '', embed, written = '', alias] = link ?? []
  const [target = '', ...headings] = written.split('#').map((part) => part.trim())
  const address = whole && resolveWikiLink(target)
  if (!address) return false
  if (!silent) {
    const name = [target, ...headings].filter(Boolean).join(' > ')
    if (embed && isPicture(target)) {
      const image = state.push('image', 'img', 0)
      image.attrs = [['src', address]]
      // In Obsidian a number is the width of the image.
      image.children = [
        Object.assign(new state.Token('text', '', 0), { content: /^\d/.test(alias ?? '') ? '' : (alias ?? '') }),
      ]
    } else {
      const heading = headings.at(-1)
      state.push('link_open', 'a', 1).attrs = [
        ['href', heading ? `${address}#${encodeURIComponent(heading)}` : address],
      ]
      state.push('text', '', 0).content = alias?.trim() || name
      state.push('link_close', 'a', -1)
    }
  }
  state.pos += whole.length
  return true
})

const isPicture = (name: string) => /\.(?:png|jpe?g|gif|webp|avif|bmp|svg)$/i.test(name)

/** The start of a line, long enough for a label; empty for indented code. */
const begin = ({ src, sCount, blkIndent, bMarks, tShift, eMarks }: StateBlock, line: number) => {
  if ((sCount[line] ?? 0) - blkIndent > 3) return ''
  const start = (bMarks[line] ?? 0) + (tShift[line] ?? 0)
  return src.slice(start, Math.min(eMarks[line] ?? start, start + 1_000))
}

interface Environment {
  /** The first line that is nested too deeply. */
  tooDeep?: number
  footnotes: [label: string, line: number][]
  resolveWikiLink?: ResolveWikiLink | undefined
}

/** Resolves a wiki link `[[target]]`; undefined leaves it as text. */
export type ResolveWikiLink = (target: string) => string | undefined

/**
 * Converts Markdown to a document and lists what was lost. `addresses` maps image and link targets; without
 * `resolveWikiLink`, wiki links stay text.
 */
export function fromMarkdown(
  text: string,
  addresses: AddressMap = {},
  resolveWikiLink?: ResolveWikiLink,
): MarkdownConversion {
  if (text.length > documentLimits.characters) return tooLarge(tooManyCharacters)
  const warnings = new WarningCollector()
  const builder = new DocumentBuilder(warnings)
  const [whole, yaml] = frontMatterPattern.exec(text) ?? ['']
  if (yaml !== undefined) {
    const inner = yaml.replaceAll('\r\n', '\n').replace(/\n$/, '')
    builder.code(nodeType('frontMatter'), null, inner.toWellFormed().replaceAll('\0', '\uFFFD'))
  }
  const env: Environment = { footnotes: [], resolveWikiLink }
  const tokens = parser.parse(text.slice(whole.length), env)
  const before = whole.split('\n').length - 1
  if (env.tooDeep) warnings.add('nesting', '', env.tooDeep + before)
  for (const [label, line] of env.footnotes) warnings.add('footnote', label, line + before)
  new MarkdownReader(tokens, builder, addresses, before).read()
  if (builder.tooLarge) return tooLarge(tooManyNodes)
  const node = builder.finish()
  if (countNodes(node) > documentLimits.nodes) return tooLarge(tooManyNodes)
  return { ok: true, document: serializeNode(node), warnings: warnings.list }
}

const tooManyCharacters = tooManyMessage(documentLimits.characters, 'Zeichen', 'characters')
const tooLarge = (message: Bilingual): MarkdownConversion => ({ ok: false, problems: [{ path: '', message }] })

interface List {
  ordered: boolean
  start: number
  items: number
}

const task = /^\[([ xX])\](?:[ \t]+|\n|$)/

class MarkdownReader {
  private readonly tokens: Token[]
  private readonly builder: DocumentBuilder
  private readonly look: (address: string) => string
  private readonly before: number
  private readonly lists: List[] = []
  private at = 0

  constructor(tokens: Token[], builder: DocumentBuilder, addresses: AddressMap, before: number) {
    this.tokens = tokens
    this.builder = builder
    this.look = addressResolver(addresses)
    this.before = before
  }

  read(): void {
    const { tokens, builder } = this
    for (; this.at < tokens.length && !builder.tooLarge; this.at++) {
      const token = tokens[this.at] as Token
      if (token.map) builder.line = token.map[0] + 1 + this.before
      this.block(token)
    }
  }

  private block(token: Token) {
    const { builder } = this
    switch (token.type) {
      case 'paragraph_open':
        return builder.open('paragraph', 'text', nodeType('paragraph'))
      case 'heading_open':
        return builder.open('heading', 'text', nodeType('heading'), { level: Number(token.tag.slice(1)) })
      case 'blockquote_open':
        return this.quote()
      case 'bullet_list_open':
      case 'ordered_list_open': {
        const ordered = token.type === 'ordered_list_open'
        this.lists.push({ ordered, start: Number(token.attrGet('start') ?? 1), items: 0 })
        return builder.open('list', 'text', null)
      }
      case 'list_item_open':
        return this.item()
      case 'bullet_list_close':
      case 'ordered_list_close':
        this.lists.pop()
        builder.close('list', 'text')
        return
      case 'table_open':
        return builder.open('table', 'text', nodeType('table'))
      case 'tr_open':
        return builder.open('tr', 'text', nodeType('tableRow'))
      case 'th_open':
      case 'td_open': {
        const align = /text-align:(\w+)/.exec(token.attrGet('style') ?? '')?.[1] ?? null
        return builder.open(token.tag, 'text', nodeType(token.tag === 'th' ? 'tableHeader' : 'tableCell'), { align })
      }
      case 'fence': {
        const [, language = '', rest = ''] = /^(\S*)\s*(.*)$/s.exec(unescapeAll(token.info).trim()) ?? []
        if (rest) builder.warnings.add('code_info', rest, builder.line)
        return builder.code(
          nodeType('codeBlock'),
          { language: language.slice(0, 100).toWellFormed() || null },
          withoutLastLineEnd(token.content),
        )
      }
      case 'code_block':
        return builder.code(nodeType('codeBlock'), null, withoutLastLineEnd(token.content))
      case 'hr':
        return builder.leaf(nodeType('horizontalRule').create())
      case 'html_block':
        return appendHtml(token.content, builder, this.look)
      case 'inline':
        return this.words(token.children ?? [])
      default:
        if (token.nesting < 0) builder.close(blockNames[token.type] ?? token.tag, 'text')
    }
  }

  /** A quote, a GitHub alert or an Obsidian callout (a quote whose first line names its kind and optionally a title). */
  private quote() {
    const { builder, tokens, at } = this
    const first = tokens[at + 1]?.type === 'paragraph_open' ? tokens[at + 2] : undefined
    const [marker, name = ''] = /^\[!([\w-]+)\][+-]?(?:[ \t]+|(?=\n)|$)/.exec(first?.content ?? '') ?? []
    const kind = calloutKinds.find((one) => one === (kindsOfObsidian[name.toLowerCase()] ?? name.toLowerCase()))
    if (!first?.children || marker === undefined || !kind)
      return builder.open('blockquote', 'text', nodeType('blockquote'))
    builder.open('blockquote', 'text', nodeType('callout'), { kind })
    const end = first.children.findIndex((token) => token.type === 'softbreak' || token.type === 'hardbreak')
    const title = first.children.splice(0, end < 0 ? first.children.length : end + 1)
    if (end >= 0) begunLater(first)
    this.titleOfCallout(title.slice(0, end < 0 ? undefined : -1), marker.length, first)
  }

  /** Inserts the title of a callout as a bold paragraph. */
  private titleOfCallout(tokens: readonly Token[], marker: number, words: Token) {
    const { builder } = this
    const title = withoutFront(tokens, marker)
    if (!title.length) return
    const bold = richTextSchema.mark('bold')
    builder.open('paragraph', 'text', nodeType('paragraph'))
    builder.openInline('strong', 'text', bold)
    this.words(title)
    builder.close('strong', 'text')
    builder.close('paragraph', 'text')
    // A callout may consist of its title only.
    if (!words.children?.length) this.tokens.splice(this.at + 1, 3)
  }

  private item() {
    const { builder, tokens, at } = this
    const list = this.lists.at(-1) as List
    const inline = tokens[at + 1]?.type === 'paragraph_open' ? tokens[at + 2] : undefined
    const [marker, tick] = task.exec(inline?.content ?? '') ?? []
    const isTask = marker !== undefined && inline?.children?.[0]?.type === 'text'
    if (isTask && list.ordered) builder.warnings.add('numbering', '', builder.line)
    const kind = isTask ? 'taskList' : list.ordered ? 'orderedList' : 'bulletList'
    builder.inList(nodeType(kind), list.ordered && !isTask ? { start: list.start + list.items } : null)
    list.items += 1
    if (!isTask) return builder.open('li', 'text', nodeType('listItem'))
    builder.open('li', 'text', nodeType('taskItem'), { checked: tick !== ' ' })
    if (inline) cutFront(inline, marker.length)
  }

  private words(tokens: readonly Token[]): void {
    const { builder } = this
    for (let index = 0; index < tokens.length && !builder.tooLarge; index++) {
      const token = tokens[index] as Token
      // The label of a mention is text.
      if (builder.hidden && token.nesting >= 0 && token.type !== 'html_inline') continue
      switch (token.type) {
        case 'text':
          builder.text(token.content.replace(/[\r\n]+/g, ' '))
          break
        case 'softbreak':
          builder.text(' ')
          nextLine(builder)
          break
        case 'hardbreak':
          builder.inline(nodeType('hardBreak').create())
          nextLine(builder)
          break
        case 'code_inline':
          builder.text(token.content, [richTextSchema.mark('code')])
          break
        case 'em_open':
        case 'strong_open':
        case 's_open':
          builder.openInline(token.tag, 'text', richTextSchema.mark(markNames[token.tag] ?? ''))
          break
        case 'link_open':
          index = this.link(tokens, index)
          break
        case 'image': {
          const source = this.look(token.attrGet('src') ?? '')
          const title = token.attrGet('title')
          appendImage(builder, source, { alt: plainText(token.children ?? []), ...(title ? { title } : {}) })
          break
        }
        case 'html_inline':
          appendHtml(token.content, builder, this.look, true)
          break
        default:
          if (token.nesting < 0) builder.close(token.tag, 'text')
      }
    }
  }

  /** A link, or a mention written as a link. */
  private link(tokens: readonly Token[], index: number): number {
    const { builder } = this
    const token = tokens[index] as Token
    const href = this.look(token.attrGet('href') ?? '')
    const id = parseMentionAddress(href)
    if (id) {
      let end = index + 1
      while (end < tokens.length && tokens[end]?.type !== 'link_close') end += 1
      const label = normalizeCaption(plainText(tokens.slice(index + 1, end)).replace(/^@/, ''), 200)
      builder.inline(nodeType('mention').create({ id, label }))
      return end
    }
    builder.openInline('a', 'text', createLinkMark(builder, href, token.attrGet('title')))
    return index
  }
}

function nextLine(builder: DocumentBuilder) {
  if (builder.line !== null) builder.line += 1
}
/** Corrects the line number after the first line was removed. */
function begunLater(words: Token) {
  if (words.map) words.map = [words.map[0] + 1, words.map[1]]
}

const markNames: Record<string, string> = { em: 'italic', strong: 'bold', s: 'strike' }
const blockNames: Record<string, string> = { paragraph_close: 'paragraph', heading_close: 'heading' }

const withoutLastLineEnd = (code: string) => code.replace(/\n$/, '')

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content, children }) => {
      if (type === 'softbreak' || type === 'hardbreak') return ' '
      if (type === 'image') return plainText(children ?? [])
      return /^(text|text_special|code_inline)$/.test(type) ? content : ''
    })
    .join('')
}

/** Obsidian's callout kinds that GitHub does not have. */
const kindsOfObsidian: Readonly<Record<string, string>> = {
  ...{ abstract: 'note', summary: 'note', tldr: 'note', info: 'note', todo: 'note', question: 'note', help: 'note' },
  ...{
    faq: 'note',
    example: 'note',
    quote: 'note',
    cite: 'note',
    hint: 'tip',
    success: 'tip',
    check: 'tip',
    done: 'tip',
  },
  ...{
    attention: 'warning',
    failure: 'caution',
    fail: 'caution',
    missing: 'caution',
    danger: 'caution',
    error: 'caution',
  },
  bug: 'caution',
}

/** Drops the first `length` characters of inline tokens. */
function withoutFront(tokens: readonly Token[], length: number): Token[] {
  const [first, ...rest] = tokens
  if (!first || length <= 0) return [...tokens]
  if (first.content.length <= length) return withoutFront(rest, length - first.content.length)
  return [Object.assign(Object.create(first), { content: first.content.slice(length) }), ...rest]
}

/** Drops the first `length` characters of an inline token. */
function cutFront(words: Token, length: number): void {
  const { children: tokens } = words
  const [first] = tokens ?? []
  if (!first || !tokens) return
  const rest = length - first.content.length
  first.content = first.content.slice(length)
  if (rest > 0 && tokens[1]?.type === 'softbreak') {
    tokens.splice(1, 1)
    begunLater(words)
  }
}

import { isDeepStrictEqual } from 'node:util'
import MarkdownIt from 'markdown-it'
import type Token from 'markdown-it/lib/token.mjs'
import { boundLinks } from '#rich-text/bounded-links'
import type { Flow, FlowStyle, ListItem, Run, TableLayout } from './flow.ts'
import { isRightToLeft } from './flow.ts'
import { boldItalic, italic, mono, type StyledFace } from './fonts.ts'
import { faint, margin, pale, point, type Sheet, wash } from './sheet.ts'
import type { Part, PartKind } from './structure.ts'

// Markdown as a document shows it: CommonMark with the tables, task lists and strikethrough of GFM. HTML is text, pictures are
// their descriptions, and what leads to anything but a web page, a mailbox or a telephone is words alone.

/** What of a text cannot be shown. */
export type Unshowable = 'nesting' | 'size' | 'columns'

/** Markdown that was read, before anything of it is drawn. */
export interface Markdown {
  tokens: Token[]
  /** All its characters, entities resolved. */
  text: string
  /** What it needs beside Noto Sans and its bold. */
  styled: StyledFace[]
}

/** Levels of lists and quotes; items, paragraphs, rows and cells; columns of a table. */
export const most = { levels: 12, blocks: 12_000, columns: 16 }

/** Why a text is not read. */
export class UnshowableMarkdown extends Error {
  readonly reason: Unshowable
  constructor(reason: Unshowable) {
    super(`The text cannot be shown: ${reason}.`)
    this.reason = reason
  }
}

const parser = new MarkdownIt({ html: false, linkify: true })
// Which addresses are safe is decided where they are drawn: a link that is none stays words.
parser.validateLink = () => true
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
boundLinks(parser)
// A list is two levels to the parser, which leaves out, without a word, what is nested deeper than it goes.
parser.block.ruler.before('table', 'nesting', ({ level }: { level: number }) => {
  if (level > 2 * most.levels) throw new UnshowableMarkdown('nesting')
  return false
})

/** Reads Markdown; throws UnshowableMarkdown. */
export function readMarkdown(source: string): Markdown {
  const tokens = parser.parse(source, {})
  if (tokens.length > 3 * most.blocks) throw new UnshowableMarkdown('size')
  let text = ''
  let [strong, em] = [0, 0]
  const styled = new Set<StyledFace>()
  let columns = 0
  for (const token of tokens) {
    if (token.type === 'tr_open') columns = 0
    if (token.type === 'th_open' && ++columns > most.columns) throw new UnshowableMarkdown('columns')
    if (token.type === 'fence' || token.type === 'code_block') styled.add(mono)
    if (token.type === 'heading_open' || token.type === 'th_open') strong += 1
    if (token.type === 'heading_close' || token.type === 'th_close') strong -= 1
    text += `${token.type === 'inline' ? '' : token.content}\n`
    for (const { type, content } of token.children ?? []) {
      if (type === 'strong_open') strong += 1
      if (type === 'strong_close') strong -= 1
      if (type === 'em_open') em += 1
      if (type === 'em_close') em -= 1
      if (type === 'code_inline') styled.add(mono)
      if (em > 0) styled.add(strong > 0 ? boldItalic : italic)
      text += content
    }
  }
  return { tokens, text, styled: [...styled] }
}

/** What a block stands in. */
interface Setting {
  part: Part
  /** Points between paragraphs; fewer in a list whose items stand close. */
  gap: number
  color?: FlowStyle['color']
  /** Levels of lists and quotes around it. */
  level: number
}

/** Points between blocks. */
const gap = 6

/** A heading's size and the room above it, by its level. */
const sizes = [
  { fontSize: 14, above: 12 },
  { fontSize: 12, above: 10 },
  { fontSize: 10.5, above: 8 },
  { fontSize: 9.5, above: 6 },
] as const

/** Points that a heading keeps free below itself on its page: two lines of what follows. */
const kept = 27

/**
 * Markdown as flow. Its headings stand below the document's own, which is H1, and skip no level (ISO 14289-1 §7.4.2).
 * `items` are the items of its lists, in the order of their marks; `headings` are those of `content`.
 */
export function flowOf(
  sheet: Sheet,
  { tokens }: Markdown,
  part: Part,
): { content: Flow[]; items: ListItem[]; headings: ReadonlySet<Flow> } {
  const items: ListItem[] = []
  const headings = new Set<Flow>()
  const outline: number[] = []
  let at = 0

  /** All up to the token that closes it. */
  function blocks(closing: string | null, setting: Setting): Flow[] {
    const flow: Flow[] = []
    while (at < tokens.length) {
      const token = tokens[at] as Token
      at += 1
      if (token.type === closing) break
      const block = blockOf(token, setting)
      if (block) flow.push(block)
    }
    return flow
  }

  function blockOf(token: Token, setting: Setting): Flow | null {
    switch (token.type) {
      case 'heading_open': {
        const block = heading(Number(token.tag.slice(1)), setting)
        headings.add(block)
        return block
      }
      case 'paragraph_open': {
        const text = words('P', setting)
        const block: Flow = { ...inPieces(text), margin: [0, 0, 0, token.hidden ? 0 : setting.gap] }
        return setting.level === 0 && isLong(text.text, setting) ? { stack: [...roomBelow(), block] } : block
      }
      case 'bullet_list_open':
      case 'ordered_list_open':
        return list(token, setting)
      case 'blockquote_open':
        return quote(setting)
      case 'fence':
      case 'code_block':
        return code(token.content, setting)
      case 'table_open':
        return table(setting)
      case 'hr':
        return boxed([{ text: [{ text: '', fontSize: 2 }] }], rule, [0, 2, 0, gap])
      default:
        return null
    }
  }

  /** The inline token that is next, and the one that closes its block. */
  function inline(): Token[] {
    const children = tokens[at]?.children ?? []
    at += 2
    return children
  }

  function words(kind: PartKind, setting: Setting, children = inline()): { text: Run[]; alignment?: 'right' } {
    const runs = runsOf(children, sheet.part(kind, setting.part), setting)
    return { text: runs, ...(isRightToLeft(runs.map(({ text }) => text).join('')) && { alignment: 'right' }) }
  }

  function heading(depth: number, setting: Setting): Flow {
    while ((outline.at(-1) ?? 0) >= depth) outline.pop()
    outline.push(depth)
    const kind = `H${Math.min(6, outline.length + 1)}` as PartKind
    const { fontSize, above } = sizes[Math.min(depth, sizes.length) - 1] ?? sizes[3]
    const color = depth <= 2 ? sheet.accentText : undefined
    const title = { ...words(kind, { ...setting, ...(color && { color }) }), fontSize, bold: true }
    if (heightOf(sheet, title.text, roomOf(setting)) > mostKept) return { ...inPieces(title), margin: [0, above, 0, 4] }
    // It takes room for what follows along to the next page, and gives it back.
    return {
      stack: [
        {
          stack: [title, { text: [{ text: '', fontSize: 1 }], margin: [0, 0, 0, kept] }],
          unbreakable: true,
          margin: [0, above, 0, 0],
        },
        { text: [{ text: '', fontSize: 1 }], margin: [0, -kept, 0, 0] },
      ],
    }
  }

  function list(opening: Token, setting: Setting): Flow {
    const isOrdered = opening.type === 'ordered_list_open'
    const listPart = sheet.part('L', setting.part)
    const level = levelIn(setting)
    const listItems: ListItem[] = []
    for (; tokens[at]?.type === 'list_item_open'; ) {
      at += 1
      const item = sheet.part('LI', listPart)
      const label = sheet.part('Lbl', item)
      const body = sheet.part('LBody', item)
      const task = taskOf(tokens[at + 1])
      const inside = blocks('list_item_close', { ...setting, part: body, level })
      const [first] = inside
      const opening = first && 'stack' in first ? first.stack[0] : first
      if (task && opening && 'text' in opening) opening.text.unshift({ text: `${task}\u00a0`, part: label })
      const made: ListItem = {
        stack: inside.length ? inside : [{ text: [{ text: '' }] }],
        margin: [0, 0, 0, 2],
        label,
        ...(task && { listType: 'none' as const }),
      }
      listItems.push(made)
    }
    at += 1
    items.push(...listItems)
    const margin: Flow['margin'] = [0, 0, 0, setting.level > 0 ? 0 : gap - 2]
    return isOrdered
      ? { ol: listItems, start: Number(opening.attrGet('start') ?? 1), margin }
      : { ul: listItems, margin }
  }

  function quote(setting: Setting): Flow {
    const part = sheet.part('BlockQuote', setting.part)
    const inside = { ...setting, part, color: faint, level: levelIn(setting) }
    return boxed(blocks('blockquote_close', inside), quoted, [0, 0, 0, gap])
  }

  function code(content: string, setting: Setting): Flow {
    const written = { font: 'mono', fontSize: 8.2, part: sheet.part('Code', sheet.part('P', setting.part)) } as const
    const text: Run[] = [{ ...written, text: content.replace(/\n$/, ''), preserveLeadingSpaces: true }]
    return boxed([inPieces({ text })], ground, [0, 0, 0, gap])
  }

  function table(setting: Setting): Flow {
    const whole = sheet.part('Table', setting.part)
    const rows: Flow[][] = []
    let [row, cells]: [Part, Flow[]] = [whole, []]
    for (; tokens[at]?.type !== 'table_close'; at += 1) {
      const token = tokens[at] as Token
      if (token.type === 'tr_open') {
        row = sheet.part('TR', whole)
        cells = []
        rows.push(cells)
      }
      if (token.type !== 'th_open' && token.type !== 'td_open') continue
      const isHead = token.type === 'th_open'
      const cell = isHead ? sheet.part('TH', row, { scope: 'Column' }) : sheet.part('TD', row)
      const runs = runsOf(tokens[at + 1]?.children ?? [], cell, setting)
      const alignment = /text-align:(left|right|center)/.exec(token.attrGet('style') ?? '')?.[1] as 'left' | undefined
      cells.push({
        text: runs,
        fontSize: 8.8,
        ...(isHead && { bold: true, color: sheet.accentText }),
        ...(alignment && { alignment }),
      })
    }
    at += 1
    const columns = rows[0]?.length ?? 1
    const room = roomOf(setting) / columns - 2 * padding
    const widths = widthsOf(sheet, rows, roomOf(setting) - (2 * columns - 1) * padding)
    for (const run of rows.flat().flatMap(textOf)) run.text = breakable(sheet, run.text, room)
    // pdfmake would leave out what is to stay on one page and is higher than it.
    const [head = [], first = []] = rows
    const highest = (row: Flow[]) => Math.max(0, ...row.map((cell) => heightOf(sheet, textOf(cell), room)))
    const headerRows = highest(head) <= mostKept ? 1 : 0
    const keepWithHeaderRows = headerRows && first.length && highest(head) + highest(first) <= mostKept ? 1 : 0
    const body = rows.map((row) => row.map((cell) => ('text' in cell ? inPieces(cell) : cell)))
    return {
      table: { widths, headerRows, keepWithHeaderRows, body },
      layout: ruled(sheet),
      margin: [0, 2, 0, gap + 2],
    }
  }

  /** Whether a text takes more than a line. */
  const isLong = (text: readonly Run[], setting: Setting) =>
    sheet.widthOf(text.map((run) => run.text).join(''), { size: 9.5 }) * point > roomOf(setting)

  return { content: blocks(null, { part, gap, level: 0 }), items, headings }
}

/** Two lines' room below, or else the next page, without taking it: so that no paragraph leaves its first line alone. */
const roomBelow = (): Flow[] => [
  { stack: [{ text: [{ text: '', fontSize: 1 }], margin: [0, 0, 0, kept] }], unbreakable: true },
  { text: [{ text: '', fontSize: 1 }], margin: [0, -kept - 2 * thinnest, 0, 0] },
]

/** How high a line of one point stands. */
const thinnest = 1.403

/**
 * The widths of a table's columns: each that is no wider than its share of what is left has the width of its contents, and the others
 * share the rest by theirs.
 */
function widthsOf(sheet: Sheet, rows: readonly Flow[][], room: number): (number | 'auto')[] {
  const columns = rows[0]?.map((_, column) => {
    const cells = rows.flatMap((row) => row[column] ?? [])
    return { column, width: Math.max(...cells.map((cell) => widthOf(sheet, cell))) + 1 }
  })
  const widths: (number | 'auto')[] = rows[0]?.map(() => 'auto') ?? []
  let left = room
  for (const [index, { column, width }] of (columns ?? []).toSorted((a, b) => a.width - b.width).entries()) {
    if (width > left / (widths.length - index)) break
    widths[column] = width
    left -= width
  }
  return widths
}

/** How wide a cell is where none of its lines is broken. */
function widthOf(sheet: Sheet, cell: Flow): number {
  const lines = [0]
  for (const { text, bold, italics, font } of textOf(cell))
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) lines.push(0)
      const style = { size: 8.8, bold: bold ?? cell.bold ?? false, italic: italics ?? false, mono: font === 'mono' }
      lines.push((lines.pop() ?? 0) + sheet.widthOf(line, style) * point)
    }
  return Math.max(...lines)
}

/** Points that a flow takes at most in a width. */
export function heightOfFlow(sheet: Sheet, flow: Flow, room = roomOf({ level: 0 })): number {
  const within = (flows: readonly Flow[], width: number) =>
    flows.reduce((sum, each) => sum + heightOfFlow(sheet, each, width), 0)
  const [, above = 0, , below = 0] = flow.margin ?? []
  const own = Math.max(0, above) + Math.max(0, below)
  if ('text' in flow) return own + heightOf(sheet, flow.text, room, flow.fontSize ?? 9.5)
  if ('stack' in flow) return own + within(flow.stack, room)
  if ('columns' in flow) return own + within(flow.columns, room / flow.columns.length)
  if (!('table' in flow)) return own + within('ul' in flow ? flow.ul : flow.ol, room - 20)
  const { widths, body } = flow.table
  const share = room / widths.length - 2 * padding
  const heights = body.map((row) =>
    Math.max(0, ...row.map((cell, column) => heightOfFlow(sheet, cell, Math.max(share, Number(widths[column]) || 0)))),
  )
  return own + heights.reduce((sum, height) => sum + height + 2 * padding, 0)
}

/** Characters and styles of what pdfmake is given as one: it looks at all the rest of it with each of its words. */
const mostOfPiece = { characters: 6000, runs: 300 }

/** A text of any length as pieces of the same flow, each of which begins a line. */
function inPieces<Style extends object>({ text, ...style }: Style & { text: Run[] }): Flow {
  const pieces: Run[][] = [[]]
  let characters = 0
  for (const run of text)
    for (const part of partsOf(run.text)) {
      if (characters + part.length > mostOfPiece.characters || (pieces.at(-1)?.length ?? 0) >= mostOfPiece.runs) {
        pieces.push([])
        characters = 0
      }
      pieces.at(-1)?.push({ ...run, text: part })
      characters += part.length
    }
  const [only = [], ...others] = pieces
  return others.length ? { ...style, stack: pieces.map((piece) => ({ text: piece })) } : { ...style, text: only }
}

/** A text in parts of a piece's length, each up to a line's end or a space where it has one. */
const partsOf = (text: string): string[] =>
  text.length <= mostOfPiece.characters
    ? [text]
    : (text.match(/[\s\S]{1,5999}(?:\n|$)|[\s\S]{1,5999}\s|[\s\S]{1,5999}(?![\udc00-\udfff])/g) ?? [text])

/** The level of what stands in a list or a quote. */
function levelIn({ level }: Setting): number {
  if (level >= most.levels) throw new UnshowableMarkdown('nesting')
  return level + 1
}

/** Points that may be kept on one page. */
export const mostKept = 300

const textOf = (flow: Flow): Run[] => ('text' in flow ? flow.text : [])

/** How high text of a size stands at most in a column of a width. */
const heightOf = (sheet: Sheet, runs: readonly Run[], room: number, size = 14) => {
  const width = sheet.widthOf(runs.map(({ text }) => text.replaceAll('\n', ' ')).join(''), { size, bold: true }) * point
  const breaks = runs.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
  return (1 + breaks + (1.5 * width) / room) * size * 1.43
}

/** The width that is left, at each level of lists and quotes. */
const roomOf = ({ level }: Pick<Setting, 'level'>) => (margin.right - margin.left) * point - 20 * level

/** Text whose words may be broken where a column is narrower than they are. */
function breakable(sheet: Sheet, text: string, room: number): string {
  const style = { size: 8.8, bold: true }
  return text.replaceAll(/\S{4,}/gu, (word) => {
    if (sheet.widthOf(word, style) * point <= room) return word
    let [broken, piece] = ['', '']
    for (const letter of word) {
      if (piece && sheet.widthOf(piece + letter, style) * point > room) {
        broken += `${piece}\u200b`
        piece = ''
      }
      piece += letter
    }
    return broken + piece
  })
}

/** The box that a task begins with, which is taken off its text; null where it is none. */
function taskOf(inline: Token | undefined): string | null {
  const [first] = inline?.children ?? []
  const [mark, state] = (first?.type === 'text' && /^\[([ xX])\]\s/.exec(first.content)) || []
  if (!first || !mark) return null
  first.content = first.content.slice(mark.length)
  return state === ' ' ? '☐' : '☑'
}

/** A text whose signs stay with their numbers: DIN 5008 has a blank between them, which no line ends in. */
const joined = (text: string) => text.replaceAll(/(?<=\d) (?=[€%‰$£])|(?<=§) (?=\d)/g, '\u00a0')

/** Where a link may lead. */
const safe = /^(https?:\/\/|mailto:|tel:)[\x21-\x7e]+$/i

/** What stands in a paragraph, a heading or a cell. */
function runsOf(tokens: readonly Token[], part: Part, { color }: Setting): Run[] {
  const runs: Run[] = []
  const open = { strong: 0, em: 0, s: 0 }
  let address: string | undefined
  const add = (written: string, font: { font?: 'mono' } = {}) => {
    if (written === '') return
    const text = font.font === 'mono' ? written : joined(written)
    const last = runs.at(-1)
    const next: Run = {
      text: '',
      part,
      ...(color && { color }),
      ...(open.strong > 0 && { bold: true }),
      ...(open.em > 0 && { italics: true }),
      ...(open.s > 0 && { struck: true }),
      ...(address && { address }),
      ...font,
    }
    if (last && isDeepStrictEqual({ ...last, text: '' }, next)) last.text += text
    else runs.push({ ...next, text })
  }
  for (const token of tokens) {
    const [, name = '', end = ''] = /^(strong|em|s)_(open|close)$/.exec(token.type) ?? []
    if (name) open[name as keyof typeof open] += end === 'open' ? 1 : -1
    else if (token.type === 'link_open') {
      const href = token.attrGet('href') ?? ''
      address = safe.test(href) ? href : undefined
    } else if (token.type === 'link_close') address = undefined
    else if (token.type === 'softbreak') add(' ')
    else if (token.type === 'hardbreak') add('\n')
    else if (token.type === 'code_inline') add(token.content, { font: 'mono' })
    else add(token.content)
  }
  return runs.length ? runs : [{ text: '', part }]
}

/** Points between a cell and its edge. */
const padding = 5

/** A table's rules: one of the document's colour below its head, pale ones between its rows. */
const ruled = (sheet: Sheet): TableLayout => ({
  hLineWidth: (row) => (row === 0 ? 0 : row === 1 ? 0.8 : 0.4),
  vLineWidth: () => 0,
  hLineColor: (row) => (row === 1 ? sheet.accent : pale),
  paddingLeft: (column) => (column === 0 ? 0 : padding),
  paddingRight: () => padding,
  paddingTop: () => 3,
  paddingBottom: () => 3,
})

/** A frame of one cell, which may go on over pages. */
const boxed = (stack: Flow[], layout: TableLayout, outside: Flow['margin']): Flow => ({
  table: { widths: ['*'], body: [[{ stack }]] },
  layout,
  margin: outside as [number, number, number, number],
})

const frame = (room: number): TableLayout => ({
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => room,
  paddingRight: () => room,
  paddingTop: () => room / 2,
  paddingBottom: () => room / 2,
})

/** A quotation, with a bar on its left. */
const quoted: TableLayout = {
  ...frame(10),
  vLineWidth: (column) => (column === 0 ? 2 : 0),
  vLineColor: () => pale,
  paddingRight: () => 0,
  paddingTop: () => 1,
  paddingBottom: () => 0,
}

/** Code, on a ground of its own. */
const ground: TableLayout = { ...frame(8), fillColor: () => wash }

/** A rule across the text. */
const rule: TableLayout = { ...frame(0), hLineWidth: (row) => (row === 0 ? 0.6 : 0), hLineColor: () => pale }

import { isDeepStrictEqual } from 'node:util'
import MarkdownIt from 'markdown-it'
import type Token from 'markdown-it/lib/token.mjs'
import { boundLinkify } from '#rich-text/bound-linkify'
import type { FlowBlock, FlowStyle, ListItem, TableLayout, TextRun } from './flow.ts'
import { isRightToLeft } from './flow.ts'
import { boldItalicFont, italicFont, monoFont, type StyledFont } from './fonts.ts'
import { backgroundColor, mutedColor, type PdfCanvas, pageMargins, pointsPerMm, ruleColor } from './pdf-canvas.ts'
import type { StructureElement, StructureType } from './structure-tree.ts'

// Markdown as a document shows it: CommonMark with the tables, task lists and strikethrough of GFM. HTML is text, pictures are
// their descriptions, and what leads to anything but a web page, a mailbox or a telephone is words alone.

/** What of a text cannot be shown. */
export type MarkdownLimit = 'nesting' | 'size' | 'columns'

/** Markdown that was read, before anything of it is drawn. */
export interface ParsedMarkdown {
  tokens: Token[]
  /** All its characters, entities resolved. */
  text: string
  /** What it needs beside Noto Sans and its bold. */
  styled: StyledFont[]
}

/** Levels of lists and quotes; items, paragraphs, rows and cells; columns of a table. */
export const markdownLimits = { levels: 12, blocks: 12_000, columns: 16 }

/** Why a text is not read. */
export class MarkdownLimitExceeded extends Error {
  readonly reason: MarkdownLimit
  constructor(reason: MarkdownLimit) {
    super(`The text cannot be shown: ${reason}.`)
    this.reason = reason
  }
}

const parser = new MarkdownIt({ html: false, linkify: true })
// Which addresses are safe is decided where they are drawn: a link that is none stays words.
parser.validateLink = () => true
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
boundLinkify(parser)
// A list is two levels to the parser, which leaves out, without a word, what is nested deeper than it goes.
parser.block.ruler.before('table', 'nesting', ({ level }: { level: number }) => {
  if (level > 2 * markdownLimits.levels) throw new MarkdownLimitExceeded('nesting')
  return false
})

/** Reads Markdown; throws UnshowableMarkdown. */
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

/** What a block stands in. */
interface BlockContext {
  part: StructureElement
  /** Points between paragraphs; fewer in a list whose items stand close. */
  gap: number
  color?: FlowStyle['color']
  /** Levels of lists and quotes around it. */
  level: number
}

/** Points between blocks. */
const blockGap = 6

/** A heading's size and the room above it, by its level. */
const headingSizes = [
  { fontSize: 14, above: 12 },
  { fontSize: 12, above: 10 },
  { fontSize: 10.5, above: 8 },
  { fontSize: 9.5, above: 6 },
] as const

/** Points that a heading keeps free below itself on its page: two lines of what follows. */
const keepWithNext = 27

/**
 * Markdown as flow. Its headings stand below the document's own, which is H1, and skip no level (ISO 14289-1 §7.4.2).
 * `items` are the items of its lists, in the order of their marks; `headings` are those of `content`.
 */
export function markdownToFlow(
  canvas: PdfCanvas,
  { tokens }: ParsedMarkdown,
  part: StructureElement,
): { content: FlowBlock[]; items: ListItem[]; headings: ReadonlySet<FlowBlock> } {
  const items: ListItem[] = []
  const headings = new Set<FlowBlock>()
  const outline: number[] = []
  let at = 0

  /** All up to the token that closes it. */
  function blocks(closing: string | null, setting: BlockContext): FlowBlock[] {
    const flow: FlowBlock[] = []
    while (at < tokens.length) {
      const token = tokens[at] as Token
      at += 1
      if (token.type === closing) break
      const block = blockOf(token, setting)
      if (block) flow.push(block)
    }
    return flow
  }

  function blockOf(token: Token, setting: BlockContext): FlowBlock | null {
    switch (token.type) {
      case 'heading_open': {
        const block = heading(Number(token.tag.slice(1)), setting)
        headings.add(block)
        return block
      }
      case 'paragraph_open': {
        const text = words('P', setting)
        const block: FlowBlock = { ...splitIntoPieces(text), margin: [0, 0, 0, token.hidden ? 0 : setting.gap] }
        return setting.level === 0 && isLong(text.text, setting) ? { stack: [...requireTwoLines(), block] } : block
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
        return singleCellTable([{ text: [{ text: '', fontSize: 2 }] }], ruleLayout, [0, 2, 0, blockGap])
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

  function words(
    kind: StructureType,
    setting: BlockContext,
    children = inline(),
  ): { text: TextRun[]; alignment?: 'right' } {
    const runs = inlineToRuns(children, canvas.addElement(kind, setting.part), setting)
    return { text: runs, ...(isRightToLeft(runs.map(({ text }) => text).join('')) && { alignment: 'right' }) }
  }

  function heading(depth: number, setting: BlockContext): FlowBlock {
    while ((outline.at(-1) ?? 0) >= depth) outline.pop()
    outline.push(depth)
    const kind = `H${Math.min(6, outline.length + 1)}` as StructureType
    const { fontSize, above } = headingSizes[Math.min(depth, headingSizes.length) - 1] ?? headingSizes[3]
    const color = depth <= 2 ? canvas.accentText : undefined
    const title = { ...words(kind, { ...setting, ...(color && { color }) }), fontSize, bold: true }
    if (measureTextHeight(canvas, title.text, availableWidth(setting)) > maxUnbreakableHeight)
      return { ...splitIntoPieces(title), margin: [0, above, 0, 4] }
    // It takes room for what follows along to the next page, and gives it back.
    return {
      stack: [
        {
          stack: [title, { text: [{ text: '', fontSize: 1 }], margin: [0, 0, 0, keepWithNext] }],
          unbreakable: true,
          margin: [0, above, 0, 0],
        },
        { text: [{ text: '', fontSize: 1 }], margin: [0, -keepWithNext, 0, 0] },
      ],
    }
  }

  function list(opening: Token, setting: BlockContext): FlowBlock {
    const isOrdered = opening.type === 'ordered_list_open'
    const listPart = canvas.addElement('L', setting.part)
    const level = nextLevel(setting)
    const listItems: ListItem[] = []
    for (; tokens[at]?.type === 'list_item_open'; ) {
      at += 1
      const item = canvas.addElement('LI', listPart)
      const label = canvas.addElement('Lbl', item)
      const body = canvas.addElement('LBody', item)
      const task = takeTaskCheckbox(tokens[at + 1])
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
    const margin: FlowBlock['margin'] = [0, 0, 0, setting.level > 0 ? 0 : blockGap - 2]
    return isOrdered
      ? { ol: listItems, start: Number(opening.attrGet('start') ?? 1), margin }
      : { ul: listItems, margin }
  }

  function quote(setting: BlockContext): FlowBlock {
    const part = canvas.addElement('BlockQuote', setting.part)
    const inside = { ...setting, part, color: mutedColor, level: nextLevel(setting) }
    return singleCellTable(blocks('blockquote_close', inside), quoteLayout, [0, 0, 0, blockGap])
  }

  function code(content: string, setting: BlockContext): FlowBlock {
    const written = {
      font: 'mono',
      fontSize: 8.2,
      part: canvas.addElement('Code', canvas.addElement('P', setting.part)),
    } as const
    const text: TextRun[] = [{ ...written, text: content.replace(/\n$/, ''), preserveLeadingSpaces: true }]
    return singleCellTable([splitIntoPieces({ text })], codeLayout, [0, 0, 0, blockGap])
  }

  function table(setting: BlockContext): FlowBlock {
    const whole = canvas.addElement('Table', setting.part)
    const rows: FlowBlock[][] = []
    let [row, cells]: [StructureElement, FlowBlock[]] = [whole, []]
    for (; tokens[at]?.type !== 'table_close'; at += 1) {
      const token = tokens[at] as Token
      if (token.type === 'tr_open') {
        row = canvas.addElement('TR', whole)
        cells = []
        rows.push(cells)
      }
      if (token.type !== 'th_open' && token.type !== 'td_open') continue
      const isHead = token.type === 'th_open'
      const cell = isHead ? canvas.addElement('TH', row, { scope: 'Column' }) : canvas.addElement('TD', row)
      const runs = inlineToRuns(tokens[at + 1]?.children ?? [], cell, setting)
      const alignment = /text-align:(left|right|center)/.exec(token.attrGet('style') ?? '')?.[1] as 'left' | undefined
      cells.push({
        text: runs,
        fontSize: 8.8,
        ...(isHead && { bold: true, color: canvas.accentText }),
        ...(alignment && { alignment }),
      })
    }
    at += 1
    const columns = rows[0]?.length ?? 1
    const room = availableWidth(setting) / columns - 2 * padding
    const widths = layOutColumns(canvas, rows, availableWidth(setting) - (2 * columns - 1) * padding)
    for (const run of rows.flat().flatMap(cellText)) run.text = insertBreakOpportunities(canvas, run.text, room)
    // pdfmake would leave out what is to stay on one page and is higher than it.
    const [head = [], first = []] = rows
    const highest = (row: FlowBlock[]) =>
      Math.max(0, ...row.map((cell) => measureTextHeight(canvas, cellText(cell), room)))
    const headerRows = highest(head) <= maxUnbreakableHeight ? 1 : 0
    const keepWithHeaderRows =
      headerRows && first.length && highest(head) + highest(first) <= maxUnbreakableHeight ? 1 : 0
    const body = rows.map((row) => row.map((cell) => ('text' in cell ? splitIntoPieces(cell) : cell)))
    return {
      table: { widths, headerRows, keepWithHeaderRows, body },
      layout: tableLayout(canvas),
      margin: [0, 2, 0, blockGap + 2],
    }
  }

  /** Whether a text takes more than a line. */
  const isLong = (text: readonly TextRun[], setting: BlockContext) =>
    canvas.measureText(text.map((run) => run.text).join(''), { size: 9.5 }) * pointsPerMm > availableWidth(setting)

  return { content: blocks(null, { part, gap: blockGap, level: 0 }), items, headings }
}

/** Two lines' room below, or else the next page, without taking it: so that no paragraph leaves its first line alone. */
const requireTwoLines = (): FlowBlock[] => [
  { stack: [{ text: [{ text: '', fontSize: 1 }], margin: [0, 0, 0, keepWithNext] }], unbreakable: true },
  { text: [{ text: '', fontSize: 1 }], margin: [0, -keepWithNext - 2 * lineHeightOfOnePoint, 0, 0] },
]

/** How high a line of one point stands. */
const lineHeightOfOnePoint = 1.403

/**
 * The widths of a table's columns: each that is no wider than its share of what is left has the width of its contents, and the others
 * share the rest by theirs.
 */
function layOutColumns(canvas: PdfCanvas, rows: readonly FlowBlock[][], room: number): (number | 'auto')[] {
  const columns = rows[0]?.map((_, column) => {
    const cells = rows.flatMap((row) => row[column] ?? [])
    return { column, width: Math.max(...cells.map((cell) => measureCellWidth(canvas, cell))) + 1 }
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
function measureCellWidth(canvas: PdfCanvas, cell: FlowBlock): number {
  const lines = [0]
  for (const { text, bold, italics, font } of cellText(cell))
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) lines.push(0)
      const style = { size: 8.8, bold: bold ?? cell.bold ?? false, italic: italics ?? false, mono: font === 'mono' }
      lines.push((lines.pop() ?? 0) + canvas.measureText(line, style) * pointsPerMm)
    }
  return Math.max(...lines)
}

/** Points that a flow takes at most in a width. */
export function measureFlowHeight(canvas: PdfCanvas, flow: FlowBlock, room = availableWidth({ level: 0 })): number {
  const within = (flows: readonly FlowBlock[], width: number) =>
    flows.reduce((sum, each) => sum + measureFlowHeight(canvas, each, width), 0)
  const [, above = 0, , below = 0] = flow.margin ?? []
  const own = Math.max(0, above) + Math.max(0, below)
  if ('text' in flow) return own + measureTextHeight(canvas, flow.text, room, flow.fontSize ?? 9.5)
  if ('stack' in flow) return own + within(flow.stack, room)
  if ('columns' in flow) return own + within(flow.columns, room / flow.columns.length)
  if (!('table' in flow)) return own + within('ul' in flow ? flow.ul : flow.ol, room - 20)
  const { widths, body } = flow.table
  const share = room / widths.length - 2 * padding
  const heights = body.map((row) =>
    Math.max(
      0,
      ...row.map((cell, column) => measureFlowHeight(canvas, cell, Math.max(share, Number(widths[column]) || 0))),
    ),
  )
  return own + heights.reduce((sum, height) => sum + height + 2 * padding, 0)
}

/** Characters and styles of what pdfmake is given as one: it looks at all the rest of it with each of its words. */
const pieceLimits = { characters: 6000, runs: 300 }

/** A text of any length as pieces of the same flow, each of which begins a line. */
function splitIntoPieces<Style extends object>({ text, ...style }: Style & { text: TextRun[] }): FlowBlock {
  const pieces: TextRun[][] = [[]]
  let characters = 0
  for (const run of text)
    for (const part of splitText(run.text)) {
      if (characters + part.length > pieceLimits.characters || (pieces.at(-1)?.length ?? 0) >= pieceLimits.runs) {
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
const splitText = (text: string): string[] =>
  text.length <= pieceLimits.characters
    ? [text]
    : (text.match(/[\s\S]{1,5999}(?:\n|$)|[\s\S]{1,5999}\s|[\s\S]{1,5999}(?![\udc00-\udfff])/g) ?? [text])

/** The level of what stands in a list or a quote. */
function nextLevel({ level }: BlockContext): number {
  if (level >= markdownLimits.levels) throw new MarkdownLimitExceeded('nesting')
  return level + 1
}

/** Points that may be kept on one page. */
export const maxUnbreakableHeight = 300

const cellText = (flow: FlowBlock): TextRun[] => ('text' in flow ? flow.text : [])

/** How high text of a size stands at most in a column of a width. */
const measureTextHeight = (canvas: PdfCanvas, runs: readonly TextRun[], room: number, size = 14) => {
  const width =
    canvas.measureText(runs.map(({ text }) => text.replaceAll('\n', ' ')).join(''), { size, bold: true }) * pointsPerMm
  const breaks = runs.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
  return (1 + breaks + (1.5 * width) / room) * size * 1.43
}

/** The width that is left, at each level of lists and quotes. */
const availableWidth = ({ level }: Pick<BlockContext, 'level'>) =>
  (pageMargins.right - pageMargins.left) * pointsPerMm - 20 * level

/** Text whose words may be broken where a column is narrower than they are. */
function insertBreakOpportunities(canvas: PdfCanvas, text: string, room: number): string {
  const style = { size: 8.8, bold: true }
  return text.replaceAll(/\S{4,}/gu, (word) => {
    if (canvas.measureText(word, style) * pointsPerMm <= room) return word
    let [broken, piece] = ['', '']
    for (const letter of word) {
      if (piece && canvas.measureText(piece + letter, style) * pointsPerMm > room) {
        broken += `${piece}\u200b`
        piece = ''
      }
      piece += letter
    }
    return broken + piece
  })
}

/** The box that a task begins with, which is taken off its text; null where it is none. */
function takeTaskCheckbox(inline: Token | undefined): string | null {
  const [first] = inline?.children ?? []
  const [mark, state] = (first?.type === 'text' && /^\[([ xX])\]\s/.exec(first.content)) || []
  if (!first || !mark) return null
  first.content = first.content.slice(mark.length)
  return state === ' ' ? '☐' : '☑'
}

/** A text whose signs stay with their numbers: DIN 5008 has a blank between them, which no line ends in. */
const keepUnitsTogether = (text: string) => text.replaceAll(/(?<=\d) (?=[€%‰$£])|(?<=§) (?=\d)/g, '\u00a0')

/** Where a link may lead. */
const safeLink = /^(https?:\/\/|mailto:|tel:)[\x21-\x7e]+$/i

/** What stands in a paragraph, a heading or a cell. */
function inlineToRuns(tokens: readonly Token[], part: StructureElement, { color }: BlockContext): TextRun[] {
  const runs: TextRun[] = []
  const open = { strong: 0, em: 0, s: 0 }
  let address: string | undefined
  const add = (written: string, font: { font?: 'mono' } = {}) => {
    if (written === '') return
    const text = font.font === 'mono' ? written : keepUnitsTogether(written)
    const last = runs.at(-1)
    const next: TextRun = {
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
      address = safeLink.test(href) ? href : undefined
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
const tableLayout = (canvas: PdfCanvas): TableLayout => ({
  hLineWidth: (row) => (row === 0 ? 0 : row === 1 ? 0.8 : 0.4),
  vLineWidth: () => 0,
  hLineColor: (row) => (row === 1 ? canvas.accent : ruleColor),
  paddingLeft: (column) => (column === 0 ? 0 : padding),
  paddingRight: () => padding,
  paddingTop: () => 3,
  paddingBottom: () => 3,
})

/** A frame of one cell, which may go on over pages. */
const singleCellTable = (stack: FlowBlock[], layout: TableLayout, outside: FlowBlock['margin']): FlowBlock => ({
  table: { widths: ['*'], body: [[{ stack }]] },
  layout,
  margin: outside as [number, number, number, number],
})

const paddedLayout = (room: number): TableLayout => ({
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => room,
  paddingRight: () => room,
  paddingTop: () => room / 2,
  paddingBottom: () => room / 2,
})

/** A quotation, with a bar on its left. */
const quoteLayout: TableLayout = {
  ...paddedLayout(10),
  vLineWidth: (column) => (column === 0 ? 2 : 0),
  vLineColor: () => ruleColor,
  paddingRight: () => 0,
  paddingTop: () => 1,
  paddingBottom: () => 0,
}

/** Code, on a ground of its own. */
const codeLayout: TableLayout = { ...paddedLayout(8), fillColor: () => backgroundColor }

/** A rule across the text. */
const ruleLayout: TableLayout = {
  ...paddedLayout(0),
  hLineWidth: (row) => (row === 0 ? 0.6 : 0),
  hLineColor: () => ruleColor,
}

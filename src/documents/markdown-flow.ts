import type Token from 'markdown-it/lib/token.mjs'
import type { FlowBlock, FlowStyle, ListItem, TextRun } from './flow.ts'
import { isRightToLeft } from './flow.ts'
import { cellPadding, codeLayout, quoteLayout, ruleLayout, singleCellTable, tableLayout } from './flow-layouts.ts'
import { availableWidth, cellText, insertBreakOpportunities, layOutColumns, measureTextHeight } from './flow-measure.ts'
import { MarkdownLimitExceeded, markdownLimits, type ParsedMarkdown } from './markdown.ts'
import { inlineToRuns, takeTaskCheckbox } from './markdown-inline.ts'
import { mutedColor, type PdfCanvas, pointsPerMm } from './pdf-canvas.ts'
import type { StructureElement, StructureType } from './structure-tree.ts'

interface BlockContext {
  part: StructureElement
  /** Points between paragraphs; fewer in a tight list. */
  gap: number
  color?: FlowStyle['color']
  /** Nesting of lists and quotes. */
  level: number
}

/** Points between blocks. */
const blockGap = 6

/** Font size and space above of a heading, by level. */
const headingSizes = [
  { fontSize: 14, above: 12 },
  { fontSize: 12, above: 10 },
  { fontSize: 10.5, above: 8 },
  { fontSize: 9.5, above: 6 },
] as const

/** Points kept free below a heading on its page: two lines of what follows. */
const keepWithNext = 27

/** Points. Higher blocks may break across pages. */
export const maxUnbreakableHeight = 300

/**
 * Converts Markdown to flow blocks. Headings start below the document title (H1) and skip no level (ISO 14289-1
 * §7.4.2). `items` are the list items in document order; `headings` is a subset of `content`.
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

  /** Reads blocks up to the closing token. */
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

  /** Returns the next inline token's children and skips the closing token of its block. */
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
    // Reserves the space for what follows, so that both move to the next page together, and gives it back.
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
    const room = availableWidth(setting) / columns - 2 * cellPadding
    const widths = layOutColumns(canvas, rows, availableWidth(setting) - (2 * columns - 1) * cellPadding)
    for (const run of rows.flat().flatMap(cellText)) run.text = insertBreakOpportunities(canvas, run.text, room)
    // pdfmake drops unbreakable content that is higher than a page.
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

  /** True if the text needs more than one line. */
  const isLong = (text: readonly TextRun[], setting: BlockContext) =>
    canvas.measureText(text.map((run) => run.text).join(''), { size: 9.5 }) * pointsPerMm > availableWidth(setting)

  return { content: blocks(null, { part, gap: blockGap, level: 0 }), items, headings }
}

/** Moves to the next page if fewer than two lines fit, without using the space, to avoid orphan lines. */
const requireTwoLines = (): FlowBlock[] => [
  { stack: [{ text: [{ text: '', fontSize: 1 }], margin: [0, 0, 0, keepWithNext] }], unbreakable: true },
  { text: [{ text: '', fontSize: 1 }], margin: [0, -keepWithNext - 2 * lineHeightOfOnePoint, 0, 0] },
]

/** Height of a line in 1 pt. */
const lineHeightOfOnePoint = 1.403

/** Characters and runs per block. pdfmake scans the rest of a block for each word, so long blocks take quadratic time. */
const pieceLimits = { characters: 6000, runs: 300 }

/** Splits a long text into several blocks; each starts a new line. */
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

/** Splits at line ends or spaces if possible. */
const splitText = (text: string): string[] =>
  text.length <= pieceLimits.characters
    ? [text]
    : (text.match(/[\s\S]{1,5999}(?:\n|$)|[\s\S]{1,5999}\s|[\s\S]{1,5999}(?![\udc00-\udfff])/g) ?? [text])

function nextLevel({ level }: BlockContext): number {
  if (level >= markdownLimits.levels) throw new MarkdownLimitExceeded('nesting')
  return level + 1
}

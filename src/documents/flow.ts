import { createRequire } from 'node:module'
import type { RGB } from 'pdf-lib'
import { type PdfCanvas, pageMargins, pageSize, pointsPerMm, type TextStyle, textColor } from './pdf-canvas.ts'
import type { StructureElement } from './structure-tree.ts'

/** Flowing text. pdfmake lays the blocks out on pages, and a PdfCanvas draws the result. */

/** Text in one style. Adjacent runs with the same `address` are one link. */
export interface TextRun extends FlowStyle {
  text: string
  address?: string
  struck?: boolean
}

export interface FlowStyle {
  fontSize?: number
  bold?: boolean
  italics?: boolean
  font?: 'mono'
  color?: RGB
  lineHeight?: number
  alignment?: 'left' | 'right' | 'center'
  preserveLeadingSpaces?: boolean
  /** The structure element that the content belongs to; without one it is an artifact. */
  part?: StructureElement
}

/** A block in pdfmake's format. Measures are points; margins are left, top, right, bottom. */
export type FlowBlock = FlowStyle & { margin?: [number, number, number, number]; unbreakable?: boolean } & (
    | { text: TextRun[] }
    | { stack: FlowBlock[] }
    | { ul: ListItem[] }
    | { ol: ListItem[]; start: number }
    | { columns: (FlowBlock & { width: number | '*' })[]; columnGap: number }
    | { table: FlowTable; layout: TableLayout }
  )

/** A list item. `label` is the element of its marker; `listType: 'none'` has no marker. */
export type ListItem = FlowBlock & { label?: StructureElement; listType?: 'none' }

/** A list item after layout. */
interface MarkedItem {
  label?: StructureElement
  listMarker?: { canvas?: Vector[]; _inlines?: Inline[] }
}

interface FlowTable {
  widths: (number | 'auto' | '*')[]
  body: FlowBlock[][]
  /** Repeated on each page. */
  headerRows?: number
  keepWithHeaderRows?: number
}

/** Widths and colours of table lines, and cell padding. */
export interface TableLayout {
  hLineWidth(row: number): number
  vLineWidth(column: number): number
  hLineColor?(row: number): RGB
  vLineColor?(column: number): RGB
  fillColor?: () => RGB
  paddingLeft(column: number): number
  paddingRight(column: number): number
  paddingTop(row: number): number
  paddingBottom(row: number): number
}

/** pdfmake's layout engine without its PDF writer. It is not public API, so the release is pinned. */
type LayoutBuilder = new (
  pageSize: { width: number; height: number; orientation: 'portrait' },
  margins: { left: number; right: number; top: number; bottom: number },
  svgMeasure: null,
) => {
  layoutDocument(content: readonly FlowBlock[], fonts: object, styles: object, defaultStyle: object): LaidOutPage[]
}

/** A word placed by pdfmake, with the spaces after it. */
interface Inline extends Omit<TextRun, 'font' | 'fontSize'> {
  x: number
  width: number
  font: Face
  fontSize: number
  /** The marker of a numbered list, which pdfmake adds itself. */
  isMark?: true
}

/** The font interface that pdfmake expects. */
interface Face {
  style: TextStyle
  ascender: number
  descender: number
  lineHeight(size: number): number
  widthOfString(text: string, size: number): number
}

interface LaidOutLine {
  x: number
  y: number
  inlines: Inline[]
  getAscenderHeight(): number
}

type Vector = { part?: StructureElement } & (
  | { type: 'line'; x1: number; y1: number; x2: number; y2: number; lineWidth: number; lineColor: RGB }
  | { type: 'rect'; x: number; y: number; w: number; h: number; color: RGB }
  | { type: 'ellipse'; x: number; y: number; r1: number }
)

/** pdfmake's result: the items of a page with their positions. */
interface LaidOutPage {
  items: ({ type: 'line'; item: LaidOutLine } | { type: 'vector'; item: Vector } | { type: 'other' })[]
}

/** Ascent and descent of Noto Sans; only the widths differ between fonts. */
const metrics = { ascender: 1069, descender: -293 }
const plain = { fontSize: 9.5, lineHeight: 1.03 }

const require = createRequire(import.meta.url)

/** Fonts that measure text as the canvas will draw it, including fallback fonts. */
function createFontProvider(canvas: PdfCanvas) {
  const faces = new Map<string, Face>()
  const face = (style: TextStyle): Face => {
    const widths = new Map<string, number>()
    return {
      style,
      ...metrics,
      lineHeight: (size) => (size * (metrics.ascender - metrics.descender)) / 1000,
      widthOfString(text, size) {
        // Half a surrogate pair: pdfmake is looking for a place to break a long word.
        if (!text.isWellFormed()) return Number.POSITIVE_INFINITY
        const known = widths.get(text) ?? canvas.measureText(text, { ...style, size: 1 }) * pointsPerMm
        widths.set(text, known)
        return known * size
      },
    }
  }
  return {
    provideFont(font: string, bold: boolean, italic: boolean) {
      const key = `${font} ${bold} ${italic}`
      const known = faces.get(key) ?? face({ mono: font === 'mono', bold, italic })
      faces.set(key, known)
      return known
    },
  }
}

/** Lays blocks out below the cursor and draws them over as many pages as they need. `items` are the items of their lists. */
export function drawFlow(canvas: PdfCanvas, content: readonly FlowBlock[], items: readonly ListItem[] = []) {
  const { default: LayoutBuilder } = require('pdfmake/js/LayoutBuilder.js') as { default: LayoutBuilder }
  const margins = {
    left: pageMargins.left * pointsPerMm,
    right: (pageSize.width - pageMargins.right) * pointsPerMm,
    top: pageMargins.top * pointsPerMm,
    bottom: (pageSize.height - pageMargins.bottom) * pointsPerMm,
  }
  const size = {
    width: pageSize.width * pointsPerMm,
    height: pageSize.height * pointsPerMm,
    orientation: 'portrait',
  } as const
  const builder = new LayoutBuilder(size, margins, null)
  const below = (canvas.y - pageMargins.top) * pointsPerMm
  const pages = builder.layoutDocument(
    [{ stack: [...content], margin: [0, below, 0, 0] }],
    createFontProvider(canvas),
    {},
    plain,
  )
  if (pages.length > maxPages) throw new TooManyPages()
  for (const { label, listMarker } of items as readonly MarkedItem[]) {
    const [dot, number] = [listMarker?.canvas?.[0], listMarker?._inlines?.[0]]
    if (dot && label) dot.part = label
    if (number && label) Object.assign(number, { part: label, isMark: true })
  }
  const drawn = new Set<Inline>()
  const letterCount = countLetters(content)
  const links: Links = new Map()
  for (const [index, page] of pages.entries()) {
    if (index > 0) canvas.addPage()
    for (const placed of page.items)
      if (placed.type === 'line') drawLine(canvas, placed.item, drawn, links)
      else if (placed.type === 'vector') drawVector(canvas, placed.item)
  }
  const drawnCount = [...drawn].reduce((sum, { text, isMark }) => sum + (isMark ? 0 : letters(text)), 0)
  if (drawnCount !== letterCount) throw new Error(`Of ${letterCount} letters ${drawnCount} were laid out.`)
}

const letters = (text: string) => text.replaceAll(/\s/g, '').length

/** pdfmake silently drops content that does not fit anywhere. The count before and after proves that nothing is missing. */
const countLetters = (content: readonly FlowBlock[]): number =>
  content.reduce((sum, flow) => {
    if ('text' in flow) return sum + flow.text.reduce((all, { text }) => all + letters(text), 0)
    const inside =
      'stack' in flow
        ? flow.stack
        : 'ul' in flow
          ? flow.ul
          : 'ol' in flow
            ? flow.ol
            : 'columns' in flow
              ? flow.columns
              : flow.table.body.flat()
    return sum + countLetters(inside)
  }, 0)

/** Maximum pages of one flow. */
export const maxPages = 200

export class TooManyPages extends Error {}

/** Adjacent words in one style, drawn together. */
interface Segment {
  first: Inline
  text: string
  x: number
  width: number
}

const isSameSegment = ({ first }: Segment, inline: Inline) =>
  first.font === inline.font &&
  first.fontSize === inline.fontSize &&
  first.color === inline.color &&
  first.part === inline.part &&
  first.address === inline.address &&
  first.struck === inline.struck

function splitIntoSegments(inlines: readonly Inline[]): Segment[] {
  const segments: Segment[] = []
  for (const inline of inlines) {
    const last = segments.at(-1)
    if (last && isSameSegment(last, inline)) {
      last.text += inline.text
      last.width = inline.x + inline.width - last.x
    } else segments.push({ first: inline, text: inline.text, x: inline.x, width: inline.width })
  }
  return segments
}

const rightToLeft = /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}]/u

/** True if the first letter is right-to-left (Unicode bidirectional algorithm, rule P2). */
export const isRightToLeft = (text: string) => rightToLeft.test(text)

/** Draws a line from its baseline. A table head repeated on the next page is an artifact there. */
function drawLine(canvas: PdfCanvas, line: LaidOutLine, drawn: Set<Inline>, links: Links) {
  const baseline = (line.y + line.getAscenderHeight()) / pointsPerMm
  const isRepeated = line.inlines.some((inline) => drawn.has(inline))
  for (const inline of line.inlines) drawn.add(inline)
  const segments = splitIntoSegments(line.inlines)
  const width = segments.reduce((end, segment) => Math.max(end, segment.x + segment.width), 0)
  const isMirrored = segments.length > 1 && isRightToLeft(segments.map(({ text }) => text).join(''))
  for (const { first, text, x: from, width: length } of segments) {
    const x = (line.x + (isMirrored ? width - from - length : from)) / pointsPerMm
    drawSegment(
      canvas,
      first,
      text,
      { x, baseline, width: length / pointsPerMm, part: isRepeated ? null : (first.part ?? null) },
      links,
    )
  }
}

/** The last link of each structure element and its target: it may continue on the next line. */
type Links = Map<StructureElement, { address: string; link: StructureElement }>

interface Place {
  x: number
  baseline: number
  width: number
  part: StructureElement | null
}

function drawSegment(canvas: PdfCanvas, run: Inline, text: string, { x, baseline, width, part }: Place, links: Links) {
  const color = typeof run.color === 'object' ? run.color : textColor
  const style: TextStyle = { ...run.font.style, size: run.fontSize, color }
  const em = run.fontSize / pointsPerMm
  const ruled = canvas.measureText(text.trimEnd(), style)
  const isEmpty = text.trim() === ''
  const known = part && links.get(part)
  const link =
    part && run.address ? (known?.address === run.address ? known.link : canvas.addElement('Link', part)) : null
  if (part && !isEmpty) {
    if (link && run.address) links.set(part, { address: run.address, link })
    else links.delete(part)
  }
  canvas.drawInto(link ?? part, () => {
    canvas.drawText(text, x, baseline, style)
    if (link && run.address && !isEmpty)
      canvas.addLink(run.address, { x, y: baseline - em * 0.8, width: Math.min(width, ruled), height: em })
  })
  const strike = (above: number) =>
    canvas.drawRule(x, x + ruled, baseline - above * em, { thickness: 0.05 * em, color })
  if (isEmpty) return
  if (run.struck) strike(0.28)
  if (run.address) strike(-0.14)
}

/** Lines and backgrounds are artifacts; list markers are not. */
function drawVector(canvas: PdfCanvas, vector: Vector) {
  if (vector.type === 'ellipse') {
    const size = 9.5
    canvas.drawInto(vector.part ?? null, () =>
      canvas.drawText('•', (vector.x - vector.r1) / pointsPerMm, vector.y / pointsPerMm + (0.27 * size) / pointsPerMm, {
        size,
      }),
    )
    return
  }
  const isRect = vector.type === 'rect'
  const thick = isRect ? 0 : vector.lineWidth
  const isUpright = !isRect && vector.x1 === vector.x2
  const [x, y, width, height] = isRect
    ? [vector.x, vector.y, vector.w, vector.h]
    : isUpright
      ? [vector.x1 - thick / 2, Math.min(vector.y1, vector.y2), thick, Math.abs(vector.y2 - vector.y1)]
      : [Math.min(vector.x1, vector.x2), vector.y1 - thick / 2, Math.abs(vector.x2 - vector.x1), thick]
  const color = isRect ? vector.color : vector.lineColor
  const box = { x: x / pointsPerMm, y: y / pointsPerMm, width: width / pointsPerMm, height: height / pointsPerMm }
  canvas.drawInto(null, () => canvas.fillBoxes([box], color))
}

import type { FlowBlock, TextRun } from './flow.ts'
import { cellPadding } from './flow-layouts.ts'
import { type PdfCanvas, pageMargins, pointsPerMm } from './pdf-canvas.ts'

/** The width left at a nesting level, in points. */
export const availableWidth = ({ level }: { level: number }) =>
  (pageMargins.right - pageMargins.left) * pointsPerMm - 20 * level

/** Upper bound of the height of a block, in points. */
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
  const share = room / widths.length - 2 * cellPadding
  const heights = body.map((row) =>
    Math.max(
      0,
      ...row.map((cell, column) => measureFlowHeight(canvas, cell, Math.max(share, Number(widths[column]) || 0))),
    ),
  )
  return own + heights.reduce((sum, height) => sum + height + 2 * cellPadding, 0)
}

/** Upper bound of the height of a text in a column of the given width. */
export const measureTextHeight = (canvas: PdfCanvas, runs: readonly TextRun[], room: number, size = 14) => {
  const width =
    canvas.measureText(runs.map(({ text }) => text.replaceAll('\n', ' ')).join(''), { size, bold: true }) * pointsPerMm
  const breaks = runs.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
  return (1 + breaks + (1.5 * width) / room) * size * 1.43
}

/** Column widths: a column that needs no more than its equal share gets the width of its content; the others share the rest. */
export function layOutColumns(canvas: PdfCanvas, rows: readonly FlowBlock[][], room: number): (number | 'auto')[] {
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

/** The width of a cell without line breaks. */
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

/** Inserts zero-width spaces into words that are wider than their column. */
export function insertBreakOpportunities(canvas: PdfCanvas, text: string, room: number): string {
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

export const cellText = (flow: FlowBlock): TextRun[] => ('text' in flow ? flow.text : [])

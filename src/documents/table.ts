import { mutedColor, type PdfCanvas, pageMargins, type TextStyle } from './pdf-canvas.ts'
import type { StructureElement } from './structure-tree.ts'

export interface TableColumn {
  title: string
  align: 'left' | 'right'
  /** `,` or `.`: numbers with different decimals are aligned by it. */
  decimalSign?: ',' | '.'
  /** Takes the remaining width and wraps its text; one per table. */
  flexible?: true
}

/** Cells by column, and a smaller note below the flexible one. */
export interface TableRow {
  cells: readonly string[]
  note?: string
  /** What the row adds to the amount carried forward. */
  cents: number
}

/** The line at a page break, such as `Übertrag` with the amount so far. */
export interface CarryForward {
  label: string
  format(cents: number): string
}

const text: TextStyle = { size: 9 }
const fine: TextStyle = { size: 7.8, color: mutedColor }
const title: TextStyle = { size: 7.6, bold: true }
const leading = 4.4
const fineLeading = 3.8
const gap = 4

/**
 * Draws a table over as many pages as needed. The head is repeated and the amount carried forward. The last row stays
 * on one page with `reservedHeight` millimetres of what follows.
 */
export function drawTable(
  canvas: PdfCanvas,
  columns: readonly TableColumn[],
  rows: readonly TableRow[],
  carry: CarryForward,
  reservedHeight = 0,
) {
  const edges = layOutColumns(canvas, columns, rows)
  const flexible = columns.findIndex((column) => column.flexible)
  const room = columnWidth(edges, flexible)
  const table = canvas.addElement('Table')

  const cell = (value: string, index: number, y: number, style: TextStyle) => {
    const { left, right, decimals } = edges[index] ?? { left: pageMargins.left, right: pageMargins.right, decimals: 0 }
    const column = columns[index]
    if (column?.align !== 'right') return canvas.drawText(value, left, y, style)
    const indent = style === text ? decimals - measureDecimals(canvas, column, value) : 0
    canvas.drawText(value, right - indent, y, { ...style, align: 'right' })
  }
  // A repeated head is an artifact.
  const head = (row: StructureElement | null = null) => {
    for (const [index, column] of columns.entries())
      canvas.drawInto(row && canvas.addElement('TH', row, { scope: 'Column' }), () =>
        cell(column.title, index, canvas.y + 3.2, { ...title, color: canvas.accentText }),
      )
    canvas.drawRule(pageMargins.left, pageMargins.right, canvas.y + 5.4, { thickness: 0.3, color: canvas.accent })
    canvas.y += 7
  }
  const carried = (cents: number) => {
    cell(carry.label, flexible, canvas.y + 3.2, { ...text, color: mutedColor })
    cell(carry.format(cents), columns.length - 1, canvas.y + 3.2, { ...text, color: mutedColor })
    canvas.y += leading + 1.6
  }
  const goOn = () => {
    canvas.addPage()
    head()
  }

  const carriedHeight = leading + 1.6
  canvas.ensureSpace(30)
  head(canvas.addElement('TR', table))
  let sum = 0
  rows.forEach((row, index) => {
    const lines = row.cells.map((value, column) => (column === flexible ? canvas.wrapText(value, room, text) : [value]))
    const notes = row.note ? canvas.wrapText(row.note, room, fine) : []
    const rowHeight = Math.max(...lines.map(({ length }) => length)) * leading + notes.length * fineLeading + 2.4
    const after = index === rows.length - 1 ? reservedHeight : carriedHeight
    // Rows are not split, unless they take half a page, and the last one stays with what follows.
    if (index > 0 && canvas.y + (rowHeight < 110 ? rowHeight + after : 30) > pageMargins.bottom) {
      carried(sum)
      goOn()
      carried(sum)
      canvas.drawRule(pageMargins.left, pageMargins.right, canvas.y - 0.3)
      canvas.y += 1.4
    }
    drawRow(lines, notes)
    sum += row.cents
  })

  function drawRow(lines: readonly string[][], notes: readonly string[]) {
    const row = canvas.addElement('TR', table)
    const cells = columns.map(() => canvas.addElement('TD', row))
    const height = Math.max(...lines.map(({ length }) => length))
    for (let line = 0; line < height; line++) {
      if (canvas.y + leading > pageMargins.bottom) goOn()
      lines.forEach((values, index) => {
        const value = values[line]
        if (value) canvas.drawInto(cells[index] ?? null, () => cell(value, index, canvas.y + 3.2, text))
      })
      canvas.y += leading
    }
    for (const note of notes) {
      if (canvas.y + fineLeading > pageMargins.bottom) goOn()
      canvas.drawInto(cells[flexible] ?? null, () => cell(note, flexible, canvas.y + 2.7, fine))
      canvas.y += fineLeading
    }
    canvas.drawRule(pageMargins.left, pageMargins.right, canvas.y + 0.7)
    canvas.y += 2.4
  }
}

interface Edges {
  left: number
  right: number
  /** Width of the longest decimals in a column aligned by its decimal sign. */
  decimals: number
}

const measureDecimals = (canvas: PdfCanvas, { decimalSign }: TableColumn, value: string) =>
  decimalSign && value.includes(decimalSign) ? canvas.measureText(value.slice(value.lastIndexOf(decimalSign)), text) : 0

const columnWidth = (edges: readonly Edges[], index: number) => {
  const { left, right } = edges[index] ?? { left: 0, right: 0 }
  return right - left
}

/** Columns as wide as their widest cell; the flexible one takes the rest. */
function layOutColumns(canvas: PdfCanvas, columns: readonly TableColumn[], rows: readonly TableRow[]): Edges[] {
  const decimals = columns.map((column, index) =>
    rows.reduce((widest, { cells }) => Math.max(widest, measureDecimals(canvas, column, cells[index] ?? '')), 0),
  )
  const natural = columns.map((column, index) => {
    if (column.flexible) return 0
    const widthIn = ({ cells }: TableRow) => {
      const value = cells[index] ?? ''
      return canvas.measureText(value, text) + (decimals[index] ?? 0) - measureDecimals(canvas, column, value)
    }
    return rows.reduce((widest, row) => Math.max(widest, widthIn(row)), canvas.measureText(column.title, title))
  })
  const taken = natural.reduce((sum, width) => sum + width, 0) + gap * (columns.length - 1)
  const rest = pageMargins.right - pageMargins.left - taken
  let x = pageMargins.left
  return columns.map((column, index) => {
    const left = x
    const right = left + (column.flexible ? Math.max(20, rest) : (natural[index] ?? 0))
    x = right + gap
    return { left, right, decimals: decimals[index] ?? 0 }
  })
}

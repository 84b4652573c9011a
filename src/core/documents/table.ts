import { accent, faint, margin, type Sheet, wash } from './sheet.ts'

export interface Column {
  title: string
  width: number
  align: 'left' | 'right'
}

/** A row's cells by column; `sum` is what it adds to the carried amount, in cents. */
export interface Row {
  cells: readonly string[]
  /** A second, fainter text below the cell of the widest column. */
  note?: string
  sum: number
}

/** What the table says where it goes on: `Übertrag`, and how an amount is written. */
export interface Carry {
  label: string
  format(cents: number): string
}

const leading = 4.4
const padding = 1.6

/** Rows over as many pages as they take, with the head on each and the sum carried from one to the next. */
export function drawTable(sheet: Sheet, columns: readonly Column[], rows: readonly Row[], carry: Carry) {
  const lefts = columns.map((_, index) => columns.slice(0, index).reduce((x, { width }) => x + width, margin.left))
  const widest = columns.reduce((best, { width }, index) => (width > (columns[best]?.width ?? 0) ? index : best), 0)

  const cell = (text: string, index: number, y: number, style: object = {}) => {
    const column = columns[index]
    const left = lefts[index]
    if (!column || left === undefined) return
    const x = column.align === 'right' ? left + column.width - 1 : left + 1
    sheet.line(text, x, y, { size: 9, align: column.align, ...style })
  }

  const head = () => {
    sheet.box(margin.left, sheet.y, margin.right - margin.left, 7, wash)
    columns.forEach(({ title }, index) => {
      cell(title, index, sheet.y + 4.7, { size: 7.6, bold: true, color: accent })
    })
    sheet.y += 8.2
  }

  const carried = (cents: number) => {
    cell(carry.label, widest, sheet.y + 3.4, { color: faint })
    cell(carry.format(cents), columns.length - 1, sheet.y + 3.4, { color: faint })
    sheet.y += 6
  }

  sheet.need(30)
  head()
  let sum = 0
  for (const row of rows) {
    const wrapped = row.cells.map((text, index) => sheet.wrap(text, (columns[index]?.width ?? 10) - 2, { size: 9 }))
    const notes = row.note ? sheet.wrap(row.note, (columns[widest]?.width ?? 10) - 2, { size: 7.6 }) : []
    const fits = Math.max(1, Math.floor((margin.bottom - margin.top - 30) / leading))
    const height = Math.min(fits, Math.max(...wrapped.map((lines) => lines.length)) + notes.length) * leading + padding
    // Room for the row and for the carried sum below it.
    if (sheet.y + height + 8 > margin.bottom) {
      carried(sum)
      sheet.newPage()
      head()
      carried(sum)
    }
    drawRow(sheet, wrapped, notes, cell, widest)
    sum += row.sum
  }
}

/** One row; a text longer than a page goes on on the next. */
function drawRow(
  sheet: Sheet,
  wrapped: readonly string[][],
  notes: readonly string[],
  cell: (text: string, index: number, y: number, style?: object) => void,
  widest: number,
) {
  const height = Math.max(...wrapped.map((lines) => lines.length))
  for (let line = 0; line < height; line++) {
    sheet.need(leading)
    wrapped.forEach((lines, index) => {
      const text = lines[line]
      if (text) cell(text, index, sheet.y + 3.3)
    })
    sheet.y += leading
  }
  for (const note of notes) {
    sheet.need(leading)
    cell(note, widest, sheet.y + 2.9, { size: 7.6, color: faint })
    sheet.y += leading - 0.6
  }
  sheet.y += padding - 0.8
  sheet.rule(margin.left, margin.right, sheet.y, { thickness: 0.35 })
  sheet.y += 0.8
}

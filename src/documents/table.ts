import { faint, margin, type Sheet, type TextStyle } from './sheet.ts'
import type { Part } from './structure.ts'

export interface Column {
  title: string
  align: 'left' | 'right'
  /** What begins decimals, `,` or `.`: figures with more and with fewer of them then stand by it. */
  decimalSign?: ',' | '.'
  /** The column that takes what room the others leave, and whose text is broken to lines; one in a table. */
  flexible?: true
}

/** A row's cells by column, and a second, fainter text below the flexible one. */
export interface Row {
  cells: readonly string[]
  note?: string
  /** What the row adds to the carried sum, in cents. */
  cents: number
}

/** What the table says where it goes on: `Übertrag`, and how an amount is written. */
export interface Carry {
  label: string
  format(cents: number): string
}

const text: TextStyle = { size: 9 }
const fine: TextStyle = { size: 7.8, color: faint }
const title: TextStyle = { size: 7.6, bold: true }
const leading = 4.4
const fineLeading = 3.8
const gap = 4

/**
 * Rows over as many pages as they take, with the head on each and the sum carried from one to the next. The last row
 * stays on one page with what follows, of which `tail` is the height in millimetres.
 */
export function drawTable(sheet: Sheet, columns: readonly Column[], rows: readonly Row[], carry: Carry, tail = 0) {
  const edges = layOut(sheet, columns, rows)
  const flexible = columns.findIndex((column) => column.flexible)
  const room = widthAt(edges, flexible)
  const table = sheet.part('Table')

  const cell = (value: string, index: number, y: number, style: TextStyle) => {
    const { left, right, decimals } = edges[index] ?? { left: margin.left, right: margin.right, decimals: 0 }
    const column = columns[index]
    if (column?.align !== 'right') return sheet.line(value, left, y, style)
    const indent = style === text ? decimals - widthOfDecimals(sheet, column, value) : 0
    sheet.line(value, right - indent, y, { ...style, align: 'right' })
  }
  // The head is read once; where it is repeated it is an artifact.
  const head = (row: Part | null = null) => {
    for (const [index, column] of columns.entries())
      sheet.within(row && sheet.part('TH', row, { scope: 'Column' }), () =>
        cell(column.title, index, sheet.y + 3.2, { ...title, color: sheet.accentText }),
      )
    sheet.rule(margin.left, margin.right, sheet.y + 5.4, { thickness: 0.3, color: sheet.accent })
    sheet.y += 7
  }
  const carried = (cents: number) => {
    cell(carry.label, flexible, sheet.y + 3.2, { ...text, color: faint })
    cell(carry.format(cents), columns.length - 1, sheet.y + 3.2, { ...text, color: faint })
    sheet.y += leading + 1.6
  }
  const goOn = () => {
    sheet.newPage()
    head()
  }

  const carriedHeight = leading + 1.6
  sheet.need(30)
  head(sheet.part('TR', table))
  let sum = 0
  rows.forEach((row, index) => {
    const lines = row.cells.map((value, column) => (column === flexible ? sheet.wrap(value, room, text) : [value]))
    const notes = row.note ? sheet.wrap(row.note, room, fine) : []
    const rowHeight = Math.max(...lines.map(({ length }) => length)) * leading + notes.length * fineLeading + 2.4
    const after = index === rows.length - 1 ? tail : carriedHeight
    // A row stays whole, and the last one beside what follows; one of half a page begins where it stands.
    if (index > 0 && sheet.y + (rowHeight < 110 ? rowHeight + after : 30) > margin.bottom) {
      carried(sum)
      goOn()
      carried(sum)
      sheet.rule(margin.left, margin.right, sheet.y - 0.3)
      sheet.y += 1.4
    }
    drawRow(lines, notes)
    sum += row.cents
  })

  function drawRow(lines: readonly string[][], notes: readonly string[]) {
    const row = sheet.part('TR', table)
    const cells = columns.map(() => sheet.part('TD', row))
    const height = Math.max(...lines.map(({ length }) => length))
    for (let line = 0; line < height; line++) {
      if (sheet.y + leading > margin.bottom) goOn()
      lines.forEach((values, index) => {
        const value = values[line]
        if (value) sheet.within(cells[index] ?? null, () => cell(value, index, sheet.y + 3.2, text))
      })
      sheet.y += leading
    }
    for (const note of notes) {
      if (sheet.y + fineLeading > margin.bottom) goOn()
      sheet.within(cells[flexible] ?? null, () => cell(note, flexible, sheet.y + 2.7, fine))
      sheet.y += fineLeading
    }
    sheet.rule(margin.left, margin.right, sheet.y + 0.7)
    sheet.y += 2.4
  }
}

interface Edges {
  left: number
  right: number
  /** The width of the longest decimals, where figures stand by their sign. */
  decimals: number
}

const widthOfDecimals = (sheet: Sheet, { decimalSign }: Column, value: string) =>
  decimalSign && value.includes(decimalSign) ? sheet.widthOf(value.slice(value.lastIndexOf(decimalSign)), text) : 0

const widthAt = (edges: readonly Edges[], index: number) => {
  const { left, right } = edges[index] ?? { left: 0, right: 0 }
  return right - left
}

/** Every column as wide as its widest cell; the flexible one takes the rest of the line. */
function layOut(sheet: Sheet, columns: readonly Column[], rows: readonly Row[]): Edges[] {
  const decimals = columns.map((column, index) =>
    rows.reduce((widest, { cells }) => Math.max(widest, widthOfDecimals(sheet, column, cells[index] ?? '')), 0),
  )
  const natural = columns.map((column, index) => {
    if (column.flexible) return 0
    const widthIn = ({ cells }: Row) => {
      const value = cells[index] ?? ''
      return sheet.widthOf(value, text) + (decimals[index] ?? 0) - widthOfDecimals(sheet, column, value)
    }
    return rows.reduce((widest, row) => Math.max(widest, widthIn(row)), sheet.widthOf(column.title, title))
  })
  const taken = natural.reduce((sum, width) => sum + width, 0) + gap * (columns.length - 1)
  const rest = margin.right - margin.left - taken
  let x = margin.left
  return columns.map((column, index) => {
    const left = x
    const right = left + (column.flexible ? Math.max(20, rest) : (natural[index] ?? 0))
    x = right + gap
    return { left, right, decimals: decimals[index] ?? 0 }
  })
}

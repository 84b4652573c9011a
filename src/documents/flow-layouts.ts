import type { FlowBlock, TableLayout } from './flow.ts'
import { backgroundColor, type PdfCanvas, ruleColor } from './pdf-canvas.ts'

/** Cell padding in points. */
export const cellPadding = 5

/** An accent-coloured line below the table head, pale lines between rows. */
export const tableLayout = (canvas: PdfCanvas): TableLayout => ({
  hLineWidth: (row) => (row === 0 ? 0 : row === 1 ? 0.8 : 0.4),
  vLineWidth: () => 0,
  hLineColor: (row) => (row === 1 ? canvas.accent : ruleColor),
  paddingLeft: (column) => (column === 0 ? 0 : cellPadding),
  paddingRight: () => cellPadding,
  paddingTop: () => 3,
  paddingBottom: () => 3,
})

/** A table with one cell, which may break across pages. */
export const singleCellTable = (stack: FlowBlock[], layout: TableLayout, outside: FlowBlock['margin']): FlowBlock => ({
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

/** A quote with a bar on its left. */
export const quoteLayout: TableLayout = {
  ...paddedLayout(10),
  vLineWidth: (column) => (column === 0 ? 2 : 0),
  vLineColor: () => ruleColor,
  paddingRight: () => 0,
  paddingTop: () => 1,
  paddingBottom: () => 0,
}

/** Code on a grey background. */
export const codeLayout: TableLayout = { ...paddedLayout(8), fillColor: () => backgroundColor }

/** A horizontal rule. */
export const ruleLayout: TableLayout = {
  ...paddedLayout(0),
  hLineWidth: (row) => (row === 0 ? 0.6 : 0),
  hLineColor: () => ruleColor,
}

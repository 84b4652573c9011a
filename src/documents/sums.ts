import { margin, type Sheet } from './sheet.ts'

/** A label and an amount, as they are written. */
export type Sum = readonly [label: string, amount: string]

const rowHeight = 5.2

/** The height that `drawSums` takes, in millimetres. */
export const heightOfSums = (sums: readonly Sum[]) => sums.length * rowHeight + 15

/** Sums at the right of the page, the total below a rule; on one page. */
export function drawSums(sheet: Sheet, sums: readonly Sum[], [label, amount]: Sum) {
  const size = 9.2
  const bold = { size: 12, bold: true }
  const widths = sums.map(([name, value]) => sheet.widthOf(name, { size }) + sheet.widthOf(value, { size }))
  const widest = Math.max(sheet.widthOf(label, bold) + sheet.widthOf(amount, bold), ...widths)
  const left = Math.max(margin.left, margin.right - Math.max(82, widest + 12))
  sheet.need(heightOfSums(sums))
  sheet.y += 3
  for (const [name, value] of sums) {
    sheet.within(sheet.part('P'), () => {
      sheet.line(name, left, sheet.y + 3.4, { size })
      sheet.line(value, margin.right, sheet.y + 3.4, { size, align: 'right' })
    })
    sheet.y += rowHeight
  }
  sheet.rule(left, margin.right, sheet.y + 0.6, { thickness: 0.4, color: sheet.accent })
  sheet.within(sheet.part('P'), () => {
    sheet.line(label, left, sheet.y + 6.6, bold)
    sheet.line(amount, margin.right, sheet.y + 6.6, { ...bold, align: 'right' })
  })
  sheet.y += 12
}

import { type PdfCanvas, pageMargins } from './pdf-canvas.ts'

export type TotalLine = readonly [label: string, amount: string]

const rowHeight = 5.2

/** The height of `drawTotals`, in millimetres. */
export const measureTotals = (sums: readonly TotalLine[]) => sums.length * rowHeight + 15

/** Draws the totals at the right, the last one below a line, on one page. */
export function drawTotals(canvas: PdfCanvas, sums: readonly TotalLine[], [label, amount]: TotalLine) {
  const size = 9.2
  const bold = { size: 12, bold: true }
  const widths = sums.map(([name, value]) => canvas.measureText(name, { size }) + canvas.measureText(value, { size }))
  const widest = Math.max(canvas.measureText(label, bold) + canvas.measureText(amount, bold), ...widths)
  const left = Math.max(pageMargins.left, pageMargins.right - Math.max(82, widest + 12))
  canvas.ensureSpace(measureTotals(sums))
  canvas.y += 3
  for (const [name, value] of sums) {
    canvas.drawInto(canvas.addElement('P'), () => {
      canvas.drawText(name, left, canvas.y + 3.4, { size })
      canvas.drawText(value, pageMargins.right, canvas.y + 3.4, { size, align: 'right' })
    })
    canvas.y += rowHeight
  }
  canvas.drawRule(left, pageMargins.right, canvas.y + 0.6, { thickness: 0.4, color: canvas.accent })
  canvas.drawInto(canvas.addElement('P'), () => {
    canvas.drawText(label, left, canvas.y + 6.6, bold)
    canvas.drawText(amount, pageMargins.right, canvas.y + 6.6, { ...bold, align: 'right' })
  })
  canvas.y += 12
}

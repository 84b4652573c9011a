import { degrees, rgb } from 'pdf-lib'
import { accent, faint, margin, paper, points, type Sheet } from './sheet.ts'

/** Who writes, as head and foot of a business letter show it. */
export interface Sender {
  name: string
  street: string | null
  postalCode: string | null
  city: string | null
  /** The columns of the footer, each a few short lines. */
  footer: readonly (readonly string[])[]
}

/** The head of a business letter by DIN 5008, form B: sender, address window, reference block. Leaves the cursor below. */
export function drawHead(
  sheet: Sheet,
  sender: Sender,
  recipient: readonly string[],
  references: readonly (readonly [label: string, value: string])[],
) {
  sheet.line(sender.name, margin.left, 24, { size: 15, bold: true, color: accent })
  sheet.rule(margin.left, margin.right, 30, { thickness: 1.2, color: accent })

  // The window is 45 mm from the top, 85 mm wide; the sender's line stands in its first 5 mm.
  const back = [sender.name, sender.street, [sender.postalCode, sender.city].filter(Boolean).join(' ')]
  const backLine = back.filter(Boolean).join(' · ')
  const size = Math.min(6.5, (6.5 * 80) / sheet.widthOf(backLine, { size: 6.5 }))
  sheet.line(backLine, margin.left, 49, { size, color: faint })
  let y = 58
  for (const [index, line] of recipient
    .flatMap((text) => sheet.wrap(text, 80))
    .slice(0, 7)
    .entries()) {
    sheet.line(line, margin.left, y, { size: 10, bold: index === 0 })
    y += 4.9
  }

  y = 52
  for (const [label, value] of references) {
    sheet.line(label, 125, y, { size: 8, color: faint })
    for (const line of sheet.wrap(value, 36, { size: 9 })) {
      sheet.line(line, margin.right, y, { size: 9, align: 'right' })
      y += 4.7
    }
  }
  drawFoldMarks(sheet)
  sheet.y = Math.max(98, y + 4)
}

/** Marks for folding and punching, DIN 5008. */
function drawFoldMarks(sheet: Sheet) {
  for (const y of [105, 148.5, 210]) sheet.rule(4, y === 148.5 ? 10 : 8, y, { thickness: 0.4 })
}

/** Foot and page number of every page, once all pages are there. `pageOf` words the number. */
export function drawFeet(sheet: Sheet, { footer }: Sender, pageOf: (page: number, pages: number) => string) {
  const pages = sheet.document.getPages()
  pages.forEach((page, index) => {
    sheet.page = page
    sheet.line(pageOf(index + 1, pages.length), margin.right, 268, { size: 7.5, color: faint, align: 'right' })
    sheet.rule(margin.left, margin.right, 271)
    const width = (margin.right - margin.left) / footer.length
    footer.forEach((lines, column) => {
      const x = margin.left + column * width
      lines
        .flatMap((line) => sheet.wrap(line, width - 3, { size: 6.8 }))
        .slice(0, 6)
        .forEach((line, row) => {
          sheet.line(line, x, 275 + row * 3.1, { size: 6.8, color: faint })
        })
    })
  })
}

/** A word across every page: what is a draft must not be taken for a document. */
export function drawWatermark(sheet: Sheet, word: string) {
  for (const page of sheet.document.getPages())
    page.drawText(word, {
      x: points(38),
      y: points(paper.height - 215),
      size: 104,
      font: sheet.face(true),
      color: rgb(0.9, 0.91, 0.93),
      rotate: degrees(50),
    })
}

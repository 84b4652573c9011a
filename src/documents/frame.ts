import type { Picture } from './image.ts'
import { faint, ink, margin, paper, type Sheet } from './sheet.ts'

/** Who writes, as head and foot of a business letter show it. */
export interface Sender {
  name: string
  street: string | null
  postalCode: string | null
  city: string | null
  /** Stands in the head in place of the name. */
  logo: Picture | null
  /** The columns of the footer, each a few short lines. */
  footer: readonly (readonly string[])[]
}

/** What the reference block says, line by line. */
export type References = readonly (readonly [label: string, value: string])[]

/** The head of a business letter by DIN 5008, form B: sender, address window, reference block. Leaves the cursor below. */
export function drawHead(sheet: Sheet, sender: Sender, recipient: readonly string[], references: References) {
  drawLetterhead(sheet, sender)
  drawAddress(sheet, sender, recipient)
  const below = drawReferences(sheet, references)
  drawFoldMarks(sheet)
  sheet.y = Math.max(98, below + 6)
}

/** Who writes: the logo or the name, above a rule. Leaves the cursor below. */
export function drawLetterhead(sheet: Sheet, { logo, name }: Sender) {
  if (logo)
    sheet.within(sheet.part('Figure', null, { alternative: name }), () =>
      sheet.picture(logo, { x: margin.left, y: 12, width: 80, height: 18 }),
    )
  else drawName(sheet, name)
  sheet.rule(margin.left, margin.right, 34, { thickness: 0.4, color: sheet.accent })
  sheet.y = 42
}

function drawName(sheet: Sheet, name: string) {
  const width = margin.right - margin.left
  const { lines, size, leading } = fitted([15, 12, 10, 8], 14, (size) => sheet.wrap(name, width, { size, bold: true }))
  const style = { size, bold: true, color: sheet.accentText }
  sheet.within(sheet.part('P'), () => {
    for (const [index, line] of lines.entries())
      sheet.line(line, margin.left, 28 - (lines.length - 1 - index) * leading, style)
  })
}

/** Text in the largest of some sizes that stays within a height; nothing of it is ever left out. */
function fitted<T extends { length: number }>(sizes: readonly number[], height: number, set: (size: number) => T) {
  const fits = sizes.map((size) => ({ lines: set(size), size, leading: size * 0.46 }))
  const first = fits.find(({ lines, leading }) => lines.length * leading <= height) ?? fits.at(-1)
  if (!first) throw new RangeError('There is no size to choose from.')
  return first
}

/** The window: 85 mm wide from 20 mm, 45 to 90 mm from the top; the return line on the upper 17.7 mm, the address below. */
function drawAddress(sheet: Sheet, { name, street, postalCode, city }: Sender, recipient: readonly string[]) {
  const width = 78
  const { lines, size, leading } = fitted([10.5, 9.5, 8.5, 7.5, 6.5, 5.5], 39, (size) =>
    recipient.flatMap((text) => sheet.wrap(text, width, { size })),
  )
  // Six lines have their place; a longer address moves up to the return line.
  const first = Math.min(66.5, 89 - (lines.length - 1) * leading)
  const back = [name, street, [postalCode, city].filter(Boolean).join(' ')].filter(Boolean).join(' · ')
  const backSize = Math.min(6.5, (6.5 * width) / Math.max(1, sheet.widthOf(back, { size: 6.5 })))
  sheet.single(back, margin.left, first - size * 0.353 - 3, { size: backSize, color: faint })
  sheet.within(sheet.part('P'), () => {
    for (const [index, line] of lines.entries()) sheet.line(line, margin.left, first + index * leading, { size })
  })
}

/** Answers where the block ends. */
function drawReferences(sheet: Sheet, references: References): number {
  const left = 125
  let y = 54
  for (const [label, value] of references)
    sheet.within(sheet.part('P'), () => {
      sheet.line(label, left, y, { size: 8, color: faint })
      const room = margin.right - left - sheet.widthOf(label, { size: 8 }) - 2
      for (const line of sheet.wrap(value, Math.max(28, room), { size: 9 })) {
        sheet.line(line, margin.right, y, { size: 9, align: 'right' })
        y += 4.9
      }
    })
  return y - 4.9
}

/** Marks for folding and punching. */
function drawFoldMarks(sheet: Sheet) {
  sheet.rule(4, 8, 105)
  sheet.rule(4, 10, 148.5)
  sheet.rule(4, 8, 210)
}

/**
 * Foot and page number of every page, once all pages are there. `pageOf` words the number. The foot is read once, on the
 * first page; its repetitions are artifacts.
 */
export function drawFeet(sheet: Sheet, { footer }: Sender, pageOf: (page: number, pages: number) => string) {
  const set = (size: number) => {
    const columns = columnsOf(sheet, footer, size)
    return { columns, length: Math.max(0, ...columns.map(({ lines }) => lines.length)) }
  }
  const { lines, size, leading } = fitted([6.8, 6.2, 5.6, 5, 4.4], 19.5, set)
  const pages = sheet.document.getPages()
  pages.forEach((page, index) => {
    sheet.page = page
    sheet.line(pageOf(index + 1, pages.length), margin.right, 268.5, { size: 7.5, color: faint, align: 'right' })
    sheet.rule(margin.left, margin.right, 271)
    for (const column of lines.columns)
      sheet.within(index === 0 ? sheet.part('P') : null, () => {
        for (const [row, line] of column.lines.entries())
          sheet.line(line, column.x, 275 + row * leading, { size, color: faint })
      })
  })
}

/** Columns as wide as their text, with equal gaps between; where the page is too narrow, the widest give way. */
function columnsOf(sheet: Sheet, footer: Sender['footer'], size: number) {
  const room = margin.right - margin.left - 4 * (footer.length - 1)
  const natural = footer.map((lines) => Math.max(...lines.map((line) => sheet.widthOf(line, { size }))) + 0.01)
  const widthsUnder = (widest: number) => natural.map((width) => Math.min(width, widest))
  const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0)
  let widest = room
  while (sum(widthsUnder(widest)) > room) widest -= 1
  const widths = widthsUnder(widest)
  const gap = 4 + (room - sum(widths)) / Math.max(1, footer.length - 1)
  let x = margin.left
  return footer.map((lines, index) => {
    const width = widths[index] ?? room
    const column = { x, lines: lines.flatMap((line) => sheet.wrap(line, width, { size })) }
    x += width + gap
    return column
  })
}

/** The head of a page after the first: what it belongs to. */
export function drawContinuation(sheet: Sheet, title: string, sender: string) {
  sheet.line(title, margin.left, 15, { size: 8, bold: true, color: faint })
  const room = margin.right - margin.left - sheet.widthOf(title, { size: 8, bold: true }) - 6
  sheet.line(sheet.wrap(sender, room, { size: 8 })[0] ?? '', margin.right, 15, {
    size: 8,
    color: faint,
    align: 'right',
  })
  sheet.rule(margin.left, margin.right, 17.5)
}

/** A word across every page, over what stands there but hiding none of it: a draft must not be taken for a document. */
export function drawWatermark(sheet: Sheet, word: string) {
  const style = { size: 110, bold: true, color: ink, opacity: 0.07 }
  const angle = 52
  const rise = (angle * Math.PI) / 180
  const length = sheet.widthOf(word, style)
  const x = (paper.width - length * Math.cos(rise)) / 2 + 12
  const y = (paper.height + length * Math.sin(rise)) / 2 + 8
  for (const page of sheet.document.getPages()) {
    sheet.page = page
    sheet.slanted(word, x, y, angle, style)
  }
}

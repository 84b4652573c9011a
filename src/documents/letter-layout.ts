import type { EmbeddableImage } from './image.ts'
import { mutedColor, type PdfCanvas, pageMargins, pageSize, textColor } from './pdf-canvas.ts'

/** The sender of a business letter, as shown in header and footer. */
export interface Sender {
  name: string
  street: string | null
  postalCode: string | null
  city: string | null
  /** Replaces the name in the header. */
  logo: EmbeddableImage | null
  /** Columns of a few short lines. */
  footer: readonly (readonly string[])[]
}

/** Lines of the reference block (DIN 5008). */
export type ReferenceBlock = readonly (readonly [label: string, value: string])[]

/** Draws the header of a business letter (DIN 5008, form B): sender, address window, reference block. Leaves the cursor below. */
export function drawLetterHead(
  canvas: PdfCanvas,
  sender: Sender,
  recipient: readonly string[],
  references: ReferenceBlock,
) {
  drawSenderHeader(canvas, sender)
  drawAddressWindow(canvas, sender, recipient)
  const below = drawReferenceBlock(canvas, references)
  drawFoldMarks(canvas)
  canvas.y = Math.max(98, below + 6)
}

/** Draws the logo or the name above a line. Leaves the cursor below. */
export function drawSenderHeader(canvas: PdfCanvas, { logo, name }: Sender) {
  if (logo)
    canvas.drawInto(canvas.addElement('Figure', null, { alternative: name }), () =>
      canvas.drawImage(logo, { x: pageMargins.left, y: 12, width: 80, height: 18 }),
    )
  else drawSenderName(canvas, name)
  canvas.drawRule(pageMargins.left, pageMargins.right, 34, { thickness: 0.4, color: canvas.accent })
  canvas.y = 42
}

function drawSenderName(canvas: PdfCanvas, name: string) {
  const width = pageMargins.right - pageMargins.left
  const { lines, size, leading } = fitText([15, 12, 10, 8], 14, (size) =>
    canvas.wrapText(name, width, { size, bold: true }),
  )
  const style = { size, bold: true, color: canvas.accentText }
  canvas.drawInto(canvas.addElement('P'), () => {
    for (const [index, line] of lines.entries())
      canvas.drawText(line, pageMargins.left, 28 - (lines.length - 1 - index) * leading, style)
  })
}

/** Uses the largest font size whose lines fit the height; text is never cut. */
function fitText<T extends { length: number }>(sizes: readonly number[], height: number, set: (size: number) => T) {
  const fits = sizes.map((size) => ({ lines: set(size), size, leading: size * 0.46 }))
  const first = fits.find(({ lines, leading }) => lines.length * leading <= height) ?? fits.at(-1)
  if (!first) throw new RangeError('There is no size to choose from.')
  return first
}

/** The address window: 85 mm wide from x = 20 mm, y = 45 to 90 mm, with the return address in its upper 17.7 mm. */
function drawAddressWindow(
  canvas: PdfCanvas,
  { name, street, postalCode, city }: Sender,
  recipient: readonly string[],
) {
  const width = 78
  const { lines, size, leading } = fitText([10.5, 9.5, 8.5, 7.5, 6.5, 5.5], 39, (size) =>
    recipient.flatMap((text) => canvas.wrapText(text, width, { size })),
  )
  // Six lines fit; a longer address grows upwards to the return address.
  const first = Math.min(66.5, 89 - (lines.length - 1) * leading)
  const back = [name, street, [postalCode, city].filter(Boolean).join(' ')].filter(Boolean).join(' · ')
  const backSize = Math.min(6.5, (6.5 * width) / Math.max(1, canvas.measureText(back, { size: 6.5 })))
  canvas.drawTextElement(back, pageMargins.left, first - size * 0.353 - 3, { size: backSize, color: mutedColor })
  canvas.drawInto(canvas.addElement('P'), () => {
    for (const [index, line] of lines.entries())
      canvas.drawText(line, pageMargins.left, first + index * leading, { size })
  })
}

/** Returns the y position of the end of the block. */
function drawReferenceBlock(canvas: PdfCanvas, references: ReferenceBlock): number {
  const left = 125
  let y = 54
  for (const [label, value] of references)
    canvas.drawInto(canvas.addElement('P'), () => {
      canvas.drawText(label, left, y, { size: 8, color: mutedColor })
      const room = pageMargins.right - left - canvas.measureText(label, { size: 8 }) - 2
      for (const line of canvas.wrapText(value, Math.max(28, room), { size: 9 })) {
        canvas.drawText(line, pageMargins.right, y, { size: 9, align: 'right' })
        y += 4.9
      }
    })
  return y - 4.9
}

/** Fold and punch marks. */
function drawFoldMarks(canvas: PdfCanvas) {
  canvas.drawRule(4, 8, 105)
  canvas.drawRule(4, 10, 148.5)
  canvas.drawRule(4, 8, 210)
}

/**
 * Draws footer and page number on all pages, after the last page exists. Only the footer of the first page is tagged;
 * the others are artifacts.
 */
export function drawFooters(
  canvas: PdfCanvas,
  { footer }: Sender,
  formatPageNumber: (page: number, pages: number) => string,
) {
  const set = (size: number) => {
    const columns = layOutFooterColumns(canvas, footer, size)
    return { columns, length: Math.max(0, ...columns.map(({ lines }) => lines.length)) }
  }
  const { lines, size, leading } = fitText([6.8, 6.2, 5.6, 5, 4.4], 19.5, set)
  const pages = canvas.document.getPages()
  pages.forEach((page, index) => {
    canvas.page = page
    canvas.drawText(formatPageNumber(index + 1, pages.length), pageMargins.right, 268.5, {
      size: 7.5,
      color: mutedColor,
      align: 'right',
    })
    canvas.drawRule(pageMargins.left, pageMargins.right, 271)
    for (const column of lines.columns)
      canvas.drawInto(index === 0 ? canvas.addElement('P') : null, () => {
        for (const [row, line] of column.lines.entries())
          canvas.drawText(line, column.x, 275 + row * leading, { size, color: mutedColor })
      })
  })
}

/** Columns as wide as their text with equal gaps; if the page is too narrow, the widest columns shrink. */
function layOutFooterColumns(canvas: PdfCanvas, footer: Sender['footer'], size: number) {
  const room = pageMargins.right - pageMargins.left - 4 * (footer.length - 1)
  const natural = footer.map((lines) => Math.max(...lines.map((line) => canvas.measureText(line, { size }))) + 0.01)
  const widthsUnder = (widest: number) => natural.map((width) => Math.min(width, widest))
  const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0)
  let widest = room
  while (sum(widthsUnder(widest)) > room) widest -= 1
  const widths = widthsUnder(widest)
  const gap = 4 + (room - sum(widths)) / Math.max(1, footer.length - 1)
  let x = pageMargins.left
  return footer.map((lines, index) => {
    const width = widths[index] ?? room
    const column = { x, lines: lines.flatMap((line) => canvas.wrapText(line, width, { size })) }
    x += width + gap
    return column
  })
}

/** The header of the second and later pages. */
export function drawContinuationHeader(canvas: PdfCanvas, title: string, sender: string) {
  canvas.drawText(title, pageMargins.left, 15, { size: 8, bold: true, color: mutedColor })
  const room = pageMargins.right - pageMargins.left - canvas.measureText(title, { size: 8, bold: true }) - 6
  canvas.drawText(canvas.wrapText(sender, room, { size: 8 })[0] ?? '', pageMargins.right, 15, {
    size: 8,
    color: mutedColor,
    align: 'right',
  })
  canvas.drawRule(pageMargins.left, pageMargins.right, 17.5)
}

/** Draws a translucent word across every page, so that a draft is not mistaken for an issued document. */
export function drawWatermark(canvas: PdfCanvas, word: string) {
  const style = { size: 110, bold: true, color: textColor, opacity: 0.07 }
  const angle = 52
  const rise = (angle * Math.PI) / 180
  const length = canvas.measureText(word, style)
  const x = (pageSize.width - length * Math.cos(rise)) / 2 + 12
  const y = (pageSize.height + length * Math.sin(rise)) / 2 + 8
  for (const page of canvas.document.getPages()) {
    canvas.page = page
    canvas.drawRotatedText(word, x, y, angle, style)
  }
}

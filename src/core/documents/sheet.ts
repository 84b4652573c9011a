import { type Color, PDFDocument, type PDFFont, type PDFPage, rgb } from 'pdf-lib'
import { embedFaces, type Faces } from './fonts.ts'

/** Points in a millimetre: everything here is measured in millimetres from the top left corner of A4. */
const point = 72 / 25.4
export const paper = { width: 210, height: 297 }

/** DIN 5008: text stands between these edges. */
export const margin = { left: 25, right: 190, top: 20, bottom: 262 }

export const ink = rgb(0.11, 0.13, 0.17)
export const faint = rgb(0.42, 0.45, 0.5)
export const accent = rgb(0.06, 0.29, 0.42)
export const rule = rgb(0.82, 0.84, 0.87)
export const wash = rgb(0.955, 0.965, 0.975)

export interface TextStyle {
  size?: number
  bold?: boolean
  color?: Color
  align?: 'left' | 'right' | 'center'
}

/** The pages of a document, with a cursor that runs down them. */
export class Sheet {
  readonly document: PDFDocument
  readonly #faces: Faces
  readonly #onNewPage: (sheet: Sheet) => void
  page!: PDFPage
  /** The cursor: millimetres from the top. */
  y = 0

  private constructor(document: PDFDocument, faces: Faces, onNewPage: (sheet: Sheet) => void) {
    this.document = document
    this.#faces = faces
    this.#onNewPage = onNewPage
  }

  /** An empty document; `onNewPage` draws what stands on every page after the first. */
  static async create(onNewPage: (sheet: Sheet) => void): Promise<Sheet> {
    const document = await PDFDocument.create()
    const sheet = new Sheet(document, await embedFaces(document), onNewPage)
    sheet.page = document.addPage([paper.width * point, paper.height * point])
    sheet.y = margin.top
    return sheet
  }

  newPage() {
    this.page = this.document.addPage([paper.width * point, paper.height * point])
    this.y = margin.top
    this.#onNewPage(this)
  }

  /** Goes on to the next page unless so many millimetres are left. True where it did. */
  need(height: number): boolean {
    if (this.y + height <= margin.bottom) return false
    this.newPage()
    return true
  }

  face(bold = false): PDFFont {
    return bold ? this.#faces.bold : this.#faces.regular
  }

  /** The width of a line of text, in millimetres. */
  widthOf(text: string, { size = 9.5, bold }: TextStyle = {}): number {
    return this.face(bold).widthOfTextAtSize(text, size) / point
  }

  /** One line; `x` is its left edge, its right one or its middle, as it is aligned; `y` its baseline. */
  line(text: string, x: number, y: number, style: TextStyle = {}) {
    const { size = 9.5, bold, color = ink, align = 'left' } = style
    const width = align === 'left' ? 0 : this.widthOf(text, style)
    const left = align === 'right' ? x - width : align === 'center' ? x - width / 2 : x
    this.page.drawText(text, { x: left * point, y: (paper.height - y) * point, size, font: this.face(bold), color })
  }

  /** Breaks text to lines of a width; words that are longer are broken where they must be. */
  wrap(text: string, width: number, style: TextStyle = {}): string[] {
    const lines: string[] = []
    for (const paragraph of text.replaceAll('\t', ' ').split(/\r?\n/)) {
      let current = ''
      for (const word of paragraph.split(/ +/).flatMap((part) => this.#pieces(part, width, style))) {
        const longer = current ? `${current} ${word}` : word
        if (current && this.widthOf(longer, style) > width) {
          lines.push(current)
          current = word
        } else current = longer
      }
      lines.push(current)
    }
    return lines
  }

  #pieces(word: string, width: number, style: TextStyle): string[] {
    if (this.widthOf(word, style) <= width) return [word]
    const pieces: string[] = []
    let piece = ''
    for (const letter of word) {
      if (piece && this.widthOf(piece + letter, style) > width) {
        pieces.push(piece)
        piece = ''
      }
      piece += letter
    }
    return [...pieces, piece]
  }

  /** A paragraph at the cursor, over pages where it must be; moves the cursor below it. */
  paragraph(
    text: string,
    {
      width = margin.right - margin.left,
      x = margin.left,
      leading = 4.6,
      ...style
    }: TextStyle & { width?: number; x?: number; leading?: number } = {},
  ) {
    for (const line of this.wrap(text, width, style)) {
      this.need(leading)
      this.line(line, x, this.y + leading * 0.75, style)
      this.y += leading
    }
  }

  rule(
    x1: number,
    x2: number,
    y: number,
    { thickness = 0.5, color = rule }: { thickness?: number; color?: Color } = {},
  ) {
    this.page.drawLine({
      start: { x: x1 * point, y: (paper.height - y) * point },
      end: { x: x2 * point, y: (paper.height - y) * point },
      thickness,
      color,
    })
  }

  box(x: number, y: number, width: number, height: number, color: Color = wash) {
    this.page.drawRectangle({
      x: x * point,
      y: (paper.height - y - height) * point,
      width: width * point,
      height: height * point,
      color,
    })
  }
}

/** Millimetres to points, for what is drawn beside a sheet's own means. */
export const points = (millimetres: number) => millimetres * point

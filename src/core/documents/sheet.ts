import {
  beginText,
  type Color,
  concatTransformationMatrix,
  degreesToRadians,
  drawObject,
  endText,
  fill,
  moveText,
  PDFDocument,
  type PDFFont,
  PDFName,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
  rgb,
  rotateAndSkewTextRadiansAndTranslate,
  setFillingColor,
  setFontAndSize,
  setGraphicsState,
  showText,
} from 'pdf-lib'
import { embedFaces, type Faces } from './fonts.ts'
import type { Picture } from './image.ts'

/** Everything here is measured in millimetres from the top left corner of A4; a PDF counts points from the bottom left. */
export const paper = { width: 210, height: 297 }
const point = 72 / 25.4
const points = (millimetres: number) => Math.round(millimetres * point * 100) / 100
const fromBottom = (y: number) => points(paper.height - y)

/** DIN 5008: text stands between these edges. */
export const margin = { left: 25, right: 190, top: 22, bottom: 262 }

/** From one baseline of a paragraph to the next. */
export const leading = 4.7

export const ink = rgb(0.11, 0.13, 0.17)
export const faint = rgb(0.42, 0.45, 0.5)
export const accent = rgb(0.06, 0.29, 0.42)
export const pale = rgb(0.82, 0.84, 0.87)
export const wash = rgb(0.955, 0.965, 0.975)

export interface TextStyle {
  /** In points; 9.5 unless said. */
  size?: number
  bold?: boolean
  color?: Color
  align?: 'left' | 'right'
}

/** The pages of a document, with a cursor that runs down them. */
export class Sheet {
  readonly document: PDFDocument
  readonly #faces: Faces
  readonly #continue: (sheet: Sheet) => void
  page!: PDFPage
  /** The cursor: millimetres from the top. */
  y = margin.top

  private constructor(document: PDFDocument, faces: Faces, continuation: (sheet: Sheet) => void) {
    this.document = document
    this.#faces = faces
    this.#continue = continuation
    this.#addPage()
  }

  /** A document of one empty page; `continuation` draws the head of every page after it. */
  static async create(continuation: (sheet: Sheet) => void): Promise<Sheet> {
    const document = await PDFDocument.create()
    return new Sheet(document, await embedFaces(document), continuation)
  }

  #addPage() {
    this.page = this.document.addPage([points(paper.width), points(paper.height)])
    this.page.node.setFontDictionary(PDFName.of('Regular'), this.#faces.regular.ref)
    this.page.node.setFontDictionary(PDFName.of('Bold'), this.#faces.bold.ref)
    this.y = margin.top
  }

  newPage() {
    this.#addPage()
    this.#continue(this)
  }

  /** Goes on to the next page unless so many millimetres are left. */
  need(height: number) {
    if (this.y + height > margin.bottom) this.newPage()
  }

  #face(bold = false): PDFFont {
    return bold ? this.#faces.bold : this.#faces.regular
  }

  /** The width of a line of text, in millimetres. */
  widthOf(text: string, { size = 9.5, bold }: TextStyle = {}): number {
    return this.#face(bold).widthOfTextAtSize(text, size) / point
  }

  /** One line; `x` is its left or its right edge, as it is aligned; `y` its baseline. */
  line(text: string, x: number, y: number, style: TextStyle = {}) {
    const left = style.align === 'right' ? x - this.widthOf(text, style) : x
    this.#show(text, style, moveText(points(left), fromBottom(y)))
  }

  /** One line that rises by an angle of degrees from its left end; what stands below shows through by its opacity. */
  slanted(
    text: string,
    x: number,
    y: number,
    angle: number,
    { opacity = 1, ...style }: TextStyle & { opacity?: number } = {},
  ) {
    const turn = degreesToRadians(angle)
    const state = this.page.node.newExtGState('Opacity', this.document.context.obj({ Type: 'ExtGState', ca: opacity }))
    this.page.pushOperators(pushGraphicsState(), setGraphicsState(state))
    this.#show(text, style, rotateAndSkewTextRadiansAndTranslate(turn, 0, 0, points(x), fromBottom(y)))
    this.page.pushOperators(popGraphicsState())
  }

  // pdf-lib's drawText names the font anew in the page's resources each time it is called.
  #show(text: string, { size = 9.5, bold, color = ink }: TextStyle, place: ReturnType<typeof moveText>) {
    if (text === '') return
    this.page.pushOperators(
      beginText(),
      setFillingColor(color),
      setFontAndSize(bold ? 'Bold' : 'Regular', size),
      place,
      showText(this.#face(bold).encodeText(text)),
      endText(),
    )
  }

  /** Breaks text to lines of a width; words that are longer are broken where they must be. */
  wrap(text: string, width: number, style: TextStyle = {}): string[] {
    const lines: string[] = []
    for (const paragraph of text.replaceAll('\t', ' ').split(/\r\n|\r|\n/)) {
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
  paragraph(text: string, { width = margin.right - margin.left, ...style }: ParagraphStyle = {}) {
    for (const line of this.wrap(text, width, style)) {
      this.need(leading)
      this.line(line, margin.left, this.y + leading * 0.75, style)
      this.y += leading
    }
  }

  /** A line from left to right, `thickness` in millimetres. */
  rule(left: number, right: number, y: number, { thickness = 0.15, color = pale } = {}) {
    this.boxes([{ x: left, y: y - thickness / 2, width: right - left, height: thickness }], color)
  }

  /** Filled rectangles of one colour. */
  boxes(boxes: readonly Box[], color: Color = wash) {
    this.page.pushOperators(
      setFillingColor(color),
      ...boxes.map(({ x, y, width, height }) =>
        rectangle(points(x), fromBottom(y + height), points(width), points(height)),
      ),
      fill(),
    )
  }

  /** A picture in the lower left corner of a box, as large as fits into it. */
  picture(picture: Picture, { x, y, width, height }: Box) {
    const scale = Math.min(width / picture.width, height / picture.height)
    const [drawnWidth, drawnHeight] = [picture.width * scale, picture.height * scale]
    const name = this.page.node.newXObject('Image', picture.embed(this.document.context))
    this.page.pushOperators(
      pushGraphicsState(),
      concatTransformationMatrix(points(drawnWidth), 0, 0, points(drawnHeight), points(x), fromBottom(y + height)),
      drawObject(name),
      popGraphicsState(),
    )
  }
}

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface ParagraphStyle extends TextStyle {
  width?: number
}

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
  PDFHexString,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  PDFString,
  popGraphicsState,
  pushGraphicsState,
  type RGB,
  rectangle,
  rgb,
  rotateAndSkewTextRadiansAndTranslate,
  setFillingColor,
  setFontAndSize,
  setGraphicsState,
  showText,
} from 'pdf-lib'
import type { Language } from '#core/text/language'
import './patch-deflate.ts'
import { pairOf } from '#core/runtime/design'
import { parseHexColor, toReadableColor } from './color.ts'
import { baseFont } from './font-coverage.ts'
import { splitIntoFontRuns } from './font-runs.ts'
import {
  boldFont,
  boldItalicFont,
  type EmbeddedFonts,
  embedFonts,
  type FontFile,
  italicFont,
  monoFont,
  type StyledFont,
} from './fonts.ts'
import { splitIntoSyllables } from './hyphenation.ts'
import type { EmbeddableImage } from './image.ts'
import { type StructureAttributes, type StructureElement, StructureTree, type StructureType } from './structure-tree.ts'

/** What a page calls a face. */
const nameOf = (face: FontFile) => PDFName.of(face.replace(/\.\w+$/, ''))

/** Everything here is measured in millimetres from the top left corner of A4; a PDF counts points from the bottom left. */
export const pageSize = { width: 210, height: 297 }
/** A millimetre in points. */
export const pointsPerMm = 72 / 25.4
const points = (millimetres: number) => Math.round(millimetres * pointsPerMm * 100) / 100
const fromBottom = (y: number) => points(pageSize.height - y)

/** DIN 5008: text stands between these edges. */
export const pageMargins = { left: 25, right: 190, top: 22, bottom: 262 }

/** From one baseline of a paragraph to the next. */
export const lineSpacing = 4.7

export const textColor = parseHexColor(pairOf('ink').light)
export const mutedColor = parseHexColor(pairOf('quiet').light)
const ownAccent = pairOf('accent').light
/** ISO 32000-1 §12.5.3: the flag that PDF/A asks of whatever is shown. */
const printed = 4
export const ruleColor = rgb(0.82, 0.84, 0.87)
export const backgroundColor = parseHexColor(pairOf('ground').light)

export interface TextStyle {
  /** In points; 9.5 unless said. */
  size?: number
  bold?: boolean
  italic?: boolean
  /** Every letter as wide as the others. */
  mono?: boolean
  color?: Color
  align?: 'left' | 'right'
}

/** What all pages of a document have in common. */
export interface PdfCanvasOptions {
  language: Language
  /** `#rrggbb`, of rules and headings; Kontor's own where null. */
  accentColor: string | null
  /** All that is going to be drawn, or more: it decides which faces are embedded. */
  text: string
  /** What is drawn in italics, or in letters of one width. */
  styled?: readonly StyledFont[]
}

/** Ligatures, which letters of one width have none of. */
const ligature = /[\ufb00-\ufb06]/

/** The face of Noto Sans that a style asks for. */
function styledFace(text: string, style: TextStyle): FontFile {
  if (style.mono && !ligature.test(text)) return monoFont
  if (style.bold) return style.italic ? boldItalicFont : boldFont
  return style.italic ? italicFont : baseFont
}

/** The pages of a document, with a cursor that runs down them. What is drawn outside of every part is an artifact. */
export class PdfCanvas {
  readonly document: PDFDocument
  readonly language: Language
  /** Of rules. */
  readonly accent: RGB
  /** The accent as dark as text needs it. */
  readonly accentText: RGB
  readonly #faces: EmbeddedFonts
  readonly #structure: StructureTree
  #part: StructureElement | null = null
  readonly #continue: (canvas: PdfCanvas) => void
  page!: PDFPage
  /** The cursor: millimetres from the top. */
  y = pageMargins.top

  private constructor(
    document: PDFDocument,
    faces: EmbeddedFonts,
    { language, accentColor }: PdfCanvasOptions,
    continuation: (canvas: PdfCanvas) => void,
  ) {
    this.document = document
    this.language = language
    this.accent = parseHexColor(accentColor ?? ownAccent)
    this.accentText = toReadableColor(accentColor ?? ownAccent)
    this.#faces = faces
    this.#structure = new StructureTree(document)
    this.#continue = continuation
    this.#addPage()
  }

  /** A document of one empty page; `continuation` draws the head of every page after it. */
  static async create(options: PdfCanvasOptions, continuation: (canvas: PdfCanvas) => void): Promise<PdfCanvas> {
    const document = await PDFDocument.create()
    return new PdfCanvas(document, await embedFonts(document, options.text, options.styled), options, continuation)
  }

  /** More pages at the end of a document that is finished; `continuation` draws the head of every page after the first of them. */
  static async append(
    document: PDFDocument,
    options: PdfCanvasOptions,
    continuation: (canvas: PdfCanvas) => void,
  ): Promise<PdfCanvas> {
    return new PdfCanvas(document, await embedFonts(document, options.text), options, continuation)
  }

  /** A new part of the document, or of another part, to be drawn into. */
  addElement(
    kind: StructureType,
    parent: StructureElement | null = this.#part,
    attributes?: StructureAttributes,
  ): StructureElement {
    return this.#structure.add(parent ?? this.#structure.root, kind, attributes)
  }

  /** What is drawn meanwhile belongs to the part; to none, and is an artifact, where it is null. */
  drawInto<Result>(part: StructureElement | null, draw: () => Result): Result {
    const before = this.#part
    this.#part = part
    try {
      return draw()
    } finally {
      this.#part = before
    }
  }

  /** Writes down what the parts of the document are, once all is drawn. */
  writeStructureTree() {
    this.#structure.write(this.document)
  }

  /** Marks operators as a piece of the part that is drawn. */
  #push(...operators: PDFOperator[]) {
    const part = this.#part
    const begin = part
      ? PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [
          PDFName.of(part.kind),
          `<</MCID ${this.#structure.piece(part, this.page)}>>`,
        ])
      : PDFOperator.of(PDFOperatorNames.BeginMarkedContent, [PDFName.of('Artifact')])
    this.page.pushOperators(begin, ...operators, PDFOperator.of(PDFOperatorNames.EndMarkedContent))
  }

  #addPage() {
    this.page = this.document.addPage([points(pageSize.width), points(pageSize.height)])
    // ISO 14289-1 §7.18.3: who steps through a page does it in the order of its parts.
    this.page.node.set(PDFName.of('Tabs'), PDFName.of('S'))
    for (const [name, { ref }] of this.#faces) this.page.node.setFontDictionary(nameOf(name), ref)
    this.y = pageMargins.top
  }

  addPage() {
    this.#addPage()
    this.drawInto(null, () => this.#continue(this))
  }

  /** Goes on to the next page unless so many millimetres are left. */
  ensureSpace(height: number) {
    if (this.y + height > pageMargins.bottom) this.addPage()
  }

  /** A line's pieces with their faces; Noto Sans alone has bold and other ones here. */
  #pieces(text: string, style: TextStyle): { name: FontFile; font: PDFFont; text: string }[] {
    return splitIntoFontRuns(text).map((run) => {
      const name = run.face === baseFont ? styledFace(run.text, style) : run.face
      const font = this.#faces.get(name)
      if (!font) throw new RangeError(`${name} is not embedded.`)
      return { name, font, text: run.text }
    })
  }

  /** The width of a line of text, in millimetres. */
  measureText(text: string, style: TextStyle = {}): number {
    const { size = 9.5 } = style
    return (
      this.#pieces(text, style).reduce((sum, { font, text }) => sum + font.widthOfTextAtSize(text, size), 0) /
      pointsPerMm
    )
  }

  /** One line; `x` is its left or its right edge, as it is aligned; `y` its baseline. */
  drawText(text: string, x: number, y: number, style: TextStyle = {}) {
    const left = style.align === 'right' ? x - this.measureText(text, style) : x
    if (text !== '') this.#push(...this.#shown(text, style, moveText(points(left), fromBottom(y))))
  }

  /** One line that rises by an angle of degrees from its left end; what stands below shows through by its opacity. */
  drawRotatedText(
    text: string,
    x: number,
    y: number,
    angle: number,
    { opacity = 1, ...style }: TextStyle & { opacity?: number } = {},
  ) {
    const turn = degreesToRadians(angle)
    const state = this.page.node.newExtGState('Opacity', this.document.context.obj({ Type: 'ExtGState', ca: opacity }))
    const place = rotateAndSkewTextRadiansAndTranslate(turn, 0, 0, points(x), fromBottom(y))
    this.#push(pushGraphicsState(), setGraphicsState(state), ...this.#shown(text, style, place), popGraphicsState())
  }

  // pdf-lib's drawText names the font anew in the page's resources each time it is called.
  #shown(text: string, style: TextStyle, place: PDFOperator): PDFOperator[] {
    const { size = 9.5, color = textColor } = style
    const pieces = this.#pieces(text, style)
    const [first] = pieces
    const face = (name: FontFile) => setFontAndSize(nameOf(name).decodeText(), size)
    return [
      beginText(),
      setFillingColor(color),
      face(first?.name ?? baseFont),
      place,
      ...pieces.flatMap(({ name, font, text }, index) => [
        ...(index > 0 ? [face(name)] : []),
        showText(font.encodeText(text)),
      ]),
      endText(),
    ]
  }

  /** Breaks text to lines of a width; words that are longer are hyphenated, and cut where that is not enough. */
  wrapText(text: string, width: number, style: TextStyle = {}): string[] {
    const lines: string[] = []
    for (const drawParagraph of text.replaceAll('\t', ' ').split(/\r\n|[\r\n\u2028\u2029]/)) {
      let current = ''
      for (const word of drawParagraph.split(/ +/).flatMap((part) => this.#partsOf(part, width, style))) {
        const longer = current ? `${current} ${word}` : word
        if (current && this.measureText(longer, style) > width) {
          lines.push(current)
          current = word
        } else current = longer
      }
      lines.push(current)
    }
    return lines
  }

  /** A word in parts that fit into a width. */
  #partsOf(word: string, width: number, style: TextStyle): string[] {
    if (this.measureText(word, style) <= width) return [word]
    const fits = (text: string) => this.measureText(text, style) <= width
    const parts: string[] = []
    let part = ''
    for (const syllable of splitIntoSyllables(word, this.language)) {
      if (part && !fits(`${part}${syllable}-`)) {
        parts.push(/[-/]$/.test(part) ? part : `${part}-`)
        part = ''
      }
      part += syllable
      if (fits(part)) continue
      const cut = this.#cut(part, width, style)
      part = cut.pop() ?? ''
      parts.push(...cut)
    }
    return [...parts, part]
  }

  /** What cannot be hyphenated, cut after as many letters as fit. */
  #cut(word: string, width: number, style: TextStyle): string[] {
    const parts: string[] = []
    let part = ''
    for (const letter of word) {
      if (part && this.measureText(part + letter, style) > width) {
        parts.push(part)
        part = ''
      }
      part += letter
    }
    return [...parts, part]
  }

  /** A paragraph at the cursor, over pages where it must be; moves the cursor below it. */
  paragraph(text: string, { width = pageMargins.right - pageMargins.left, ...style }: ParagraphStyle = {}) {
    const part = this.addElement('P')
    for (const line of this.wrapText(text, width, style)) {
      this.ensureSpace(lineSpacing)
      this.drawInto(part, () => this.drawText(line, pageMargins.left, this.y + lineSpacing * 0.75, style))
      this.y += lineSpacing
    }
  }

  /** One line that is a paragraph of its own, or a part of another kind. */
  drawTextElement(text: string, x: number, y: number, style: TextStyle = {}, kind: StructureType = 'P') {
    this.drawInto(this.addElement(kind), () => this.drawText(text, x, y, style))
  }

  /** A line from left to right, `thickness` in millimetres. */
  drawRule(left: number, right: number, y: number, { thickness = 0.15, color = ruleColor } = {}) {
    const box = { x: left, y: y - thickness / 2, width: right - left, height: thickness }
    this.drawInto(null, () => this.fillBoxes([box], color))
  }

  /** Filled rectangles of one colour. */
  fillBoxes(boxes: readonly Box[], color: Color = backgroundColor) {
    this.#push(
      setFillingColor(color),
      ...boxes.map(({ x, y, width, height }) =>
        rectangle(points(x), fromBottom(y + height), points(width), points(height)),
      ),
      fill(),
    )
  }

  /** Makes a box of the page lead to an address; it belongs to the part that is drawn. */
  addLink(url: string, { x, y, width, height }: Box) {
    if (!this.#part) throw new RangeError('What leads somewhere is part of the document.')
    const { context } = this.document
    const annotation = context.obj({
      Type: 'Annot',
      Subtype: 'Link',
      Rect: [points(x), fromBottom(y + height), points(x + width), fromBottom(y)],
      Border: [0, 0, 0],
      F: printed,
      Contents: PDFHexString.fromText(url),
      A: { Type: 'Action', S: 'URI', URI: PDFString.of(url) },
    })
    const ref = context.register(annotation)
    this.page.node.addAnnot(ref)
    this.#structure.annotate(this.#part, this.page, ref, annotation)
  }

  /** A picture in the lower left corner of a box, as large as fits into it. */
  drawImage(picture: EmbeddableImage, { x, y, width, height }: Box) {
    const scale = Math.min(width / picture.width, height / picture.height)
    const [drawnWidth, drawnHeight] = [picture.width * scale, picture.height * scale]
    const name = this.page.node.newXObject('Image', picture.embed(this.document.context))
    this.#push(
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

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
import { readThemeColor } from '#core/runtime/design-tokens'
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

/** The name of a font in the page resources. */
const nameOf = (face: FontFile) => PDFName.of(face.replace(/\.\w+$/, ''))

/** All measures here are millimetres from the top left of an A4 page; PDF uses points from the bottom left. */
export const pageSize = { width: 210, height: 297 }
export const pointsPerMm = 72 / 25.4
const points = (millimetres: number) => Math.round(millimetres * pointsPerMm * 100) / 100
const fromBottom = (y: number) => points(pageSize.height - y)

/** Text area by DIN 5008. */
export const pageMargins = { left: 25, right: 190, top: 22, bottom: 262 }

/** Millimetres between the baselines of a paragraph. */
export const lineSpacing = 4.7

export const textColor = parseHexColor(readThemeColor('ink').light)
export const mutedColor = parseHexColor(readThemeColor('quiet').light)
const ownAccent = readThemeColor('accent').light
/** ISO 32000-1 §12.5.3: the Print flag, which PDF/A requires of annotations. */
const printed = 4
export const ruleColor = rgb(0.82, 0.84, 0.87)
export const backgroundColor = parseHexColor(readThemeColor('ground').light)

export interface TextStyle {
  /** Points; 9.5 by default. */
  size?: number
  bold?: boolean
  italic?: boolean
  mono?: boolean
  color?: Color
  align?: 'left' | 'right'
}

export interface PdfCanvasOptions {
  language: Language
  /** `#rrggbb`, used for rules and headings; Kontor's own if null. */
  accentColor: string | null
  /** All text that will be drawn, or more: it determines which fonts are embedded. */
  text: string
  /** Additional fonts, for italics or monospaced text. */
  styled?: readonly StyledFont[]
}

/** The monospaced font lacks these ligatures. */
const ligature = /[\ufb00-\ufb06]/

function styledFace(text: string, style: TextStyle): FontFile {
  if (style.mono && !ligature.test(text)) return monoFont
  if (style.bold) return style.italic ? boldItalicFont : boldFont
  return style.italic ? italicFont : baseFont
}

/** The pages of a PDF with a cursor that moves down. Content drawn outside of a structure element is an artifact. */
export class PdfCanvas {
  readonly document: PDFDocument
  readonly language: Language
  readonly accent: RGB
  /** The accent colour, dark enough for text. */
  readonly accentText: RGB
  readonly #faces: EmbeddedFonts
  readonly #structure: StructureTree
  #part: StructureElement | null = null
  readonly #continue: (canvas: PdfCanvas) => void
  page!: PDFPage
  /** The cursor, in millimetres from the top. */
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

  /** Creates a document with one empty page. `continuation` draws the header of all further pages. */
  static async create(options: PdfCanvasOptions, continuation: (canvas: PdfCanvas) => void): Promise<PdfCanvas> {
    const document = await PDFDocument.create()
    return new PdfCanvas(document, await embedFonts(document, options.text, options.styled), options, continuation)
  }

  /** Appends pages to a finished document. `continuation` draws the header of all but the first of them. */
  static async append(
    document: PDFDocument,
    options: PdfCanvasOptions,
    continuation: (canvas: PdfCanvas) => void,
  ): Promise<PdfCanvas> {
    return new PdfCanvas(document, await embedFonts(document, options.text), options, continuation)
  }

  /** Adds a structure element to the current or the given parent. */
  addElement(
    kind: StructureType,
    parent: StructureElement | null = this.#part,
    attributes?: StructureAttributes,
  ): StructureElement {
    return this.#structure.add(parent ?? this.#structure.root, kind, attributes)
  }

  /** Tags what `draw` draws with the element; null marks it as an artifact. */
  drawInto<Result>(part: StructureElement | null, draw: () => Result): Result {
    const before = this.#part
    this.#part = part
    try {
      return draw()
    } finally {
      this.#part = before
    }
  }

  /** Call once, after everything is drawn. */
  writeStructureTree() {
    this.#structure.write(this.document)
  }

  /** Adds operators as marked content of the current element. */
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
    // ISO 14289-1 §7.18.3: the tab order follows the structure.
    this.page.node.set(PDFName.of('Tabs'), PDFName.of('S'))
    for (const [name, { ref }] of this.#faces) this.page.node.setFontDictionary(nameOf(name), ref)
    this.y = pageMargins.top
  }

  addPage() {
    this.#addPage()
    this.drawInto(null, () => this.#continue(this))
  }

  /** Adds a page unless this many millimetres are left. */
  ensureSpace(height: number) {
    if (this.y + height > pageMargins.bottom) this.addPage()
  }

  /** Splits a line by font; only Noto Sans has styles. */
  #pieces(text: string, style: TextStyle): { name: FontFile; font: PDFFont; text: string }[] {
    return splitIntoFontRuns(text).map((run) => {
      const name = run.face === baseFont ? styledFace(run.text, style) : run.face
      const font = this.#faces.get(name)
      if (!font) throw new RangeError(`${name} is not embedded.`)
      return { name, font, text: run.text }
    })
  }

  /** Width of a line, in millimetres. */
  measureText(text: string, style: TextStyle = {}): number {
    const { size = 9.5 } = style
    return (
      this.#pieces(text, style).reduce((sum, { font, text }) => sum + font.widthOfTextAtSize(text, size), 0) /
      pointsPerMm
    )
  }

  /** Draws one line. `x` is its left or right edge, depending on the alignment; `y` is its baseline. */
  drawText(text: string, x: number, y: number, style: TextStyle = {}) {
    const left = style.align === 'right' ? x - this.measureText(text, style) : x
    if (text !== '') this.#push(...this.#shown(text, style, moveText(points(left), fromBottom(y))))
  }

  /** Draws one line rotated by `angle` degrees around its left end. */
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

  // pdf-lib's drawText adds the font to the page resources again with each call.
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

  /** Breaks text into lines of a width. Longer words are hyphenated, or cut if that is not enough. */
  wrapText(text: string, width: number, style: TextStyle = {}): string[] {
    const lines: string[] = []
    for (const paragraph of text.replaceAll('\t', ' ').split(/\r\n|[\r\n\u2028\u2029]/)) {
      let current = ''
      for (const word of paragraph.split(/ +/).flatMap((part) => this.#partsOf(part, width, style))) {
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

  /** Splits a word into parts that fit the width. */
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

  /** Cuts text after as many letters as fit. */
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

  /** Draws a paragraph at the cursor, over several pages if needed, and moves the cursor below. */
  drawParagraph(text: string, { width = pageMargins.right - pageMargins.left, ...style }: ParagraphStyle = {}) {
    const part = this.addElement('P')
    for (const line of this.wrapText(text, width, style)) {
      this.ensureSpace(lineSpacing)
      this.drawInto(part, () => this.drawText(line, pageMargins.left, this.y + lineSpacing * 0.75, style))
      this.y += lineSpacing
    }
  }

  /** Draws one line as a structure element of its own. */
  drawTextElement(text: string, x: number, y: number, style: TextStyle = {}, kind: StructureType = 'P') {
    this.drawInto(this.addElement(kind), () => this.drawText(text, x, y, style))
  }

  /** Draws a horizontal line; `thickness` is in millimetres. */
  drawRule(left: number, right: number, y: number, { thickness = 0.15, color = ruleColor } = {}) {
    const box = { x: left, y: y - thickness / 2, width: right - left, height: thickness }
    this.drawInto(null, () => this.fillBoxes([box], color))
  }

  /** Fills rectangles. */
  fillBoxes(boxes: readonly Box[], color: Color = backgroundColor) {
    this.#push(
      setFillingColor(color),
      ...boxes.map(({ x, y, width, height }) =>
        rectangle(points(x), fromBottom(y + height), points(width), points(height)),
      ),
      fill(),
    )
  }

  /** Turns a box into a link that belongs to the current element. */
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

  /** Scales the image to fit the box and aligns it to the lower left corner. */
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

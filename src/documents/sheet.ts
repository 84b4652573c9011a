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
import './deflate.ts'
import { pairOf } from '#core/runtime/design'
import { colorOf, readable } from './color.ts'
import { base } from './coverage.ts'
import { bold, boldItalic, embedFaces, type FaceKey, type Faces, italic, mono, type StyledFace } from './fonts.ts'
import type { Picture } from './image.ts'
import { runsOf } from './runs.ts'
import { type Part, type PartAttributes, type PartKind, Structure } from './structure.ts'
import { syllablesOf } from './syllables.ts'

/** What a page calls a face. */
const nameOf = (face: FaceKey) => PDFName.of(face.replace(/\.\w+$/, ''))

/** Everything here is measured in millimetres from the top left corner of A4; a PDF counts points from the bottom left. */
export const paper = { width: 210, height: 297 }
/** A millimetre in points. */
export const point = 72 / 25.4
const points = (millimetres: number) => Math.round(millimetres * point * 100) / 100
const fromBottom = (y: number) => points(paper.height - y)

/** DIN 5008: text stands between these edges. */
export const margin = { left: 25, right: 190, top: 22, bottom: 262 }

/** From one baseline of a paragraph to the next. */
export const leading = 4.7

export const ink = colorOf(pairOf('ink').light)
export const faint = colorOf(pairOf('quiet').light)
const ownAccent = pairOf('accent').light
/** ISO 32000-1 §12.5.3: the flag that PDF/A asks of whatever is shown. */
const printed = 4
export const pale = rgb(0.82, 0.84, 0.87)
export const wash = colorOf(pairOf('ground').light)

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
export interface SheetOptions {
  language: Language
  /** `#rrggbb`, of rules and headings; Kontor's own where null. */
  accentColor: string | null
  /** All that is going to be drawn, or more: it decides which faces are embedded. */
  text: string
  /** What is drawn in italics, or in letters of one width. */
  styled?: readonly StyledFace[]
}

/** Ligatures, which letters of one width have none of. */
const ligature = /[\ufb00-\ufb06]/

/** The face of Noto Sans that a style asks for. */
function styledFace(text: string, style: TextStyle): FaceKey {
  if (style.mono && !ligature.test(text)) return mono
  if (style.bold) return style.italic ? boldItalic : bold
  return style.italic ? italic : base
}

/** The pages of a document, with a cursor that runs down them. What is drawn outside of every part is an artifact. */
export class Sheet {
  readonly document: PDFDocument
  readonly language: Language
  /** Of rules. */
  readonly accent: RGB
  /** The accent as dark as text needs it. */
  readonly accentText: RGB
  readonly #faces: Faces
  readonly #structure: Structure
  #part: Part | null = null
  readonly #continue: (sheet: Sheet) => void
  page!: PDFPage
  /** The cursor: millimetres from the top. */
  y = margin.top

  private constructor(
    document: PDFDocument,
    faces: Faces,
    { language, accentColor }: SheetOptions,
    continuation: (sheet: Sheet) => void,
  ) {
    this.document = document
    this.language = language
    this.accent = colorOf(accentColor ?? ownAccent)
    this.accentText = readable(accentColor ?? ownAccent)
    this.#faces = faces
    this.#structure = new Structure(document)
    this.#continue = continuation
    this.#addPage()
  }

  /** A document of one empty page; `continuation` draws the head of every page after it. */
  static async create(options: SheetOptions, continuation: (sheet: Sheet) => void): Promise<Sheet> {
    const document = await PDFDocument.create()
    return new Sheet(document, await embedFaces(document, options.text, options.styled), options, continuation)
  }

  /** More pages at the end of a document that is finished; `continuation` draws the head of every page after the first of them. */
  static async append(
    document: PDFDocument,
    options: SheetOptions,
    continuation: (sheet: Sheet) => void,
  ): Promise<Sheet> {
    return new Sheet(document, await embedFaces(document, options.text), options, continuation)
  }

  /** A new part of the document, or of another part, to be drawn into. */
  part(kind: PartKind, parent: Part | null = this.#part, attributes?: PartAttributes): Part {
    return this.#structure.add(parent ?? this.#structure.root, kind, attributes)
  }

  /** What is drawn meanwhile belongs to the part; to none, and is an artifact, where it is null. */
  within<Result>(part: Part | null, draw: () => Result): Result {
    const before = this.#part
    this.#part = part
    try {
      return draw()
    } finally {
      this.#part = before
    }
  }

  /** Writes down what the parts of the document are, once all is drawn. */
  finishStructure() {
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
    this.page = this.document.addPage([points(paper.width), points(paper.height)])
    // ISO 14289-1 §7.18.3: who steps through a page does it in the order of its parts.
    this.page.node.set(PDFName.of('Tabs'), PDFName.of('S'))
    for (const [name, { ref }] of this.#faces) this.page.node.setFontDictionary(nameOf(name), ref)
    this.y = margin.top
  }

  newPage() {
    this.#addPage()
    this.within(null, () => this.#continue(this))
  }

  /** Goes on to the next page unless so many millimetres are left. */
  need(height: number) {
    if (this.y + height > margin.bottom) this.newPage()
  }

  /** A line's pieces with their faces; Noto Sans alone has bold and other ones here. */
  #pieces(text: string, style: TextStyle): { name: FaceKey; font: PDFFont; text: string }[] {
    return runsOf(text).map((run) => {
      const name = run.face === base ? styledFace(run.text, style) : run.face
      const font = this.#faces.get(name)
      if (!font) throw new RangeError(`${name} is not embedded.`)
      return { name, font, text: run.text }
    })
  }

  /** The width of a line of text, in millimetres. */
  widthOf(text: string, style: TextStyle = {}): number {
    const { size = 9.5 } = style
    return (
      this.#pieces(text, style).reduce((sum, { font, text }) => sum + font.widthOfTextAtSize(text, size), 0) / point
    )
  }

  /** One line; `x` is its left or its right edge, as it is aligned; `y` its baseline. */
  line(text: string, x: number, y: number, style: TextStyle = {}) {
    const left = style.align === 'right' ? x - this.widthOf(text, style) : x
    if (text !== '') this.#push(...this.#shown(text, style, moveText(points(left), fromBottom(y))))
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
    const place = rotateAndSkewTextRadiansAndTranslate(turn, 0, 0, points(x), fromBottom(y))
    this.#push(pushGraphicsState(), setGraphicsState(state), ...this.#shown(text, style, place), popGraphicsState())
  }

  // pdf-lib's drawText names the font anew in the page's resources each time it is called.
  #shown(text: string, style: TextStyle, place: PDFOperator): PDFOperator[] {
    const { size = 9.5, color = ink } = style
    const pieces = this.#pieces(text, style)
    const [first] = pieces
    const face = (name: FaceKey) => setFontAndSize(nameOf(name).decodeText(), size)
    return [
      beginText(),
      setFillingColor(color),
      face(first?.name ?? base),
      place,
      ...pieces.flatMap(({ name, font, text }, index) => [
        ...(index > 0 ? [face(name)] : []),
        showText(font.encodeText(text)),
      ]),
      endText(),
    ]
  }

  /** Breaks text to lines of a width; words that are longer are hyphenated, and cut where that is not enough. */
  wrap(text: string, width: number, style: TextStyle = {}): string[] {
    const lines: string[] = []
    for (const paragraph of text.replaceAll('\t', ' ').split(/\r\n|[\r\n\u2028\u2029]/)) {
      let current = ''
      for (const word of paragraph.split(/ +/).flatMap((part) => this.#partsOf(part, width, style))) {
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

  /** A word in parts that fit into a width. */
  #partsOf(word: string, width: number, style: TextStyle): string[] {
    if (this.widthOf(word, style) <= width) return [word]
    const fits = (text: string) => this.widthOf(text, style) <= width
    const parts: string[] = []
    let part = ''
    for (const syllable of syllablesOf(word, this.language)) {
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
      if (part && this.widthOf(part + letter, style) > width) {
        parts.push(part)
        part = ''
      }
      part += letter
    }
    return [...parts, part]
  }

  /** A paragraph at the cursor, over pages where it must be; moves the cursor below it. */
  paragraph(text: string, { width = margin.right - margin.left, ...style }: ParagraphStyle = {}) {
    const part = this.part('P')
    for (const line of this.wrap(text, width, style)) {
      this.need(leading)
      this.within(part, () => this.line(line, margin.left, this.y + leading * 0.75, style))
      this.y += leading
    }
  }

  /** One line that is a paragraph of its own, or a part of another kind. */
  single(text: string, x: number, y: number, style: TextStyle = {}, kind: PartKind = 'P') {
    this.within(this.part(kind), () => this.line(text, x, y, style))
  }

  /** A line from left to right, `thickness` in millimetres. */
  rule(left: number, right: number, y: number, { thickness = 0.15, color = pale } = {}) {
    const box = { x: left, y: y - thickness / 2, width: right - left, height: thickness }
    this.within(null, () => this.boxes([box], color))
  }

  /** Filled rectangles of one colour. */
  boxes(boxes: readonly Box[], color: Color = wash) {
    this.#push(
      setFillingColor(color),
      ...boxes.map(({ x, y, width, height }) =>
        rectangle(points(x), fromBottom(y + height), points(width), points(height)),
      ),
      fill(),
    )
  }

  /** Makes a box of the page lead to an address; it belongs to the part that is drawn. */
  leadTo(url: string, { x, y, width, height }: Box) {
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
  picture(picture: Picture, { x, y, width, height }: Box) {
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

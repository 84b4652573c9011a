import { inflateSync } from 'node:zlib'
import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFRawStream, PDFRef } from 'pdf-lib'

/** A piece of text where it was drawn: its left end and its baseline in millimetres from the upper left, its size in points. */
interface Drawn {
  text: string
  x: number
  y: number
  size: number
}

/** What a reader sees of a PDF: each page's pieces of text in the order they were drawn, and the raw objects. */
export async function read(bytes: Uint8Array) {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const drawn = document.getPages().map((page) => {
    const fonts = page.node.Resources()?.lookup(PDFName.of('Font'), PDFDict)
    const alphabets = new Map(
      fonts?.entries().map(([name, ref]) => [name.decodeText(), alphabetOf(document.context.lookup(ref, PDFDict))]),
    )
    const operators = /\/([\w-]+) ([\d.]+) Tf|(-?[\d.]+) (-?[\d.]+) Td|<([0-9A-F]*)> Tj/g
    const drawn: Drawn[] = []
    let [alphabet, size, x, y] = [new Map<string, string>(), 0, 0, 0]
    for (const [, font, points, left, up, codes] of contentOf(page.node).matchAll(operators)) {
      if (font) [alphabet, size] = [alphabets.get(font) ?? new Map(), Number(points)]
      else if (left) [x, y] = [millimetres(left), 297 - millimetres(up)]
      else drawn.push({ text: (codes ?? '').replace(/.{4}/g, (code) => alphabet.get(code) ?? '\ufffd'), x, y, size })
    }
    return drawn
  })
  const pages = drawn.map((page) => page.map(({ text }) => text))
  return { document, drawn, pages, text: pages.flat().join('\n') }
}

const millimetres = (points: string | undefined) => (Number(points) / 72) * 25.4

function contentOf(node: PDFDict): string {
  const contents = node.lookup(PDFName.of('Contents'))
  const streams =
    contents instanceof PDFRawStream ? [contents] : refsOf(contents).map((ref) => node.context.lookup(ref))
  return streams.map((stream) => (stream instanceof PDFRawStream ? textOf(stream) : '')).join('\n')
}

const refsOf = (value: unknown): PDFRef[] =>
  value && typeof value === 'object' && 'asArray' in value && typeof value.asArray === 'function'
    ? (value.asArray() as unknown[]).filter((item): item is PDFRef => item instanceof PDFRef)
    : []

/** The text of a compressed stream. */
const textOf = (stream: PDFRawStream) => inflateSync(stream.contents).toString('utf8')

/** Which code stands for which character, from the font's ToUnicode. */
function alphabetOf(font: PDFDict): Map<string, string> {
  const map = font.lookup(PDFName.of('ToUnicode'))
  const text = map instanceof PDFRawStream ? textOf(map) : ''
  return new Map(
    [...text.matchAll(/^<([0-9A-F]{4})> <([0-9A-F]{4,})>$/gm)].map(([, code = '', unicode = '']) => [
      code,
      Buffer.from(PDFHexString.of(unicode).asBytes()).swap16().toString('utf16le'),
    ]),
  )
}

/** The file inside a PDF/A-3 of that name, and how it says it is related. */
export function attachmentOf(document: PDFDocument): { name: string; relationship: string; text: string } | null {
  const [ref] = refsOf(document.catalog.lookup(PDFName.of('AF')))
  if (!ref) return null
  const file = document.context.lookup(ref, PDFDict)
  const stream = file.lookup(PDFName.of('EF'), PDFDict).lookup(PDFName.of('F'))
  const name = file.lookup(PDFName.of('UF'))
  return {
    name: name instanceof PDFHexString ? name.decodeText() : String(name),
    relationship: String(file.get(PDFName.of('AFRelationship'))),
    text: stream instanceof PDFRawStream ? textOf(stream) : '',
  }
}

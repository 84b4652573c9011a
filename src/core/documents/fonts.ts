import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type fontkit from '@pdf-lib/fontkit'
import type { Font } from '@pdf-lib/fontkit'
import type { PDFDocument, PDFFont } from 'pdf-lib'
import { root } from '../root.ts'

/** The two faces of every document: Noto Sans, under the SIL Open Font License. */
export interface Faces {
  regular: PDFFont
  bold: PDFFont
}

interface Face {
  name: string
  bytes: Buffer
  font: Font
}

let loaded: Record<keyof Faces, Face> | undefined

/** Each face is read and parsed once in the life of the process; every document embeds a subset of its own. */
const faces = () => {
  loaded ??= { regular: load('NotoSans-Regular'), bold: load('NotoSans-Bold') }
  return loaded
}

/** Loaded with the first letter that is not ASCII: it is large, and many processes never meet one. */
const require = createRequire(import.meta.url)

function load(name: string): Face {
  const bytes = readFileSync(join(root, 'assets', 'fonts', `${name}.ttf`))
  const font = (require('@pdf-lib/fontkit') as typeof fontkit).create(bytes)
  return { name, bytes, font: Object.assign(font, { layout: plainLayout(font) }) }
}

/** Soft hyphens, zero widths and marks of direction, which some faces draw. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064]/g

/**
 * One glyph for each character, remembered. Fontkit's own layout walks GSUB and GPOS, which takes most of a document's
 * time, for ligatures that make text hard to search and for positions that pdf-lib drops.
 */
function plainLayout(font: Font) {
  const glyphs = new Map<string, { id: number; codePoints: number[]; advanceWidth: number }>()
  const glyphOf = (character: string) => {
    const known = glyphs.get(character)
    if (known) return known
    // A space that does not break, a tab and a line's end look like any other space, and are copied as one.
    const codePoint = /[\u00a0\s]/.test(character) ? 0x20 : (character.codePointAt(0) ?? 0)
    if (!font.hasGlyphForCodePoint(codePoint)) throw new RangeError(`No glyph for U+${codePoint.toString(16)}`)
    const { id, advanceWidth } = font.glyphForCodePoint(codePoint)
    const glyph = { id, codePoints: [codePoint], advanceWidth }
    glyphs.set(character, glyph)
    return glyph
  }
  return (text: string) => ({ glyphs: Array.from(text.normalize('NFC').replace(invisible, ''), glyphOf) })
}

/** Embeds both faces into a document, as subsets (PDF/A wants every font inside). */
export async function embedFaces(document: PDFDocument): Promise<Faces> {
  const { regular, bold } = faces()
  document.registerFontkit({
    create: (bytes: Uint8Array) => (bytes === bold.bytes ? bold.font : regular.font),
  } as never)
  // ISO 32000-1 §9.6.4: a subset's name begins with a tag of six capitals.
  const embed = ({ bytes, name }: Face) => document.embedFont(bytes, { subset: true, customName: `KONTOR+${name}` })
  return { regular: await embed(regular), bold: await embed(bold) }
}

/** True where the faces have a glyph for the character. */
export const hasGlyph = (codePoint: number): boolean => faces().regular.font.hasGlyphForCodePoint(codePoint)

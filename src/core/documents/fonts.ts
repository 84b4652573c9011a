import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fontkit from '@pdf-lib/fontkit'
import type { PDFDocument, PDFFont } from 'pdf-lib'
import { root } from '../root.ts'

/** The two faces of every document: Noto Sans, under the SIL Open Font License. */
export interface Faces {
  regular: PDFFont
  bold: PDFFont
}

type ParsedFont = ReturnType<typeof fontkit.create>

/** Each face is read and parsed once in the life of the process; every document embeds a subset of its own. */
const parsed = new Map<Uint8Array, ParsedFont>()
const parse = (bytes: Uint8Array): ParsedFont => {
  const known = parsed.get(bytes)
  if (known) return known
  const font = fontkit.create(bytes)
  parsed.set(bytes, font)
  return font
}

const load = (name: string) => readFileSync(join(root, 'assets', 'fonts', name))
let files: { regular: Buffer; bold: Buffer } | undefined

function fontFiles() {
  files ??= { regular: load('NotoSans-Regular.ttf'), bold: load('NotoSans-Bold.ttf') }
  return files
}

/** Embeds both faces into a document, as subsets (PDF/A wants every font inside). */
export async function embedFaces(document: PDFDocument): Promise<Faces> {
  document.registerFontkit({ create: parse } as never)
  const { regular, bold } = fontFiles()
  // Ligatures would make the same letters other glyphs, and copied text hard to search.
  const options = { subset: true, features: { liga: false } }
  return { regular: await document.embedFont(regular, options), bold: await document.embedFont(bold, options) }
}

/** True where the faces have a glyph for the character. */
export const hasGlyph = (codePoint: number): boolean => parse(fontFiles().regular).hasGlyphForCodePoint(codePoint)

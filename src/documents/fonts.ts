import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type fontkit from '@pdf-lib/fontkit'
import type { Font } from '@pdf-lib/fontkit'
import type { PDFDocument, PDFFont } from 'pdf-lib'
import { projectRoot } from '#core/runtime/project-root'
import type { FontName } from './font-coverage.ts'
import { findFonts } from './font-runs.ts'

/** The fonts embedded in a document, by file name. Noto, SIL Open Font License. */
export type EmbeddedFonts = ReadonlyMap<FontFile, PDFFont>
export type FontFile = FontName | StyledFont

/** Styled fonts. They have the same characters as Noto Sans, except that the monospaced one lacks ligatures. */
export const boldFont = 'NotoSans-Bold.ttf'
export const italicFont = 'NotoSans-Italic.ttf'
export const boldItalicFont = 'NotoSans-BoldItalic.ttf'
export const monoFont = 'NotoSansMono-Regular.ttf'
export type StyledFont = typeof boldFont | typeof italicFont | typeof boldItalicFont | typeof monoFont

interface Face {
  bytes: Buffer
  font: Font
}

const loaded = new Map<FontFile, Face>()

// Loaded with the first document because it is large.
const require = createRequire(import.meta.url)

/** A font is read and parsed once per thread; each document embeds its own subset. */
function loadFont(name: FontFile): Face {
  const known = loaded.get(name)
  if (known) return known
  const bytes = readFileSync(join(projectRoot, 'assets', 'fonts', name))
  const font = (require('@pdf-lib/fontkit') as typeof fontkit).create(bytes)
  Object.assign(font, { createSubset: paddedSubset(font) })
  if (!shaped.has(name)) Object.assign(font, { layout: plainLayout(font) })
  loaded.set(name, { bytes, font })
  return { bytes, font }
}

/** The part of fontkit's subset that is patched below. */
interface Subset {
  glyf: Uint8Array[]
  offset: number
  _addGlyph(glyph: number): number
}

/**
 * Subsets whose glyphs start at even offsets. Fontkit's short `loca` format halves offsets, but glyphs of fonts with
 * a long `loca` table may end at odd ones.
 */
function paddedSubset(font: Font): () => Subset {
  const create = (font as unknown as { createSubset(): Subset }).createSubset.bind(font)
  return () => {
    const subset = create()
    const add = subset._addGlyph.bind(subset)
    subset._addGlyph = (glyph) => {
      const index = add(glyph)
      const last = subset.glyf.at(-1)
      if (!last || last.length % 2 === 0) return index
      // Fontkit only writes its own kind of buffer.
      const Bytes = last.constructor as typeof Buffer
      subset.glyf[subset.glyf.length - 1] = Bytes.concat([last, Bytes.alloc(1)])
      subset.offset += 1
      return index
    }
    return subset
  }
}

/** Arabic letters join their neighbours and emoji consist of several characters, so these fonts need fontkit's own layout. */
const shaped: ReadonlySet<FontFile> = new Set(['NotoSansArabic-Regular.ttf', 'NotoEmoji-Regular.ttf'])

/**
 * One glyph per character, cached. Fontkit's layout applies GSUB and GPOS, which takes most of a document's time,
 * produces ligatures that make text hard to search, and positions that pdf-lib drops.
 */
function plainLayout(font: Font) {
  const glyphs = new Map<string, { id: number; codePoints: number[]; advanceWidth: number }>()
  const glyphOf = (character: string) => {
    const known = glyphs.get(character)
    if (known) return known
    // No-break spaces, tabs and line ends are drawn, and copied, as spaces.
    const codePoint = /[\u00a0\s]/.test(character) ? 0x20 : (character.codePointAt(0) ?? 0)
    if (!font.hasGlyphForCodePoint(codePoint)) throw new RangeError(`No glyph for U+${codePoint.toString(16)}`)
    const { id, advanceWidth } = font.glyphForCodePoint(codePoint)
    const glyph = { id, codePoints: [codePoint], advanceWidth }
    glyphs.set(character, glyph)
    return glyph
  }
  return (text: string) => ({ glyphs: Array.from(text, glyphOf) })
}

/**
 * Embeds subsets of the fonts that a text needs (PDF/A requires all fonts to be embedded). Noto Sans and its bold are
 * always included.
 */
export async function embedFonts(
  document: PDFDocument,
  text: string,
  styled: readonly StyledFont[] = [],
): Promise<EmbeddedFonts> {
  const names: FontFile[] = [...findFonts(text)]
  names.splice(1, 0, boldFont, ...styled)
  const faces = names.map((name) => [name, loadFont(name)] as const)
  document.registerFontkit({
    create: (bytes: Uint8Array) => faces.find(([, face]) => face.bytes === bytes)?.[1].font,
  } as never)
  const embedded: [FontFile, PDFFont][] = []
  for (const [name, { bytes }] of faces) {
    // ISO 32000-1 §9.6.4: the name of a subset starts with a tag of six capitals.
    const customName = `KONTOR+${name.replace(/\.\w+$/, '')}`
    embedded.push([name, await document.embedFont(bytes, { subset: true, customName })])
  }
  return new Map(embedded)
}

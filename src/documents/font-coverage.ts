import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#core/runtime/project-root'

/** Fonts to try, in this order, if Noto Sans lacks a glyph. */
export const fallbackFonts = [
  'NotoSansHebrew-Regular.ttf',
  'NotoSansArabic-Regular.ttf',
  'NotoSansSymbols-Regular.ttf',
  'NotoSansSymbols2-Regular.ttf',
  'NotoSansMath-Regular.ttf',
  'NotoEmoji-Regular.ttf',
  'NotoSansJP-Regular.ttf',
  'NotoSansSC-Regular.ttf',
  'NotoSansKR-Regular.ttf',
] as const
export const baseFont = 'NotoSans-Regular.ttf'

export type FontName = typeof baseFont | (typeof fallbackFonts)[number]

let tables: ReadonlyMap<FontName, Uint32Array> | undefined

/**
 * The code point ranges that each font covers: start, end (exclusive), start, … They are read from
 * assets/fonts/coverage.json (scripts/font-coverage.ts), so that validating a text loads no font.
 */
function coverage(): ReadonlyMap<FontName, Uint32Array> {
  if (tables) return tables
  const encoded = JSON.parse(readFileSync(join(projectRoot, 'assets', 'fonts', 'coverage.json'), 'utf8')) as Record<
    FontName,
    string
  >
  tables = new Map(
    Object.entries(encoded).map(([name, steps]) => {
      let at = 0
      const ends = steps.split(' ').map((step) => {
        at += Number.parseInt(step, 36)
        return at
      })
      return [name as FontName, Uint32Array.from(ends)]
    }),
  )
  return tables
}

export function hasGlyph(face: FontName, codePoint: number): boolean {
  const ends = coverage().get(face) ?? new Uint32Array()
  let [low, high] = [0, ends.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] ?? 0) <= codePoint) low = middle + 1
    else high = middle
  }
  return low % 2 === 1
}

const isEmoji = (codePoint: number) => /\p{Emoji_Presentation}/u.test(String.fromCodePoint(codePoint))

/** The font that has a glyph for the character; null if none has. */
export function findFont(codePoint: number): FontName | null {
  // Some fonts map control characters and non-characters (U+FFFF) to an empty glyph.
  if (codePoint < 0x20 || (codePoint & 0xfffe) === 0xfffe) return null
  if (hasGlyph(baseFont, codePoint)) return baseFont
  if (isEmoji(codePoint) && hasGlyph('NotoEmoji-Regular.ttf', codePoint)) return 'NotoEmoji-Regular.ttf'
  return fallbackFonts.find((face) => hasGlyph(face, codePoint)) ?? null
}

import { createRequire } from 'node:module'
import { toNfc } from '#core/text/characters'
import type { Bilingual } from '#core/text/language'
import { baseFont, type FontName, findFont, hasGlyph } from './font-coverage.ts'

/** A piece of a line in one font, in visual order. */
export interface FontRun {
  face: FontName
  text: string
}

/** Soft hyphens, zero-width characters, variation selectors and direction marks, which some fonts would draw. */
const invisible = /\p{Variation_Selector}|[\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu
const joiner = 0x200d

/** Fast path: characters that Noto Sans is known to have. */
const plain = /^[\x20-\x7e\u00a0-\u00ac\u00ae-\u017f\u2010-\u2027\u2030\u20ac\s]*$/

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

const drawn = (text: string) => toNfc(text).replace(invisible, '')

/** The fonts that a text needs, Noto Sans first. */
export function findFonts(text: string): Set<FontName> {
  const faces = new Set<FontName>([baseFont])
  if (plain.test(text)) return faces
  for (const character of drawn(text)) {
    const face = faceFor(character, character.codePointAt(0) ?? 0, undefined, japanese)
    if (face) faces.add(face)
    // If the Japanese font lacks a character, the whole line is drawn in the Chinese one.
    if (isCjk(character) && face !== japanese) faces.add(chinese)
  }
  return faces
}

/** A character that no font has, and its position, counted from 1. */
export interface UnprintableCharacter {
  character: string
  place: number
}

/** The first character that a document cannot show; null if there is none. */
export function findUnprintable(text: string): UnprintableCharacter | null {
  if (plain.test(text)) return null
  let place = 0
  for (const character of toNfc(text)) {
    place += 1
    const codePoint = character.codePointAt(0) ?? 0
    if (isSpace(character) || codePoint === joiner || character.replace(invisible, '') === '') continue
    if (findFont(codePoint) === null) return { character, place }
  }
  return null
}

// Not vertical tab and form feed: XML does not allow them.
const isSpace = (character: string) => /[^\S\v\f]/.test(character)

/** Validation message; completes "<field> …". */
export function unprintableMessage({ character, place }: UnprintableCharacter): Bilingual {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  const shown = /[\p{C}\s]/u.test(character) ? code : `${character} (${code})`
  return {
    de: `enthält an der ${place}. Stelle das Zeichen ${shown}, das kein Dokument zeigen kann`,
    en: `contains the character ${shown} at place ${place}, which no document can show`,
  }
}

/** Splits a line into runs in visual order (Unicode bidirectional algorithm). */
export function splitIntoFontRuns(line: string): FontRun[] {
  if (plain.test(line)) return [{ face: baseFont, text: line }]
  const text = drawn(line)
  if (!rightToLeft.test(text)) return logicalRuns(text)
  const { levels } = bidi().getEmbeddingLevels(text)
  const runs = logicalRuns(text, levels)
  const highest = Math.max(...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level--) reverse(runs, ({ level: own }) => own >= level)
  return runs.map(({ face, text, level }) => ({ face, text: level % 2 && face !== arabic ? mirrored(text) : text }))
}

const arabic = 'NotoSansArabic-Regular.ttf'
const japanese = 'NotoSansJP-Regular.ttf'
const chinese = 'NotoSansSC-Regular.ttf'

interface LogicalRun extends FontRun {
  level: number
}

/** Adjacent characters of one font and direction, in logical order. */
function logicalRuns(text: string, levels?: Uint8Array): LogicalRun[] {
  const runs: LogicalRun[] = []
  const cjk = cjkFaceOf(text)
  let index = 0
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    const level = levels?.[index] ?? 0
    const last = runs.at(-1)
    const face = faceFor(character, codePoint, last?.face, cjk)
    if (face && last?.face === face && last.level === level) last.text += character
    else if (face) runs.push({ face, text: character, level })
    index += character.length
  }
  return runs
}

function faceFor(character: string, codePoint: number, before: FontName | undefined, cjk: FontName): FontName | null {
  // Joiners and combining marks are drawn in the font of the character before them.
  if (codePoint === joiner) return before === 'NotoEmoji-Regular.ttf' ? before : null
  if (before && /\p{M}|\p{Emoji_Modifier}/u.test(character) && hasGlyph(before, codePoint)) return before
  if (isSpace(character)) return baseFont
  if (isCjk(character) && hasGlyph(cjk, codePoint)) return cjk
  const face = findFont(codePoint)
  if (face === null) throw new RangeError(`No glyph for U+${codePoint.toString(16)}`)
  return face
}

const isCjk = (character: string) => /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u.test(character)

/** One font for all Chinese characters of a text: the Japanese one if it has them all. */
function cjkFaceOf(text: string): FontName {
  const characters = Array.from(text).filter(isCjk)
  return characters.every((character) => hasGlyph(japanese, character.codePointAt(0) ?? 0)) ? japanese : chinese
}

/** Reverses each sequence of items that match the condition. */
function reverse<Item>(items: Item[], holds: (item: Item) => boolean) {
  for (let start = 0; start < items.length; start++) {
    let end = start
    while (end < items.length && holds(items[end] as Item)) end += 1
    if (end > start) items.splice(start, end - start, ...items.slice(start, end).reverse())
    start = end
  }
}

/** The run's characters from right to left, with brackets mirrored and combining marks kept with their base. */
const mirrored = (text: string) =>
  Array.from(text.matchAll(/\P{M}\p{M}*/gu), ([cluster]) => bidi().getMirroredCharacter(cluster) ?? cluster)
    .reverse()
    .join('')

interface Bidi {
  getEmbeddingLevels(text: string): { levels: Uint8Array }
  getMirroredCharacter(character: string): string | null
}

let known: Bidi | undefined
const require = createRequire(import.meta.url)

/** Loaded with the first right-to-left letter. */
function bidi(): Bidi {
  known ??= (require('bidi-js') as () => Bidi)()
  return known
}

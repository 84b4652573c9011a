import { hasGlyph } from './fonts.ts'

/** What lays text out without being drawn. */
const layout = new Set(['\n', '\r', '\t'])

/** Control characters, and the separators of lines and paragraphs, which no renderer here breaks at. */
const isControl = (codePoint: number) =>
  codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0) || codePoint === 0x2028 || codePoint === 0x2029

/**
 * The first character that a document cannot show, or null: control characters break the XML of an e-invoice, and a
 * glyph the font lacks (emoji, CJK) breaks PDF/A.
 */
export function firstForbiddenCharacter(text: string): string | null {
  // ASCII is always drawn: the common case costs one test.
  if (/^[\x20-\x7e\n\r\t]*$/.test(text)) return null
  for (const character of text.normalize('NFC')) {
    const codePoint = character.codePointAt(0) ?? 0
    if (!layout.has(character) && (isControl(codePoint) || !hasGlyph(codePoint))) return character
  }
  return null
}

import { hasGlyph } from './fonts.ts'

/** What lays text out without being drawn. */
const layout = new Set(['\n', '\r', '\t'])

/**
 * The first character that a document cannot show, or null: control characters break the XML of an e-invoice, and a
 * glyph the font lacks (emoji, CJK) breaks PDF/A.
 */
export function firstForbiddenCharacter(text: string): string | null {
  // ASCII is always drawn: the common case costs one test.
  if (/^[\x20-\x7e\n\r\t]*$/.test(text)) return null
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    const isControl = codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0)
    if (layout.has(character)) continue
    if (isControl || !hasGlyph(codePoint)) return character
  }
  return null
}

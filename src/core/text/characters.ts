/** Control characters but line breaks and tabs, zero-width spaces and the mark of byte order: nobody types or sees them. */
const unseen = /(?![\n\r\t])[\p{Cc}\u200b\u2060\ufeff]/gu

/**
 * The text in a normal form of Unicode, with U+034F after each 30 combining marks in a row (UAX 15 §13, "stream-safe"): to put a run of
 * marks in order takes a time that grows with its square, 15 s for 80,000 of them. No language writes so many. The half-width voicing marks
 * of Japanese are letters, which NFKC and NFKD make marks of.
 */
export const normalize = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  text.replace(/[[\p{M}\uff9e\uff9f]--\u034f]{30}(?=[[\p{M}\uff9e\uff9f]--\u034f])/gv, '$&\u034f').normalize(form)

/** Text as it is kept: in NFC, without what nobody sees, and without half characters, which no database takes. */
export const cleanText = (text: string): string => toNfc(text.replace(unseen, '').toWellFormed())

/** True where something of the text is seen; joiners, soft hyphens, marks of direction and blanks are not. */
export const hasVisibleText = (text: string): boolean => /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)

/** True where text breaks into no second line, by any of the breaks that `readText` leaves. */
export const isOneLine = (text: string): boolean => !/[\n\r\u2028\u2029]/.test(text)

/** True where text is read in the order in which it is written: nothing of it embeds, turns or isolates a direction (Unicode, UAX 9). */
export const hasNoBidiOverrides = (text: string): boolean => !/[\u202a-\u202e\u2066-\u2069]/.test(text)

/** True where the text has marks that nobody sees and that give a direction to what is beside them (UAX 9 §2.6). */
export const hasDirectionMarks = (text: string): boolean => /[\u061c\u200e\u200f]/.test(text)

/** True where a database takes the text: none holds U+0000, nor half of a character. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** In the text of `JSON.stringify`: the escape of U+0000 or of a lone surrogate, behind an even number of backslashes. */
const unstorableEscape = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/

/** True if PostgreSQL's jsonb takes the value: no key and no text in it has U+0000 or a lone surrogate. */
export const isStorableJson = (value: unknown): boolean => !unstorableEscape.test(JSON.stringify(value) ?? '')

/** True if every object keeps all its keys when they are written in another form: no two of one become the same. */
export function keepsKeysDistinct(value: unknown, form: (key: string) => string): boolean {
  if (value === null || typeof value !== 'object') return true
  if (Array.isArray(value)) return value.every((part) => keepsKeysDistinct(part, form))
  const keys = Object.keys(value)
  return (
    new Set(keys.map(form)).size === keys.length && Object.values(value).every((part) => keepsKeysDistinct(part, form))
  )
}

export const toNfc = (text: string): string => normalize(text, 'NFC')

/** The value with its texts and keys in NFC. */
export function toNfcJson(value: unknown): unknown {
  const json = JSON.stringify(value) ?? ''
  return json === toNfc(json) ? value : inNfc(value)
}

function inNfc(value: unknown): unknown {
  if (typeof value === 'string') return toNfc(value)
  if (Array.isArray(value)) return value.map(inNfc)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [toNfc(key), inNfc(part)]))
}

/** The value without U+0000 and lone surrogates. */
export const toStorableJson = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value).replace(new RegExp(unstorableEscape, 'g'), '$1'))

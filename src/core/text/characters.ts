/** Control characters except line breaks and tabs, zero-width spaces and byte order marks. */
const unseen = /(?![\n\r\t])[\p{Cc}\u200b\u2060\ufeff]/gu

/**
 * Normalizes text, with U+034F after each 30 combining marks (UAX 15 §13, "stream-safe"): sorting a run of marks takes
 * quadratic time, 15 s for 80,000. No language needs that many. NFKC and NFKD turn half-width Japanese voicing marks, which are
 * letters, into marks.
 */
export const normalize = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  text.replace(/[[\p{M}\uff9e\uff9f]--\u034f]{30}(?=[[\p{M}\uff9e\uff9f]--\u034f])/gv, '$&\u034f').normalize(form)

/** Text as stored: NFC, without invisible characters and lone surrogates. */
export const cleanText = (text: string): string => toNfc(text.replace(unseen, '').toWellFormed())

/** True if it contains a visible character; joiners, soft hyphens, direction marks and blanks are not. */
export const hasVisibleText = (text: string): boolean => /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)

/** True if it contains none of the line breaks that `cleanText` keeps. */
export const isOneLine = (text: string): boolean => !/[\n\r\u2028\u2029]/.test(text)

/** True without directional embeddings, overrides and isolates (UAX 9), which reorder text. */
export const hasNoBidiOverrides = (text: string): boolean => !/[\u202a-\u202e\u2066-\u2069]/.test(text)

/** True with invisible direction marks (UAX 9 §2.6). */
export const hasDirectionMarks = (text: string): boolean => /[\u061c\u200e\u200f]/.test(text)

/** False for U+0000 and lone surrogates, which databases reject. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** An escaped U+0000 or lone surrogate in JSON text, after an even number of backslashes. */
const unstorableEscape = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/

/** True if PostgreSQL's jsonb accepts the value: no U+0000 and no lone surrogates in keys and texts. */
export const isStorableJson = (value: unknown): boolean => !unstorableEscape.test(JSON.stringify(value) ?? '')

/** True if no two keys of an object become equal in another form. */
export function keepsKeysDistinct(value: unknown, form: (key: string) => string): boolean {
  if (value === null || typeof value !== 'object') return true
  if (Array.isArray(value)) return value.every((part) => keepsKeysDistinct(part, form))
  const keys = Object.keys(value)
  return (
    new Set(keys.map(form)).size === keys.length && Object.values(value).every((part) => keepsKeysDistinct(part, form))
  )
}

export const toNfc = (text: string): string => normalize(text, 'NFC')

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

/** Removes U+0000 and lone surrogates. */
export const toStorableJson = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value).replace(new RegExp(unstorableEscape, 'g'), '$1'))

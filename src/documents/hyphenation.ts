import { createRequire } from 'node:module'
import type { Language } from '#core/text/language'

interface Hyphenation {
  hyphenateSync(text: string, options: { hyphenChar: string; minWordLength: number }): string
}

const require = createRequire(import.meta.url)

// Loaded with the first word that is too long.
const patterns = {
  de: () => require('hyphen/de') as Hyphenation,
  en: () => require('hyphen/en') as Hyphenation,
} satisfies Record<Language, () => Hyphenation>

/**
 * Splits a word where it may be hyphenated: at its soft hyphens, otherwise by the patterns of the language. Numbers
 * and web addresses are not split.
 */
export function splitIntoSyllables(word: string, language: Language): string[] {
  if (!/^[\p{P}\p{L}\p{M}\u00ad]+$/u.test(word) || /[@:/]/.test(word)) return [word]
  const softHyphen = '\u00ad'
  const hyphenated = word.includes(softHyphen)
    ? word
    : patterns[language]().hyphenateSync(word, { hyphenChar: softHyphen, minWordLength: 6 })
  return hyphenated.split(softHyphen).flatMap((part) => part.split(/(?<=\p{L}-)(?=\p{L})/u))
}

import { normalize } from './characters.ts'

// How text is compared in a search, in lists as in /search, once for queries and once as SQL for what is stored: case,
// accents and ligatures do not count, ß is ss, ä is a is ae, and typographic apostrophes, quotation marks and dashes are those of a keyboard. Marks that make another letter, such as the voicing marks of
// Japanese, stay with theirs.

/** Letters that Unicode does not decompose, as one letter. */
const single = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ŧ: 't', ŋ: 'n', ə: 'e', ς: 'σ' }
/** The same as several. */
const several = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }
/** Typographic signs by the sign of a keyboard. Replaced first: NFKD makes a blank and an accent of some. */
const keyboard = { "'": '’‘‚‛ʼʻʹ´`′', '"': '“”„‟«»″', '-': '‐‑‒–—―−' }
const typographic = Object.values(keyboard).join('')
const typed = Object.entries(keyboard)
  .map(([sign, variants]) => sign.repeat(variants.length))
  .join('')
const typographicSign = new RegExp(`[${typographic}]`, 'g')

/** Combining diacritical marks, soft hyphens, joiners and marks of direction. */
const ignored = '[\\u0300-\\u036f\\u00ad\\u200c-\\u200f]'

const unaccented = (text: string): string => {
  const signs = text.replace(typographicSign, (sign) => typed.charAt(typographic.indexOf(sign)))
  const plain = normalize(signs, 'NFKD').replace(new RegExp(ignored, 'g'), '').toLowerCase().normalize('NFC')
  return Object.entries({ ...single, ...several }).reduce((folded, [from, to]) => folded.replaceAll(from, to), plain)
}

/** The form of a query: ae, oe and ue are a, o and u, as ä, ö and ü are. */
export const foldText = (text: string): string => unaccented(text).replace(/([aou])e/g, '$1')

const replacedSql = (expression: string, pairs: Readonly<Record<string, string>>) =>
  Object.entries(pairs).reduce((inner, [from, to]) => `replace(${inner}, '${from}', '${to}')`, expression)

function unaccentedSql(expression: string): string {
  const signs = `translate(${expression}, '${typographic}', '${typed.replaceAll("'", "''")}')`
  const plain = `normalize(lower(regexp_replace(normalize(${signs}, NFKD), '${ignored}', '', 'g')), NFC)`
  const letters = `translate(${plain}, '${Object.keys(single).join('')}', '${Object.values(single).join('')}')`
  return replacedSql(letters, several)
}

const digraphs = { ae: 'a', oe: 'o', ue: 'u' }

/** The SQL of `fold`. */
export const foldSql = (expression: string): string => replacedSql(unaccentedSql(expression), digraphs)

/** The SQL of a text to be searched: the form of queries, and behind it what keeps "elle" in "Mueller" findable. */
export const searchTextSql = (expression: string): string => {
  const plain = unaccentedSql(expression)
  return `${replacedSql(plain, digraphs)} || ' ' || ${plain}`
}

/** The digits of a query that looks like a phone number, four at least, without the zeros dialled before it; null of all else. */
export function extractPhoneDigits(query: string): string | null {
  if (!/^[-+\d\s()/.–]+$/.test(query)) return null
  const digits = query.replaceAll('(0)', '').replaceAll(/\D/g, '').replace(/^0+/, '')
  return digits.length >= 4 ? digits : null
}

import { normalize } from './characters.ts'

// Folding for search, in TypeScript for queries and in SQL for stored text: case, accents and ligatures are ignored, ß is ss, ä
// is a and ae, typographic punctuation is ASCII. Marks that form another letter, such as Japanese voicing marks, are kept.

/** Letters without a Unicode decomposition, as one letter. */
const single = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ŧ: 't', ŋ: 'n', ə: 'e', ς: 'σ' }
/** As several letters. */
const several = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }
/** Typographic punctuation. Replaced first, because NFKD turns some into a blank and an accent. */
const keyboard = { "'": '’‘‚‛ʼʻʹ´`′', '"': '“”„‟«»″', '-': '‐‑‒–—―−' }
const typographic = Object.values(keyboard).join('')
const typed = Object.entries(keyboard)
  .map(([sign, variants]) => sign.repeat(variants.length))
  .join('')
const typographicSign = new RegExp(`[${typographic}]`, 'g')

/** Combining marks, soft hyphens, joiners and direction marks. */
const ignored = '[\\u0300-\\u036f\\u00ad\\u200c-\\u200f]'

const unaccented = (text: string): string => {
  const signs = text.replace(typographicSign, (sign) => typed.charAt(typographic.indexOf(sign)))
  const plain = normalize(signs, 'NFKD').replace(new RegExp(ignored, 'g'), '').toLowerCase().normalize('NFC')
  return Object.entries({ ...single, ...several }).reduce((folded, [from, to]) => folded.replaceAll(from, to), plain)
}

/** Folds a query: ae, oe and ue become a, o and u, like ä, ö and ü. */
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

export const foldSql = (expression: string): string => replacedSql(unaccentedSql(expression), digraphs)

/** SQL of the searched text: in the form of queries, followed by a form that keeps "elle" in "Mueller" findable. */
export const searchTextSql = (expression: string): string => {
  const plain = unaccentedSql(expression)
  return `${replacedSql(plain, digraphs)} || ' ' || ${plain}`
}

/** The digits of a query that looks like a phone number (at least four, without leading zeros); otherwise null. */
export function extractPhoneDigits(query: string): string | null {
  if (!/^[-+\d\s()/.–]+$/.test(query)) return null
  const digits = query.replaceAll('(0)', '').replaceAll(/\D/g, '').replace(/^0+/, '')
  return digits.length >= 4 ? digits : null
}

import { normalize } from './characters.ts'

// How text is compared in a search, in lists as in /search, once for queries and once as SQL for what is stored: case,
// accents and ligatures do not count, ß is ss, and ä is a is ae. Marks that make another letter, such as the voicing marks of
// Japanese, stay with theirs.

/** Letters that Unicode does not decompose, as one letter. */
const single = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ŧ: 't', ŋ: 'n', ə: 'e', ς: 'σ' }
/** The same as several. */
const several = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }
/** Combining diacritical marks, soft hyphens, joiners and marks of direction. */
const ignored = '[\\u0300-\\u036f\\u00ad\\u200c-\\u200f]'

const unaccented = (text: string): string => {
  const plain = normalize(text, 'NFKD').replace(new RegExp(ignored, 'g'), '').toLowerCase().normalize('NFC')
  return Object.entries({ ...single, ...several }).reduce((folded, [from, to]) => folded.replaceAll(from, to), plain)
}

/** The form of a query: ae, oe and ue are a, o and u, as ä, ö and ü are. */
export const fold = (text: string): string => unaccented(text).replace(/([aou])e/g, '$1')

const replacedSql = (expression: string, pairs: Readonly<Record<string, string>>) =>
  Object.entries(pairs).reduce((inner, [from, to]) => `replace(${inner}, '${from}', '${to}')`, expression)

function unaccentedSql(expression: string): string {
  const plain = `normalize(lower(regexp_replace(normalize(${expression}, NFKD), '${ignored}', '', 'g')), NFC)`
  const letters = `translate(${plain}, '${Object.keys(single).join('')}', '${Object.values(single).join('')}')`
  return replacedSql(letters, several)
}

const digraphs = { ae: 'a', oe: 'o', ue: 'u' }

/** The SQL of `fold`. */
export const foldedSql = (expression: string): string => replacedSql(unaccentedSql(expression), digraphs)

/** The SQL of a text to be searched: the form of queries, and behind it what keeps "elle" in "Mueller" findable. */
export const searchedSql = (expression: string): string => {
  const plain = unaccentedSql(expression)
  return `${replacedSql(plain, digraphs)} || ' ' || ${plain}`
}

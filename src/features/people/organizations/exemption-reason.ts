import { normalize } from '#core/text/characters'

/** Numbers of § 4 UStG that include a letter. After other numbers, a letter is a subdivision (Buchstabe). */
const letteredNumbers = new Set(['4a', '4b', '4c', '11a', '11b', '15a', '15b', '15c', '18a'])

/** `§ 25 a`, unless the letter begins an abbreviation such as `i. V. m.` or `f.`. */
const sectionPattern = /§+\s*(\d+)(?:([a-z])|\s+(?![fi]\.)([a-k]))?(?![\p{L}\p{N}])/gu
const numberPattern =
  /(?<![\p{L}\p{N}])(?:nrn?|nummer|no|number|ziff|ziffer)\.?\s*(\d+)(?:\s*(\()?([a-z])(?![\p{L}\p{N}])(\s*\))?)?/gu
const subdivisionPattern = /(?<![\p{L}\p{N}])(?:buchst|buchstabe|lit|litera|letter)\.?\s*(?=[a-z](?![\p{L}\p{N}]))/gu

/**
 * Normalizes the reason for a VAT exemption for comparison by prefix: `§25 a` equals `§ 25a`, and `§4 Nr.21a)` begins with
 * `§ 4 Nr. 21`, but `§ 4 Nr. 15a` does not begin with `§ 4 Nr. 15`.
 */
export const normalizeExemptionReason = (reason: string): string => {
  const text = normalize(reason, 'NFKC')
    .toLowerCase()
    .replaceAll(sectionPattern, (_, digits: string, glued = '', spaced = '') => ` § ${digits}${glued}${spaced} `)
  const numbered = text.replaceAll(
    numberPattern,
    (_, digits: string, opened: string | undefined, letter = '', closed: string | undefined, at: number) => {
      const before = text.slice(0, at)
      const [of] = before.match(/§ \d+[a-z]?(?=[^§]*$)/u) ?? ['§ 4']
      const isSubdivision = opened || (closed && !endsInParenthesis(before)) || of !== '§ 4'
      const isOne = !isSubdivision && letteredNumbers.has(digits + letter)
      return ` nr ${digits}${isOne ? '' : ' '}${letter} `
    },
  )
  return ` ${
    numbered
      .replaceAll(subdivisionPattern, ' ')
      .match(/§|[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `
}

const endsInParenthesis = (text: string) => text.lastIndexOf('(') > text.lastIndexOf(')')

import { collapseWhitespace, parseIban } from './statement.ts'

/** Content of field `:86:`. */
export interface Mt940Details {
  /** Business transaction code (GVC), three digits. */
  code: string | null
  name: string | null
  iban: string | null
  purpose: string | null
  ultimateName: string | null
  endToEndId: string | null
  /** The mandate of a direct debit. */
  mandate: string | null
}

/** Parses `:86:` in the variants that banks use, and `:NS:` which some use instead. */
export function parseMt940Details(lines: readonly string[], ns: readonly string[]): Mt940Details {
  const glued = lines.map((line, index) => line + restoreBlank(line, index === 0, index === lines.length - 1)).join('')
  const [, code = null, separator] = /^\s*(\d{3})([^\w\s.,:;])\d\d/.exec(glued) ?? []
  if (separator) return { ...parseStructured(glued.trimStart().slice(3), separator), code }
  const plain = joinPieces(lines, 65)
  if (/\/(REMI|EREF|CNTP|TRTP|ORDP|BENM)\//.test(glued)) return { ...parseSlashed(glued), code }
  if (/(?:^|\s)(EREF|SVWZ|KREF)[+:]/.test(plain)) return { ...parseTagged(plain), code, name: null }
  const told =
    plain ||
    joinPieces(
      ns.filter((row) => /^(0\d|1[0-4])/.test(row)).map((row) => row.slice(2)),
      27,
    )
  return {
    code,
    name: collapseWhitespace(
      ns
        .filter((row) => /^1[56]/.test(row))
        .map((row) => row.slice(2))
        .join(' '),
    ),
    iban: parseIban(/\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b/.exec(told)?.[0]),
    purpose: collapseWhitespace(told),
    ultimateName: null,
    endToEndId: null,
    mandate: null,
  }
}

/** Lines have 65 characters including the tag: one that is a character short has lost a trailing space. */
const restoreBlank = (line: string, isFirst: boolean, isLast: boolean) =>
  !isLast && line.length + (isFirst ? ':86:'.length : 0) === 64 ? ' ' : ''

/** Joins pieces: a piece of full length continues in the middle of a word. */
const joinPieces = (parts: readonly string[], full: number) =>
  parts.map((part, index) => (part.length >= full || index === parts.length - 1 ? part : `${part} `)).join('')

/** Subfield codes: booking text 00, purpose 20–29 and 60–63, bank 30, account 31, name 32 and 33. */
const fieldCode = /^(00|10|2\d|3[0-8]|6[0-3])$/

function parseStructured(text: string, separator: string): Omit<Mt940Details, 'code'> {
  const fields = new Map<string, string>()
  let code = ''
  for (const part of text.split(separator)) {
    const next = part.slice(0, 2)
    // A separator before two digits that are no code belongs to the text.
    const begins = fieldCode.test(next)
    if (begins) code = next
    fields.set(code, (fields.get(code) ?? '') + (begins ? part.slice(2) : code && separator + part))
  }
  const of = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => fields.get(String(first + index))).filter(
      (part) => part !== undefined,
    )
  const told = parseTagged(joinPieces([...of(20, 29), ...of(60, 63)], 27))
  return {
    ...told,
    iban: parseIban(fields.get('31')) ?? told.iban,
    name: collapseWhitespace(joinPieces(of(32, 33), 27)),
  }
}

const sepaTags = /(?:^|(?<=\s)|(?<=[^A-Z]))(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|PURP)(?:\+|:\s)/g

/** A purpose with SEPA tags: `EREF+…MREF+…SVWZ+…`. */
function parseTagged(text: string): Omit<Mt940Details, 'code' | 'name'> {
  const found = [...text.matchAll(sepaTags)]
  const parts = new Map<string, string>()
  for (const [index, { 0: whole, 1: tag = '', index: at }] of found.entries())
    if (!parts.has(tag)) parts.set(tag, text.slice(at + whole.length, found[index + 1]?.index))
  const before = text.slice(0, found[0]?.index)
  return {
    iban: parseIban(parts.get('IBAN')),
    ultimateName: collapseWhitespace(parts.get('ABWA')),
    purpose: collapseWhitespace(parts.get('SVWZ')) ?? collapseWhitespace(before),
    endToEndId: parseReference(parts.get('EREF')),
    mandate: parseReference(parts.get('MREF')),
  }
}

const slashTags =
  /\/(ADDR|BENM|BIC|BUSP|CNTP|CSID|EREF|IBAN|ID|ISDT|KREF|MARF|MREF|NAME|ORDP|PREF|PURP|REMI|RTRN|SVCL|TRCD|TRTP|ULTB|ULTC|ULTD)\//g

/** `/EREF/…/REMI/…`, in the style of SWIFT. */
function parseSlashed(text: string): Omit<Mt940Details, 'code'> {
  const found = [...text.matchAll(slashTags)]
  const parts = new Map<string, string>()
  // A slash may end one tag and begin the next.
  for (const [index, { 0: whole, 1: tag = '', index: at }] of found.entries())
    if (!parts.has(tag) || !parts.get(tag)) parts.set(tag, text.slice(at + whole.length, found[index + 1]?.index))
  const [iban, , name] = parts.get('CNTP')?.split('/') ?? []
  return {
    name: collapseWhitespace(parts.get('NAME')) ?? collapseWhitespace(name),
    iban: parseIban(parts.get('IBAN')?.replace(outerSlashes, '')) ?? parseIban(iban),
    purpose: collapseWhitespace(
      parts
        .get('REMI')
        ?.replace(/^(USTD\/\/|STRD\/[A-Z]+\/)/, '')
        .replace(outerSlashes, ''),
    ),
    ultimateName: collapseWhitespace(
      parts
        .get('ULTD')
        ?.replace(/^NAME\//, '')
        .replace(outerSlashes, ''),
    ),
    endToEndId: parseReference(parts.get('EREF')),
    mandate: parseReference(parts.get('MREF') ?? parts.get('MARF')),
  }
}

/** Trailing slashes. The lookbehind avoids quadratic backtracking. */
const outerSlashes = /(?<!\/)\/+$/

/** A reference, unless it is a placeholder. */
export function parseReference(text: string | null | undefined): string | null {
  const found = collapseWhitespace(text?.replace(outerSlashes, ''))
  return found && !/^(NOT ?PROVIDED|NONREF|NICHT ANGEGEBEN)$/i.test(found) ? found : null
}

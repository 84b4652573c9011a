import { ibanIn, tidy } from './statement.ts'

/** What a bank tells of a movement in `:86:`. */
export interface Details {
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

/** Reads `:86:` in the forms that banks give it, and `:NS:` where that stands in its place. */
export function detailsOf(lines: readonly string[], ns: readonly string[]): Details {
  const glued = lines.map((line, index) => line + lostBlank(line, index === 0, index === lines.length - 1)).join('')
  const [, code = null, separator] = /^\s*(\d{3})([^\w\s.,:;])\d\d/.exec(glued) ?? []
  if (separator) return { ...structured(glued.trimStart().slice(3), separator), code }
  const plain = pieces(lines, 65)
  if (/\/(REMI|EREF|CNTP|TRTP|ORDP|BENM)\//.test(glued)) return { ...slashed(glued), code }
  if (/(?:^|\s)(EREF|SVWZ|KREF)[+:]/.test(plain)) return { ...tagged(plain), code, name: null }
  const told =
    plain ||
    pieces(
      ns.filter((row) => /^(0\d|1[0-4])/.test(row)).map((row) => row.slice(2)),
      27,
    )
  return {
    code,
    name: tidy(
      ns
        .filter((row) => /^1[56]/.test(row))
        .map((row) => row.slice(2))
        .join(' '),
    ),
    iban: ibanIn(/\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b/.exec(told)?.[0]),
    purpose: tidy(told),
    ultimateName: null,
    endToEndId: null,
    mandate: null,
  }
}

/** Lines are of 65 characters, the tag among them: one that is a character short has lost a blank at its end. */
const lostBlank = (line: string, isFirst: boolean, isLast: boolean) =>
  !isLast && line.length + (isFirst ? ':86:'.length : 0) === 64 ? ' ' : ''

/** One text of its pieces: after one that is as long as it may be, the next goes on in the middle of a word. */
const pieces = (parts: readonly string[], full: number) =>
  parts.map((part, index) => (part.length >= full || index === parts.length - 1 ? part : `${part} `)).join('')

/** Fields of `?20`: booking text 00, purpose 20–29 and 60–63, bank 30, account 31, name 32 and 33. */
const known = /^(00|10|2\d|3[0-8]|6[0-3])$/

function structured(text: string, separator: string): Omit<Details, 'code'> {
  const fields = new Map<string, string>()
  let code = ''
  for (const part of text.split(separator)) {
    const next = part.slice(0, 2)
    // A question mark of the text before two digits that are no field is one of the text.
    const begins = known.test(next)
    if (begins) code = next
    fields.set(code, (fields.get(code) ?? '') + (begins ? part.slice(2) : code && separator + part))
  }
  const of = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => fields.get(String(first + index))).filter(
      (part) => part !== undefined,
    )
  const told = tagged(pieces([...of(20, 29), ...of(60, 63)], 27))
  return { ...told, iban: ibanIn(fields.get('31')) ?? told.iban, name: tidy(pieces(of(32, 33), 27)) }
}

const sepaTags = /(?:^|(?<=\s)|(?<=[^A-Z]))(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|PURP)(?:\+|:\s)/g

/** A purpose with the tags of SEPA in it: `EREF+…MREF+…SVWZ+…`. */
function tagged(text: string): Omit<Details, 'code' | 'name'> {
  const found = [...text.matchAll(sepaTags)]
  const parts = new Map<string, string>()
  for (const [index, { 0: whole, 1: tag = '', index: at }] of found.entries())
    if (!parts.has(tag)) parts.set(tag, text.slice(at + whole.length, found[index + 1]?.index))
  const before = text.slice(0, found[0]?.index)
  return {
    iban: ibanIn(parts.get('IBAN')),
    ultimateName: tidy(parts.get('ABWA')),
    purpose: tidy(parts.get('SVWZ')) ?? tidy(before),
    endToEndId: reference(parts.get('EREF')),
    mandate: reference(parts.get('MREF')),
  }
}

const slashTags =
  /\/(ADDR|BENM|BIC|BUSP|CNTP|CSID|EREF|IBAN|ID|ISDT|KREF|MARF|MREF|NAME|ORDP|PREF|PURP|REMI|RTRN|SVCL|TRCD|TRTP|ULTB|ULTC|ULTD)\//g

/** `/EREF/…/REMI/…`, as banks write it that follow SWIFT's own style. */
function slashed(text: string): Omit<Details, 'code'> {
  const found = [...text.matchAll(slashTags)]
  const parts = new Map<string, string>()
  // A slash may end one tag and begin the next.
  for (const [index, { 0: whole, 1: tag = '', index: at }] of found.entries())
    if (!parts.has(tag) || !parts.get(tag)) parts.set(tag, text.slice(at + whole.length, found[index + 1]?.index))
  const [iban, , name] = parts.get('CNTP')?.split('/') ?? []
  return {
    name: tidy(parts.get('NAME')) ?? tidy(name),
    iban: ibanIn(parts.get('IBAN')?.replace(outerSlashes, '')) ?? ibanIn(iban),
    purpose: tidy(
      parts
        .get('REMI')
        ?.replace(/^(USTD\/\/|STRD\/[A-Z]+\/)/, '')
        .replace(outerSlashes, ''),
    ),
    ultimateName: tidy(
      parts
        .get('ULTD')
        ?.replace(/^NAME\//, '')
        .replace(outerSlashes, ''),
    ),
    endToEndId: reference(parts.get('EREF')),
    mandate: reference(parts.get('MREF') ?? parts.get('MARF')),
  }
}

/** Slashes at the end; looked for from the first of them alone, or many would be gone through again and again. */
const outerSlashes = /(?<!\/)\/+$/

/** A reference that says something. */
export function reference(text: string | null | undefined): string | null {
  const found = tidy(text?.replace(outerSlashes, ''))
  return found && !/^(NOT ?PROVIDED|NONREF|NICHT ANGEGEBEN)$/i.test(found) ? found : null
}

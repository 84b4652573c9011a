import { normalize } from '#core/text/characters'
import { discountRoundingCents } from '#features/billing/invoices/cash-discount/discount-tolerance'
import type { AmountDue } from './payment-share.ts'

/** A sent invoice, or a credit note to be refunded. 0 is due if it is settled. */
export interface Payable extends AmountDue {
  id: string
  number: string
  isRefund: boolean
  clientId: string
  clientName: string
  /** Whether any payment was booked on it. */
  isPaid: boolean
  dueDate: string
  issueDate: string
  /** Last booking day of payments that take the cash discount. */
  discountUntil: string | null
}

/** Looks up documents by what a transaction may say about them. */
export interface PayableIndex {
  /** By number, letters and digits only. */
  byCompactNumber: Map<string, Payable[]>
  compactLengths: number[]
  /** By the digits of the number. */
  byDigits: Map<string, Payable[]>
  digitLengths: number[]
  /** By runs of letters and of digits, without leading zeros. */
  byNumberParts: Map<string, Payable[]>
  partCounts: number[]
  openByClient: Map<string, Payable[]>
  byDue: Map<number, Payable[]>
  findClientsByName(name: string | null): string[]
  /** Clients of whose name every word is in the text. */
  findClientsMentioned(text: string): string[]
}

export function createPayableIndex(payables: readonly Payable[]): PayableIndex {
  const index = {
    byCompactNumber: new Map<string, Payable[]>(),
    byDigits: new Map<string, Payable[]>(),
    byNumberParts: new Map<string, Payable[]>(),
    openByClient: new Map<string, Payable[]>(),
    byDue: new Map<number, Payable[]>(),
  }
  const names = new Map<string, Set<string>>()
  const words = new Map<string, string[]>()
  for (const payable of payables) {
    const compact = toCompactNumber(payable.number)
    const digits = compact.replace(/\D/g, '')
    if (compact.length >= 4) add(index.byCompactNumber, compact, payable)
    if (digits.length >= 5 && digits !== compact) add(index.byDigits, digits, payable)
    const parts = splitNumberParts(payable.number)
    if (parts.length > 1) add(index.byNumberParts, parts.join(' '), payable)
    if (payable.dueCents > 0) add(index.openByClient, payable.clientId, payable)
    for (const cents of listSettlingAmounts(payable)) add(index.byDue, cents, payable)
    if (words.has(payable.clientId)) continue
    const own = splitNameWords(payable.clientName)
    words.set(payable.clientId, own)
    for (const word of own) names.set(word, (names.get(word) ?? new Set()).add(payable.clientId))
  }
  const lengthsOf = (map: Map<string, unknown>) =>
    [...new Set([...map.keys()].map(({ length }) => length))].sort((a, b) => b - a)
  const withAnyWordOf = (wanted: readonly string[]) => new Set(wanted.flatMap((word) => [...(names.get(word) ?? [])]))
  return {
    ...index,
    compactLengths: lengthsOf(index.byCompactNumber),
    digitLengths: lengthsOf(index.byDigits),
    partCounts: [...new Set([...index.byNumberParts.keys()].map((key) => key.split(' ').length))].sort((a, b) => b - a),
    findClientsByName(name) {
      const wanted = splitNameWords(name ?? '')
      return [...withAnyWordOf(wanted)].filter((id) => isSameName(wanted, words.get(id) ?? []))
    },
    findClientsMentioned(text) {
      const written = new Set(splitNameWords(text))
      return [...withAnyWordOf([...written])].filter((id) => isMentioned(words.get(id) ?? [], written))
    },
  }
}

/** Amounts that settle it: all due, with charges, or less the discount, which payers round. */
function listSettlingAmounts({ dueCents, discountCents, chargesCents }: Payable): Set<number> {
  if (dueCents <= 0) return new Set()
  const discounted =
    discountCents > 0
      ? [-discountRoundingCents, 0, discountRoundingCents].map((cents) => dueCents - discountCents + cents)
      : []
  return new Set([dueCents, dueCents + chargesCents, ...discounted])
}

function add<Key>(map: Map<Key, Payable[]>, key: Key, payable: Payable) {
  const there = map.get(key)
  if (there) there.push(payable)
  else map.set(key, [payable])
}

/** Every word of the shorter name is in the longer one. */
function isSameName(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  return short.some(({ length }) => length >= 3) && short.every((word) => long.includes(word))
}

/** Names with fewer than four letters may be ordinary words. */
const isMentioned = (name: readonly string[], written: ReadonlySet<string>): boolean =>
  name.join('').length >= 4 && name.every((word) => written.has(word))

const legalForms = new Set(
  'GMBH MBH AG KG OHG UG GBR EK EV SE CO COKG KGAA GGMBH HAFTUNGSBESCHRANKT INH HERR FRAU DR UND ODER'.split(' '),
)

/** Distinctive words of a name, folded: Müller, Mueller and Muller are equal. */
const splitNameWords = (name: string): string[] => [
  ...new Set(
    foldSpelling(name)
      .replace(/\b([A-Z])\.(?=[A-Z]\.|\s|$)/g, '$1')
      .split(/[^A-Z0-9]+/)
      .filter((word) => word && !legalForms.has(word)),
  ),
]

/** Upper case without umlauts, however they are written. */
export const foldSpelling = (text: string): string =>
  normalize(text.toUpperCase().replaceAll('ß', 'SS'), 'NFD')
    .replace(/\p{M}/gu, '')
    .replace(/([AOU])E/g, '$1')

const toCompactNumber = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

const splitNumberParts = (text: string): string[] =>
  (text.toUpperCase().match(/[A-Z]+|\d+/g) ?? []).map((part) => part.replace(/^0+(?=\d)/, ''))

/** Finds documents whose numbers are in a text, with any separators. Those found by digits alone are only likely. */
export function findPayablesByNumber(text: string, index: PayableIndex): { certain: Payable[]; likely: Payable[] } {
  const capitals = text.toUpperCase()
  const places = [...capitals.matchAll(/[A-Z0-9]/g)].map(({ index: at }) => at)
  const compact = places.map((at) => capitals[at]).join('')
  const certain = new Set([
    ...findOccurrences(capitals, compact, places, index.byCompactNumber, index.compactLengths),
    ...findByNumberParts(splitNumberParts(text), index),
  ])
  const likely = findOccurrences(capitals, compact, places, index.byDigits, index.digitLengths)
  return { certain: [...certain], likely: likely.filter((one) => !certain.has(one)) }
}

const isDigit = (sign: string | undefined) => sign !== undefined && sign >= '0' && sign <= '9'

function findOccurrences(
  text: string,
  compact: string,
  places: readonly number[],
  map: Map<string, Payable[]>,
  lengths: readonly number[],
): Payable[] {
  const found: Payable[] = []
  for (let start = 0; start < compact.length; start += 1)
    for (const length of lengths) {
      const key = compact.slice(start, start + length)
      const payables = key.length === length ? map.get(key) : undefined
      if (!payables) continue
      const before = text[(places[start] ?? 0) - 1]
      const after = text[(places[start + length - 1] ?? 0) + 1]
      // Part of a longer number.
      if ((isDigit(before) && isDigit(key[0])) || (isDigit(after) && isDigit(key.at(-1)))) continue
      found.push(...payables)
      break
    }
  return found
}

function findByNumberParts(parts: readonly string[], { byNumberParts, partCounts }: PayableIndex): Payable[] {
  return parts.flatMap((_, start) => {
    for (const count of partCounts) {
      const found = byNumberParts.get(parts.slice(start, start + count).join(' '))
      if (found && start + count <= parts.length) return found
    }
    return []
  })
}

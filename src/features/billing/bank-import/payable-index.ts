import { normalize } from '#core/text/characters'
import { roundingCents } from '#features/billing/invoices/discount-rounding'
import type { Due } from './part.ts'

/** What money can be booked on: a sent invoice, or a credit note of which something is to be paid back; 0 is due of what is settled. */
export interface Payable extends Due {
  id: string
  number: string
  isRefund: boolean
  clientId: string
  clientName: string
  /** Money was booked on it. */
  isPaid: boolean
  dueDate: string
  issueDate: string
  /** Until when what takes the cash discount is booked. */
  discountUntil: string | null
}

/** What is to be paid, by all that a transaction may tell of it. */
export interface PayableIndex {
  /** Numbers without anything but letters and digits, and how long they are. */
  compact: Map<string, Payable[]>
  lengths: number[]
  /** Their digits alone. */
  digits: Map<string, Payable[]>
  digitLengths: number[]
  /** Their parts, without leading zeros. */
  spelled: Map<string, Payable[]>
  partCounts: number[]
  openOf: Map<string, Payable[]>
  byDue: Map<number, Payable[]>
  clientsNamed(name: string | null): string[]
  /** Clients whose whole name, word by word, is in the text. */
  clientsMentioned(text: string): string[]
}

export function indexOf(payables: readonly Payable[]): PayableIndex {
  const index = {
    compact: new Map<string, Payable[]>(),
    digits: new Map<string, Payable[]>(),
    spelled: new Map<string, Payable[]>(),
    openOf: new Map<string, Payable[]>(),
    byDue: new Map<number, Payable[]>(),
  }
  const names = new Map<string, Set<string>>()
  const words = new Map<string, string[]>()
  for (const payable of payables) {
    const compact = compactOf(payable.number)
    const digits = compact.replace(/\D/g, '')
    if (compact.length >= 4) add(index.compact, compact, payable)
    if (digits.length >= 5 && digits !== compact) add(index.digits, digits, payable)
    const parts = partsOf(payable.number)
    if (parts.length > 1) add(index.spelled, parts.join(' '), payable)
    if (payable.dueCents > 0) add(index.openOf, payable.clientId, payable)
    for (const cents of amountsOf(payable)) add(index.byDue, cents, payable)
    if (words.has(payable.clientId)) continue
    const own = wordsOf(payable.clientName)
    words.set(payable.clientId, own)
    for (const word of own) names.set(word, (names.get(word) ?? new Set()).add(payable.clientId))
  }
  const lengthsOf = (map: Map<string, unknown>) =>
    [...new Set([...map.keys()].map(({ length }) => length))].sort((a, b) => b - a)
  const withAnyWordOf = (wanted: readonly string[]) => new Set(wanted.flatMap((word) => [...(names.get(word) ?? [])]))
  return {
    ...index,
    lengths: lengthsOf(index.compact),
    digitLengths: lengthsOf(index.digits),
    partCounts: [...new Set([...index.spelled.keys()].map((key) => key.split(' ').length))].sort((a, b) => b - a),
    clientsNamed(name) {
      const wanted = wordsOf(name ?? '')
      return [...withAnyWordOf(wanted)].filter((id) => isSameName(wanted, words.get(id) ?? []))
    },
    clientsMentioned(text) {
      const written = new Set(wordsOf(text))
      return [...withAnyWordOf([...written])].filter((id) => isMentioned(words.get(id) ?? [], written))
    },
  }
}

/** What settles it: all that is due, with its charges or less its discount, which payers round by themselves. */
function amountsOf({ dueCents, discountCents, chargesCents }: Payable): Set<number> {
  if (dueCents <= 0) return new Set()
  const discounted =
    discountCents > 0 ? [-roundingCents, 0, roundingCents].map((cents) => dueCents - discountCents + cents) : []
  return new Set([dueCents, dueCents + chargesCents, ...discounted])
}

function add<Key>(map: Map<Key, Payable[]>, key: Key, payable: Payable) {
  const there = map.get(key)
  if (there) there.push(payable)
  else map.set(key, [payable])
}

/** Every word of the shorter name stands in the longer one. */
function isSameName(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  return short.some(({ length }) => length >= 3) && short.every((word) => long.includes(word))
}

/** A name of fewer than four letters may be an ordinary word of the purpose. */
const isMentioned = (name: readonly string[], written: ReadonlySet<string>): boolean =>
  name.join('').length >= 4 && name.every((word) => written.has(word))

const legalForms = new Set(
  'GMBH MBH AG KG OHG UG GBR EK EV SE CO COKG KGAA GGMBH HAFTUNGSBESCHRANKT INH HERR FRAU DR UND ODER'.split(' '),
)

/** The words of a name that tell it from others, spelled as a bank may do: Müller, Mueller and Muller are one. */
const wordsOf = (name: string): string[] => [
  ...new Set(
    folded(name)
      .replace(/\b([A-Z])\.(?=[A-Z]\.|\s|$)/g, '$1')
      .split(/[^A-Z0-9]+/)
      .filter((word) => word && !legalForms.has(word)),
  ),
]

/** Capitals without umlauts, however these are written. */
export const folded = (text: string): string =>
  normalize(text.toUpperCase().replaceAll('ß', 'SS'), 'NFD')
    .replace(/\p{M}/gu, '')
    .replace(/([AOU])E/g, '$1')

const compactOf = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Runs of letters and of digits, these without leading zeros. */
const partsOf = (text: string): string[] =>
  (text.toUpperCase().match(/[A-Z]+|\d+/g) ?? []).map((part) => part.replace(/^0+(?=\d)/, ''))

/** The documents whose numbers stand in a text, with blanks and signs anywhere in them; by their digits alone they are but likely. */
export function numbersIn(text: string, index: PayableIndex): { certain: Payable[]; likely: Payable[] } {
  const capitals = text.toUpperCase()
  const places = [...capitals.matchAll(/[A-Z0-9]/g)].map(({ index: at }) => at)
  const compact = places.map((at) => capitals[at]).join('')
  const certain = new Set([
    ...occurring(capitals, compact, places, index.compact, index.lengths),
    ...spelledIn(partsOf(text), index),
  ])
  const likely = occurring(capitals, compact, places, index.digits, index.digitLengths)
  return { certain: [...certain], likely: likely.filter((one) => !certain.has(one)) }
}

const isDigit = (sign: string | undefined) => sign !== undefined && sign >= '0' && sign <= '9'

function occurring(
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
      // A longer number is another one.
      if ((isDigit(before) && isDigit(key[0])) || (isDigit(after) && isDigit(key.at(-1)))) continue
      found.push(...payables)
      break
    }
  return found
}

function spelledIn(parts: readonly string[], { spelled, partCounts }: PayableIndex): Payable[] {
  return parts.flatMap((_, start) => {
    for (const count of partCounts) {
      const found = spelled.get(parts.slice(start, start + count).join(' '))
      if (found && start + count <= parts.length) return found
    }
    return []
  })
}

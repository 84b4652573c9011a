import { randomUUID } from 'node:crypto'
import { toAccountKey } from './account-key.ts'
import { foldSpelling } from './payable-index.ts'
import type { Movement, Statement, StatementFormat, TransactionReferences } from './statement.ts'

/** A transaction stored by an earlier import. */
export interface KnownTransaction extends Omit<Movement, 'line' | 'isReturn' | 'ultimateName'> {
  id: string
  format: StatementFormat
  /** Account number without the bank code, and the bank code if known. */
  account: string
  bank: string | null
}

export interface RecognizedMovement {
  id: string
  isNew: boolean
}

interface RecognizeInput {
  statements: readonly Statement[]
  format: StatementFormat
  known: readonly KnownTransaction[]
}

/**
 * Finds the known transaction of each movement, in order. Banks give transactions no identifier that survives a change of format, so they
 * are recognized by day, amount and details. Within a statement, each known transaction matches at most one movement: two that are alike
 * are two.
 * @public A thread runs it by its name.
 */
export function recognizeMovements({ statements, format, known }: RecognizeInput): RecognizedMovement[] {
  const accounts = new Map<string, AccountTransactions>()
  const knownOf = (account: string) => {
    const there = accounts.get(account) ?? new AccountTransactions()
    accounts.set(account, there)
    return there
  }
  for (const one of known) knownOf(one.account).add(new ComparableTransaction(one))
  let earlier: PreviousStatement | null = null
  return statements.flatMap((statement) => {
    const key = toAccountKey(statement)
    const theirs = knownOf(key.account)
    const before: ReadonlySet<string> | undefined = continuesStatement(earlier, statement, key.account)
      ? earlier?.ids
      : undefined
    const isFree = ({ known: { id, bank } }: ComparableTransaction) =>
      !before?.has(id) && !(bank && key.bank && bank !== key.bank)
    const told = statement.movements.map(
      (movement) => new ComparableTransaction({ ...movement, ...key, format, id: randomUUID() }),
    )
    const found = matchKnown(told, theirs, isFree)
    const recognized = told.map((one, index) => ({
      id: (found[index] ?? one).known.id,
      isNew: !found[index],
    }))
    for (const [index, one] of told.entries()) if (!found[index]) theirs.add(one)
    earlier = { statement, account: key.account, ids: new Set([...(before ?? []), ...recognized.map(({ id }) => id)]) }
    return recognized
  })
}

/** The previous statement, and the transactions of it and of those it continues. */
interface PreviousStatement {
  statement: Statement
  account: string
  ids: ReadonlySet<string>
}

/** A page that continues the previous one has other transactions, however similar. */
const continuesStatement = (earlier: PreviousStatement | null, statement: Statement, account: string): boolean =>
  earlier?.account === account &&
  statement.openingCents !== null &&
  earlier.statement.closingCents === statement.openingCents &&
  earlier.statement.openingCents !== statement.openingCents

/** Identical ones first, then the most similar of the rest. */
function matchKnown(
  movements: readonly ComparableTransaction[],
  known: AccountTransactions,
  isFree: (one: ComparableTransaction) => boolean,
): (ComparableTransaction | null)[] {
  const taken = new Set<ComparableTransaction>()
  const isLeft = (one: ComparableTransaction) => !taken.has(one) && isFree(one)
  const next = new Map<string, number>()
  const found = movements.map(({ identity }) => {
    const same = known.identical.get(identity) ?? []
    let at = next.get(identity) ?? 0
    while (at < same.length && !isLeft(same[at] as ComparableTransaction)) at += 1
    next.set(identity, at + 1)
    const one = same[at] ?? null
    if (one) taken.add(one)
    return one
  })
  const pairsOf = (movement: ComparableTransaction, index: number) =>
    found[index]
      ? []
      : known.findSimilar(movement, isLeft).flatMap((one) => {
          const likeness = scoreSimilarity(movement, one)
          return likeness === null ? [] : [{ index, one, likeness }]
        })
  const takeLikest = (pairs: ReturnType<typeof pairsOf>) => {
    for (const { index, one } of pairs.sort((a, b) => b.likeness - a.likeness || a.index - b.index)) {
      if (found[index] || taken.has(one)) continue
      found[index] = one
      taken.add(one)
    }
  }
  takeLikest(movements.flatMap(pairsOf))
  // Neighbors of a movement may be taken by now, so compare with the next ones.
  for (const [index, movement] of movements.entries()) takeLikest(pairsOf(movement, index))
  return found
}

const maxComparedLetters = 400

/** A transaction normalized for comparison. */
class ComparableTransaction {
  readonly known: KnownTransaction
  readonly bankReference: string | null
  readonly endToEndId: string | null
  readonly mandate: string | null
  readonly iban: string | null
  readonly purpose: ComparableText | null
  readonly name: ComparableText | null
  readonly identity: string

  constructor(known: KnownTransaction) {
    this.known = known
    this.bankReference = toAlphanumeric(known.bankReference)
    this.endToEndId = toAlphanumeric(known.endToEndId)
    this.mandate = toAlphanumeric(known.references.mandate ?? null)
    this.iban = toAlphanumeric(known.iban)
    this.purpose = toComparableText(known.purpose)
    this.name = toComparableText(known.name)
    const { currency, amountCents, bookedOn, valueOn } = known
    const { bankReference, endToEndId, mandate, iban, purpose, name } = this
    const { uetr, txId, entry, proprietary = {} } = known.references
    this.identity = JSON.stringify([
      ...[currency, amountCents, bookedOn, valueOn],
      ...[bankReference, endToEndId, mandate, iban, purpose?.normalized, name?.normalized],
      ...[uetr, txId, entry, Object.entries(proprietary).sort()],
    ])
  }
}

/** Upper-case letters and digits of a text, and its sorted bigrams, computed on first use. */
class ComparableText {
  readonly normalized: string
  #pairs: Uint16Array | undefined

  constructor(letters: string) {
    this.normalized = letters
  }

  get bigrams(): Uint16Array {
    this.#pairs ??= Uint16Array.from({ length: Math.max(0, this.normalized.length - 1) }, (_, at) =>
      Number.parseInt(this.normalized.slice(at, at + 2), 36),
    ).sort()
    return this.#pairs
  }
}

const toAlphanumeric = (text: string | null): string | null => text && foldSpelling(text).replace(/[^A-Z0-9]/g, '')

const toComparableText = (text: string | null): ComparableText | null => {
  const letters = toAlphanumeric(text)?.slice(0, maxComparedLetters)
  return letters ? new ComparableText(letters) : null
}

class AccountTransactions {
  readonly identical = new Map<string, ComparableTransaction[]>()
  readonly #byKey = new Map<string, SortedNeighborhood>()

  add(one: ComparableTransaction) {
    const same = this.identical.get(one.identity)
    if (same) same.push(one)
    else this.identical.set(one.identity, [one])
    for (const key of listBlockingKeys(one)) {
      const there = this.#byKey.get(key) ?? new SortedNeighborhood()
      this.#byKey.set(key, there)
      there.add(one)
    }
  }

  /** Candidates with the same amount and a common day or reference. */
  findSimilar(
    movement: ComparableTransaction,
    isLeft: (one: ComparableTransaction) => boolean,
  ): ComparableTransaction[] {
    const found = listBlockingKeys(movement).flatMap((key) => this.#byKey.get(key)?.findNear(movement, isLeft) ?? [])
    return [...new Set(found)]
  }
}

/** Booking date, value date, and the references that all formats carry. */
const listBlockingKeys = ({
  known: { currency, amountCents, bookedOn, valueOn, references },
  bankReference,
  endToEndId,
}: ComparableTransaction) =>
  [
    `booked ${bookedOn}`,
    ...(valueOn ? [`valued ${valueOn}`] : []),
    ...(references.uetr ? [`UETR ${references.uetr}`] : []),
    ...(references.txId ? [`TxId ${references.txId}`] : []),
    ...(bankReference ? [`AcctSvcrRef ${bankReference}`] : []),
    ...(endToEndId ? [`EndToEndId ${endToEndId}`] : []),
  ].map((key) => `${currency} ${amountCents} ${key}`)

/** Neighbors compared on each side, per sort order. */
const neighborhoodSize = 10

const sortKeys: readonly ((one: ComparableTransaction) => string)[] = [
  ({ known: { references } }) => references.uetr ?? references.txId ?? references.entry ?? '',
  ({ endToEndId, iban }) => `${endToEndId ?? ''} ${iban ?? ''}`,
  ({ purpose, name }) => `${purpose?.normalized ?? ''} ${name?.normalized ?? ''}`,
  ({ name, purpose }) => `${name?.normalized ?? ''} ${purpose?.normalized ?? ''}`,
]

/**
 * Transactions with equal amount and a common key. A few are all compared with a movement; of many, only its neighbors in sorted order
 * (sorted neighborhood method).
 */
class SortedNeighborhood {
  readonly #sorted: ComparableTransaction[][] = sortKeys.map(() => [])
  #isSorted = true

  add(one: ComparableTransaction) {
    for (const list of this.#sorted) list.push(one)
    this.#isSorted = false
  }

  findNear(movement: ComparableTransaction, isLeft: (one: ComparableTransaction) => boolean): ComparableTransaction[] {
    const [all = []] = this.#sorted
    if (all.length <= 2 * neighborhoodSize) return all.filter(isLeft)
    if (!this.#isSorted)
      for (const [index, list] of this.#sorted.entries()) list.sort((a, b) => compareBy(sortKeys[index], a, b))
    this.#isSorted = true
    return this.#sorted.flatMap((list, index) => {
      const at = findFirstIndex(list, (one) => compareBy(sortKeys[index], one, movement) >= 0)
      return [...takeNear(list, at, 1, isLeft), ...takeNear(list, at - 1, -1, isLeft)]
    })
  }
}

function compareBy(
  by: (typeof sortKeys)[number] = () => '',
  a: ComparableTransaction,
  b: ComparableTransaction,
): number {
  const [one, other] = [by(a), by(b)]
  return one < other ? -1 : one > other ? 1 : 0
}

/** Binary search. */
function findFirstIndex(
  list: readonly ComparableTransaction[],
  holds: (one: ComparableTransaction) => boolean,
): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(list[middle] as ComparableTransaction)) high = middle
    else low = middle + 1
  }
  return low
}

function takeNear(
  list: readonly ComparableTransaction[],
  from: number,
  step: 1 | -1,
  isLeft: (one: ComparableTransaction) => boolean,
): ComparableTransaction[] {
  const found: ComparableTransaction[] = []
  for (let at = from; at >= 0 && at < list.length && found.length < neighborhoodSize; at += step) {
    const one = list[at] as ComparableTransaction
    if (isLeft(one)) found.push(one)
  }
  return found
}

/** Higher is more similar; null if something shows that they differ. */
function scoreSimilarity(movement: ComparableTransaction, known: ComparableTransaction): number | null {
  const isSame = isSameByReference(movement.known.references, known.known.references)
  const isOne = isSame === null ? isNotifiedWithoutDay(movement, known) : isSame && isNotifiedEarlier(movement, known)
  if (!isSameDay(movement.known, known.known) && !isOne) return null
  if (isSame !== null) return isSame ? 100 : null
  const sameReference = isEqualIfBoth(movement.bankReference, known.bankReference)
  // Other formats may carry other bank references.
  if (movement.known.format === known.known.format) {
    const sameEntry = isEqualIfBoth(movement.known.references.entry, known.known.references.entry)
    if (sameReference === false || (sameReference === null && sameEntry === false)) return null
  }
  const sameEndToEnd = isEqualIfBoth(movement.endToEndId, known.endToEndId)
  const sameIban = isEqualIfBoth(movement.iban, known.iban)
  const sameMandate = isEqualIfBoth(movement.mandate, known.mandate)
  if (sameEndToEnd === false || sameIban === false || sameMandate === false) return null
  if (sameEndToEnd && sameMandate) return 50
  const alike = textSimilarity(movement.purpose, known.purpose)
  if (alike !== null && alike < 0.6 && !(sameEndToEnd && sameIban)) return null
  if (!sameEndToEnd && numbersDiffer(movement.purpose, known.purpose)) return null
  const named = textSimilarity(movement.name, known.name)
  if (named !== null && named < 0.5 && !sameEndToEnd && !sameIban) return null
  return (sameReference ? 8 : 0) + (sameEndToEnd ? 4 : 0) + (sameIban ? 2 : 0) + 3 * (alike ?? 0) + (named ?? 0)
}

/** Compares the strongest permanent reference that both have; null if they share none. */
function isSameByReference(one: TransactionReferences, other: TransactionReferences): boolean | null {
  const turnover = Object.entries(one.proprietary ?? {}).map(([kind, text]) =>
    isEqualIfBoth(text, other.proprietary?.[kind]),
  )
  return (
    isEqualIfBoth(one.uetr, other.uetr) ??
    isEqualIfBoth(one.txId, other.txId) ??
    turnover.find((same) => same !== null) ??
    null
  )
}

/**
 * Whether the days may differ because one is a notification (camt.052, camt.054), which need not have a booking date. A UETR is unique; a
 * TxId may be reused, so payer and EndToEndId must not differ.
 */
function isNotifiedEarlier(movement: ComparableTransaction, known: ComparableTransaction): boolean {
  if (!isNotification(movement) && !isNotification(known)) return false
  if (isEqualIfBoth(movement.known.references.uetr, known.known.references.uetr)) return true
  return (
    isEqualIfBoth(movement.endToEndId, known.endToEndId) !== false && isEqualIfBoth(movement.iban, known.iban) !== false
  )
}

const isNotification = ({ known: { format } }: ComparableTransaction) => format === 'camt.052' || format === 'camt.054'

/** Days between a notification and a statement that share only an EndToEndId, which payers may repeat weekly. */
const maxDaysApartByEndToEndId = 5

/**
 * Whether one is a notification without a booking date and the other a statement with the same bank reference or EndToEndId, and no
 * differing value date.
 */
function isNotifiedWithoutDay(movement: ComparableTransaction, known: ComparableTransaction): boolean {
  const notification = isNotification(movement) ? movement : known
  const statement = notification === movement ? known : movement
  if (!isNotification(notification) || isNotification(statement)) return false
  const { bookedOn, valueOn } = notification.known
  if (valueOn !== null && valueOn !== bookedOn) return false
  if (isEqualIfBoth(valueOn, statement.known.valueOn) === false) return false
  const sameReference = isEqualIfBoth(movement.bankReference, known.bankReference)
  if (sameReference !== null) return sameReference
  const days = Math.abs(Date.parse(bookedOn) - Date.parse(statement.known.bookedOn)) / 86_400_000
  return movement.endToEndId !== null && movement.endToEndId === known.endToEndId && days <= maxDaysApartByEndToEndId
}

/** Same booking date; if the other format lacks it, same value date. */
function isSameDay(movement: KnownTransaction, known: KnownTransaction): boolean {
  if (movement.bookedOn === known.bookedOn) return true
  const isOther = movement.format.startsWith('mt') !== known.format.startsWith('mt')
  const isUntold = movement.bookedOn === movement.valueOn || known.bookedOn === known.valueOn
  return isOther && isUntold && movement.valueOn !== null && movement.valueOn === known.valueOn
}

/** Null if either is missing. */
const isEqualIfBoth = (one: string | null | undefined, other: string | null | undefined): boolean | null =>
  one == null || other == null ? null : one === other

/** From 0 to 1: 1 if one text starts with the other; else the Dice coefficient of their bigrams. */
function textSimilarity(one: ComparableText | null, other: ComparableText | null): number | null {
  if (one === null || other === null) return null
  const [short, long] = one.normalized.length <= other.normalized.length ? [one, other] : [other, one]
  if (short.normalized === long.normalized) return 1
  if (short.normalized.length >= 10 && long.normalized.includes(short.normalized)) return 1
  const all = short.bigrams.length + long.bigrams.length
  return (2 * countCommon(short.bigrams, long.bigrams)) / Math.max(1, all)
}

/** Whether the shorter text has a number that the longer one lacks: another invoice is another payment, however similar the words. */
function numbersDiffer(one: ComparableText | null, other: ComparableText | null): boolean {
  if (one === null || other === null) return false
  const [short, long] = one.normalized.length <= other.normalized.length ? [one, other] : [other, one]
  return (short.normalized.match(/\d+/g) ?? []).some((number) => !long.normalized.includes(number))
}

/** Size of the intersection of two sorted lists. */
function countCommon(one: Uint16Array, other: Uint16Array): number {
  let [at, there, both] = [0, 0, 0]
  while (at < one.length && there < other.length) {
    const [left, right] = [one[at] as number, other[there] as number]
    if (left === right) both += 1
    if (left <= right) at += 1
    if (right <= left) there += 1
  }
  return both
}

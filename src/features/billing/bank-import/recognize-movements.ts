import { randomUUID } from 'node:crypto'
import { toAccountKey } from './account-key.ts'
import { foldSpelling } from './payable-index.ts'
import type { Movement, Statement, StatementFormat, TransactionReferences } from './statement.ts'

/** A transaction that is known from an earlier file. */
export interface KnownTransaction extends Omit<Movement, 'line' | 'isReturn' | 'ultimateName'> {
  id: string
  format: StatementFormat
  /** The account without its bank, and the bank where the file told it. */
  account: string
  bank: string | null
}

/** Which transaction a movement is, and whether it was unknown. */
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
 * Which transaction each movement of some statements is, in their order. Banks give a transaction no name that lasts from
 * one format to another, so it is known by its day and amount and by what is told of it. Each known one is one movement
 * of a statement at most: two alike of one statement are two.
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

/** The statement before, and the transactions that it and what it continues have told. */
interface PreviousStatement {
  statement: Statement
  account: string
  ids: ReadonlySet<string>
}

/** A page that goes on where the one before ended tells other transactions, however alike. */
const continuesStatement = (earlier: PreviousStatement | null, statement: Statement, account: string): boolean =>
  earlier?.account === account &&
  statement.openingCents !== null &&
  earlier.statement.closingCents === statement.openingCents &&
  earlier.statement.openingCents !== statement.openingCents

/** First those of which all is the same, then of what is left the likest. */
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
  // Of many alike those with which one was compared may be gone.
  for (const [index, movement] of movements.entries()) takeLikest(pairsOf(movement, index))
  return found
}

/** What is compared of a purpose; who writes so much alike means the same. */
const maxComparedLetters = 400

/** What is told of a transaction, folded once for all with which it is compared. */
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

/** A text without anything but capitals and digits, and its pairs of these in order, made when they are first asked for. */
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

/** The known transactions of an account. */
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

  /** Those of the same amount that may be it, by their days and the references of the payment. */
  findSimilar(
    movement: ComparableTransaction,
    isLeft: (one: ComparableTransaction) => boolean,
  ): ComparableTransaction[] {
    const found = listBlockingKeys(movement).flatMap((key) => this.#byKey.get(key)?.findNear(movement, isLeft) ?? [])
    return [...new Set(found)]
  }
}

/** By the day on which it was booked, by that from which it counts, and by the references that every format repeats. */
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

/** So many on each side are compared, in each order. */
const neighborhoodSize = 10

const sortKeys: readonly ((one: ComparableTransaction) => string)[] = [
  ({ known: { references } }) => references.uetr ?? references.txId ?? references.entry ?? '',
  ({ endToEndId, iban }) => `${endToEndId ?? ''} ${iban ?? ''}`,
  ({ purpose, name }) => `${purpose?.normalized ?? ''} ${name?.normalized ?? ''}`,
  ({ name, purpose }) => `${name?.normalized ?? ''} ${purpose?.normalized ?? ''}`,
]

/**
 * Transactions of one amount that have a key in common. Of a few all are compared with a movement; of many those that stand beside it in
 * order of what is told of them (the sorted neighbourhood method), since with each other they would be too many.
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

/** The place of the first in a sorted list for which it holds. */
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

/** How much of what is told of two agrees; null where something shows that they are two. */
function scoreSimilarity(movement: ComparableTransaction, known: ComparableTransaction): number | null {
  const isSame = isSameByReference(movement.known.references, known.known.references)
  const isOne = isSame === null ? isNotifiedWithoutDay(movement, known) : isSame && isNotifiedEarlier(movement, known)
  if (!isSameDay(movement.known, known.known) && !isOne) return null
  if (isSame !== null) return isSame ? 100 : null
  const sameReference = isEqualIfBoth(movement.bankReference, known.bankReference)
  // Another format may carry other references of the bank.
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

/** Compares the strongest permanent reference that both carry; null if they share none. */
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
 * Whether one of both may have another day because a notification (camt.052, camt.054) told of it before the statement: these need not have a
 * booking date. An UETR is unique; a TxId may be used again, so that payer and EndToEndId must not differ.
 */
function isNotifiedEarlier(movement: ComparableTransaction, known: ComparableTransaction): boolean {
  if (!isNotification(movement) && !isNotification(known)) return false
  if (isEqualIfBoth(movement.known.references.uetr, known.known.references.uetr)) return true
  return (
    isEqualIfBoth(movement.endToEndId, known.endToEndId) !== false && isEqualIfBoth(movement.iban, known.iban) !== false
  )
}

const isNotification = ({ known: { format } }: ComparableTransaction) => format === 'camt.052' || format === 'camt.054'

/** Days that the statement may lie before or after a notification that shares no more than an EndToEndId: payers repeat it week by week. */
const maxDaysApartByEndToEndId = 5

/**
 * Whether one of both is a notification that seems to have no booking date, and the other a statement that shares the bank's reference of the
 * entry or the payer's of the payment, and nothing shows another value date.
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

/** Booked on the same day; where the other format does not tell that day, valued on the same. */
function isSameDay(movement: KnownTransaction, known: KnownTransaction): boolean {
  if (movement.bookedOn === known.bookedOn) return true
  const isOther = movement.format.startsWith('mt') !== known.format.startsWith('mt')
  const isUntold = movement.bookedOn === movement.valueOn || known.bookedOn === known.valueOn
  return isOther && isUntold && movement.valueOn !== null && movement.valueOn === known.valueOn
}

/** Null where one of both says nothing. */
const isEqualIfBoth = (one: string | null | undefined, other: string | null | undefined): boolean | null =>
  one == null || other == null ? null : one === other

/** From 0 to 1: 1 where one text is the other, or its beginning; else the share of pairs of letters that both have (Dice). */
function textSimilarity(one: ComparableText | null, other: ComparableText | null): number | null {
  if (one === null || other === null) return null
  const [short, long] = one.normalized.length <= other.normalized.length ? [one, other] : [other, one]
  if (short.normalized === long.normalized) return 1
  if (short.normalized.length >= 10 && long.normalized.includes(short.normalized)) return 1
  const all = short.bigrams.length + long.bigrams.length
  return (2 * countCommon(short.bigrams, long.bigrams)) / Math.max(1, all)
}

/** Whether a text has a number that the longer one has not: another invoice is another payment, however alike the words. */
function numbersDiffer(one: ComparableText | null, other: ComparableText | null): boolean {
  if (one === null || other === null) return false
  const [short, long] = one.normalized.length <= other.normalized.length ? [one, other] : [other, one]
  return (short.normalized.match(/\d+/g) ?? []).some((number) => !long.normalized.includes(number))
}

/** How many of two sorted lists are in both. */
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

import type { Bilingual } from '#core/text/language'
import { findPayers } from './find-payers.ts'
import { ambiguousMatch, exactMatch, type Match, maxOffered, noMatch, partialMatch } from './match.ts'
import { createPayableIndex, findPayablesByNumber, type Payable, type PayableIndex } from './payable-index.ts'
import { isDue, settlesPayable, splitOverPayables, toShare } from './payable-shares.ts'
import type { PaymentShare, SetOff } from './payment-share.ts'
import type { Movement } from './statement.ts'

interface MatchInput {
  movements: readonly Movement[]
  payables: readonly Payable[]
  /** Clients who paid from an IBAN before. */
  accounts: readonly { iban: string; clientId: string }[]
  /** Maximum size of a response with all matches. */
  maxBytes: number
}

/** More invoice numbers than this are a list, not a payment. */
const maxPaidInvoices = 50

/**
 * Matches transactions with open documents by number, amount, name and account.
 * @public A thread runs it by its name.
 */
export function matchMovements({
  movements,
  payables,
  accounts,
  maxBytes,
}: MatchInput): Match[] | { refused: Bilingual } {
  const incoming = createPayableIndex(payables.filter(({ isRefund }) => !isRefund))
  const outgoing = createPayableIndex(payables.filter(({ isRefund }) => isRefund))
  const clientsOf = new Map<string, Set<string>>()
  for (const { iban, clientId } of accounts) clientsOf.set(iban, (clientsOf.get(iban) ?? new Set()).add(clientId))
  const match = (movement: Movement) => {
    if (movement.currency !== 'EUR')
      return noMatch(
        `Fremdwährung (${movement.currency}): Rechnungen lauten auf Euro`,
        `Foreign currency (${movement.currency}): invoices are in euros`,
      )
    const [index, opposite] = movement.amountCents > 0 ? [incoming, outgoing] : [outgoing, incoming]
    if (movement.isReturn) return matchReturn(movement, incoming)
    return matchMovement(movement, index, opposite, clientsOf.get(movement.iban ?? '') ?? new Set())
  }
  const matches: Match[] = []
  let bytes = 0
  for (const movement of movements) {
    const made = match(movement)
    bytes += estimateBytes(movement, made)
    if (bytes > maxBytes) return { refused: tooLarge }
    matches.push(made)
  }
  return matches
}

function matchMovement(
  movement: Movement,
  index: PayableIndex,
  opposite: PayableIndex,
  known: ReadonlySet<string>,
): Match {
  const cents = Math.abs(movement.amountCents)
  const text = [movement.purpose, movement.endToEndId].filter(Boolean).join(' ')
  const { certain, likely } = findPayablesByNumber(text, index)
  const open = certain.filter(isDue)
  const owing = index.byDue.get(cents) ?? []
  const { named, learned, isDisputed } = findPayers(movement, text, index, known)
  if (open.length) {
    const numbered = new Set(open.map(({ clientId }) => clientId))
    const others = isDisjoint(numbered, named)
      ? owing.filter((one) => named.has(one.clientId) && settlesPayable(one, movement, cents))
      : []
    if (others.length) return ambiguousMatch([...open, ...others], movement, cents, 0.4, ...numberContradictionReason)
    const paid = matchNumbers(open, movement, cents)
    return paid.match === 'exact' ? paid : (matchSetOff(open, text, opposite, movement, cents) ?? paid)
  }
  const [numbered] = certain
  if (numbered) return matchSettled(numbered, movement, cents)

  const [byDigits, ...others] = likely.filter((one) => isDue(one) && settlesPayable(one, movement, cents))
  if (byDigits && !others.length)
    return exactMatch(
      [toShare(byDigits, movement, cents)],
      0.9,
      `Ziffern von ${byDigits.number} und offener Betrag stimmen`,
      `Digits of ${byDigits.number} and the open amount agree`,
    )

  const clients = new Set([...named, ...learned])
  const earlier = likely.find((one) => !isDue(one) && clients.has(one.clientId))
  if (earlier) return matchSettled(earlier, movement, cents)
  const settling = owing.filter((one) => settlesPayable(one, movement, cents))
  const openFor = (ids: Iterable<string>) => findOpen(ids, index)
  const candidates = (ids: ReadonlySet<string>) => settling.filter((one) => ids.has(one.clientId))
  const [candidatesNamed, candidatesLearned] = [candidates(named), candidates(learned)]
  // If account and name point to different clients, only an amount that the named client alone owes decides.
  const isContradicted =
    isDisputed ||
    (named.size > 0 && isDisjoint(named, learned) && (candidatesLearned.length > 0 || !candidatesNamed.length))
  const isFromUnknownPayer = !named.size && !candidatesLearned.length && settling.length > 0
  if (openFor(clients).length && (isContradicted || isFromUnknownPayer)) {
    const may = new Set([...(named.size ? candidatesNamed : settling), ...candidatesLearned, ...openFor(clients)])
    return ambiguousMatch([...may], movement, cents, 0.3, ...contradictionReason)
  }
  const payers = named.size ? named : learned
  const theirs = openFor(payers)
  if (theirs.length)
    return matchClient(
      theirs,
      candidates(payers).slice(0, maxOffered),
      movement,
      cents,
      [...learned].some((id) => payers.has(id)),
      likely.filter((one) => isDue(one) && payers.has(one.clientId)),
    )

  const alike = settling.slice(0, maxOffered)
  if (alike.length)
    return ambiguousMatch(
      alike,
      movement,
      cents,
      alike.length === 1 ? 0.3 : 0.2,
      'Nur der Betrag stimmt: weder Nummer noch Name passen',
      'The amount alone agrees: neither number nor name fit',
    )
  return noMatch('Keine offene Rechnung passt', 'No open invoice fits')
}

const contradictionReason = [
  'Name, Betrag und Konto weisen auf verschiedene Kunden',
  'Name, amount and account point to different clients',
] as const

const numberContradictionReason = [
  'Nummer und Name weisen auf verschiedene Kunden, die diesen Betrag schulden können',
  'Number and name point to different clients who may owe this amount',
] as const

/** Open invoices of some clients, one more than can be paid together. */
const findOpen = (ids: Iterable<string>, index: PayableIndex): Payable[] =>
  Iterator.from(ids)
    .flatMap((id) => index.openByClient.get(id) ?? [])
    .take(maxPaidInvoices + 1)
    .toArray()

const isDisjoint = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  other.size > 0 && ![...other].some((id) => one.has(id))

/**
 * Matches invoices named by the payer that were paid less credit notes of the same client, or the reverse. The deducted documents are
 * those the payer named, else the only one that makes up the difference.
 */
function matchSetOff(
  open: readonly Payable[],
  text: string,
  opposite: PayableIndex,
  movement: Movement,
  cents: number,
): Match | undefined {
  const [first] = open
  if (!first || open.length > maxPaidInvoices || open.some(({ clientId }) => clientId !== first.clientId)) return
  const theirs = findOpen([first.clientId], opposite)
  const written = findPayablesByNumber(text, opposite).certain.filter((one) => isDue(one))
  const toShares = (less: readonly Payable[]) => {
    const lessCents = less.reduce((sum, { dueCents }) => sum + dueCents, 0)
    const [only] = open.length === 1 ? open : []
    if (!only) return splitOverPayables(open, movement, cents + lessCents)
    return settlesPayable(only, movement, cents + lessCents) ? [toShare(only, movement, cents + lessCents)] : undefined
  }
  const candidates = written.length
    ? [written].filter((less) => less.every(({ clientId }) => clientId === first.clientId))
    : theirs.map((one) => [one])
  const [made, ...others] = candidates.flatMap((less) => {
    const shares = toShares(less)
    const areIssued = [...open, ...less].every((one) => !one.isRefund || one.issueDate <= movement.bookedOn)
    const paid = areIssued ? shares && deductSetOffs(shares, less) : undefined
    return paid ? [{ paid, less }] : []
  })
  if (!made || others.length) return
  const [numbers, deducted] = [formatNumbers(open), formatNumbers(made.less)]
  if (written.length)
    return exactMatch(
      made.paid,
      0.97,
      `${numbers} genannt, abzüglich ${deducted}`,
      `${numbers} named, less ${deducted}`,
    )
  // The payer has not declared the set-off (§ 388 BGB), so a person decides.
  return partialMatch(
    made.paid,
    0.6,
    `${numbers} genannt, Betrag abzüglich ${deducted}`,
    `${numbers} named, amount less ${deducted}`,
  )
}

/** Deducts set-offs from the shares; undefined if a share would be left without money. */
function deductSetOffs(shares: readonly PaymentShare[], less: readonly Payable[]): PaymentShare[] | undefined {
  const paid = shares.map((share) => ({ ...share, setOff: [] as SetOff[] }))
  for (const { id, number, dueCents } of less) {
    let left = dueCents
    for (const share of paid) {
      const part = Math.min(left, share.amountCents - 1)
      if (part <= 0) continue
      share.amountCents -= part
      share.setOff.push({ invoiceId: id, number, amountCents: part })
      left -= part
    }
    if (left > 0) return
  }
  return paid
}

/** Matches the invoices whose numbers the payer wrote. */
function matchNumbers(open: readonly Payable[], movement: Movement, cents: number): Match {
  if (open.length > maxPaidInvoices)
    return noMatch(
      `Mehr als ${maxPaidInvoices} offene Rechnungen genannt`,
      `More than ${maxPaidInvoices} open invoices named`,
    )
  const numbers = formatNumbers(open)
  const [only] = open.length === 1 ? open : []
  if (only && settlesPayable(only, movement, cents)) {
    const share = toShare(only, movement, cents)
    if (share.chargesCents)
      return exactMatch(
        [share],
        0.98,
        `${numbers} genannt, Betrag mit Mahnkosten`,
        `${numbers} named, amount with dunning charges`,
      )
    return share.cashDiscountCents
      ? exactMatch(
          [share],
          0.97,
          `${numbers} genannt, Betrag abzüglich Skonto`,
          `${numbers} named, amount less cash discount`,
        )
      : exactMatch([share], 0.99, `${numbers} genannt, Betrag stimmt`, `${numbers} named, amount agrees`)
  }
  const all = only ? undefined : splitOverPayables(open, movement, cents)
  if (all) return exactMatch(all, 0.97, `${numbers} genannt, Summe stimmt`, `${numbers} named, sum agrees`)
  const inOrder = open.toSorted((a, b) => (a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : 0))
  let left = cents
  const parts = inOrder.flatMap((one) => {
    const part = Math.min(left, one.dueCents)
    left -= part
    return part > 0 ? [{ ...toShare(one, movement, part), cashDiscountCents: 0 }] : []
  })
  return left > 0
    ? partialMatch(
        parts,
        0.7,
        `${numbers} genannt, gezahlt ist mehr als offen`,
        `${numbers} named, more paid than is open`,
      )
    : partialMatch(
        parts,
        0.8,
        `${numbers} genannt, gezahlt ist weniger als offen`,
        `${numbers} named, less paid than is open`,
      )
}

/** Matches open invoices of the likely payers. `candidates` have this amount, `likely` have digits in the text. */
function matchClient(
  theirs: readonly Payable[],
  candidates: readonly Payable[],
  movement: Movement,
  cents: number,
  isKnown: boolean,
  likely: readonly Payable[],
): Match {
  const who = isKnown
    ? { de: 'Konto eines Kunden', en: "A client's account" }
    : { de: 'Name eines Kunden', en: "A client's name" }
  const [first] = candidates
  if (first && candidates.length === 1) {
    const share = toShare(first, movement, cents)
    if (share.chargesCents)
      return exactMatch(
        [share],
        isKnown ? 0.85 : 0.8,
        `${who.de}, Betrag mit Mahnkosten`,
        `${who.en}, amount with dunning charges`,
      )
    return share.cashDiscountCents
      ? exactMatch(
          [share],
          isKnown ? 0.85 : 0.8,
          `${who.de}, Betrag abzüglich Skonto`,
          `${who.en}, amount less cash discount`,
        )
      : exactMatch([share], isKnown ? 0.9 : 0.85, `${who.de}, Betrag stimmt`, `${who.en}, amount agrees`)
  }
  if (candidates.length > 1)
    return ambiguousMatch(
      candidates,
      movement,
      cents,
      0.5,
      `${who.de}, aber mehrere offene Rechnungen über diesen Betrag`,
      `${who.en}, but several open invoices of this amount`,
    )
  const isOneClient = new Set(theirs.map(({ clientId }) => clientId)).size === 1
  const areFew = theirs.length > 1 && theirs.length <= maxPaidInvoices
  const all = areFew && isOneClient ? splitOverPayables(theirs, movement, cents) : undefined
  if (all)
    return exactMatch(all, 0.8, `${who.de}, Summe aller offenen Rechnungen`, `${who.en}, sum of all open invoices`)
  const hinted = [...new Set(likely)]
  const meant = hinted.length === 1 ? hinted : theirs
  const [only] = meant
  if (only && meant.length === 1) {
    const part = { ...toShare(only, movement, Math.min(cents, only.dueCents)), cashDiscountCents: 0 }
    return partialMatch(
      [part],
      hinted.length ? 0.6 : 0.4,
      `${who.de}, der Betrag weicht ab`,
      `${who.en}, the amount differs`,
    )
  }
  return ambiguousMatch(
    theirs,
    movement,
    cents,
    0.3,
    `${who.de}, aber keine offene Rechnung über diesen Betrag`,
    `${who.en}, but no open invoice of this amount`,
  )
}

/** A return is no payment: the earlier payment must be reversed. */
function matchReturn(movement: Movement, index: PayableIndex): Match {
  const { certain } = findPayablesByNumber([movement.purpose, movement.endToEndId].filter(Boolean).join(' '), index)
  const numbers = formatNumbers(certain)
  return noMatch(
    `Rückgabe oder Storno${numbers && ` zu ${numbers}`}: die frühere Zahlung zurücknehmen`,
    `Return or reversal${numbers && ` of ${numbers}`}: reverse the earlier payment`,
  )
}

/** A payment that names a settled invoice matches no other: it pays its remaining charges, is a duplicate, or has a wrong number. */
function matchSettled(one: Payable, movement: Movement, cents: number): Match {
  const { number, isPaid } = one
  const share = toShare(one, movement, cents)
  if (share.chargesCents)
    return exactMatch(
      [share],
      0.95,
      `${number} genannt, Betrag der Mahnkosten`,
      `${number} named, amount of the dunning charges`,
    )
  const reason = isPaid
    ? noMatch(`${number} ist schon bezahlt`, `${number} has been paid already`)
    : noMatch(`${number} ist schon ausgeglichen`, `${number} has been settled already`)
  return { ...reason, invoices: [share] }
}

/** Upper bound of its size in the response, which grows as payments are booked. */
function estimateBytes({ name, purpose, endToEndId }: Movement, { match, reason, invoices }: Match): number {
  const own = 360 + Buffer.byteLength(JSON.stringify([name, purpose ?? endToEndId, reason.de]))
  const shares = invoices.map(
    ({ clientName, setOff = [] }) => 210 + Buffer.byteLength(JSON.stringify(clientName)) + 120 * setOff.length,
  )
  const booked = match === 'ambiguous' ? shares.slice(0, 1) : shares
  return [...shares, ...booked].reduce((sum, bytes) => sum + bytes, own)
}

const tooLarge = {
  de: 'die Umsätze mit den Rechnungen, die sie bezahlen, wären mehr, als auf einmal gezeigt wird, bitte kürzere Zeiträume einlesen',
  en: 'the transactions with the invoices that they pay would be more than is shown at once, please import shorter periods',
}

/** Lists numbers, truncated if there are many. */
const formatNumbers = (some: readonly Payable[]) =>
  [...some.slice(0, maxOffered).map(({ number }) => number), ...(some.length > maxOffered ? ['…'] : [])].join(', ')

import { folded } from './payable-index.ts'
import type { Movement, StatementFormat } from './statement.ts'

/** A transaction that is known from an earlier file. */
export interface Known extends Omit<Movement, 'line' | 'isReturn'> {
  id: string
  format: StatementFormat
}

/**
 * Which of the known transactions each movement of a statement is; null for one that is new. Banks give a transaction no
 * name that lasts from one format to another, so it is known by its day and amount and by what is told of it. Each known
 * one is one movement at most: two alike of one statement are two.
 */
export function recognize(
  movements: readonly Movement[],
  known: readonly Known[],
  format: StatementFormat,
): (Known | null)[] {
  const byAmount = new Map<number, Known[]>()
  for (const one of known) byAmount.set(one.amountCents, [...(byAmount.get(one.amountCents) ?? []), one])
  const pairs = movements.flatMap((movement, index) =>
    (byAmount.get(movement.amountCents) ?? []).flatMap((one) => {
      const likeness = likenessOf(movement, one, format)
      return likeness === null ? [] : [{ index, one, likeness }]
    }),
  )
  const taken = new Set<Known>()
  const found: (Known | null)[] = movements.map(() => null)
  for (const { index, one } of pairs.sort((a, b) => b.likeness - a.likeness || a.index - b.index)) {
    if (found[index] || taken.has(one)) continue
    found[index] = one
    taken.add(one)
  }
  return found
}

/** How much of what is told of two agrees; null where something shows that they are two. */
function likenessOf(movement: Movement, known: Known, format: StatementFormat): number | null {
  if (movement.currency !== known.currency || !isSameDay(movement, known, format)) return null
  const sameReference = agrees(movement.bankReference, known.bankReference)
  // Another format may carry another reference of the bank.
  if (sameReference === false && format === known.format) return null
  const sameEndToEnd = agrees(movement.endToEndId, known.endToEndId)
  const sameIban = agrees(movement.iban, known.iban)
  if (sameEndToEnd === false || sameIban === false) return null
  const alike = likeness(movement.purpose, known.purpose)
  if (alike !== null && alike < 0.6 && !(sameEndToEnd && sameIban)) return null
  const named = likeness(movement.name, known.name)
  if (named !== null && named < 0.5 && !sameEndToEnd && !sameIban) return null
  return (sameReference ? 8 : 0) + (sameEndToEnd ? 4 : 0) + (sameIban ? 2 : 0) + 3 * (alike ?? 0) + (named ?? 0)
}

/** Booked on the same day; where the other format does not tell that day, valued on the same. */
function isSameDay(movement: Movement, known: Known, format: StatementFormat): boolean {
  if (movement.bookedOn === known.bookedOn) return true
  const isOther = format.startsWith('mt') !== known.format.startsWith('mt')
  const isUntold = movement.bookedOn === movement.valueOn || known.bookedOn === known.valueOn
  return isOther && isUntold && movement.valueOn !== null && movement.valueOn === known.valueOn
}

/** Null where one of both says nothing. */
const agrees = (one: string | null, other: string | null): boolean | null =>
  one === null || other === null ? null : plain(one) === plain(other)

const plain = (text: string) => folded(text).replace(/[^A-Z0-9]/g, '')

/** From 0 to 1: 1 where one text is the other, or its beginning; else the share of pairs of letters that both have (Dice). */
function likeness(one: string | null, other: string | null): number | null {
  if (one === null || other === null) return null
  const [short = '', long = ''] = [plain(one), plain(other)].sort((a, b) => a.length - b.length)
  if (!short) return null
  if (short === long || (short.length >= 10 && long.includes(short))) return 1
  const pairs = new Map<string, number>()
  for (let at = 0; at < long.length - 1; at += 1)
    pairs.set(long.slice(at, at + 2), (pairs.get(long.slice(at, at + 2)) ?? 0) + 1)
  let both = 0
  for (let at = 0; at < short.length - 1; at += 1) {
    const left = pairs.get(short.slice(at, at + 2)) ?? 0
    if (left > 0) both += 1
    pairs.set(short.slice(at, at + 2), left - 1)
  }
  return (2 * both) / Math.max(1, short.length + long.length - 2)
}

import { allocate } from '#core/money/allocate'
import type { TaxAmount } from './line-item.ts'
import { taxIn } from './split-payment.ts'
import { grossOf, isSameRate, sumByRate, turnedRound } from './tax-amounts.ts'

/** Net and tax of a rate on a day. */
export interface DatedTax extends TaxAmount {
  day: string
}

export const dated = (amounts: readonly TaxAmount[], day: string): DatedTax[] =>
  amounts.map((amount) => ({ ...amount, day }))

/** What of granted cash discounts has been undone, in all. */
export const undoneCents = (undone: readonly DatedTax[]) => undone.reduce((sum, entry) => sum + grossOf(entry), 0)

/** What stands of granted cash discounts at each rate. */
export const standingDiscount = (granted: readonly TaxAmount[], undone: readonly DatedTax[]) =>
  sumByRate([...granted, ...turnedRound(undone)])

/**
 * Divides the discount that a credit note takes with it over the rates: each gives the part of its discount that the note
 * takes of the rate. Where that is less than all, because payments had been divided otherwise, the rest goes by what then
 * stands.
 */
export function takenWith(
  note: readonly TaxAmount[],
  left: readonly TaxAmount[],
  { standing, cents }: { standing: readonly TaxAmount[]; cents: number },
): TaxAmount[] {
  if (cents === 0) return []
  const taken = standing.map((rate) => {
    const whole = grossAt(rate, left)
    return whole === 0n ? 0n : (BigInt(grossOf(rate)) * -grossAt(rate, note)) / whole
  })
  const rest = BigInt(cents) - taken.reduce((sum, part) => sum + part, 0n)
  if (rest <= 0n) return inParts(standing, allocate(BigInt(cents), taken))
  const others = allocate(
    rest,
    standing.map((rate, index) => BigInt(grossOf(rate)) - (taken[index] ?? 0n)),
  )
  return inParts(
    standing,
    taken.map((part, index) => part + (others[index] ?? 0n)),
  )
}

const grossAt = (rate: TaxAmount, amounts: readonly TaxAmount[]) =>
  BigInt(grossOf(amounts.find((one) => isSameRate(one, rate)) ?? nothing))

/**
 * The entries that lower what was undone by so many cents, because a payment is reversed: the newest first, each on its
 * own day, or on the day of the reversal where that is later.
 */
export function lessUndone(undone: readonly DatedTax[], cents: number, returnedAt: string | null): DatedTax[] {
  const days = [...new Set(undone.map(({ day }) => day))].sort().reverse()
  let left = cents
  return days.flatMap((day) => {
    const ofDay = sumByRate(undone.filter((entry) => entry.day === day))
    const part = Math.min(left, Math.max(0, undoneCents(dated(ofDay, day))))
    left -= part
    const lowered = part ? turnedRound(inParts(ofDay, allocate(BigInt(part), ofDay.map(grossOf).map(BigInt)))) : []
    return dated(lowered, returnedAt && returnedAt > day ? returnedAt : day)
  })
}

/**
 * What is undone besides, so that a rate of which nothing is left to be paid keeps no discount: it gives all back, and the
 * rates that stay bear the difference.
 */
export function balanced(standing: readonly TaxAmount[], left: readonly TaxAmount[]): TaxAmount[] {
  const staying = left.filter((rate) => grossOf(rate) !== 0)
  const given = standing.filter((rate) => grossAt(rate, left) === 0n)
  const sum = given.reduce((total, rate) => total + grossOf(rate), 0)
  if (sum === 0 || staying.length === 0) return given
  return [...given, ...turnedRound(inParts(staying, allocate(BigInt(sum), staying.map(grossOf).map(BigInt))))]
}

const nothing = { netCents: 0, taxCents: 0 }

/** Parts of amounts as net and tax. */
const inParts = (amounts: readonly TaxAmount[], parts: readonly bigint[]): TaxAmount[] =>
  amounts.flatMap((amount, index) => {
    const part = parts[index] ?? 0n
    if (part === 0n) return []
    const tax = taxIn(part, amount)
    return [{ ...amount, netCents: Number(part - tax), taxCents: Number(tax) }]
  })

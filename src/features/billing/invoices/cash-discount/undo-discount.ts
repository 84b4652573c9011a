import { allocate } from '#core/money/allocate'
import type { DatedTax, TaxAmount } from '../tax/tax-amounts.ts'
import { computeGross, computeTaxInGross, isSameRate, negateAmounts, sumByRate, sumTotals } from '../tax/tax-amounts.ts'

export const withDay = (amounts: readonly TaxAmount[], day: string): DatedTax[] =>
  amounts.map((amount) => ({ ...amount, day }))

/** What of granted cash discounts has been undone, in all. */
export const sumGross = (undone: readonly DatedTax[]) => undone.reduce((sum, entry) => sum + computeGross(entry), 0)

/** What stands of granted cash discounts at each rate. */
export const computeStandingDiscount = (granted: readonly TaxAmount[], undone: readonly DatedTax[]) =>
  sumByRate([...granted, ...negateAmounts(undone)])

/**
 * What of the discounts that stand is undone at each rate, so many cents in all, where that much is left of the price: what
 * stands then lies on the rates in proportion to it, so that one of which nothing is left keeps no discount. A rate that comes
 * to bear more has less than nothing undone.
 */
export function undoDiscount(standing: readonly TaxAmount[], left: readonly TaxAmount[], cents: number): TaxAmount[] {
  const stays = sumTotals([...standing]).totalCents - cents
  const parts = sumTotals([...left]).totalCents ? allocate(BigInt(stays), left.map(computeGross).map(BigInt)) : []
  return left.flatMap((rate, index) => {
    const stood = standing.find((one) => isSameRate(one, rate))
    const part = parts[index] ?? 0n
    if (stood && part === 0n) return stood.netCents || stood.taxCents ? [stood] : []
    const undone = BigInt(stood ? computeGross(stood) : 0) - part
    // What a rate gives is taxed as its discount was; what it comes to bear, as its price.
    const gives = stood && undone > 0n === part > 0n
    return toTaxAmounts([gives ? stood : rate], [undone])
  })
}

/**
 * The entries that lower what was undone by so many cents, because a payment is reversed: the newest first, each on its
 * own day, or on the day of the reversal where that is later.
 */
export function restoreDiscount(undone: readonly DatedTax[], cents: number, returnedAt: string | null): DatedTax[] {
  const days = [...new Set(undone.map(({ day }) => day))].sort().reverse()
  let left = cents
  return days.flatMap((day) => {
    const ofDay = sumByRate(undone.filter((entry) => entry.day === day))
    const part = Math.min(left, Math.max(0, sumGross(withDay(ofDay, day))))
    left -= part
    const lowered = part
      ? negateAmounts(toTaxAmounts(ofDay, allocate(BigInt(part), ofDay.map(computeGross).map(BigInt))))
      : []
    return withDay(lowered, returnedAt && returnedAt > day ? returnedAt : day)
  })
}

/** Parts of amounts as net and tax. */
const toTaxAmounts = (amounts: readonly TaxAmount[], parts: readonly bigint[]): TaxAmount[] =>
  amounts.flatMap((amount, index) => {
    const part = parts[index] ?? 0n
    if (part === 0n) return []
    const tax = computeTaxInGross(part, amount)
    return [{ ...amount, netCents: Number(part - tax), taxCents: Number(tax) }]
  })

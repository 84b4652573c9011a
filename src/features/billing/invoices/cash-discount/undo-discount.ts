import { allocate } from '#core/money/allocate'
import type { DatedTax, TaxAmount } from '../tax/tax-amounts.ts'
import { computeGross, computeTaxInGross, isSameRate, negateAmounts, sumByRate, sumTotals } from '../tax/tax-amounts.ts'

export const withDay = (amounts: readonly TaxAmount[], day: string): DatedTax[] =>
  amounts.map((amount) => ({ ...amount, day }))

export const sumGross = (undone: readonly DatedTax[]) => undone.reduce((sum, entry) => sum + computeGross(entry), 0)

/** Granted discount less what was undone, by rate. */
export const computeStandingDiscount = (granted: readonly TaxAmount[], undone: readonly DatedTax[]) =>
  sumByRate([...granted, ...negateAmounts(undone)])

/**
 * Undoes `cents` of the standing discount. What then stands is divided over the rates in proportion to the remaining
 * price, so that a rate without price keeps no discount. A rate that gets more has a negative result.
 */
export function undoDiscount(standing: readonly TaxAmount[], left: readonly TaxAmount[], cents: number): TaxAmount[] {
  const stays = sumTotals([...standing]).totalCents - cents
  const parts = sumTotals([...left]).totalCents ? allocate(BigInt(stays), left.map(computeGross).map(BigInt)) : []
  return left.flatMap((rate, index) => {
    const stood = standing.find((one) => isSameRate(one, rate))
    const part = parts[index] ?? 0n
    if (stood && part === 0n) return stood.netCents || stood.taxCents ? [stood] : []
    const undone = BigInt(stood ? computeGross(stood) : 0) - part
    // A decrease is taxed like the discount of the rate, an increase like its price.
    const gives = stood && undone > 0n === part > 0n
    return toTaxAmounts([gives ? stood : rate], [undone])
  })
}

/**
 * Entries that lower the undone discount after a reversed payment, newest first, each dated by its own day or by the day
 * of the return if later.
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

const toTaxAmounts = (amounts: readonly TaxAmount[], parts: readonly bigint[]): TaxAmount[] =>
  amounts.flatMap((amount, index) => {
    const part = parts[index] ?? 0n
    if (part === 0n) return []
    const tax = computeTaxInGross(part, amount)
    return [{ ...amount, netCents: Number(part - tax), taxCents: Number(tax) }]
  })

import { allocate } from '../core/money/allocate.ts'
import { divideRounded, one, toCents, toScaled } from '../core/money/decimal.ts'

/** Tax of one category and rate, in cents. */
export interface VatRow {
  taxCategory: string
  taxRate: number
  netCents: number
  taxCents: number
}

/** Money received on a document: less than nothing where it was given back. */
export interface Received {
  cents: number
  taxBreakdown: readonly VatRow[]
}

/**
 * The tax in what was received (§ 20 UStG): each payment is divided over the rates of its document in proportion to
 * their gross sums, and each part into net and tax. Nothing is lost to rounding.
 */
export function vatOfPayments(payments: readonly Received[]): VatRow[] {
  const sums = new Map<string, { category: string; rate: number; gross: bigint; tax: bigint }>()
  for (const { cents, taxBreakdown } of payments) {
    const weights = taxBreakdown.map(({ netCents, taxCents }) => BigInt(netCents) + BigInt(taxCents))
    allocate(BigInt(cents), weights).forEach((gross, index) => {
      const { taxCategory: category, taxRate: rate } = taxBreakdown[index] as VatRow
      const key = `${category} ${rate}`
      const sum = sums.get(key) ?? { category, rate, gross: 0n, tax: 0n }
      sum.gross += gross
      sum.tax += divideRounded(gross * toScaled(rate), 100n * one + toScaled(rate))
      sums.set(key, sum)
    })
  }
  return [...sums.values()]
    .map(({ category, rate, gross, tax }) => ({
      taxCategory: category,
      taxRate: rate,
      netCents: toCents(gross - tax),
      taxCents: toCents(tax),
    }))
    .filter(({ netCents, taxCents }) => netCents !== 0 || taxCents !== 0)
    .sort((a, b) => b.taxRate - a.taxRate || a.taxCategory.localeCompare(b.taxCategory))
}

import { allocate } from '#core/money/allocate'
import { divideRounded } from '#core/money/decimal'
import type { TaxAmount } from './line-item.ts'
import { grossOf } from './tax-amounts.ts'

/** What a payment settles at one rate: by the money itself, and by the cash discount that was granted with it. */
export interface VatShare extends TaxAmount {
  discountNetCents: number
  discountTaxCents: number
}

/**
 * Divides a payment over the rates of a document in proportion to what is open of each (§ 20, § 17 UStG). What pays all
 * that is open takes all of it at every rate, to the cent.
 */
export function splitPayment(open: readonly TaxAmount[], moneyCents: number, discountCents: number): VatShare[] {
  const settled = moneyCents + discountCents
  if (settled === 0) return []
  const parts = allocate(BigInt(settled), open.map(grossOf).map(BigInt))
  const discounts = allocate(BigInt(discountCents), parts)
  return open.map((rate, index) => {
    const part = parts[index] ?? 0n
    const discount = discounts[index] ?? 0n
    const tax = taxIn(part, rate)
    const discountTax = taxIn(discount, rate)
    return {
      taxRate: rate.taxRate,
      taxCategory: rate.taxCategory,
      netCents: Number(part - discount - (tax - discountTax)),
      taxCents: Number(tax - discountTax),
      discountNetCents: Number(discount - discountTax),
      discountTaxCents: Number(discountTax),
    }
  })
}

/** The tax in a part of what is open at a rate. */
function taxIn(gross: bigint, rate: TaxAmount): bigint {
  const whole = BigInt(grossOf(rate))
  return whole === 0n ? 0n : divideRounded(gross * BigInt(rate.taxCents), whole)
}

/** What a payment has settled at each rate, money and discount together. */
export const settledBy = (shares: readonly VatShare[]): TaxAmount[] =>
  shares.map(({ taxRate, taxCategory, netCents, taxCents, discountNetCents, discountTaxCents }) => ({
    taxRate,
    taxCategory,
    netCents: netCents + discountNetCents,
    taxCents: taxCents + discountTaxCents,
  }))

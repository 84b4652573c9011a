import { allocate } from '#core/money/allocate'
import type { TaxAmount } from '../tax/tax-amounts.ts'
import { computeGross, computeTaxInGross } from '../tax/tax-amounts.ts'

/** Part of a payment at one rate: money, and the cash discount granted with it. */
export interface VatShare extends TaxAmount {
  discountNetCents: number
  discountTaxCents: number
}

/** Price of a document at each rate after credit notes, and what is still open of it. */
export interface UnpaidAmounts {
  price: TaxAmount[]
  open: TaxAmount[]
}

/**
 * Divides a payment over the rates in proportion to what is open of each, and its cash discount in proportion to the
 * price (§§ 17, 20 UStG). A rate that was credited in full gets none. Paying the whole open amount settles every rate to
 * the cent.
 */
export function splitPaymentByRate(
  { price, open }: UnpaidAmounts,
  moneyCents: number,
  discountCents: number,
): VatShare[] {
  const settled = moneyCents + discountCents
  if (settled === 0) return []
  const parts = allocate(BigInt(settled), open.map(computeGross).map(BigInt))
  const discounts = allocate(BigInt(discountCents), price.map(computeGross).map(BigInt))
  return open.map((rate, index) => {
    const part = parts[index] ?? 0n
    const discount = discounts[index] ?? 0n
    const tax = computeTaxInGross(part, rate)
    const discountTax = computeTaxInGross(discount, price[index] ?? rate)
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

export const toSharesWithoutDiscount = (amounts: readonly TaxAmount[]): VatShare[] =>
  amounts.map((amount) => ({ ...amount, discountNetCents: 0, discountTaxCents: 0 }))

/** Money and discount together. */
export const toSettledAmounts = (shares: readonly VatShare[]): TaxAmount[] =>
  shares.map(({ taxRate, taxCategory, netCents, taxCents, discountNetCents, discountTaxCents }) => ({
    taxRate,
    taxCategory,
    netCents: netCents + discountNetCents,
    taxCents: taxCents + discountTaxCents,
  }))

export const toDiscountAmounts = (shares: readonly VatShare[]): TaxAmount[] =>
  shares.map(({ taxRate, taxCategory, discountNetCents, discountTaxCents }) => ({
    taxRate,
    taxCategory,
    netCents: discountNetCents,
    taxCents: discountTaxCents,
  }))

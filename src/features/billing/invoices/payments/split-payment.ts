import { allocate } from '#core/money/allocate'
import type { TaxAmount } from '../tax/tax-amounts.ts'
import { computeGross, computeTaxInGross } from '../tax/tax-amounts.ts'

/** What a payment settles at one rate: by the money itself, and by the cash discount that was granted with it. */
export interface VatShare extends TaxAmount {
  discountNetCents: number
  discountTaxCents: number
}

/** What of a document is to be paid at each rate, after credit notes, and what is still to be paid of it. */
export interface UnpaidAmounts {
  price: TaxAmount[]
  open: TaxAmount[]
}

/**
 * Divides a payment over the rates of a document in proportion to what is open of each, and its cash discount in
 * proportion to the price (§ 20, § 17 UStG): a rate credited as a whole bears none. What pays all that is open takes all
 * of it at every rate, to the cent.
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

/** Amounts of money, without cash discount. */
export const toVatShares = (amounts: readonly TaxAmount[]): VatShare[] =>
  amounts.map((amount) => ({ ...amount, discountNetCents: 0, discountTaxCents: 0 }))

/** What a payment has settled at each rate, money and discount together. */
export const toSettledAmounts = (shares: readonly VatShare[]): TaxAmount[] =>
  shares.map(({ taxRate, taxCategory, netCents, taxCents, discountNetCents, discountTaxCents }) => ({
    taxRate,
    taxCategory,
    netCents: netCents + discountNetCents,
    taxCents: taxCents + discountTaxCents,
  }))

/** The cash discount that was granted with a payment, at each rate. */
export const toDiscountAmounts = (shares: readonly VatShare[]): TaxAmount[] =>
  shares.map(({ taxRate, taxCategory, discountNetCents, discountTaxCents }) => ({
    taxRate,
    taxCategory,
    netCents: discountNetCents,
    taxCents: discountTaxCents,
  }))

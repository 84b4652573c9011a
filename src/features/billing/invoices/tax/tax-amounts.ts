import type { TaxAmount } from '../line-items/line-item.ts'

/** Net and tax together. */
export const computeGross = ({ netCents, taxCents }: Pick<TaxAmount, 'netCents' | 'taxCents'>) => netCents + taxCents

/** Whether two amounts are of one category and rate. */
export const isSameRate = (a: TaxAmount, b: TaxAmount) => a.taxRate === b.taxRate && a.taxCategory === b.taxCategory

/** Amounts added up by category and rate, in the order in which they first stand there. */
export function sumByRate(amounts: readonly TaxAmount[]): TaxAmount[] {
  const groups = new Map<string, TaxAmount>()
  for (const { taxRate, taxCategory, netCents, taxCents } of amounts) {
    const key = `${taxCategory} ${taxRate}`
    const sum = groups.get(key) ?? { taxRate, taxCategory, netCents: 0, taxCents: 0 }
    groups.set(key, { ...sum, netCents: sum.netCents + netCents, taxCents: sum.taxCents + taxCents })
  }
  return [...groups.values()]
}

/** The same with the other sign. */
export const negateAmounts = (amounts: readonly TaxAmount[]): TaxAmount[] =>
  amounts.map((amount) => ({ ...amount, netCents: 0 - amount.netCents, taxCents: 0 - amount.taxCents }))

/** A document's sums, of what it bears at each rate. */
export function sumTotals(taxBreakdown: TaxAmount[]) {
  const subtotalCents = taxBreakdown.reduce((total, { netCents }) => total + netCents, 0)
  const taxCents = taxBreakdown.reduce((total, group) => total + group.taxCents, 0)
  return { taxBreakdown, subtotalCents, taxCents, totalCents: subtotalCents + taxCents }
}

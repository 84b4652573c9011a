import { divideRounded, scaleFactor, toCents, toScaled } from '#core/money/decimal'

/** Quantity with up to 4 decimals, price in cents, percentages with up to 2 decimals. */
export interface TotalsLine {
  quantity: number
  unitPriceCents: number
  discountPercent: number
  taxRate: number
  taxCategory: string
}

export interface Totals {
  lines: { netCents: number }[]
  subtotalCents: number
  taxCents: number
  totalCents: number
  taxBreakdown: { taxRate: number; taxCategory: string; netCents: number; taxCents: number }[]
}

const hundred = 100n * scaleFactor

/**
 * Totals by EN 16931: each net is rounded, and tax is computed once per category and rate. Rounds half away from zero.
 * Throws RangeError beyond ±(2^53−1) cents.
 */
export function computeTotals(lines: readonly TotalsLine[]): Totals {
  const nets = lines.map(computeNet)
  const groups = new Map<string, { taxRate: number; taxCategory: string; net: bigint }>()
  lines.forEach(({ taxRate, taxCategory }, index) => {
    const key = `${taxCategory} ${taxRate}`
    const group = groups.get(key) ?? { taxRate, taxCategory, net: 0n }
    group.net += nets[index] ?? 0n
    groups.set(key, group)
  })
  const taxes = [...groups.values()].map((group) => ({
    ...group,
    tax: taxOnNet(group.net, group.taxRate),
  }))
  const subtotal = nets.reduce((sum, net) => sum + net, 0n)
  const tax = taxes.reduce((sum, group) => sum + group.tax, 0n)
  return {
    lines: nets.map((net) => ({ netCents: toCents(net) })),
    subtotalCents: toCents(subtotal),
    taxCents: toCents(tax),
    totalCents: toCents(subtotal + tax),
    taxBreakdown: taxes.map(({ taxRate, taxCategory, net, tax: cents }) => ({
      taxRate,
      taxCategory,
      netCents: toCents(net),
      taxCents: toCents(cents),
    })),
  }
}

/** Quantity × price less discount, rounded once. */
const computeNet = ({ quantity, unitPriceCents, discountPercent }: TotalsLine): bigint =>
  divideRounded(
    toScaled(quantity) * BigInt(unitPriceCents) * (hundred - toScaled(discountPercent)),
    scaleFactor * hundred,
  )

const taxOnNet = (net: bigint, rate: number) => divideRounded(net * toScaled(rate), hundred)

export const computeTax = (netCents: number, taxRate: number): number => toCents(taxOnNet(BigInt(netCents), taxRate))

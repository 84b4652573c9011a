import { Field, Float, ObjectType, registerEnumType } from 'type-graphql'
import { divideRounded } from '#core/money/decimal'
import { Cents } from '#core/schema/scalars'

/** VAT categories of EN 16931 (UNTDID 5305). */
export enum TaxCategory {
  S = 'S',
  AE = 'AE',
  O = 'O',
  E = 'E',
  K = 'K',
  G = 'G',
  Z = 'Z',
}
registerEnumType(TaxCategory, { name: 'TaxCategory', description: 'VAT category of EN 16931 (UNTDID 5305).' })

@ObjectType({ simpleResolvers: true, description: 'VAT of one category and rate.' })
export class TaxAmount {
  @Field(() => Float, { description: 'VAT rate in percent.' })
  taxRate!: number

  @Field(() => TaxCategory, { description: 'VAT category of EN 16931 (UNTDID 5305).' })
  taxCategory!: TaxCategory

  @Field(() => Cents, { description: 'Net amount in cents on which this VAT is charged.' })
  netCents!: number

  @Field(() => Cents, { description: 'VAT of this rate, in cents.' })
  taxCents!: number
}

export interface DatedTax extends TaxAmount {
  day: string
}

export const computeGross = ({ netCents, taxCents }: Pick<TaxAmount, 'netCents' | 'taxCents'>) => netCents + taxCents

/** By category and rate. */
export const isSameRate = (a: TaxAmount, b: TaxAmount) => a.taxRate === b.taxRate && a.taxCategory === b.taxCategory

/** Sums amounts by category and rate, in order of first occurrence. */
export function sumByRate(amounts: readonly TaxAmount[]): TaxAmount[] {
  const groups = new Map<string, TaxAmount>()
  for (const { taxRate, taxCategory, netCents, taxCents } of amounts) {
    const key = `${taxCategory} ${taxRate}`
    const sum = groups.get(key) ?? { taxRate, taxCategory, netCents: 0, taxCents: 0 }
    groups.set(key, { ...sum, netCents: sum.netCents + netCents, taxCents: sum.taxCents + taxCents })
  }
  return [...groups.values()]
}

export const negateAmounts = (amounts: readonly TaxAmount[]): TaxAmount[] =>
  amounts.map((amount) => ({ ...amount, netCents: 0 - amount.netCents, taxCents: 0 - amount.taxCents }))

/** Totals of a document from its tax breakdown. */
export function sumTotals(taxBreakdown: TaxAmount[]) {
  const subtotalCents = taxBreakdown.reduce((total, { netCents }) => total + netCents, 0)
  const taxCents = taxBreakdown.reduce((total, group) => total + group.taxCents, 0)
  return { taxBreakdown, subtotalCents, taxCents, totalCents: subtotalCents + taxCents }
}

/** Tax contained in a part of a gross amount. */
export function computeTaxInGross(gross: bigint, rate: Pick<TaxAmount, 'netCents' | 'taxCents'>): bigint {
  const whole = BigInt(computeGross(rate))
  return whole === 0n ? 0n : divideRounded(gross * BigInt(rate.taxCents), whole)
}

import { Field, Float, ObjectType, registerEnumType } from 'type-graphql'
import { divideRounded } from '#core/money/decimal'
import { Cents } from '#core/schema/scalars'

/** VAT categories of EN 16931 (UNTDID 5305) that Kontor writes. */
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

/** The tax of one category and rate. */
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

/** Net and tax of a rate on a day. */
export interface DatedTax extends TaxAmount {
  day: string
}

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

/** The tax in a part of what is due at a rate. */
export function computeTaxInGross(gross: bigint, rate: Pick<TaxAmount, 'netCents' | 'taxCents'>): bigint {
  const whole = BigInt(computeGross(rate))
  return whole === 0n ? 0n : divideRounded(gross * BigInt(rate.taxCents), whole)
}

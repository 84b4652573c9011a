import { Field, Float, ObjectType, registerEnumType } from 'type-graphql'
import { Cents } from '../core/graphql/scalars.ts'

export enum Supply {
  service = 'service',
  goods = 'goods',
}
registerEnumType(Supply, { name: 'Supply', description: 'What is supplied: it decides where tax is due.' })

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

/** A line of an invoice, a credit note or a quote, as the document keeps it. */
@ObjectType({ simpleResolvers: true })
export class LineItem {
  @Field(() => String)
  description!: string

  @Field(() => Float, { description: 'To four decimals; negative on a discount line.' })
  quantity!: number

  @Field(() => String, { description: 'UN/ECE Recommendation 20 code.' })
  unit!: string

  @Field(() => Cents)
  unitPriceCents!: number

  @Field(() => Float)
  discountPercent!: number

  @Field(() => Float, { description: 'Percent.' })
  taxRate!: number

  @Field(() => Supply)
  supply!: Supply

  @Field(() => TaxCategory)
  taxCategory!: TaxCategory

  @Field(() => String, { nullable: true })
  taxExemptionReason!: string | null

  @Field(() => Cents)
  netCents!: number
}

/** The tax of one category and rate. */
@ObjectType({ simpleResolvers: true })
export class TaxAmount {
  @Field(() => Float)
  taxRate!: number

  @Field(() => TaxCategory)
  taxCategory!: TaxCategory

  @Field(() => Cents)
  netCents!: number

  @Field(() => Cents)
  taxCents!: number
}

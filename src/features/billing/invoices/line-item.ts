import { Field, Float, ObjectType, registerEnumType } from 'type-graphql'
import { Cents } from '#core/graphql/scalars'

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
  @Field(() => String, { description: 'The first row is its name.' })
  description!: string

  @Field(() => Float, { description: 'To four decimals; negative on a discount line.' })
  quantity!: number

  @Field(() => String, { description: 'UN/ECE Recommendation 20 code.' })
  unit!: string

  @Field(() => Cents, { description: 'Of one unit, net.' })
  unitPriceCents!: number

  @Field(() => Float, { description: 'Less by so much, in percent.' })
  discountPercent!: number

  @Field(() => Float, { description: 'Percent.' })
  taxRate!: number

  @Field(() => Supply, { description: 'Goods or a service.' })
  supply!: Supply

  @Field(() => TaxCategory, { description: 'Of EN 16931.' })
  taxCategory!: TaxCategory

  @Field(() => String, { nullable: true, description: 'Why no tax is due, where none is.' })
  taxExemptionReason!: string | null

  @Field(() => Cents, { description: 'Quantity times price, less discount.' })
  netCents!: number
}

/** The tax of one category and rate. */
@ObjectType({ simpleResolvers: true })
export class TaxAmount {
  @Field(() => Float, { description: 'In percent.' })
  taxRate!: number

  @Field(() => TaxCategory, { description: 'Of EN 16931.' })
  taxCategory!: TaxCategory

  @Field(() => Cents, { description: 'Quantity times price, less discount.' })
  netCents!: number

  @Field(() => Cents, { description: 'The tax of this rate.' })
  taxCents!: number
}

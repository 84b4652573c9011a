import { Field, Float, ObjectType, registerEnumType } from 'type-graphql'
import { CalendarDate, Cents, UUID } from '#core/schema/scalars'
import { TaxCategory } from '../tax/tax-amounts.ts'

export enum Supply {
  service = 'service',
  goods = 'goods',
}
registerEnumType(Supply, { name: 'Supply', description: 'Goods or service, which decides where VAT is due.' })

@ObjectType({ simpleResolvers: true, description: 'A line item of an invoice.' })
export class LineItem {
  @Field(() => String, { description: 'Text of the line; the first line of the text is its title.' })
  description!: string

  @Field(() => Float, { description: 'Quantity, with up to four decimals; negative on a discount line.' })
  quantity!: number

  @Field(() => String, { description: 'Unit code of UN/ECE Recommendation 20 or 21.' })
  unit!: string

  @Field(() => Cents, { description: 'Net price of one unit, in cents.' })
  unitPriceCents!: number

  @Field(() => Float, { description: 'Discount in percent.' })
  discountPercent!: number

  @Field(() => Float, { description: 'VAT rate in percent.' })
  taxRate!: number

  @Field(() => Supply, { description: 'Kind of supply: goods or a service.' })
  supply!: Supply

  @Field(() => TaxCategory, { description: 'VAT category of EN 16931 (UNTDID 5305).' })
  taxCategory!: TaxCategory

  @Field(() => String, { nullable: true, description: 'Reason why no VAT is charged; null where it is.' })
  taxExemptionReason!: string | null

  @Field(() => TaxCategory, {
    nullable: true,
    description:
      'VAT category as it was sent; null where it follows from who sells what to whom, anew when it is sent.',
  })
  requestedCategory!: TaxCategory | null

  @Field(() => String, {
    nullable: true,
    description: 'Reason why no VAT is charged, as it was sent; null where it follows.',
  })
  requestedReason!: string | null

  @Field(() => Cents, { description: 'Net amount in cents: quantity times unit price, less the discount.' })
  netCents!: number
}

/** An advance less its credit notes. */
@ObjectType({ simpleResolvers: true, description: 'An advance that a final invoice deducts.' })
export class Advance {
  @Field(() => UUID, { description: 'The advance invoice.' })
  id!: string

  @Field(() => String, { description: 'Its number.' })
  number!: string

  @Field(() => CalendarDate, { description: 'Its date.' })
  issueDate!: string

  @Field(() => Cents, { description: 'Net amount deducted, in cents.' })
  netCents!: number

  @Field(() => Cents, { description: 'VAT deducted, in cents.' })
  taxCents!: number

  @Field(() => Cents, { description: 'Gross amount deducted, in cents.' })
  totalCents!: number

  /** Open amount when the final invoice was priced; printed on it. */
  openCents?: number
}

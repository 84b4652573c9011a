import { Field, Float, InputType } from 'type-graphql'
import { Between, Decimals, Minimum, Unit } from '#core/schema/checks'
import { Cents } from '#core/schema/scalars'
import { PrintableContent, PrintableText } from '#documents/printable'
import { TaxCategory } from '../tax/tax-amounts.ts'
import { Supply } from './line-item.ts'

@InputType({ description: 'A line item of an invoice.' })
export class LineItemInput {
  @Field(() => String, { description: 'Text of the line; the first line of the text is its title.' })
  @PrintableContent(1000)
  description!: string

  @Field(() => Float, { description: 'Quantity, with up to four decimals; negative on a discount line.' })
  @Between(-1_000_000_000, 1_000_000_000)
  @Decimals(4)
  quantity!: number

  @Field(() => String, {
    nullable: true,
    description: 'Unit code of UN/ECE Recommendation 20 or 21; defaults to C62 (piece).',
  })
  @Unit()
  unit?: string | null

  @Field(() => Cents, { description: 'Net price of one unit, in cents.' })
  @Minimum(0)
  unitPriceCents!: number

  @Field(() => Float, { nullable: true, description: 'Discount in percent.' })
  @Between(0, 100)
  @Decimals(2)
  discountPercent?: number | null

  @Field(() => Float, { description: 'VAT rate in percent.' })
  @Between(0, 100)
  @Decimals(2)
  taxRate!: number

  @Field(() => Supply, {
    nullable: true,
    description: 'Goods or service, which decides where VAT is due; defaults to `service`.',
  })
  supply?: Supply | null

  @Field(() => TaxCategory, {
    nullable: true,
    description:
      'VAT category of EN 16931; defaults to the one that follows from rate, seller and buyer. A rate of 0 that does not follow from them is refused with 422 unless a category is sent: E with its reason, or Z.',
  })
  taxCategory?: TaxCategory | null

  @Field(() => String, { nullable: true, description: 'Reason why no VAT is charged; null where it is.' })
  @PrintableText(500)
  taxExemptionReason?: string | null
}

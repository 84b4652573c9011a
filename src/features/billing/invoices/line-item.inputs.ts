import { Field, Float, InputType } from 'type-graphql'
import { AtLeast, Between, Decimals, Unit } from '#core/graphql/checks'
import { Cents } from '#core/graphql/scalars'
import { PrintableName, PrintableText } from '#documents/printable'
import { Supply, TaxCategory } from './line-item.ts'

/** A line as it is sent: the tax category may be left to the rules of VAT. */
@InputType()
export class LineItemInput {
  @Field(() => String, { description: 'The first row is its name.' })
  @PrintableName(1000)
  description!: string

  @Field(() => Float, { description: 'To four decimals; negative on a discount line.' })
  @Between(-1_000_000_000, 1_000_000_000)
  @Decimals(4)
  quantity!: number

  @Field(() => String, { nullable: true, description: 'UN/ECE Recommendation 20 or 21 code; C62 (piece) unless sent.' })
  @Unit()
  unit?: string | null

  @Field(() => Cents, { description: 'Of one unit, net.' })
  @AtLeast(0)
  unitPriceCents!: number

  @Field(() => Float, { nullable: true, description: 'Less by so much, in percent.' })
  @Between(0, 100)
  @Decimals(2)
  discountPercent?: number | null

  @Field(() => Float, { description: 'Percent.' })
  @Between(0, 100)
  @Decimals(2)
  taxRate!: number

  @Field(() => Supply, { nullable: true, description: '`service` unless sent.' })
  supply?: Supply | null

  @Field(() => TaxCategory, { nullable: true, description: 'Found from rate, seller and buyer unless sent.' })
  taxCategory?: TaxCategory | null

  @Field(() => String, { nullable: true, description: 'Why no tax is due, where none is.' })
  @PrintableText(500)
  taxExemptionReason?: string | null
}

import { Field, InputType, Int } from 'type-graphql'
import { Between, ItemCount, NotNull, OneOf } from '#core/schema/checks'
import { CalendarDate, UUID } from '#core/schema/scalars'
import { PrintableText } from '#documents/printable'
import { LineItemInput } from '../invoices/line-items/line-item.inputs.ts'
import { RecurringMode } from './recurring-invoice.entity.ts'
import { Interval } from './schedule.ts'

@InputType({ description: 'The fields to change; null clears a field.' })
export class UpdateRecurringInvoiceInput {
  @Field(() => UUID, { nullable: true, description: 'Client who is billed.' })
  @NotNull()
  clientId?: string

  @Field(() => [LineItemInput], { nullable: true })
  @NotNull()
  @ItemCount(1, 1000)
  lineItems?: LineItemInput[]

  @Field(() => Int, { nullable: true, description: 'Intervals from one invoice to the next.' })
  @NotNull()
  @Between(1, 100)
  every?: number

  @Field(() => Interval, { nullable: true })
  @NotNull()
  interval?: Interval

  @Field(() => CalendarDate, { nullable: true })
  @NotNull()
  startsOn?: string

  @Field(() => CalendarDate, { nullable: true })
  endsOn?: string | null

  @Field(() => Int, { nullable: true })
  @Between(0, 365)
  dueDays?: number | null

  @Field(() => RecurringMode, { nullable: true })
  @NotNull()
  mode?: RecurringMode

  @Field(() => UUID, { nullable: true })
  projectId?: string | null

  @Field(() => String, { nullable: true })
  @PrintableText(5000)
  introduction?: string | null

  @Field(() => String, { nullable: true })
  @PrintableText(5000)
  closing?: string | null

  @Field(() => String, { nullable: true })
  @OneOf(['de', 'en'])
  language?: string | null

  @Field(() => Boolean, { nullable: true })
  @NotNull()
  paused?: boolean
}

@InputType({
  description:
    'The recurring invoice to create. What lies in the past of its schedule is caught up by the clock, the oldest first; it begins at most a year ago.',
})
export class CreateRecurringInvoiceInput extends UpdateRecurringInvoiceInput {
  @Field(() => UUID, { description: 'Client who is billed.' })
  override clientId!: string

  @Field(() => [LineItemInput])
  @ItemCount(1, 1000)
  override lineItems!: LineItemInput[]

  @Field(() => Interval)
  override interval!: Interval

  @Field(() => CalendarDate)
  override startsOn!: string
}

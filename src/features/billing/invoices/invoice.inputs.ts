import { ArgsType, Field, Float, InputType, Int, registerEnumType } from 'type-graphql'
import { AtLeast, Between, Decimals, EmailAddresses, Items, Name, NotNull, OneOf, Text } from '#core/graphql/checks'
import { Sort } from '#core/graphql/list'
import { CalendarDate, Cents, UUID } from '#core/graphql/scalars'
import { Nested } from '#core/graphql/validation'
import { IntegratedInput, IntegratedListArgs } from '#core/integrated'
import { PrintableText } from '#documents/printable'
import { InvoiceKind, InvoiceStatus } from './invoice.entity.ts'
import { LineItemInput } from './line-item.inputs.ts'
import { PaymentMethod } from './payment-method.ts'

@InputType({ description: 'The fields to change; null clears.' })
export class UpdateInvoiceInput extends IntegratedInput {
  @Field(() => UUID, { nullable: true })
  @NotNull()
  clientId?: string

  @Field(() => CalendarDate, { nullable: true })
  @NotNull()
  issueDate?: string

  @Field(() => CalendarDate, { nullable: true })
  @NotNull()
  dueDate?: string

  @Field(() => CalendarDate, { nullable: true })
  serviceFrom?: string | null

  @Field(() => CalendarDate, { nullable: true })
  serviceTo?: string | null

  @Field(() => UUID, { nullable: true })
  projectId?: string | null

  @Field(() => String, { nullable: true })
  @OneOf(['de', 'en'])
  language?: string | null

  @Field(() => String, { nullable: true })
  @PrintableText(5000)
  introduction?: string | null

  @Field(() => String, { nullable: true })
  @PrintableText(5000)
  closing?: string | null

  @Field(() => Float, { nullable: true })
  @Between(0, 99.99)
  @Decimals(2)
  cashDiscountPercent?: number | null

  @Field(() => Int, { nullable: true })
  @Between(0, 365)
  cashDiscountDays?: number | null

  @Field(() => Boolean, { nullable: true, description: 'Never reminded of.' })
  @NotNull()
  dunningBlocked?: boolean

  @Field(() => [LineItemInput], { nullable: true })
  @NotNull()
  @Items(1, 1000)
  @Nested({ each: true })
  lineItems?: LineItemInput[]
}

@InputType()
export class CreateInvoiceInput extends UpdateInvoiceInput {
  @Field(() => UUID)
  override clientId!: string

  @Field(() => CalendarDate)
  override issueDate!: string

  @Field(() => CalendarDate)
  override dueDate!: string

  @Field(() => [LineItemInput])
  @Items(1, 1000)
  @Nested({ each: true })
  override lineItems!: LineItemInput[]
}

export enum SendChannel {
  email = 'email',
  none = 'none',
}
registerEnumType(SendChannel, { name: 'SendChannel', description: 'How a document reaches its client.' })

/** The mail that carries a document; what is not sent is written by Kontor. */
@InputType()
export class SendInvoiceInput {
  @Field(() => [String], { nullable: true, description: 'Other recipients than the client.' })
  @Items(1, 20)
  @EmailAddresses()
  to?: string[] | null

  @Field(() => [String], { nullable: true, description: 'Who gets a copy.' })
  @Items(0, 20)
  @EmailAddresses()
  cc?: string[] | null

  @Field(() => String, { nullable: true, description: 'Of the mail.' })
  @Name(200)
  subject?: string | null

  @Field(() => String, { nullable: true, description: 'Stands in the mail.' })
  @Text(5000)
  message?: string | null

  @Field(() => SendChannel, { nullable: true, description: '`email` unless sent.' })
  channel?: SendChannel | null
}

@InputType()
export class CreditNoteInput {
  @Field(() => [LineItemInput], {
    nullable: true,
    description: 'What is credited, as it stood on the invoice; all that is not yet credited unless sent.',
  })
  @Items(1, 1000)
  @Nested({ each: true })
  lineItems?: LineItemInput[] | null

  @Field(() => String, { nullable: true, description: 'Stands on the credit note.' })
  @PrintableText(1000)
  reason?: string | null
}

export enum Overpayment {
  credit = 'credit',
}
registerEnumType(Overpayment, {
  name: 'Overpayment',
  description: 'What becomes of more than is open: `credit` keeps the rest as the credit of the client.',
})

@InputType()
export class PaymentInput {
  @Field(() => Cents)
  @AtLeast(1)
  amountCents!: number

  @Field(() => CalendarDate)
  paidAt!: string

  @Field(() => PaymentMethod)
  method!: PaymentMethod

  @Field(() => String, { nullable: true })
  @Text(200)
  reference?: string | null

  @Field(() => Cents, { nullable: true })
  @AtLeast(0)
  cashDiscountCents?: number | null

  @Field(() => Cents, { nullable: true })
  @AtLeast(0)
  chargesCents?: number | null

  @Field(() => Overpayment, { nullable: true, description: 'More than is open is refused unless sent.' })
  overpayment?: Overpayment | null
}

@InputType({ description: "Money given back of a client's credit." })
export class ClientRefundInput {
  @Field(() => Cents)
  @AtLeast(1)
  amountCents!: number

  @Field(() => CalendarDate)
  paidAt!: string

  @Field(() => PaymentMethod)
  method!: PaymentMethod

  @Field(() => String, { nullable: true })
  @Text(200)
  reference?: string | null
}

@ArgsType()
export class InvoiceListArgs extends IntegratedListArgs {
  @Sort('Invoice', 'created_at', 'issue_date', 'due_date', 'number', 'total_cents')
  override sort?: string

  @Field(() => [InvoiceStatus], { nullable: true, description: 'Several by comma.' })
  status?: InvoiceStatus[]

  @Field(() => InvoiceKind, { nullable: true })
  kind?: InvoiceKind

  @Field(() => UUID, { nullable: true })
  clientId?: string

  @Field(() => UUID, { nullable: true })
  projectId?: string

  @Field(() => Boolean, { nullable: true, description: 'Sent, not paid, and past the last day to pay.' })
  overdue?: boolean

  @Field(() => CalendarDate, { nullable: true, description: 'issue_date, inclusive.' })
  from?: string

  @Field(() => CalendarDate, { nullable: true, description: 'issue_date, inclusive.' })
  to?: string
}

import { ArgsType, Field, Float, InputType, Int, registerEnumType } from 'type-graphql'
import { ExternalIdInput, ExternalIdListArgs } from '#core/database/external-id'
import { DeliveryFilter, type DeliveryState } from '#core/mail/delivery'
import { maxMovedCents } from '#core/money/decimal'
import {
  Between,
  Decimals,
  EmailAddresses,
  ItemCount,
  Name,
  NotNull,
  OneOf,
  RequiredTogether,
  Text,
} from '#core/schema/checks'
import { Sort } from '#core/schema/list'
import { CalendarDate, Cents, UUID } from '#core/schema/scalars'
import { PrintableText } from '#documents/printable'
import { InvoiceKind, InvoiceStatus } from './invoice.entity.ts'
import { LineItemInput } from './line-items/line-item.inputs.ts'
import { PaymentMethod, refundMethods } from './payment-method.ts'

@InputType({ description: 'The fields to change; null clears a field.' })
export class UpdateInvoiceInput extends ExternalIdInput {
  @Field(() => UUID, { nullable: true, description: 'Client who is billed.' })
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

  @Field(() => Boolean, { nullable: true, description: 'Excludes the invoice from dunning.' })
  @NotNull()
  dunningBlocked?: boolean

  @Field(() => [LineItemInput], { nullable: true })
  @NotNull()
  @ItemCount(1, 1000)
  lineItems?: LineItemInput[]
}

@InputType({ description: 'The draft to create.' })
@RequiredTogether('cashDiscountPercent', 'cashDiscountDays')
export class CreateInvoiceInput extends UpdateInvoiceInput {
  @Field(() => InvoiceKind, {
    nullable: true,
    description:
      'Defaults to `invoice`. An `advance` and a `final` invoice need a project or a quote; a final one lists the whole supply and deducts all advances sent for it.',
  })
  kind?: InvoiceKind | null

  @Field(() => UUID, { nullable: true, description: 'Quote that the invoice is about.' })
  quoteId?: string | null

  @Field(() => UUID, { description: 'Client who is billed.' })
  override clientId!: string

  @Field(() => CalendarDate)
  override issueDate!: string

  @Field(() => CalendarDate)
  override dueDate!: string

  @Field(() => [LineItemInput])
  @ItemCount(1, 1000)
  override lineItems!: LineItemInput[]
}

export enum SendChannel {
  email = 'email',
  none = 'none',
}
registerEnumType(SendChannel, { name: 'SendChannel', description: 'How a document is delivered.' })

/** Texts that are not sent are written by Kontor. */
@InputType({ description: 'Recipients and text of the mail.' })
export class SendInvoiceInput {
  @Field(() => [String], { nullable: true, description: 'Recipients; defaults to the client.' })
  @ItemCount(1, 20)
  @EmailAddresses()
  to?: string[] | null

  @Field(() => [String], { nullable: true, description: 'Recipients of a copy.' })
  @ItemCount(0, 20)
  @EmailAddresses()
  cc?: string[] | null

  @Field(() => String, { nullable: true, description: 'Subject of the mail.' })
  @Name(200)
  subject?: string | null

  @Field(() => String, { nullable: true, description: 'Text of the mail.' })
  @Text(5000)
  message?: string | null

  @Field(() => SendChannel, {
    nullable: true,
    description: 'Defaults to `email`, without which nothing is sent again.',
  })
  channel?: SendChannel | null
}

@InputType({ description: 'What to credit; everything not yet credited if no lines are given.' })
export class CreditNoteInput {
  @Field(() => [LineItemInput], {
    nullable: true,
    description:
      'Line items to credit, each with a tax of the invoice: parts of its lines, or reductions in words of their own. `unit` and the discount default to those of the line with the same text, which cannot be credited beyond its net amount. Defaults to everything not yet credited.',
  })
  @ItemCount(1, 1000)
  lineItems?: LineItemInput[] | null

  @Field(() => String, { nullable: true, description: 'Reason, shown on the credit note.' })
  @PrintableText(1000)
  reason?: string | null
}

export enum Overpayment {
  credit = 'credit',
}
registerEnumType(Overpayment, {
  name: 'Overpayment',
  description:
    'How to treat an amount that exceeds what is open: `credit` keeps the excess as credit of the client. Without it the payment is refused.',
})

@InputType({ description: 'The payment to record.' })
export class PaymentInput {
  @Field(() => Cents)
  @Between(1, maxMovedCents)
  amountCents!: number

  @Field(() => CalendarDate)
  paidAt!: string

  @Field(() => PaymentMethod)
  method!: PaymentMethod

  @Field(() => UUID, {
    nullable: true,
    description:
      'With the method `credit_note`: the credit note of the same client whose refund that is due settles this much of both documents.',
  })
  creditNoteId?: string | null

  @Field(() => String, { nullable: true })
  @Text(200)
  reference?: string | null

  @Field(() => Cents, {
    nullable: true,
    description:
      'Cash discount granted with the payment, in cents, on top of the amount; at most what is open. A discount that the terms of the invoice do not provide for is named in `warnings`.',
  })
  @Between(0, maxMovedCents)
  cashDiscountCents?: number | null

  @Field(() => Cents, {
    nullable: true,
    description:
      'Part of the amount in cents that settles dunning fees and interest; more than the reminders have claimed is named in `warnings`.',
  })
  @Between(0, maxMovedCents)
  chargesCents?: number | null

  @Field(() => Overpayment, {
    nullable: true,
    description: 'Without it, an amount that exceeds what is open is refused.',
  })
  overpayment?: Overpayment | null
}

@InputType({ description: "A payment of a client's credit back to the client." })
export class ClientRefundInput {
  @Field(() => Cents)
  @Between(1, maxMovedCents)
  amountCents!: number

  @Field(() => CalendarDate)
  paidAt!: string

  @Field(() => PaymentMethod)
  @OneOf(refundMethods)
  method!: PaymentMethod

  @Field(() => String, { nullable: true })
  @Text(200)
  reference?: string | null
}

@ArgsType()
export class InvoiceListArgs extends ExternalIdListArgs {
  @Sort('Invoice', 'created_at', 'issue_date', 'due_date', 'number', 'total_cents')
  override sort?: string

  @Field(() => [InvoiceStatus], { nullable: true, description: 'Several values are separated by commas.' })
  status?: InvoiceStatus[]

  @Field(() => InvoiceKind, { nullable: true })
  kind?: InvoiceKind

  @DeliveryFilter()
  delivery?: DeliveryState[]

  @Field(() => UUID, { nullable: true, description: 'Only invoices of this client.' })
  clientId?: string

  @Field(() => UUID, { nullable: true })
  projectId?: string

  @Field(() => Boolean, { nullable: true, description: 'Sent, not fully paid and past its due date.' })
  overdue?: boolean

  @Field(() => CalendarDate, { nullable: true, description: 'Bound of the issue date, inclusive.' })
  from?: string

  @Field(() => CalendarDate, { nullable: true, description: 'Bound of the issue date, inclusive.' })
  to?: string
}

import { ArgsType, Field, InputType } from 'type-graphql'
import { ExternalIdInput, ExternalIdListArgs } from '#core/database/external-id'
import { DeliveryFilter, type DeliveryState } from '#core/mail/delivery'
import { ItemCount, NotNull, OneOf, Text } from '#core/schema/checks'
import { Sort } from '#core/schema/list'
import { CalendarDate, UUID } from '#core/schema/scalars'
import { PrintableName, PrintableText } from '#documents/printable'
import { SendInvoiceInput } from '../invoices/invoice.inputs.ts'
import { LineItemInput } from '../invoices/line-items/line-item.inputs.ts'
import { QuoteStatus } from './quote.entity.ts'

@InputType({ description: 'The fields to change; null clears a field.' })
export class UpdateQuoteInput extends ExternalIdInput {
  @Field(() => UUID, { nullable: true, description: 'Client to whom the quote is made.' })
  @NotNull()
  clientId?: string

  @Field(() => CalendarDate, { nullable: true })
  issueDate?: string | null

  @Field(() => CalendarDate, { nullable: true })
  @NotNull()
  validUntil?: string

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

  @Field(() => [LineItemInput], { nullable: true })
  @NotNull()
  @ItemCount(1, 1000)
  lineItems?: LineItemInput[]
}

@InputType({ description: 'The draft to create.' })
export class CreateQuoteInput extends UpdateQuoteInput {
  @Field(() => UUID, { description: 'Client to whom the quote is made.' })
  override clientId!: string

  @Field(() => CalendarDate)
  override validUntil!: string

  @Field(() => [LineItemInput])
  @ItemCount(1, 1000)
  override lineItems!: LineItemInput[]
}

@InputType({ description: 'Recipients and text of the mail, which carries the signing link.' })
export class SendQuoteInput extends SendInvoiceInput {}

@InputType({ description: 'Why the quote is rejected.' })
export class RejectQuoteInput {
  @Field(() => String, { nullable: true, description: 'Reason for the rejection.' })
  @Text(1000)
  reason?: string | null
}

@InputType({ description: 'An acceptance that came by another way than the signing link.' })
export class MarkQuoteSignedInput {
  @Field(() => String, { description: 'Who accepted the quote for the client.' })
  @PrintableName(200)
  name!: string

  @Field(() => CalendarDate, { description: 'Day on which the client accepted the quote.' })
  date!: string

  @Field(() => String, { nullable: true, description: 'How the client accepted, such as `by mail`.' })
  @Text(1000)
  note?: string | null
}

@ArgsType()
export class QuoteListArgs extends ExternalIdListArgs {
  @Sort('Quote', 'created_at', 'issue_date', 'due_date', 'valid_until', 'number', 'total_cents')
  override sort?: string

  @Field(() => [QuoteStatus], { nullable: true, description: 'Several values are separated by commas.' })
  status?: QuoteStatus[]

  @DeliveryFilter()
  delivery?: DeliveryState[]

  @Field(() => UUID, { nullable: true, description: 'Only quotes to this client.' })
  clientId?: string

  @Field(() => UUID, { nullable: true })
  projectId?: string
}

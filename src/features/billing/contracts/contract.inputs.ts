import { ArgsType, Field, InputType, Int } from 'type-graphql'
import { ExternalIdInput, ExternalIdListArgs } from '#core/database/external-id'
import { DeliveryFilter, type DeliveryState } from '#core/mail/delivery'
import { Between, NotNull, OneOf } from '#core/schema/checks'
import { Sort } from '#core/schema/list'
import { CalendarDate, UUID } from '#core/schema/scalars'
import { PrintableContent, PrintableName } from '#documents/printable'
import { SendInvoiceInput } from '../invoices/invoice.inputs.ts'
import { ContractStatus } from './contract.entity.ts'

/** About eighty pages. */
const maxContentLength = 200_000

const contentDescription =
  'Text of the contract in Markdown (CommonMark, with tables and task lists); HTML in it is shown as text.'

@InputType({ description: 'The fields to change; null clears a field.' })
export class UpdateContractInput extends ExternalIdInput {
  @Field(() => UUID, { nullable: true, description: 'Client with whom the contract is made.' })
  @NotNull()
  clientId?: string

  @Field(() => String, { nullable: true, description: 'Title of the contract.' })
  @NotNull()
  @PrintableName(200)
  title?: string

  @Field(() => String, { nullable: true, description: contentDescription })
  @NotNull()
  @PrintableContent(maxContentLength)
  content?: string

  @Field(() => CalendarDate, { nullable: true, description: 'First day of the contract.' })
  startsOn?: string | null

  @Field(() => CalendarDate, { nullable: true, description: 'Last day of a contract of fixed term.' })
  endsOn?: string | null

  @Field(() => Int, { nullable: true, description: 'Notice period in days.' })
  @Between(0, 3660)
  noticePeriodDays?: number | null

  @Field(() => UUID, { nullable: true, description: 'Quote that the contract follows.' })
  quoteId?: string | null

  @Field(() => String, { nullable: true })
  @OneOf(['de', 'en'])
  language?: string | null
}

@InputType({ description: 'The draft to create.' })
export class CreateContractInput extends UpdateContractInput {
  @Field(() => UUID, { description: 'Client with whom the contract is made.' })
  override clientId!: string

  @Field(() => String, { description: 'Title of the contract.' })
  @PrintableName(200)
  override title!: string

  @Field(() => String, { description: contentDescription })
  @PrintableContent(maxContentLength)
  override content!: string
}

@InputType({ description: 'Recipients and text of the mail, which carries the signing link.' })
export class SendContractInput extends SendInvoiceInput {}

@InputType({ description: 'When notice was given, and when the contract is to end.' })
export class CancelContractInput {
  @Field(() => CalendarDate, {
    nullable: true,
    description:
      'Last day of the contract; defaults to the first that the notice period allows, and is never before it. Where none is agreed, the day of the notice.',
  })
  endsOn?: string | null

  @Field(() => CalendarDate, {
    nullable: true,
    description: 'Day on which notice was given; defaults to today. Not before the contract was signed.',
  })
  noticedOn?: string | null
}

@ArgsType()
export class ContractListArgs extends ExternalIdListArgs {
  @Sort('Contract', 'created_at', 'title', 'number', 'starts_on', 'ends_on')
  override sort?: string

  @Field(() => [ContractStatus], { nullable: true, description: 'Several values are separated by commas.' })
  status?: ContractStatus[]

  @DeliveryFilter()
  delivery?: DeliveryState[]

  @Field(() => UUID, { nullable: true, description: 'Only contracts with this client.' })
  clientId?: string

  @Field(() => Boolean, { nullable: true, description: 'Declined by the client, and not sent again since.' })
  rejected?: boolean
}

import { Arg, Ctx, Field, Float, InputType, Int, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import type { Context } from '#core/operation/context'
import { Between, Decimals, ItemCount } from '#core/schema/checks'
import { Refuses } from '#core/schema/error-codes'
import { Rest } from '#core/schema/rest'
import { CalendarDate, UUID } from '#core/schema/scalars'
import { invoices } from '../invoice.policy.ts'
import { LineItemInput } from '../line-items/line-item.inputs.ts'
import { InvoicePreview, previewDraft } from './preview-draft.ts'

@InputType({ description: 'A draft that is being written.' })
class InvoicePreviewInput {
  @Field(() => UUID, {
    nullable: true,
    description: 'Client who is billed. Without one, VAT is that of a business in the country of the organization.',
  })
  clientId?: string | null

  @Field(() => [LineItemInput])
  @ItemCount(1, 1000)
  lineItems!: LineItemInput[]

  @Field(() => CalendarDate, { nullable: true, description: 'Date of the invoice, for warnings about its terms.' })
  issueDate?: string | null

  @Field(() => CalendarDate, {
    nullable: true,
    description: 'Day until which it is to be paid, likewise.',
  })
  dueDate?: string | null

  @Field(() => Float, { nullable: true, description: 'Cash discount in percent, likewise.' })
  @Between(0, 99.99)
  @Decimals(2)
  cashDiscountPercent?: number | null

  @Field(() => Int, {
    nullable: true,
    description: 'Days from the date of the invoice for which it is granted, likewise.',
  })
  @Between(0, 365)
  cashDiscountDays?: number | null

  @Field(() => UUID, {
    nullable: true,
    description: 'Draft that is being changed: `warnings` speaks also of its kind, project and quote.',
  })
  draftId?: string | null
}

@Resolver()
export class InvoicePreviewResolver {
  @Rest('POST /invoices/preview')
  @Refuses('invoice_locked')
  @May(invoices.read)
  @Query(() => InvoicePreview, {
    description:
      'The sums of a draft as creating it would make them, and what is missing to send it. Nothing is kept: it is for forms that show both as one types, so terms that creating it would refuse (due before its date, half of a cash discount) are warned of at most. A draft that was sent meanwhile is refused (409).',
  })
  invoicePreview(
    @Ctx() context: Context,
    @Arg('input', () => InvoicePreviewInput) { clientId, lineItems, ...draft }: InvoicePreviewInput,
  ): Promise<InvoicePreview> {
    return previewDraft(context, clientId, lineItems, draft)
  }
}

import { Arg, Ctx, Field, InputType, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/may'
import type { Context } from '#core/operation/context'
import { Items } from '#core/schema/checks'
import { Rest } from '#core/schema/rest'
import { UUID } from '#core/schema/scalars'
import { Nested } from '#core/schema/validation'
import { invoices } from './invoice.policy.ts'
import { LineItemInput } from './line-item.inputs.ts'
import { InvoicePreview, previewDraft } from './preview-draft.ts'

@InputType({ description: 'A draft that is being written.' })
class InvoicePreviewInput {
  @Field(() => UUID, {
    nullable: true,
    description: 'Client who is billed. Without one, VAT is that of a business in the country of the organization.',
  })
  clientId?: string | null

  @Field(() => [LineItemInput])
  @Items(1, 1000)
  @Nested({ each: true })
  lineItems!: LineItemInput[]
}

@Resolver()
export class InvoicePreviewResolver {
  @Rest('POST /invoices/preview')
  @May(invoices.read)
  @Query(() => InvoicePreview, {
    description:
      'The sums of a draft as creating it would make them, and what is missing to send it. Nothing is kept: it is for forms that show both as one types.',
  })
  invoicePreview(
    @Ctx() context: Context,
    @Arg('input', () => InvoicePreviewInput) { clientId, lineItems }: InvoicePreviewInput,
  ): Promise<InvoicePreview> {
    return previewDraft(context, clientId, lineItems)
  }
}

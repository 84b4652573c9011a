import { Field, InputType } from 'type-graphql'
import { SendInvoiceInput } from '../invoices/invoice.inputs.ts'

@InputType({ description: 'Recipients and text of the mail of a reminder.' })
export class RemindInvoiceInput extends SendInvoiceInput {
  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether to remind although the mail of the invoice, or of its last reminder, did not arrive; `false` unless sent.',
  })
  despiteFailedDelivery?: boolean | null
}

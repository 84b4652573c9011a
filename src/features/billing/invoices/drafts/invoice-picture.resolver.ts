import { Arg, Ctx, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import type { Context } from '#core/operation/context'
import { Refuses } from '#core/schema/error-codes'
import { Rest } from '#core/schema/rest'
import { UUID } from '#core/schema/scalars'
import { DocumentPicture, previewDescription } from '../../issuing/document-preview.ts'
import { CreateInvoiceInput } from '../invoice.inputs.ts'
import { invoices } from '../invoice.policy.ts'
import { renderDraftPicture } from './draft-picture.ts'

@Resolver()
export class InvoicePictureResolver {
  @Rest('POST /invoices/picture')
  @Refuses('invoice_locked')
  @May(invoices.write)
  @Query(() => DocumentPicture, {
    description: `The first page of an invoice that is being written. ${previewDescription}`,
  })
  invoicePicture(
    @Ctx() context: Context,
    @Arg('input', () => CreateInvoiceInput) input: CreateInvoiceInput,
    @Arg('draftId', () => UUID, {
      nullable: true,
      description:
        'Draft that is being changed. What is left out of kind, language, cash discount, project and quote is as it has them.',
    })
    draftId?: string | null,
  ): Promise<DocumentPicture> {
    return renderDraftPicture(context, input, draftId)
  }
}

import type { GraphQLResolveInfo } from 'graphql'
import { Args, Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql'
import { Delivery, loadDelivery, noDelivery } from '#core/mail/delivery'
import type { Context } from '#core/operation/context'
import { loadNestedRows } from '#core/operation/nested-rows'
import { createTicketUrl } from '#core/operation/ticket'
import { NestedListArgs } from '#core/schema/list'
import { GraphqlOnly } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { Project } from '#features/work/projects/project.entity'
import { invoiceDocumentPath } from './document/invoice.http.ts'
import { Invoice, InvoiceStatus, invoiceMailKinds } from './invoice.entity.ts'
import { Payment } from './payments/payment.entity.ts'

@Resolver(() => Invoice)
export class InvoiceEdgesResolver {
  @FieldResolver(() => Project, { nullable: true })
  async project(@Root() { projectId }: RowOrEntity<Invoice>, @Ctx() context: Context): Promise<Row<Project> | null> {
    return projectId ? ((await context.loadOne(Project, projectId)) ?? null) : null
  }

  @FieldResolver(() => Invoice, { nullable: true, description: 'Invoice that the credit note corrects.' })
  async creditedInvoice(
    @Root() { creditedInvoiceId }: RowOrEntity<Invoice>,
    @Ctx() context: Context,
  ): Promise<Row<Invoice> | null> {
    return creditedInvoiceId ? ((await context.loadOne(Invoice, creditedInvoiceId)) ?? null) : null
  }

  @FieldResolver(() => [Invoice], { description: 'Credit notes that correct the invoice, newest first.' })
  creditNotes(
    @Root() { id }: RowOrEntity<Invoice>,
    @Ctx() context: Context,
    @Args(() => NestedListArgs) page: NestedListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Row<Invoice>[]> {
    return loadNestedRows(context, Invoice, 'credited_invoice_id', id, page, { info })
  }

  @FieldResolver(() => [Payment], { description: 'Payments, newest first, including reversed ones.' })
  payments(
    @Root() { id }: RowOrEntity<Invoice>,
    @Ctx() context: Context,
    @Args(() => NestedListArgs) page: NestedListArgs,
  ): Promise<Row<Payment>[]> {
    return loadNestedRows(context, Payment, 'invoice_id', id, page)
  }

  @FieldResolver(() => Delivery, { description: 'What became of the last mail of the document.' })
  delivery(@Root() { id, status }: RowOrEntity<Invoice>, @Ctx() context: Context): Delivery | Promise<Delivery> {
    return status === InvoiceStatus.draft ? noDelivery : loadDelivery(context, invoiceMailKinds, id)
  }

  @GraphqlOnly()
  @FieldResolver(() => String, {
    description: 'Signed address of the PDF, valid for five minutes without a token; drafts have a preview.',
  })
  pdfUrl(@Root() { id }: RowOrEntity<Invoice>, @Ctx() context: Context): Promise<string> {
    return createTicketUrl(context, invoiceDocumentPath(id, 'pdf'))
  }

  @GraphqlOnly()
  @FieldResolver(() => String, {
    description: 'Signed address of a picture of the first page, WebP, valid for five minutes without a token.',
  })
  previewUrl(@Root() { id }: RowOrEntity<Invoice>, @Ctx() context: Context): Promise<string> {
    return createTicketUrl(context, invoiceDocumentPath(id, 'preview'))
  }

  @GraphqlOnly()
  @FieldResolver(() => String, {
    nullable: true,
    description: 'Signed address of the XML; null for drafts, which have none.',
  })
  async xmlUrl(@Root() { id, status }: RowOrEntity<Invoice>, @Ctx() context: Context): Promise<string | null> {
    return status === InvoiceStatus.draft ? null : createTicketUrl(context, invoiceDocumentPath(id, 'xml'))
  }
}

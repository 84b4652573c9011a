import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { ticketAddress } from '#core/access/ticket'
import type { Context } from '#core/context'
import { nestedRows } from '#core/database/nested'
import { NestedListArgs } from '#core/graphql/list'
import { GraphqlOnly } from '#core/rest/rest'
import { Project } from '#features/work/projects/project.entity'
import { Invoice, InvoiceStatus } from './invoice.entity.ts'
import { documentPath } from './invoice.http.ts'
import { Payment } from './payment.entity.ts'

/** What an invoice leads to. */
@Resolver(() => Invoice)
export class InvoiceEdgesResolver {
  @FieldResolver(() => Project, { nullable: true })
  async project(@Root() { projectId }: Invoice, @Ctx() context: Context): Promise<Project | null> {
    return projectId ? ((await context.one(Project, projectId)) ?? null) : null
  }

  @FieldResolver(() => Invoice, { nullable: true, description: 'The invoice that a credit note corrects.' })
  async creditedInvoice(@Root() { creditedInvoiceId }: Invoice, @Ctx() context: Context): Promise<Invoice | null> {
    return creditedInvoiceId ? ((await context.one(Invoice, creditedInvoiceId)) ?? null) : null
  }

  @FieldResolver(() => [Invoice], { description: 'The credit notes on it, the newest first.' })
  creditNotes(
    @Root() { id }: Invoice,
    @Ctx() context: Context,
    @Args(() => NestedListArgs) page: NestedListArgs,
  ): Promise<Invoice[]> {
    return nestedRows(context, Invoice, 'credited_invoice_id', id, page)
  }

  @FieldResolver(() => [Payment], { description: 'Its payments, the newest first; reversed ones with them.' })
  payments(
    @Root() { id }: Invoice,
    @Ctx() context: Context,
    @Args(() => NestedListArgs) page: NestedListArgs,
  ): Promise<Payment[]> {
    return nestedRows(context, Payment, 'invoice_id', id, page)
  }

  @GraphqlOnly()
  @FieldResolver(() => String, {
    description: 'Where the document lies for five minutes, a draft’s preview too; the address is the permission.',
  })
  pdfUrl(@Root() { id }: Invoice, @Ctx() context: Context): Promise<string> {
    return ticketAddress(context, documentPath(id, 'pdf'))
  }

  @GraphqlOnly()
  @FieldResolver(() => String, {
    nullable: true,
    description: 'The same for the XML alone; null of a draft, which has none.',
  })
  async xmlUrl(@Root() { id, status }: Invoice, @Ctx() context: Context): Promise<string | null> {
    return status === InvoiceStatus.draft ? null : ticketAddress(context, documentPath(id, 'xml'))
  }
}

import type { GraphQLResolveInfo } from 'graphql'
import {
  Arg,
  Args,
  Ctx,
  Field,
  FieldResolver,
  Info,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql'
import { May } from '#core/access/authorization'
import { externalIdTaken } from '#core/database/external-id'
import { conflict, notFound } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { Refuses } from '#core/schema/error-codes'
import { createListType } from '#core/schema/list'
import { Embed, Rest } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { Cents, UUID } from '#core/schema/scalars'
import { Client } from '#features/people/clients/client.entity'
import { creditInvoice } from './credit-notes/credit-invoice.ts'
import { createDraft, updateInvoice } from './drafts/draft-invoice.ts'
import { duplicateInvoice } from './drafts/duplicate-invoice.ts'
import { Invoice, invoiceLocked } from './invoice.entity.ts'
import {
  CreateInvoiceInput,
  CreditNoteInput,
  InvoiceListArgs,
  SendInvoiceInput,
  UpdateInvoiceInput,
} from './invoice.inputs.ts'
import { invoices } from './invoice.policy.ts'
import { readInvoices } from './invoice.reads.ts'
import { InvoiceWarning, localizeWarnings } from './line-items/warnings.ts'
import { resendInvoice } from './sending/invoice.mail.ts'
import { sendInvoice } from './sending/send-invoice.ts'

@ObjectType({ simpleResolvers: true })
class InvoiceList extends createListType('invoices', Invoice) {
  @Field(() => Cents, { description: 'Gross total of all matching documents over all pages, in cents.' })
  sumTotalCents!: number

  @Field(() => Cents, {
    description: 'Total still to be paid on sent invoices over all pages, in cents; equals the receivables report.',
  })
  sumOpenCents!: number

  @Field(() => Cents, { description: 'Total to be paid back on credit notes over all pages, in cents.' })
  sumRefundDueCents!: number
}

@Resolver(() => Invoice)
export class InvoiceResolver {
  @Rest('GET /invoices')
  @May(invoices.read)
  @Query(() => InvoiceList, { description: 'Invoices and credit notes.' })
  async invoices(
    @Ctx() context: Context,
    @Args(() => InvoiceListArgs) args: InvoiceListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<InvoiceList> {
    const { rows, ...sums } = await readInvoices(context, args, info)
    return { invoices: rows, ...sums }
  }

  @Rest('GET /invoices/{id}')
  @May(invoices.read)
  @Query(() => Invoice, { description: 'An invoice or a credit note.' })
  async invoice(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Row<Invoice>> {
    return context.read(Invoice, id)
  }

  @Rest('POST /invoices', 201)
  @May(invoices.write)
  @Mutation(() => Invoice, { description: 'Creates a draft.' })
  createInvoice(
    @Ctx() context: Context,
    @Arg('input', () => CreateInvoiceInput) input: CreateInvoiceInput,
  ): Promise<Invoice> {
    return createDraft(context, input)
  }

  @Rest('PUT /invoices/{id}')
  @Refuses('invoice_locked')
  @May(invoices.write)
  @Mutation(() => Invoice, {
    description:
      'Updates an invoice: only the fields that are sent change. A draft may change in everything; once it is issued, only `dunning_blocked` and `project_id` may, which are not on the document.',
  })
  updateInvoice(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => UpdateInvoiceInput) input: UpdateInvoiceInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Invoice> {
    return updateInvoice(context, id, input)
  }

  @Rest('DELETE /invoices/{id}')
  @Refuses('invoice_locked')
  @May(invoices.write)
  @Mutation(() => Boolean, { description: 'Deletes a draft; its time entries become billable again.' })
  async deleteInvoice(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<boolean> {
    const invoice = await context.load(Invoice, id)
    invoice.assertDraft()
    const lastState = await context.snapshot('Invoice', invoice)
    await context.runDeleteHandlers(invoice)
    context.em.remove(invoice)
    context.record('invoice.deleted', invoice, lastState)
    return true
  }

  @Rest('POST /invoices/{id}/send')
  @May(invoices.write)
  @Mutation(() => Invoice, { description: 'Sends an invoice: assigns its number, locks, archives and mails it.' })
  async sendInvoice(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => SendInvoiceInput, { nullable: true }) input?: SendInvoiceInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Invoice> {
    return sendInvoice(context, await context.load(Invoice, id), input ?? {})
  }

  @Rest('POST /invoices/{id}/resend')
  @Refuses('document_damaged')
  @May(invoices.write)
  @Mutation(() => Invoice, { description: 'Sends the archived document by mail again.' })
  async resendInvoice(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => SendInvoiceInput, { nullable: true }) input?: SendInvoiceInput,
  ): Promise<Invoice> {
    return resendInvoice(context, await context.load(Invoice, id), input ?? {})
  }

  @Rest('POST /invoices/{id}/duplicate', 201)
  @May(invoices.write)
  @Mutation(() => Invoice, { description: 'Creates a draft with the same line items, dated today.' })
  async duplicateInvoice(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Invoice> {
    return duplicateInvoice(context, await context.load(Invoice, id))
  }

  @Rest('POST /invoices/{id}/credit-note', 201)
  @May(invoices.write)
  @Mutation(() => Invoice, {
    description: 'Creates a credit note for an invoice, over the given lines or everything not yet credited.',
  })
  async creditInvoice(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => CreditNoteInput, { nullable: true }) input?: CreditNoteInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Invoice> {
    return creditInvoice(context, await context.load(Invoice, id), input ?? {})
  }

  @Embed('id', 'name')
  @FieldResolver(() => Client)
  async client(@Root() { clientId }: RowOrEntity<Invoice>, @Ctx() context: Context): Promise<Row<Client>> {
    return (await context.loadOne(Client, clientId)) as Row<Client>
  }

  @FieldResolver(() => [InvoiceWarning], { description: 'Warnings about unusual content; usually empty.' })
  warnings(@Root() { warnings }: RowOrEntity<Invoice>, @Ctx() context: Context): InvoiceWarning[] {
    return localizeWarnings(warnings, context)
  }
}

export const invoiceConstraints = {
  issued_documents_invoice_id_fkey: invoiceLocked,
  payments_invoice_id_fkey: { missing: notFound },
  invoices_external_id_key: externalIdTaken,
  invoices_number_key: () =>
    conflict(
      'conflict',
      {
        de: 'Das Nummernmuster ergibt eine Nummer, die es schon gibt: Das Muster ändern oder die nächste Nummer erhöhen (Einstellungen, Nummernkreise).',
        en: 'The number pattern makes a number that exists already: change the pattern or raise the next number (settings, number series).',
      },
      'organization.invoiceNumberPattern',
    ),
}

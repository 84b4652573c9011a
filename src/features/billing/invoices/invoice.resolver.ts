import { Arg, Args, Ctx, Field, FieldResolver, Int, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql'
import { May } from '#core/access/may'
import type { Context } from '#core/context'
import { conflict, notFound } from '#core/errors'
import { Cents, UUID } from '#core/graphql/scalars'
import { externalIdTaken } from '#core/integrated'
import { Refuses } from '#core/rest/refusals'
import { Embed, Rest } from '#core/rest/rest'
import { Client } from '#features/people/clients/client.entity'
import { releaseTime } from '#features/work/time-entries/release-time'
import { creditInvoice } from './credit-invoice.ts'
import { changeInvoice, draftInvoice } from './draft-invoice.ts'
import { duplicateInvoice } from './duplicate-invoice.ts'
import { Invoice, locked } from './invoice.entity.ts'
import {
  CreateInvoiceInput,
  CreditNoteInput,
  InvoiceListArgs,
  SendInvoiceInput,
  UpdateInvoiceInput,
} from './invoice.inputs.ts'
import { resendInvoice } from './invoice.mail.ts'
import { invoices } from './invoice.policy.ts'
import { readInvoice, readInvoices } from './invoice.reads.ts'
import { sendInvoice } from './send-invoice.ts'

@ObjectType({ simpleResolvers: true })
class InvoiceList {
  @Field(() => [Invoice])
  invoices!: Invoice[]

  @Field(() => Int)
  total!: number

  @Field(() => Cents, { description: 'The sum of what matches, over all pages.' })
  sumTotalCents!: number

  @Field(() => Cents, {
    description: 'The sum of what is still to be paid on sent invoices, over all pages; as in the receivables report.',
  })
  sumOpenCents!: number

  @Field(() => Cents, { description: 'The sum of what is to be given back on credit notes, over all pages.' })
  sumRefundDueCents!: number
}

@ObjectType({ simpleResolvers: true, description: 'What is allowed and unusual.' })
class InvoiceWarning {
  @Field(() => String, { description: 'In REST’s spelling, with a path into arrays: `line_items.0.tax_rate`.' })
  field!: string

  @Field(() => String)
  message!: string
}

@Resolver(() => Invoice)
export class InvoiceResolver {
  @Rest('GET /invoices')
  @May(invoices.read)
  @Query(() => InvoiceList, { description: 'Invoices and credit notes.' })
  async invoices(@Ctx() context: Context, @Args(() => InvoiceListArgs) args: InvoiceListArgs): Promise<InvoiceList> {
    const { rows, ...sums } = await readInvoices(context, args)
    return { invoices: rows, ...sums }
  }

  @Rest('GET /invoices/{id}')
  @May(invoices.read)
  @Query(() => Invoice, { description: 'An invoice or a credit note.' })
  async invoice(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Invoice> {
    const invoice = await readInvoice(context, id)
    if (!invoice) throw notFound()
    return invoice
  }

  @Rest('POST /invoices', 201)
  @May(invoices.write)
  @Mutation(() => Invoice, { description: 'Creates a draft.' })
  createInvoice(
    @Ctx() context: Context,
    @Arg('input', () => CreateInvoiceInput) input: CreateInvoiceInput,
  ): Promise<Invoice> {
    return draftInvoice(context, input)
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
    return changeInvoice(context, id, input)
  }

  @Rest('DELETE /invoices/{id}')
  @Refuses('invoice_locked')
  @May(invoices.write)
  @Mutation(() => Boolean, { description: 'Deletes a draft; the time on it can be billed again.' })
  async deleteInvoice(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<boolean> {
    const invoice = await context.load(Invoice, id)
    invoice.assertDraft()
    const lastState = await context.snapshot('Invoice', invoice)
    await releaseTime(context, id)
    context.em.remove(invoice)
    context.record('invoice.deleted', invoice, lastState)
    return true
  }

  @Rest('POST /invoices/{id}/send')
  @May(invoices.write)
  @Mutation(() => Invoice, { description: 'Sends an invoice: numbers, locks, archives and mails it.' })
  async sendInvoice(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => SendInvoiceInput, { nullable: true }) input?: SendInvoiceInput,
  ): Promise<Invoice> {
    return sendInvoice(context, await context.load(Invoice, id), input ?? {})
  }

  @Rest('POST /invoices/{id}/resend')
  @Refuses('document_damaged')
  @May(invoices.write)
  @Mutation(() => Invoice, { description: 'Mails the same document once more.' })
  async resendInvoice(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => SendInvoiceInput, { nullable: true }) input?: SendInvoiceInput,
  ): Promise<Invoice> {
    return resendInvoice(context, await context.load(Invoice, id), input ?? {})
  }

  @Rest('POST /invoices/{id}/duplicate', 201)
  @May(invoices.write)
  @Mutation(() => Invoice, { description: 'A new draft with the same lines, dated today.' })
  async duplicateInvoice(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Invoice> {
    return duplicateInvoice(context, await context.load(Invoice, id))
  }

  @Rest('POST /invoices/{id}/credit-note', 201)
  @May(invoices.write)
  @Mutation(() => Invoice, { description: 'Credits an invoice: all that is not yet credited, or the lines given.' })
  async creditInvoice(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => CreditNoteInput, { nullable: true }) input?: CreditNoteInput,
  ): Promise<Invoice> {
    return creditInvoice(context, await context.load(Invoice, id), input ?? {})
  }

  @Embed('id', 'name')
  @FieldResolver(() => Client)
  async client(@Root() { clientId }: Invoice, @Ctx() context: Context): Promise<Client> {
    return (await context.one(Client, clientId)) as Client
  }

  @FieldResolver(() => [InvoiceWarning], { description: 'What is allowed and unusual about it; empty as a rule.' })
  warnings(@Root() { warnings }: Invoice, @Ctx() context: Context): InvoiceWarning[] {
    const language = context.requestedLanguage ?? 'de'
    return warnings.map(({ field, text }) => ({ field, message: `${field} ${text[language]}.` }))
  }
}

/** What the constraints of the invoices' table mean to the caller. */
export const invoiceConstraints = {
  issued_documents_invoice_id_fkey: locked,
  payments_invoice_id_fkey: { missing: notFound },
  invoices_external_id_key: externalIdTaken,
  invoices_number_key: () =>
    conflict(
      'conflict',
      {
        de: 'Das Nummernmuster ergibt eine Nummer, die es schon gibt.',
        en: 'The number pattern makes a number that exists already.',
      },
      'organization.invoiceNumberPattern',
    ),
}

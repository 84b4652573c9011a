import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Args, Ctx, FieldResolver, Info, Int, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql'
import { May } from '#core/access/authorization'
import { externalIdTaken } from '#core/database/external-id'
import { conflict } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { Refuses } from '#core/schema/error-codes'
import { createListType } from '#core/schema/list'
import { Embed, Rest } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { UUID } from '#core/schema/scalars'
import { Client } from '#features/people/clients/client.entity'
import { Invoice } from '../invoices/invoice.entity.ts'
import { InvoiceWarning, localizeWarnings } from '../invoices/line-items/warnings.ts'
import { endSigningLinks } from '../signing/signing-link.ts'
import { convertQuote } from './convert-quote.ts'
import { createQuoteDraft, updateQuote } from './draft-quote.ts'
import { duplicateQuote } from './duplicate-quote.ts'
import { Quote } from './quote.entity.ts'
import {
  CreateQuoteInput,
  MarkQuoteSignedInput,
  QuoteListArgs,
  RejectQuoteInput,
  SendQuoteInput,
  UpdateQuoteInput,
} from './quote.inputs.ts'
import { quotes } from './quote.policy.ts'
import { readQuotes } from './quote.reads.ts'
import { resendQuote, sendQuote } from './send-quote.ts'

@ObjectType({ simpleResolvers: true })
class QuoteList extends createListType('quotes', Quote) {}

@Resolver(() => Quote)
export class QuoteResolver {
  @Rest('GET /quotes')
  @May(quotes.read)
  @Query(() => QuoteList, { description: 'The quotes of the organization.' })
  async quotes(
    @Ctx() context: Context,
    @Args(() => QuoteListArgs) args: QuoteListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<QuoteList> {
    const { rows, total } = await readQuotes(context, args, info)
    return { quotes: rows, total }
  }

  @Rest('GET /quotes/{id}')
  @May(quotes.read)
  @Query(() => Quote, { description: 'A quote.' })
  async quote(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Row<Quote>> {
    return context.read(Quote, id)
  }

  @Rest('POST /quotes', 201)
  @May(quotes.write)
  @Mutation(() => Quote, { description: 'Creates a draft.' })
  createQuote(@Ctx() context: Context, @Arg('input', () => CreateQuoteInput) input: CreateQuoteInput): Promise<Quote> {
    return createQuoteDraft(context, input)
  }

  @Rest('PUT /quotes/{id}')
  @May(quotes.write)
  @Mutation(() => Quote, {
    description:
      'Updates a quote: only the fields that are sent change. A draft may change in everything; once it is sent, only `project_id` may, which is not on the document, and what you keep with it.',
  })
  updateQuote(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => UpdateQuoteInput) input: UpdateQuoteInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Quote> {
    return updateQuote(context, id, input)
  }

  @Rest('DELETE /quotes/{id}')
  @May(quotes.write)
  @Mutation(() => Boolean, { description: 'Deletes a draft.' })
  async deleteQuote(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<boolean> {
    const quote = await context.load(Quote, id)
    quote.assertDraft()
    const lastState = await context.snapshot('Quote', quote)
    await context.runDeleteHandlers(quote)
    context.em.remove(quote)
    context.record('quote.deleted', quote, lastState)
    return true
  }

  @Rest('POST /quotes/{id}/send')
  @May(quotes.write)
  @Mutation(() => Quote, {
    description: 'Sends a quote: assigns its number, locks and archives it, and mails it with a link to sign it.',
  })
  async sendQuote(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => SendQuoteInput, { nullable: true }) input?: SendQuoteInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Quote> {
    return sendQuote(context, await context.load(Quote, id), input ?? {})
  }

  @Rest('POST /quotes/{id}/resend')
  @Refuses('document_damaged')
  @May(quotes.write)
  @Mutation(() => Quote, { description: 'Mails a sent quote again, with a new signing link; the earlier ones end.' })
  async resendQuote(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => SendQuoteInput, { nullable: true }) input?: SendQuoteInput,
  ): Promise<Quote> {
    return resendQuote(context, await context.load(Quote, id), input ?? {})
  }

  @Rest('POST /quotes/{id}/revoke-link')
  @May(quotes.write)
  @Mutation(() => Quote, { description: 'Ends the signing link of a sent quote; the quote stays open.' })
  async revokeQuoteLink(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Quote> {
    const quote = await context.load(Quote, id)
    quote.assertOpen(context.clock.today())
    await endSigningLinks(context, quote.id)
    return quote
  }

  @Rest('POST /quotes/{id}/duplicate', 201)
  @May(quotes.write)
  @Mutation(() => Quote, { description: 'Creates a draft with the same line items, valid for as long from today.' })
  async duplicateQuote(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Quote> {
    return duplicateQuote(context, await context.load(Quote, id))
  }

  @Rest('POST /quotes/{id}/reject')
  @May(quotes.write)
  @Mutation(() => Quote, { description: 'Rejects a sent quote for the client; it cannot be signed any more.' })
  async rejectQuote(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => RejectQuoteInput, { nullable: true }) input?: RejectQuoteInput,
  ): Promise<Quote> {
    const quote = await context.load(Quote, id)
    quote.reject(input?.reason ?? null, context.clock.now(), context.clock.today())
    context.record('quote.rejected', quote)
    return quote
  }

  @Rest('POST /quotes/{id}/mark-signed')
  @May(quotes.write)
  @Mutation(() => Quote, {
    description: 'Records that the client accepted a sent quote by another way than its signing link.',
  })
  async markQuoteSigned(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => MarkQuoteSignedInput) input: MarkQuoteSignedInput,
  ): Promise<Quote> {
    const quote = await context.load(Quote, id)
    quote.markSigned(input, context.clock.now(), context.clock.today())
    context.record('quote.signed', quote)
    return quote
  }

  @Rest('POST /quotes/{id}/convert-to-invoice', 201)
  @May(quotes.write)
  @Mutation(() => Invoice, {
    description: 'Creates the draft of an invoice from a signed quote, once; answers the invoice.',
  })
  async convertQuoteToInvoice(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Invoice> {
    return convertQuote(context, await context.load(Quote, id))
  }

  @Embed('id', 'name')
  @FieldResolver(() => Client)
  async client(@Root() { clientId }: RowOrEntity<Quote>, @Ctx() context: Context): Promise<Row<Client>> {
    return (await context.loadOne(Client, clientId)) as Row<Client>
  }

  @FieldResolver(() => [InvoiceWarning], { description: 'Warnings about unusual content; usually empty.' })
  warnings(@Root() { warnings }: RowOrEntity<Quote>, @Ctx() context: Context): InvoiceWarning[] {
    return localizeWarnings(warnings, context)
  }
}

/** Errors for violated database constraints. */
export const quoteConstraints = {
  quotes_external_id_key: externalIdTaken,
  quotes_number_key: () =>
    conflict(
      'conflict',
      {
        de: 'Das Nummernmuster ergibt eine Nummer, die es schon gibt: Das Muster ändern oder die nächste Nummer erhöhen (Einstellungen, Nummernkreise).',
        en: 'The number pattern makes a number that exists already: change the pattern or raise the next number (settings, number series).',
      },
      'organization.quoteNumberPattern',
    ),
  invoices_quote_id_fkey: () =>
    conflict('conflict', {
      de: 'Zu diesem Angebot gibt es versendete Rechnungen; es kann nicht gelöscht werden.',
      en: 'Invoices of this quote have been sent; it cannot be deleted.',
    }),
  quotes_project_id_fkey: () =>
    conflict('conflict', {
      de: 'Zu diesem Projekt gibt es versendete Angebote; es kann archiviert, aber nicht gelöscht werden.',
      en: 'There are quotes of this project; it can be archived, but not deleted.',
    }),
}

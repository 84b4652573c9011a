import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { Delivery, loadDelivery, noDelivery } from '#core/mail/delivery'
import type { Context } from '#core/operation/context'
import { createTicketUrl } from '#core/operation/ticket'
import { GraphqlOnly } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { Project } from '#features/work/projects/project.entity'
import { Invoice } from '../invoices/invoice.entity.ts'
import { SentLink } from '../signing/sent-link.type.ts'
import { readLatestSigningLink } from '../signing/signing-link.ts'
import { Quote, QuoteStatus, quoteMailKinds } from './quote.entity.ts'
import { quoteDocumentPath } from './quote.http.ts'

@Resolver(() => Quote)
export class QuoteRelationsResolver {
  @FieldResolver(() => Project, { nullable: true })
  async project(@Root() { projectId }: RowOrEntity<Quote>, @Ctx() context: Context): Promise<Row<Project> | null> {
    return projectId ? ((await context.loadOne(Project, projectId)) ?? null) : null
  }

  @FieldResolver(() => Invoice, { nullable: true, description: 'Invoice that the quote was converted to.' })
  async invoice(@Root() { invoiceId }: RowOrEntity<Quote>, @Ctx() context: Context): Promise<Row<Invoice> | null> {
    return invoiceId ? ((await context.loadOne(Invoice, invoiceId)) ?? null) : null
  }

  @FieldResolver(() => Delivery, { description: 'What became of the last mail of the document.' })
  delivery(@Root() { id, status }: RowOrEntity<Quote>, @Ctx() context: Context): Delivery | Promise<Delivery> {
    return status === QuoteStatus.draft ? noDelivery : loadDelivery(context, quoteMailKinds, id)
  }

  @GraphqlOnly()
  @FieldResolver(() => String, {
    description: 'Signed address of the PDF, valid for five minutes without a token; drafts have a preview.',
  })
  pdfUrl(@Root() { id }: RowOrEntity<Quote>, @Ctx() context: Context): Promise<string> {
    return createTicketUrl(context, quoteDocumentPath(id, 'pdf'))
  }

  @GraphqlOnly()
  @FieldResolver(() => String, {
    description: 'Signed address of a picture of the first page, WebP, valid for five minutes without a token.',
  })
  previewUrl(@Root() { id }: RowOrEntity<Quote>, @Ctx() context: Context): Promise<string> {
    return createTicketUrl(context, quoteDocumentPath(id, 'preview'))
  }

  @GraphqlOnly()
  @FieldResolver(() => SentLink, {
    nullable: true,
    description: 'The last signing link that was mailed; null where none was.',
  })
  signingLink(@Root() { id }: RowOrEntity<Quote>, @Ctx() context: Context): Promise<SentLink | null> {
    return readLatestSigningLink(context, id)
  }
}

@Resolver(() => Invoice)
export class InvoiceQuoteResolver {
  @FieldResolver(() => Quote, { nullable: true, description: 'Quote that the invoice was made from.' })
  async quote(@Root() { quoteId }: RowOrEntity<Invoice>, @Ctx() context: Context): Promise<Row<Quote> | null> {
    return quoteId ? ((await context.loadOne(Quote, quoteId)) ?? null) : null
  }
}

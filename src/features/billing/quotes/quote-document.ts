import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import type { Client } from '#features/people/clients/client.entity'
import type { Organization } from '#features/people/organizations/organization.entity'
import { resolveDocumentLanguage, toDocumentParties } from '../invoices/document/build-document.ts'
import { resolveRecipients } from '../invoices/document/recipients.ts'
import type { QuoteDocument } from './document/quote.document.ts'
import type { Quote } from './quote.entity.ts'

/** The draft as if sent today. */
export const toDraftDocument = (context: Context, quote: Quote, seller: Row<Organization>, client: Row<Client>) =>
  toQuoteDocument(quote, seller, client, context, {
    language: resolveDocumentLanguage(quote, client, context),
    isSignedOnline: resolveRecipients(client, {}) !== null,
  })

/** With seller and buyer as they are now. */
export function toQuoteDocument(
  quote: Quote,
  seller: Row<Organization>,
  buyer: Row<Client>,
  { clock }: Pick<Context, 'clock'>,
  { language, isSignedOnline, logo = null }: Pick<QuoteDocument, 'language' | 'isSignedOnline' | 'logo'>,
): QuoteDocument {
  const { number, issueDate, validUntil, lineItems, introduction, closing } = quote
  const { subtotalCents, taxCents, totalCents, taxBreakdown } = quote
  return {
    number,
    issueDate: issueDate ?? clock.today(),
    validUntil,
    language,
    createdAt: (quote.sentAt ?? quote.updatedAt).toISOString(),
    // A quote may be sent before the legal name is set.
    ...toDocumentParties({ ...seller, legalName: seller.legalName ?? seller.name }, buyer),
    lines: lineItems,
    subtotalCents,
    taxCents,
    totalCents,
    taxBreakdown,
    introduction,
    closing,
    isSignedOnline,
    logo,
  }
}

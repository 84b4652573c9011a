import { invalidField } from '#core/errors/problem'
import { assertMayResend } from '#core/mail/resend-limit'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import { addDays, startOfDayInBerlin } from '#core/time/clock'
import { Client } from '#features/people/clients/client.entity'
import { readOrganization } from '#features/people/organizations/organization.reads'
import {
  assertDocumentPrintable,
  assertTaxScopeNotMixed,
  neededForSending,
} from '../invoices/document/assert-sendable.ts'
import { resolveDocumentLanguage } from '../invoices/document/build-document.ts'
import { assertCanResend, resolveRecipients } from '../invoices/document/recipients.ts'
import { SendChannel } from '../invoices/invoice.inputs.ts'
import { priceLines, toLineInput } from '../invoices/line-items/price-lines.ts'
import { readArchivedBytes, readArchivedDocument } from '../issuing/archive.ts'
import { issueDocument, mailArchivedDocument } from '../issuing/issue-document.ts'
import { createSigningLink } from '../signing/signing-link.ts'
import { type Quote, quoteMailKinds } from './quote.entity.ts'
import type { SendQuoteInput } from './quote.inputs.ts'
import { composeQuoteMail } from './quote.mail.ts'
import { toQuoteDocument } from './quote-document.ts'
import { renderQuoteInThread } from './render-quote.ts'

/**
 * Prices, numbers, archives and mails a quote with a signing link, in one transaction. Everything is validated before rendering. A quote
 * need not have all that the law requires of an invoice.
 */
export async function sendQuote(context: Context, quote: Quote, wish: SendQuoteInput): Promise<Quote> {
  const client = await context.readReferenced(Client, quote.clientId, 'clientId')
  const seller = await readOrganization(context)
  const language = resolveDocumentLanguage(quote, client, context)
  quote.assertUnsent()
  quote.price(priceLines(quote.lineItems.map(toLineInput), seller, client, language))
  const issueDate = assertDates(quote, context.clock.today())
  quote.assertPayable()
  const isMailed = wish.channel !== SendChannel.none
  const document = toQuoteDocument(quote, seller, client, context, { language, isSignedOnline: isMailed })
  assertTaxScopeNotMixed(document)
  assertDocumentPrintable(document)
  if (isMailed && !resolveRecipients(client, wish)) throw invalidField('client.email', neededForSending)

  let link = ''
  await issueDocument(context, {
    kind: 'quote',
    subjectId: quote.id,
    number: ['quote', seller.quoteNumberPattern, issueDate],
    buildContent: ({ number, at }) => ({
      ...document,
      number,
      createdAt: at.toISOString(),
      logoFileId: seller.logoFileId,
    }),
    render: renderQuoteInThread,
    async lock({ number, at, pdfSha256, partHashes }) {
      quote.issueDate = issueDate
      quote.language = language
      quote.lock(number, at)
      quote.pdfSha256 = pdfSha256
      quote.parties = {
        seller: document.seller,
        buyer: document.buyer,
        ...(partHashes && { logoSha256: partHashes.logo }),
      }
      if (isMailed) link = await createLink(context, quote, client, wish)
    },
    buildMail: () => (isMailed ? composeQuoteMail(quote, seller, client, wish, link) : null),
  })
  context.record('quote.sent', quote)
  return quote
}

/** Mails the same bytes with a new link, which replaces earlier ones. */
export async function resendQuote(context: Context, quote: Quote, wish: SendQuoteInput): Promise<Quote> {
  quote.assertOpen(context.clock.today())
  const client = await context.readReferenced(Client, quote.clientId, 'clientId')
  assertCanResend(client, wish)
  await assertMayResend(context, quoteMailKinds, quote.id)
  const archived = await readArchivedDocument(context, quote.id, 'quote')
  await readArchivedBytes(context, archived, 'pdf')
  const link = await createLink(context, quote, client, wish)
  const seller = await readOrganization(context)
  await mailArchivedDocument(context, quote.id, archived, composeQuoteMail(quote, seller, client, wish, link))
  return quote
}

/** The link is valid until the end of the quote's last day in Berlin. */
const createLink = (context: Context, { id, validUntil }: Quote, client: Row<Client>, wish: SendQuoteInput) =>
  createSigningLink(context, {
    kind: 'quote',
    id,
    sentTo: [...(resolveRecipients(client, wish) ?? []), ...(wish.cc ?? [])],
    expiresAt: startOfDayInBerlin(addDays(validUntil, 1)),
  })

/** Returns the issue date, today by default. Throws 422 if it is in the future, or after the quote's last day. */
function assertDates({ issueDate, validUntil }: Quote, today: string): string {
  if (issueDate && issueDate > today)
    throw invalidField('issueDate', { de: 'liegt in der Zukunft', en: 'lies in the future' })
  if (validUntil < today) throw invalidField('validUntil', { de: 'ist schon vorbei', en: 'has passed already' })
  return issueDate ?? today
}

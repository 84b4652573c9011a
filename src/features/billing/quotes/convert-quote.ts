import type { Context } from '#core/operation/context'
import type { Language } from '#core/text/language'
import { Client } from '#features/people/clients/client.entity'
import { resolveProjectOfClient } from '#features/work/projects/project-of-client'
import { readDeductibleAdvances } from '../invoices/advances/advances.ts'
import { formatDay } from '../invoices/document/invoice.texts.ts'
import { createDraft, defaultTerms } from '../invoices/drafts/draft-invoice.ts'
import { type Invoice, InvoiceKind } from '../invoices/invoice.entity.ts'
import { toLineInput } from '../invoices/line-items/price-lines.ts'
import { formatDocumentTitle } from '../signing/linked-document.ts'
import { recordConversion } from '../signing/sign-document.ts'
import type { Quote } from './quote.entity.ts'
import { signableQuote } from './signable-quote.ts'

/** Creates an invoice draft from a signed quote, once. After advance invoices it is the final invoice, which deducts them. */
export async function convertQuote(context: Context, quote: Quote): Promise<Invoice> {
  quote.assertConvertible()
  const client = await context.readReferenced(Client, quote.clientId, 'clientId')
  const { id, number, lineItems, projectId, language } = quote
  // Language of the signed document, whoever converts it.
  const own = (language ?? context.organizationLanguage) as Language
  await recordConversion(context, {
    id,
    kind: 'quote',
    title: formatDocumentTitle(own, signableQuote, { number }),
    note: invoiceNoun[own],
  })
  const advances = await readDeductibleAdvances(
    context,
    { kind: InvoiceKind.final, projectId: null, quoteId: id, clientId: client.id },
    false,
  )
  const invoice = await createDraft(
    context,
    {
      kind: advances.length ? InvoiceKind.final : InvoiceKind.invoice,
      clientId: client.id,
      ...(await defaultTerms(context, client)),
      lineItems: lineItems.map(toLineInput),
      projectId: await resolveProjectOfClient(context, projectId, client.id),
      language,
      introduction: texts[own](quote),
    },
    { quoteId: quote.id },
  )
  quote.convert(invoice.id)
  context.record('quote.converted', quote)
  return invoice
}

/** Shown on the evidence page; a draft has no number yet. */
const invoiceNoun: Readonly<Record<Language, string>> = { de: 'Rechnung', en: 'Invoice' }

const texts: Readonly<Record<Language, (quote: Quote) => string>> = {
  de: ({ number, issueDate }) => `Gemäß unserem Angebot ${number} vom ${formatDay(issueDate ?? '', 'de')}.`,
  en: ({ number, issueDate }) => `As per our quote ${number} of ${formatDay(issueDate ?? '', 'en')}.`,
}

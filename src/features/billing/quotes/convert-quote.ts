import type { Context } from '#core/operation/context'
import type { Language } from '#core/text/language'
import { Client } from '#features/people/clients/client.entity'
import { showDay } from '../invoices/document/invoice.texts.ts'
import { draftInvoice, languageOf, termsFrom } from '../invoices/draft-invoice.ts'
import type { Invoice } from '../invoices/invoice.entity.ts'
import { asSent } from '../invoices/price-lines.ts'
import type { Quote } from './quote.entity.ts'

/** Makes the draft of an invoice of a signed quote, which names it; once. */
export async function convertQuote(context: Context, quote: Quote): Promise<Invoice> {
  quote.assertConvertible()
  const client = await context.refer(Client, quote.clientId, 'clientId')
  const { lineItems, projectId, language } = quote
  const invoice = await draftInvoice(
    context,
    {
      clientId: client.id,
      ...(await termsFrom(context, client)),
      lineItems: lineItems.map(asSent),
      projectId,
      language,
      introduction: texts[languageOf(quote, client, context)](quote),
    },
    { quoteId: quote.id },
  )
  quote.convert(invoice.id)
  context.record('quote.converted', quote)
  return invoice
}

const texts: Readonly<Record<Language, (quote: Quote) => string>> = {
  de: ({ number, issueDate }) => `Gemäß unserem Angebot ${number} vom ${showDay(issueDate ?? '', 'de')}.`,
  en: ({ number, issueDate }) => `As per our quote ${number} of ${showDay(issueDate ?? '', 'en')}.`,
}

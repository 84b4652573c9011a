import { invalid } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { logoOf } from '#features/content/files/logo'
import { Client } from '#features/people/clients/client.entity'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { assertSendable, needed } from './document/assert-sendable.ts'
import { languageOf } from './draft-invoice.ts'
import type { Invoice } from './invoice.entity.ts'
import { SendChannel, type SendInvoiceInput } from './invoice.inputs.ts'
import { mailInvoice } from './invoice.mail.ts'
import { archiveDocument, documentOf, takeNumber } from './issue-document.ts'
import { asSent, priceLines } from './price-lines.ts'
import { recipient } from './recipient.ts'

/**
 * Sends an invoice to its client: prices it by the day's data, numbers, locks, renders, archives and mails it, in one
 * transaction. What can be refused is refused before the counter's row is held.
 */
export async function sendInvoice(context: Context, invoice: Invoice, letter: SendInvoiceInput): Promise<Invoice> {
  const { clock } = context
  const client = await context.refer(Client, invoice.clientId, 'clientId')
  const seller = await readOrganization(context)
  const language = languageOf(invoice, client, context)
  invoice.assertUnsent()
  invoice.price(priceLines(invoice.lineItems.map(asSent), seller, client, language))
  const today = clock.today()
  if (invoice.issueDate > today) throw invalid('issueDate', { de: 'liegt in der Zukunft', en: 'lies in the future' })
  if (invoice.totalCents < 0) throw invalid('lineItems', negative)
  const mailed = letter.channel !== SendChannel.none
  assertSendable(documentOf(invoice, seller, client, language))
  if (mailed && !recipient(client, letter)) throw invalid('client.email', needed)

  const logo = await logoOf(context, seller)
  const number = await takeNumber(context, 'invoice', seller.invoiceNumberPattern, invoice.issueDate)
  invoice.serviceFrom ??= invoice.serviceTo ?? invoice.issueDate
  invoice.serviceTo ??= invoice.serviceFrom
  invoice.language = language
  invoice.lock(number, clock.now())
  // Nothing is to be paid: it is paid as it goes out.
  if (invoice.totalCents === 0) invoice.review(today)
  await archiveDocument(context, invoice, documentOf(invoice, seller, client, language, { logo }))
  if (mailed) await mailInvoice(context, invoice, seller, client, letter)
  context.record('invoice.sent', invoice)
  if (invoice.totalCents === 0) context.record('invoice.paid', invoice)
  return invoice
}

const negative = {
  de: 'ergeben weniger als null: Erstattet wird mit einer Rechnungskorrektur',
  en: 'add up to less than zero: use a credit note to refund money',
}

import { invalidField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { Client } from '#features/people/clients/client.entity'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { setSupplyDateOnAdvances } from '../advances/advances.ts'
import { assertSendable } from '../document/assert-sendable.ts'
import { buildInvoiceDocument, resolveDocumentLanguage } from '../document/build-document.ts'
import { resolveRecipients } from '../document/recipients.ts'
import { priceInvoice } from '../drafts/draft-invoice.ts'
import { type Invoice, InvoiceKind } from '../invoice.entity.ts'
import { SendChannel, type SendInvoiceInput } from '../invoice.inputs.ts'
import { toLineInputs } from '../line-items/price-lines.ts'
import { issueInvoice } from './issue-invoice.ts'

/**
 * Sends an invoice to its client: prices it by the day's data and issues it, in one transaction. What can be refused is
 * refused before anything is drawn.
 */
export async function sendInvoice(context: Context, invoice: Invoice, letter: SendInvoiceInput): Promise<Invoice> {
  const { clock } = context
  const client = await context.readReferenced(Client, invoice.clientId, 'clientId')
  const seller = await readOrganization(context)
  const language = resolveDocumentLanguage(invoice, client, context)
  invoice.assertUnsent()
  await priceInvoice(context, invoice, toLineInputs(invoice.lineItems), seller, client, true)
  const today = clock.today()
  if (invoice.issueDate > today)
    throw invalidField('issueDate', { de: 'liegt in der Zukunft', en: 'lies in the future' })
  invoice.assertTotalNotNegative()
  const mailed = letter.channel !== SendChannel.none
  const nobody = mailed && !resolveRecipients(client, letter) ? ['client.email'] : []
  assertSendable(buildInvoiceDocument(invoice, seller, client, language), ...nobody)

  // What an advance is for has no day yet.
  if (invoice.kind !== InvoiceKind.advance) invoice.serviceFrom ??= invoice.serviceTo ?? invoice.issueDate
  invoice.serviceTo ??= invoice.serviceFrom
  invoice.serviceFrom ??= invoice.serviceTo
  invoice.language = language
  await issueInvoice(context, invoice, {
    number: ['invoice', seller.invoiceNumberPattern, invoice.issueDate],
    seller,
    client,
    document: buildInvoiceDocument(invoice, seller, client, language),
    lock() {
      // Nothing is to be paid: it is paid as it goes out.
      if (invoice.totalCents === 0) invoice.updateStatus(today)
    },
    mail: mailed ? letter : null,
  })
  await setSupplyDateOnAdvances(context, invoice)
  context.record('invoice.sent', invoice)
  if (invoice.totalCents === 0) context.record('invoice.paid', invoice)
  return invoice
}

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

/** Prices and issues an invoice in one transaction. All refusals come before rendering. */
export async function sendInvoice(context: Context, invoice: Invoice, mail: SendInvoiceInput): Promise<Invoice> {
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
  const isMailed = mail.channel !== SendChannel.none
  const missingRecipient = isMailed && !resolveRecipients(client, mail) ? ['client.email'] : []
  assertSendable(buildInvoiceDocument(invoice, seller, client, language), ...missingRecipient)

  // The supply of an advance has no date yet.
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
      // A total of zero is paid at once.
      if (invoice.totalCents === 0) invoice.updateStatus(today)
    },
    mail: isMailed ? mail : null,
  })
  await setSupplyDateOnAdvances(context, invoice)
  context.record('invoice.sent', invoice)
  if (invoice.totalCents === 0) context.record('invoice.paid', invoice)
  return invoice
}

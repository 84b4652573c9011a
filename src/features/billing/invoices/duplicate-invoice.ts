import { invalidState } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { addDays } from '#core/time/clock'
import { Client } from '#features/people/clients/client.entity'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { draftInvoice } from './draft-invoice.ts'
import { type Invoice, InvoiceKind } from './invoice.entity.ts'
import { asSent } from './price-lines.ts'

/** A new draft with the same lines, dated today and due by the client's terms. */
export async function duplicateInvoice(context: Context, original: Invoice): Promise<Invoice> {
  if (original.kind !== InvoiceKind.invoice)
    throw invalidState({
      de: 'Eine Rechnungskorrektur kann nicht kopiert werden.',
      en: 'A credit note cannot be copied.',
    })
  const client = await context.refer(Client, original.clientId, 'clientId')
  const terms = client.paymentTermsDays ?? (await readOrganization(context)).defaultPaymentTermsDays
  const today = context.clock.today()
  const { projectId, language, introduction, closing, cashDiscountPercent, cashDiscountDays } = original
  return draftInvoice(context, {
    clientId: client.id,
    issueDate: today,
    dueDate: addDays(today, terms),
    lineItems: original.lineItems.map(asSent),
    projectId,
    language,
    introduction,
    closing,
    // Older invoices may have one of the two, which grants nothing.
    ...(cashDiscountPercent !== null && cashDiscountDays !== null && { cashDiscountPercent, cashDiscountDays }),
  })
}

import { invalidState } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { Client } from '#features/people/clients/client.entity'
import { resolveProjectOfClient } from '#features/work/projects/project-of-client'
import { type Invoice, InvoiceKind } from '../invoice.entity.ts'
import { toLineInputs } from '../line-items/price-lines.ts'
import { createDraft, defaultTerms } from './draft-invoice.ts'

export async function duplicateInvoice(context: Context, original: Invoice): Promise<Invoice> {
  if (original.kind === InvoiceKind.credit_note)
    throw invalidState({
      de: 'Eine Rechnungskorrektur kann nicht kopiert werden.',
      en: 'A credit note cannot be copied.',
    })
  const client = await context.readReferenced(Client, original.clientId, 'clientId')
  const { kind, projectId, quoteId, language, introduction, closing, cashDiscountPercent, cashDiscountDays } = original
  return createDraft(context, {
    clientId: client.id,
    ...(await defaultTerms(context, client)),
    lineItems: toLineInputs(original.lineItems),
    kind,
    projectId: await resolveProjectOfClient(context, projectId, client.id),
    // A quote is invoiced once, but advances and final invoices may repeat.
    ...(kind !== InvoiceKind.invoice && { quoteId }),
    language,
    introduction,
    closing,
    // Older invoices may have only one of the two, which grants nothing.
    ...(cashDiscountPercent !== null && cashDiscountDays !== null && { cashDiscountPercent, cashDiscountDays }),
  })
}

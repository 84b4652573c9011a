import { Client } from '../clients/client.entity.ts'
import type { Context } from '../core/context.ts'
import { nextNumber } from '../core/database/numbering.ts'
import { invalid, invalidState } from '../core/errors.ts'
import { logoOf } from '../files/logo.ts'
import { readOrganization } from '../organizations/organization.reads.ts'
import { releaseTime } from '../time-entries/release-time.ts'
import { languageOf } from './draft-invoice.ts'
import { Invoice, InvoiceKind, InvoiceStatus } from './invoice.entity.ts'
import type { CreditNoteInput } from './invoice.inputs.ts'
import { mailInvoice } from './invoice.mail.ts'
import { archiveDocument, documentOf } from './issue-document.ts'
import type { LineItemInput } from './line-item.inputs.ts'
import { asSent, priceLines } from './price-lines.ts'
import { recipient } from './recipient.ts'

/**
 * Credits an invoice, all that is not yet credited or the lines given: the credit note is numbered, locked, archived
 * and mailed at once, and takes its sum off what is open.
 */
export async function creditInvoice(context: Context, original: Invoice, input: CreditNoteInput): Promise<Invoice> {
  const { clock } = context
  if (original.kind !== InvoiceKind.invoice || original.status === InvoiceStatus.draft)
    throw invalidState({
      de: 'Gutgeschrieben wird nur eine versendete Rechnung.',
      en: 'Only an invoice that was sent can be credited.',
    })
  if (original.isFullyCredited)
    throw invalidState({ de: 'Diese Rechnung ist schon ganz gutgeschrieben.', en: 'This invoice is fully credited.' })

  const client = await context.refer(Client, original.clientId, 'clientId')
  const seller = await readOrganization(context)
  const language = languageOf(original, client, context)
  const today = clock.today()
  const everything = !input.lineItems
  const lines = input.lineItems ? input.lineItems.map(negated) : await remainingLines(context, original)
  const note = context.create(Invoice, {
    kind: InvoiceKind.credit_note,
    client: context.ref(Client, client.id),
    creditedInvoice: context.ref(Invoice, original.id),
    issueDate: today,
    dueDate: today,
    serviceFrom: original.serviceFrom,
    serviceTo: original.serviceTo,
    projectId: original.projectId,
    language,
    introduction: input.reason ?? null,
  } as Partial<Invoice>)
  note.price(priceLines(lines, seller, client, language))
  const credited = -note.totalCents
  if (credited < 0 || (!everything && credited > original.totalCents - original.creditedCents))
    throw invalid('lineItems', {
      de: 'sind mehr, als noch nicht gutgeschrieben ist',
      en: 'are more than is not yet credited',
    })

  const logo = await logoOf(context, seller)
  note.refundDueCents = original.credit(credited, everything, today)
  note.lock(await nextNumber(context, 'credit_note', seller.creditNoteNumberPattern, today), clock.now())
  note.review(today)
  await archiveDocument(context, note, documentOf(note, seller, client, language, { logo, credited: original }))
  if (recipient(client, {})) await mailInvoice(context, note, seller, client, {})
  context.record('invoice.created', note)
  context.record('invoice.sent', note)
  context.record('invoice.updated', original)
  if (original.isFullyCredited) await releaseTime(context, original.id)
  return note
}

const negated = (line: LineItemInput): LineItemInput => ({ ...line, quantity: -line.quantity })

/** The invoice's lines turned round, and those of its earlier credit notes turned back: together, all that is left. */
async function remainingLines(context: Context, original: Invoice): Promise<LineItemInput[]> {
  const earlier = await context.em.find(
    Invoice,
    { creditedInvoice: { id: original.id } },
    { orderBy: { createdAt: 'asc' } },
  )
  return [original, ...earlier].flatMap(({ lineItems }) => lineItems.map(asSent)).map(negated)
}

import { Client } from '../clients/client.entity.ts'
import type { Context } from '../core/context.ts'
import { nextNumber } from '../core/database/numbering.ts'
import { invalid, invalidState } from '../core/errors.ts'
import { logoOf } from '../files/logo.ts'
import { readOrganization } from '../organizations/organization.reads.ts'
import { releaseTime } from '../time-entries/release-time.ts'
import { assertSendable } from './document/assert-sendable.ts'
import type { InvoiceDocument } from './document/document.ts'
import { languageOf } from './draft-invoice.ts'
import { Invoice, InvoiceKind, InvoiceStatus } from './invoice.entity.ts'
import type { CreditNoteInput } from './invoice.inputs.ts'
import { mailInvoice } from './invoice.mail.ts'
import { archiveDocument, documentOf } from './issue-document.ts'
import type { LineItemInput } from './line-item.inputs.ts'
import type { TaxAmount } from './line-item.ts'
import { recordOverdue } from './overdue.ts'
import { type PricedLine, type Pricing, sumUp } from './price-lines.ts'
import { recipient } from './recipient.ts'
import { readReceived } from './reverse-payment.ts'

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
  const left = remainderOf([original, ...(await earlierNotes(context, original))])
  const lines = input.lineItems?.map((line, index) => asOn(original, line, index)) ?? left.lineItems
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
  note.price({ ...sumUp(lines.map(negated)), ...(everything && mirrored(left)) })
  const credited = -note.totalCents
  if (!everything && (credited <= 0 || !isWithin(note, left))) throw moreThanLeft()

  // The invoice was sent when less was asked for, perhaps: what it does not name is the seller's and the client's today.
  const parties = partiesOf(original, documentOf(note, seller, client, language))
  assertSendable({ ...documentOf(note, seller, client, language), ...parties })

  const logo = await logoOf(context, seller)
  note.refundDueCents = original.credit(credited, everything, await readReceived(context, original.id), today)
  note.lock(await nextNumber(context, 'credit_note', seller.creditNoteNumberPattern, today), clock.now())
  note.review(today)
  await archiveDocument(context, note, {
    ...documentOf(note, seller, client, language, { logo, credited: original }),
    ...parties,
  })
  if (recipient(client, {})) await mailInvoice(context, note, seller, client, {})
  context.record('invoice.created', note)
  context.record('invoice.sent', note)
  context.record('invoice.updated', original)
  recordOverdue(context, original)
  if (original.isFullyCredited) await releaseTime(context, original.id)
  return note
}

const negated = <Line extends { quantity: number }>(line: Line): Line => ({ ...line, quantity: -line.quantity })

const earlierNotes = (context: Context, { id }: Invoice) =>
  context.em.find(Invoice, { creditedInvoice: { id } }, { orderBy: { createdAt: 'asc' } })

/** What is not yet credited of an invoice: its lines and those of its credit notes, and their sums to the cent. */
function remainderOf(documents: readonly Invoice[]): Pricing {
  const groups = new Map<string, TaxAmount>()
  for (const { taxRate, taxCategory, netCents, taxCents } of documents.flatMap(({ taxBreakdown }) => taxBreakdown)) {
    const key = `${taxCategory} ${taxRate}`
    const sum = groups.get(key) ?? { taxRate, taxCategory, netCents: 0, taxCents: 0 }
    groups.set(key, { ...sum, netCents: sum.netCents + netCents, taxCents: sum.taxCents + taxCents })
  }
  const taxBreakdown = [...groups.values()]
  const subtotalCents = taxBreakdown.reduce((total, { netCents }) => total + netCents, 0)
  const taxCents = taxBreakdown.reduce((total, group) => total + group.taxCents, 0)
  const lineItems = documents.flatMap(({ lineItems }) => lineItems)
  return { lineItems, taxBreakdown, subtotalCents, taxCents, totalCents: subtotalCents + taxCents }
}

/** The sums turned round: computed anew, the tax of the rest could differ from them by a cent. */
const mirrored = ({ taxBreakdown, subtotalCents, taxCents, totalCents }: Pricing) => ({
  taxBreakdown: taxBreakdown.map((group) => ({ ...group, netCents: 0 - group.netCents, taxCents: 0 - group.taxCents })),
  subtotalCents: 0 - subtotalCents,
  taxCents: 0 - taxCents,
  totalCents: 0 - totalCents,
})

/** A line to be credited, taxed as on the invoice whatever the law says today; 422 where the invoice has no such tax. */
function asOn(original: Invoice, line: LineItemInput, index: number): Omit<PricedLine, 'netCents'> {
  const { description, quantity, unit, unitPriceCents, discountPercent, taxRate, taxCategory } = line
  const like = original.lineItems.find(
    (known) => known.taxRate === taxRate && (!taxCategory || known.taxCategory === taxCategory),
  )
  if (!like)
    throw invalid(`lineItems.${index}.taxRate`, {
      de: 'steht nicht auf der Rechnung',
      en: 'does not stand on the invoice',
    })
  return {
    ...like,
    description,
    quantity,
    unit: unit ?? 'C62',
    unitPriceCents,
    discountPercent: discountPercent ?? 0,
  }
}

/** True where no rate is credited beyond what is left of it. */
const isWithin = (note: Invoice, left: Pricing) =>
  note.taxBreakdown.every(({ taxRate, taxCategory, netCents }) => {
    const rest = left.taxBreakdown.find((group) => group.taxRate === taxRate && group.taxCategory === taxCategory)
    const net = rest?.netCents ?? 0
    return net < 0 ? netCents >= 0 && netCents <= -net : netCents <= 0 && -netCents <= net
  })

/** Seller and buyer as they stand on the invoice: what corrects it names the same, and who answers questions today. */
function partiesOf({ parties }: Invoice, today: InvoiceDocument): Pick<InvoiceDocument, 'seller' | 'buyer'> {
  const { seller, buyer } = (parties ?? {}) as Partial<InvoiceDocument>
  const { contactName, phone, email, iban } = today.seller
  return {
    seller: seller ? withoutGaps(seller, { contactName, phone, email, iban }) : today.seller,
    buyer: buyer ? withoutGaps(buyer, { buyerReference: today.buyer.buyerReference }) : today.buyer,
  }
}

/** What is known, and of what is not (or was not asked for then) what is said today. */
const withoutGaps = <Whole extends object>(known: Whole, today: Partial<Whole>): Whole => ({
  ...known,
  ...Object.fromEntries(Object.entries(today).filter(([key]) => !known[key as keyof Whole])),
})

const moreThanLeft = () =>
  invalid('lineItems', {
    de: 'sind mehr, als noch nicht gutgeschrieben ist',
    en: 'are more than is not yet credited',
  })

import type { Context } from '#core/context'
import { nextNumber } from '#core/database/numbering'
import { invalid, invalidState } from '#core/errors'
import { logoOf } from '#features/content/files/logo'
import { Client } from '#features/people/clients/client.entity'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { releaseTime } from '#features/work/time-entries/release-time'
import { assertSendable } from './document/assert-sendable.ts'
import type { InvoiceDocument } from './document/document.ts'
import { assertFits } from './document/fits.ts'
import { taxOf } from './document/totals.ts'
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
import { sumByRate, totalsOf, turnedRound } from './tax-amounts.ts'

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
  const priced = sumUp(lines.map(negated))
  const taxBreakdown = turnedRound(left.taxBreakdown)
  note.price({
    ...priced,
    ...(everything ? totalsOf(taxBreakdown) : taxedAsLeft(priced.taxBreakdown, left.taxBreakdown)),
  })
  if (!everything) {
    assertFits(note)
    assertWithin(note, left)
  }
  const credited = 0 - note.totalCents

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
const remainderOf = (documents: readonly Invoice[]): Pricing => ({
  lineItems: documents.flatMap(({ lineItems }) => lineItems),
  ...totalsOf(sumByRate(documents.flatMap(({ taxBreakdown }) => taxBreakdown))),
})

/**
 * The sums of a note on the lines given: the tax of each rate as it is computed, moved by the cent that keeps the rest
 * within a cent of its own computed tax; what empties a rate takes the tax that is left of it.
 */
const taxedAsLeft = (note: readonly TaxAmount[], left: readonly TaxAmount[]) =>
  totalsOf(
    note.map((credited) => {
      const rest = left.find((group) => isSameRate(group, credited))
      return rest ? { ...credited, taxCents: 0 - taxTaken(credited, rest) } : credited
    }),
  )

function taxTaken({ netCents, taxCents, taxRate }: TaxAmount, left: TaxAmount): number {
  const netAfter = left.netCents + netCents
  if (netAfter === 0) return left.taxCents
  const even = left.taxCents - taxOf(netAfter, taxRate)
  const taken = Math.min(Math.max(0 - taxCents, even - 1), even + 1)
  return left.taxCents < 0 ? Math.min(0, Math.max(taken, left.taxCents)) : Math.max(0, Math.min(taken, left.taxCents))
}

const isSameRate = (a: TaxAmount, b: TaxAmount) => a.taxRate === b.taxRate && a.taxCategory === b.taxCategory

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

/** 422 where more is credited than is left, at a rate or in all, or where nothing in all would be left of rates that are. */
function assertWithin(note: Invoice, left: Pricing) {
  const after = sumByRate([...left.taxBreakdown, ...note.taxBreakdown])
  const isMore = after.some(({ netCents }, index) => {
    const before = left.taxBreakdown[index]?.netCents ?? 0
    return before < 0 ? netCents > 0 || netCents < before : netCents < 0 || netCents > before
  })
  if (isMore || note.totalCents >= 0 || -note.totalCents > left.totalCents) throw moreThanLeft()
  if (-note.totalCents === left.totalCents && after.some(({ netCents }) => netCents !== 0)) throw unevenRest()
}

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
    de: 'übersteigen, was noch gutgeschrieben werden kann',
    en: 'exceed what can still be credited',
  })

const unevenRest = () =>
  invalid('lineItems', {
    de: 'lassen insgesamt nichts übrig, bei einzelnen Steuersätzen aber schon: Bitte ohne Posten alles gutschreiben',
    en: 'leave nothing in total, but something at single tax rates: please credit everything, without lines',
  })

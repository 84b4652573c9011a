import { invalidField, invalidState } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { Client } from '#features/people/clients/client.entity'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { assertAdvanceNotDeducted } from '../advances/advances.ts'
import { computeStandingDiscount, sumGross, undoDiscount, withDay } from '../cash-discount/undo-discount.ts'
import { assertSendable } from '../document/assert-sendable.ts'
import { buildInvoiceDocument, resolveDocumentLanguage } from '../document/build-document.ts'
import type { InvoiceDocument } from '../document/invoice.document.ts'
import { resolveRecipients } from '../document/recipients.ts'
import { Invoice, InvoiceKind, InvoiceStatus } from '../invoice.entity.ts'
import type { CreditNoteInput } from '../invoice.inputs.ts'
import type { LineItemInput } from '../line-items/line-item.inputs.ts'
import { type PricedLine, type Pricing, sumLines } from '../line-items/price-lines.ts'
import { computeTax } from '../line-items/totals.ts'
import { recordOverdue } from '../overdue.ts'
import { readReceivedAmounts, sumRefunds } from '../payments/received-amounts.ts'
import { issueInvoice } from '../sending/issue-invoice.ts'
import type { TaxAmount } from '../tax/tax-amounts.ts'
import { isSameRate, sumByRate, sumTotals } from '../tax/tax-amounts.ts'
import { computeRemainingLines } from './remaining-lines.ts'

/** Issues a credit note for the given lines, or for everything not yet credited, and lowers the open amount. */
export async function creditInvoice(context: Context, original: Invoice, input: CreditNoteInput): Promise<Invoice> {
  const { clock } = context
  if (original.kind === InvoiceKind.credit_note || original.status === InvoiceStatus.draft)
    throw invalidState({
      de: 'Gutgeschrieben wird nur eine versendete Rechnung.',
      en: 'Only an invoice that was sent can be credited.',
    })
  if (original.isFullyCredited)
    throw invalidState({ de: 'Diese Rechnung ist schon ganz gutgeschrieben.', en: 'This invoice is fully credited.' })

  await assertAdvanceNotDeducted(context, original)
  const client = await context.readReferenced(Client, original.clientId, 'clientId')
  const seller = await readOrganization(context)
  const language = resolveDocumentLanguage(original, client, context)
  const today = clock.today()
  const isFull = !input.lineItems
  const notes = await findCreditNotes(context, original)
  const left = sumTotals(sumByRate([original, ...notes].flatMap(({ taxBreakdown }) => taxBreakdown)))
  const lines =
    input.lineItems?.map((line, index) => toCreditedLine(original, line, index)) ??
    computeRemainingLines(original, notes)
  const note = context.draft(Invoice, {
    kind: InvoiceKind.credit_note,
    client: context.ref(Client, client.id),
    creditedInvoice: context.ref(Invoice, original.id),
    issueDate: today,
    dueDate: today,
    serviceFrom: original.serviceFrom,
    serviceTo: original.serviceTo,
    projectId: original.projectId,
    prepaid: original.prepaid,
    suppliedOn: original.suppliedOn,
    supplyInvoicedOn: original.supplyInvoicedOn,
    language,
    introduction: input.reason ?? null,
  } as Partial<Invoice>)
  const priced = sumLines(lines.map(negateQuantity))
  note.applyPricing({ ...priced, ...adjustTax(priced.taxBreakdown, left.taxBreakdown) })
  if (!isFull) {
    assertCreditable(note, left)
    assertLinesCreditable(note, original, notes)
  }
  const credited = 0 - note.totalCents

  // Older invoices may lack fields that are required today.
  const unnumbered = buildInvoiceDocument(note, seller, client, language)
  const parties = originalParties(original, unnumbered)
  assertSendable({ ...unnumbered, ...parties })

  original.applyCreditNote(credited, isFull, today)
  const discountCents = await assignRefund(context, original, note, notes, left)
  context.record('invoice.created', note)
  context.record('invoice.sent', note)
  context.record('invoice.updated', original)
  recordOverdue(context, original)
  await issueInvoice(context, note, {
    number: ['credit_note', seller.creditNoteNumberPattern, today],
    seller,
    client,
    document: {
      ...buildInvoiceDocument(note, seller, client, language, {
        credited: original,
        refund: { cents: note.refundDueCents, discountCents },
      }),
      ...parties,
    },
    lock() {
      note.updateStatus(today)
      context.transaction.add(note)
    },
    mail: resolveRecipients(client, {}) ? {} : null,
  })
  if (original.isFullyCredited) await context.runDeleteHandlers(original)
  return note
}

/** Sets the refund due on the credit note and undoes part of the granted discount. Returns the undone discount in cents. */
async function assignRefund(
  context: Context,
  original: Invoice,
  note: Invoice,
  earlier: readonly Invoice[],
  left: DocumentSums,
) {
  const { receivedCents, granted } = await readReceivedAmounts(context, original.id)
  const { moneyCents, discountCents } = original.computeExcess(receivedCents)
  note.refundDueCents = Math.max(0, moneyCents - sumRefunds(earlier))
  const cents = discountCents - sumGross(original.discountUndone)
  const after = sumByRate([...left.taxBreakdown, ...note.taxBreakdown])
  const undone = undoDiscount(computeStandingDiscount(granted, original.discountUndone), after, cents)
  if (undone.length) original.discountUndone = [...original.discountUndone, ...withDay(undone, note.issueDate)]
  return cents
}

type DocumentSums = Pick<Pricing, 'taxBreakdown' | 'totalCents'>

const negateQuantity = <Line extends { quantity: number }>(line: Line): Line => ({ ...line, quantity: -line.quantity })

const findCreditNotes = (context: Context, { id }: Invoice) =>
  context.em.find(Invoice, { creditedInvoice: { id } }, { orderBy: { createdAt: 'asc' } })

/**
 * Adjusts the tax of a partial credit note by at most one cent per rate, so that what remains is within a cent of its
 * own computed tax. The note that empties a rate takes all remaining tax.
 */
const adjustTax = (note: readonly TaxAmount[], left: readonly TaxAmount[]) =>
  sumTotals(
    note.map((credited) => {
      const rest = left.find((group) => isSameRate(group, credited))
      return rest ? { ...credited, taxCents: 0 - computeCreditedTax(credited, rest) } : credited
    }),
  )

function computeCreditedTax({ netCents, taxCents, taxRate }: TaxAmount, left: TaxAmount): number {
  const netAfter = left.netCents + netCents
  if (netAfter === 0) return left.taxCents
  const even = left.taxCents - computeTax(netAfter, taxRate)
  const taken = Math.min(Math.max(0 - taxCents, even - 1), even + 1)
  return left.taxCents < 0 ? Math.min(0, Math.max(taken, left.taxCents)) : Math.max(0, Math.min(taken, left.taxCents))
}

/**
 * Taxes a credited line as on the invoice, not by today's law. Throws 422 if the invoice has no such tax. A line is part
 * of an invoice line, or a reduction with its own text (§ 17 UStG).
 */
function toCreditedLine(original: Invoice, line: LineItemInput, index: number): Omit<PricedLine, 'netCents'> {
  const { description, quantity, unit, unitPriceCents, discountPercent, taxRate, taxCategory } = line
  const reason = line.taxExemptionReason?.trim()
  const alike = original.lineItems.filter(
    (known) =>
      known.taxRate === taxRate &&
      (!taxCategory || known.taxCategory === taxCategory) &&
      (!reason || known.taxExemptionReason?.trim() === reason),
  )
  const named = alike.filter((known) => normalizeText(known) === normalizeText(line))
  const same = named.find((known) => known.unitPriceCents === unitPriceCents) ?? named[0]
  const like = same ?? alike[0]
  if (!like)
    throw invalidField(`lineItems.${index}.taxRate`, {
      de: 'steht nicht auf der Rechnung',
      en: 'is not on the invoice',
    })
  return {
    ...like,
    description: same?.description ?? description,
    quantity,
    unit: unit ?? same?.unit ?? 'C62',
    unitPriceCents,
    discountPercent: discountPercent ?? same?.discountPercent ?? 0,
  }
}

const normalizeText = ({ description }: Pick<LineItemInput, 'description'>) =>
  description.replaceAll(/\r\n?/g, '\n').trim()

/** Throws 422 if the note credits nothing, more than remains, or leaves a total of zero with rates that are not. */
function assertCreditable(note: Invoice, left: DocumentSums) {
  const after = sumByRate([...left.taxBreakdown, ...note.taxBreakdown])
  if (note.totalCents >= 0) throw notPositive()
  const isMore = after.some(({ netCents }, index) =>
    exceedsRemainder(left.taxBreakdown[index]?.netCents ?? 0, netCents),
  )
  if (isMore || -note.totalCents > left.totalCents) throw exceedsCreditable()
  if (-note.totalCents === left.totalCents && after.some(({ netCents }) => netCents !== 0)) throw unevenRemainder()
}

/** Throws 422 if a line is credited beyond what earlier credit notes left of it. */
function assertLinesCreditable(note: Invoice, original: Invoice, notes: readonly Invoice[]) {
  const invoiced = sumNetByLine([original])
  const left = sumNetByLine([original, ...notes])
  for (const [line, netCents] of sumNetByLine([note])) {
    const before = left.get(line) ?? 0
    if (invoiced.has(line) && exceedsRemainder(before, before + netCents)) throw exceedsCreditable()
  }
}

/** Sums nets by text, category and rate. */
function sumNetByLine(documents: readonly Invoice[]): Map<string, number> {
  const nets = new Map<string, number>()
  for (const line of documents.flatMap(({ lineItems }) => lineItems)) {
    const key = JSON.stringify([normalizeText(line), line.taxCategory, line.taxRate])
    nets.set(key, (nets.get(key) ?? 0) + line.netCents)
  }
  return nets
}

const exceedsRemainder = (before: number, after: number) =>
  before < 0 ? after > 0 || after < before : after < 0 || after > before

/** Seller and buyer as on the invoice; missing contact and bank details are those of today. */
function originalParties({ parties }: Invoice, today: InvoiceDocument): Pick<InvoiceDocument, 'seller' | 'buyer'> {
  const { seller, buyer } = (parties ?? {}) as Partial<InvoiceDocument>
  const { contactName, phone, email, iban } = today.seller
  return {
    seller: seller ? fillGaps(seller, { contactName, phone, email, iban }) : today.seller,
    buyer: buyer ? fillGaps(buyer, { buyerReference: today.buyer.buyerReference }) : today.buyer,
  }
}

const fillGaps = <Whole extends object>(known: Whole, today: Partial<Whole>): Whole => ({
  ...known,
  ...Object.fromEntries(Object.entries(today).filter(([key]) => !known[key as keyof Whole])),
})

const exceedsCreditable = () =>
  invalidField('lineItems', {
    de: 'übersteigen, was noch gutgeschrieben werden kann',
    en: 'exceed what can still be credited',
  })

const notPositive = () =>
  invalidField('lineItems', { de: 'müssen mehr als null ergeben', en: 'must come to more than zero' })

const unevenRemainder = () =>
  invalidField('lineItems', {
    de: 'lassen insgesamt nichts übrig, bei einzelnen Steuersätzen aber schon: Bitte ohne Posten alles gutschreiben',
    en: 'leave nothing in total, but something at single tax rates: please credit everything, without lines',
  })

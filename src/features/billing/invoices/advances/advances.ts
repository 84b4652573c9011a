import { LockMode } from '@mikro-orm/core'
import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import { invalidField, invalidState } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { Invoice, InvoiceKind, InvoiceStatus } from '../invoice.entity.ts'
import type { Advance } from '../line-items/line-item.ts'
import type { PricedLine, StoredWarning } from '../line-items/price-lines.ts'
import { isSameRate, sumByRate, sumTotals } from '../tax/tax-amounts.ts'
import { type DeductibleAdvance, requestedReason } from './deduct-advances.ts'

/** What an invoice bills. */
export type InvoiceSubject = Pick<Invoice, 'kind' | 'projectId' | 'quoteId'> & { id?: string; clientId: string }

/** Throws 422 for an advance or final invoice without project and quote, and for a credit note. */
export function assertKindAllowed({
  kind,
  projectId,
  quoteId,
}: Pick<InvoiceSubject, 'kind' | 'projectId' | 'quoteId'>) {
  if (kind === InvoiceKind.credit_note) throw invalidField('kind', creditNoteNotAllowed)
  if ((kind === InvoiceKind.advance || kind === InvoiceKind.final) && !projectId && !quoteId)
    throw invalidField('projectId', subjectMissing)
}

/**
 * Sent advances for the same client and project or quote, oldest first, paid or not, less their credit notes and without
 * those that another final invoice deducts.
 */
export async function readDeductibleAdvances(
  context: Context,
  purpose: InvoiceSubject,
  lock: boolean,
): Promise<DeductibleAdvance[]> {
  const { clientId, projectId, quoteId, id } = purpose
  const advances = await context.em.find(
    Invoice,
    {
      kind: InvoiceKind.advance,
      status: { $nin: [InvoiceStatus.draft, InvoiceStatus.cancelled] },
      client: { id: clientId },
      $or: [...(projectId ? [{ projectId }] : []), ...(quoteId ? [{ quoteId }] : [])],
    } as never,
    { orderBy: { number: 'asc' }, ...(lock && { lockMode: LockMode.PESSIMISTIC_WRITE }) },
  )
  if (!advances.length) return []
  const deducted = await readDeductingInvoices(context, clientId, id)
  const free = advances.filter((advance) => !deducted.has(advance.id))
  const notes = await context.em.find(Invoice, {
    creditedInvoice: { id: { $in: free.map((each) => each.id) } },
  } as never)
  return free
    .map((advance) => {
      const own = notes.filter(({ creditedInvoiceId }) => creditedInvoiceId === advance.id)
      const left = sumTotals(sumByRate([advance, ...own].flatMap(({ taxBreakdown }) => taxBreakdown)))
      const untaxedLines = sumByExemptionReason([advance, ...own].flatMap(({ lineItems }) => lineItems))
      return {
        id: advance.id,
        number: advance.number ?? '',
        issueDate: advance.issueDate,
        netCents: left.subtotalCents,
        taxCents: left.taxCents,
        totalCents: left.totalCents,
        openCents: advance.openCents,
        taxBreakdown: left.taxBreakdown.filter(
          (rate) =>
            rate.netCents !== 0 ||
            rate.taxCents !== 0 ||
            untaxedLines.some((line) => isSameRate({ ...rate, ...line }, rate)),
        ),
        untaxedLines,
      }
    })
    .filter(({ taxBreakdown }) => taxBreakdown.length > 0)
}

/** One line for each exemption reason, without those that add up to zero. */
function sumByExemptionReason(lines: readonly PricedLine[]): PricedLine[] {
  const key = (line: PricedLine) => JSON.stringify([line.taxCategory, line.taxRate, requestedReason(line)])
  return [
    ...Map.groupBy(
      lines.filter(({ taxRate }) => taxRate === 0),
      key,
    ).values(),
  ]
    .map((group) => ({ ...(group[0] as PricedLine), netCents: group.reduce((sum, { netCents }) => sum + netCents, 0) }))
    .filter(({ netCents }) => netCents !== 0)
}

/** Number of the final invoice by id of the advance that it deducts. */
async function readDeductingInvoices(
  context: Context,
  clientId: string,
  except?: string,
): Promise<Map<string, string>> {
  const rows = await context.query<{ id: string; number: string; advances: Advance[] }>(
    select`id, number, advances from invoices
        where organization_id = ${context.organizationId} and client_id = ${clientId} and kind = 'final'
          and status not in ('draft', 'cancelled')`,
  )
  const others = rows.filter(({ id }) => id !== except)
  return new Map(others.flatMap(({ number, advances }) => advances.map(({ id }) => [id, number] as const)))
}

/**
 * Warns if the subject was already invoiced in full. Another invoice may be for further orders, or show the same tax
 * twice.
 */
export async function alreadyInvoicedWarnings(context: Context, purpose: InvoiceSubject): Promise<StoredWarning[]> {
  const { clientId, quoteId, id } = purpose
  const projectId = purpose.kind === InvoiceKind.invoice ? null : purpose.projectId
  if (!projectId && !quoteId) return []
  const rows = await context.query<{ number: string }>(
    select`number from invoices
        where organization_id = ${context.organizationId} and client_id = ${clientId} and status not in ('draft', 'cancelled')
          and id is distinct from ${id ?? null}::uuid
          and ((kind = 'final' and project_id = ${projectId}::uuid)
            or (kind in ('final', 'invoice') and quote_id = ${quoteId ?? null}::uuid))
        order by number`,
  )
  return rows.map(({ number }) => ({ field: 'kind', text: alreadyInvoiced(number) }))
}

/** Throws 409 if a final invoice has deducted the advance; that one must be credited first. */
export async function assertAdvanceNotDeducted(context: Context, { id, kind, clientId }: Invoice) {
  if (kind !== InvoiceKind.advance) return
  const number = (await readDeductingInvoices(context, clientId)).get(id)
  if (number) throw invalidState(advanceDeducted(number))
}

/**
 * Sets the supply date on the deducted advances, whose tax is due then unless they were paid before. The first final
 * invoice decides.
 */
export async function setSupplyDateOnAdvances(
  context: Context,
  { advances, serviceTo, issueDate }: Invoice,
): Promise<void> {
  const day = serviceTo ?? issueDate
  const ids = advances.map(({ id }) => id)
  if (ids.length)
    await context.write(
      sql`update invoices set supplied_on = ${day}, supply_invoiced_on = ${issueDate}
          where organization_id = ${context.organizationId} and (id = any(${ids}::uuid[]) or credited_invoice_id = any(${ids}::uuid[]))
            and supplied_on is distinct from ${day}::date`,
    )
}

const creditNoteNotAllowed = {
  de: 'wird nicht angelegt: Eine Rechnungskorrektur entsteht aus ihrer Rechnung',
  en: 'is not created by itself: a credit note is made of its invoice',
}

const subjectMissing = {
  de: 'fehlt: Abschlags- und Schlussrechnung gehören zu einem Projekt oder Angebot',
  en: 'is needed: an advance and a final invoice are about a project or a quote',
}

const advanceDeducted = (number: string) => ({
  de: `Diese Abschlagsrechnung ist in der Schlussrechnung ${number} abgezogen: Bitte zuerst diese gutschreiben.`,
  en: `This advance is deducted in the final invoice ${number}: please credit that one first.`,
})

const alreadyInvoiced = (number: string) => ({
  de: `rechnet ab, was schon die Rechnung ${number} zum selben Projekt oder Angebot abrechnet: Steuer, die zweimal ausgewiesen ist, wird zweimal geschuldet (§ 14c UStG)`,
  en: `invoices what invoice ${number} for the same project or quote has settled: tax that is shown twice is owed twice (§ 14c UStG)`,
})

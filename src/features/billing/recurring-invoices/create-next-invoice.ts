import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { queryAllTenants } from '#core/database/cross-tenant'
import { invalidState, Problem } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { runScheduledWork } from '#core/operation/scheduled-work'
import type { Services } from '#core/operation/services'
import type { Language } from '#core/text/language'
import { addDays } from '#core/time/clock'
import { Client } from '#features/people/clients/client.entity'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { resolveProjectOfClient } from '#features/work/projects/project-of-client'
import { resolveDocumentLanguage } from '../invoices/document/build-document.ts'
import { formatDay } from '../invoices/document/invoice.texts.ts'
import { createDraft } from '../invoices/drafts/draft-invoice.ts'
import { Invoice } from '../invoices/invoice.entity.ts'
import type { CreateInvoiceInput } from '../invoices/invoice.inputs.ts'
import { toLineInputs } from '../invoices/line-items/price-lines.ts'
import { sendInvoice } from '../invoices/sending/send-invoice.ts'
import { RecurringInvoice, RecurringMode } from './recurring-invoice.entity.ts'
import { computeServicePeriod } from './schedule.ts'

/**
 * Creates the next invoice of a template, dated today, and sends it unless the mode is draft. Throws 409 if the template
 * has ended.
 */
export async function createNextInvoice(
  context: Context,
  recurring: RecurringInvoice,
  asDraft = false,
): Promise<Invoice> {
  const { nextOn } = recurring
  if (nextOn === null) throw recurrenceEnded()
  const input = await buildNextInvoiceInput(context, recurring, nextOn, context.clock.today())
  const draft = await createDraft(context, input, { recurringInvoiceId: recurring.id })
  recurring.advance(nextOn)
  recurring.lastInvoiceId = draft.id
  if (asDraft || recurring.mode === RecurringMode.draft) return draft
  await context.transaction.flush()
  return sendInvoice(context, await context.load(Invoice, draft.id), {})
}

/** Input of the invoice for the period that begins on `nextOn`. */
export async function buildNextInvoiceInput(
  context: Context,
  recurring: RecurringInvoice,
  nextOn: string,
  issueDate: string,
): Promise<CreateInvoiceInput> {
  const { dueDays, projectId } = recurring
  const client = await context.readReferenced(Client, recurring.clientId, 'clientId')
  const seller = await readOrganization(context)
  const language = resolveDocumentLanguage(recurring, client, context)
  const period = computeServicePeriod(recurring, nextOn)
  const written = createPlaceholderReplacer(period, language)
  return {
    clientId: client.id,
    issueDate,
    dueDate: addDays(issueDate, dueDays ?? client.paymentTermsDays ?? seller.defaultPaymentTermsDays),
    serviceFrom: period.from,
    serviceTo: period.to,
    projectId: await resolveProjectOfClient(context, projectId, client.id),
    language,
    introduction: written(recurring.introduction),
    closing: written(recurring.closing),
    lineItems: toLineInputs(recurring.lineItems).map((line) => ({ ...line, description: written(line.description) })),
  }
}

/**
 * Scheduled run: creates all due invoices, oldest first, including missed ones. Each is its own operation. An invoice
 * that cannot be sent, for example without an address, is created as a draft.
 */
export async function createDueInvoices(services: Services, system: Pool): Promise<void> {
  const refused = new Set<string>()
  const run = async (asDraft: boolean) => {
    const today = services.clock.today()
    const rows = await queryAllTenants<{ organizationId: string; id: string }>(
      system,
      (reached) => sql`select organization_id as "organizationId", id from recurring_invoices
       where not paused and next_on <= ${today} and ${reached('organization_id')} order by next_on, id`,
    )
    const pieces = rows.filter(({ id }) => !asDraft || refused.has(id))
    await runScheduledWork(services, 'recurring-invoices', pieces, async (context, { id }) => {
      const recurring = await context.load(RecurringInvoice, id)
      const isDue = () => !recurring.paused && recurring.nextOn !== null && recurring.nextOn <= today
      if (!isDue()) return false
      try {
        await createNextInvoice(context, recurring, asDraft)
      } catch (error) {
        if (error instanceof Problem && error.status < 500) refused.add(id)
        throw error
      }
      return isDue()
    })
  }
  await run(false)
  if (refused.size) await run(true)
}

/** Replaces `{period}`, `{month}` and `{year}`. */
function createPlaceholderReplacer({ from, to }: { from: string; to: string }, language: Language) {
  const month = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(new Date(from))
  const words: Record<string, string> = {
    '{period}': `${formatDay(from, language)} – ${formatDay(to, language)}`,
    '{month}': month,
    '{year}': from.slice(0, 4),
  }
  return <Text extends string | null>(text: Text): Text =>
    text && (text.replaceAll(/\{(?:period|month|year)\}/g, (name) => words[name] ?? name) as Text)
}

export const recurrenceEnded = () =>
  invalidState({
    de: 'Aus dieser Vorlage folgt keine Rechnung mehr.',
    en: 'No invoice follows from this template any more.',
  })

import { invalidField, invalidState } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import { addDays } from '#core/time/clock'
import { assertDateRange } from '#core/time/date-range'
import { resolveDocumentLanguage } from '#features/billing/invoices/document/build-document'
import { createDraft } from '#features/billing/invoices/drafts/draft-invoice'
import { type InvoicePreview, previewDraft } from '#features/billing/invoices/drafts/preview-draft'
import type { Invoice } from '#features/billing/invoices/invoice.entity'
import { Supply } from '#features/billing/invoices/line-items/line-item'
import { determineTaxCategory } from '#features/billing/invoices/tax/tax-category'
import { Client } from '#features/people/clients/client.entity'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { Project } from '#features/work/projects/project.entity'
import { BillingGranularity, type BillTimeInput } from './bill-time.inputs.ts'
import { type BillableTime, readBillableTime } from './billable-time.reads.ts'
import { TimeEntry } from './time-entry.entity.ts'
import { createTimeLines, maxInvoiceLines } from './time-lines.ts'

/** § 12 (1) UStG, in percent. */
const standardRate = 19
/** Entries per invoice. */
const mostEntries = 5000

/** Creates a draft for a client's unbilled time with the client's payment terms. The entries are locked from then on. */
export async function billTime(context: Context, input: BillTimeInput): Promise<Invoice> {
  const { client, seller, project, rated, lineItems } = await timeToBill(context, input, true)
  const days = rated.map(({ day }) => day).sort()
  const today = context.clock.today()
  const invoice = await createDraft(context, {
    clientId: input.clientId,
    issueDate: today,
    dueDate: addDays(today, client.paymentTermsDays ?? seller.defaultPaymentTermsDays),
    serviceFrom: days[0] ?? input.from,
    serviceTo: days.at(-1) ?? input.to,
    projectId: project?.id ?? null,
    lineItems,
  })
  const rates = new Map(rated.map(({ id, rate }) => [id, rate]))
  for (const entry of await context.em.find(TimeEntry, { id: { $in: [...rates.keys()] } })) {
    context.assign(entry, { invoiceId: invoice.id, hourlyRateCents: rates.get(entry.id) ?? null })
    context.record('time_entry.updated', entry)
  }
  return invoice
}

/** Previews that draft, with the same errors. */
export async function previewTimeInvoice(context: Context, input: BillTimeInput): Promise<InvoicePreview> {
  const { lineItems } = await timeToBill(context, input, false)
  return previewDraft(context, input.clientId, lineItems)
}

/** The entries to bill and their invoice lines. */
async function timeToBill(context: Context, input: BillTimeInput, isTaken: boolean) {
  const { clientId, projectId } = input
  assertDateRange(input)
  const [client, seller, project] = await Promise.all([
    context.readReferenced(Client, clientId, 'clientId'),
    readOrganization(context),
    projectId ? context.readReferenced(Project, projectId, 'projectId') : null,
    isTaken && projectId && context.lockAgainstDeletion(Project, projectId),
  ])
  if (project && project.clientId !== clientId)
    throw invalidField('projectId', { de: 'ist kein Projekt dieses Kunden', en: 'is no project of this client' })
  const time = await readBillableTime(context, input, mostEntries, isTaken)
  const rated = time.filter((entry): entry is RatedTime => entry.rate !== null)
  if (!time.length) throw nothingToBill()
  if (rated.length < time.length) throw withoutRate(time)
  const taxRate = input.taxRate ?? (taxedElsewhere(seller, client) ? 0 : standardRate)
  const language = resolveDocumentLanguage({ language: null }, client, context)
  const rounding = client.timeRoundingMinutes ?? seller.timeRoundingMinutes ?? 0
  const lineItems = createTimeLines(rated, input.per ?? BillingGranularity.task, { rounding, taxRate, language })
  if (time.length > mostEntries || lineItems.length > maxInvoiceLines) throw tooMuch()
  return { client, seller, project, rated, lineItems }
}

type RatedTime = BillableTime & { rate: number }

/** True if the place of supply is abroad, so that no German VAT is due. */
const taxedElsewhere = (...[seller, client]: [Parameters<typeof determineTaxCategory>[1], Row<Client>]) =>
  'category' in
  determineTaxCategory(
    { taxRate: 0, supply: Supply.service, taxCategory: null, taxExemptionReason: null },
    seller,
    client,
  )

const nothingToBill = () =>
  invalidState({
    de: 'In diesem Zeitraum gibt es keine abrechenbare Zeit, die noch auf keiner Rechnung steht.',
    en: 'In this period there is no billable time that is not on an invoice yet.',
  })

function withoutRate(time: readonly BillableTime[]) {
  const names = [...new Set(time.filter(({ rate }) => rate === null).map(({ task, project }) => task ?? project))]
  const named = names.slice(0, 3).join(', ')
  return invalidField('hourlyRateCents', {
    de: `fehlt an ${named}: am Eintrag, an der Aufgabe, am Projekt, am Kunden, an der Person oder an der Organisation angeben`,
    en: `is missing for ${named}: set it on the entry, the task, the project, the client, the person or the organization`,
  })
}

const tooMuch = () =>
  invalidField('to', {
    de: `umfasst mehr als ${mostEntries} Einträge oder ${maxInvoiceLines} Posten: einen kürzeren Zeitraum wählen`,
    en: `covers more than ${mostEntries} entries or ${maxInvoiceLines} lines: choose a shorter period`,
  })

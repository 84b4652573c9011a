import { isDeepStrictEqual } from 'node:util'
import { invalidField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import { addDays } from '#core/time/clock'
import { Client } from '#features/people/clients/client.entity'
import {
  readOrganization,
  readSellerTaxStatus,
  type SellerTaxStatus,
} from '#features/people/organizations/organization.reads'
import { assertProjectOfClient, resolveProjectOfClient } from '#features/work/projects/project-of-client'
import { alreadyInvoicedWarnings, assertKindAllowed, readDeductibleAdvances } from '../advances/advances.ts'
import { deductAdvances } from '../advances/deduct-advances.ts'
import { resolveDocumentLanguage } from '../document/build-document.ts'
import { Invoice, InvoiceKind, InvoiceStatus, invoiceLocked } from '../invoice.entity.ts'
import type { CreateInvoiceInput, UpdateInvoiceInput } from '../invoice.inputs.ts'
import type { LineItemInput } from '../line-items/line-item.inputs.ts'
import { priceLines, toLineInputs } from '../line-items/price-lines.ts'
import { assertQuoteOfClient } from './quote-of-client.ts'

/** Creates a draft. `origin` is the quote or template that it is made from. */
export async function createDraft(
  context: Context,
  input: CreateInvoiceInput,
  origin: Pick<Partial<Invoice>, 'quoteId' | 'recurringInvoiceId'> = {},
): Promise<Invoice> {
  const { invoice } = await buildDraft(context, input, origin)
  context.transaction.add(invoice)
  context.record('invoice.created', invoice)
  return invoice
}

/** Reads the draft that a preview changes. Throws 409 if it has been sent. */
export async function findDraft(context: Context, id: string): Promise<Row<Invoice>> {
  const draft = await context.readReferenced(Invoice, id, 'draftId')
  if (draft.status !== InvoiceStatus.draft) throw invoiceLocked()
  return draft
}

/** Builds a priced draft without saving it. */
export async function buildDraft(
  context: Context,
  input: CreateInvoiceInput,
  origin: Pick<Partial<Invoice>, 'quoteId' | 'recurringInvoiceId'> = {},
  isSaved = true,
): Promise<{ invoice: Invoice; client: Row<Client> }> {
  const { clientId, lineItems, ...fields } = input
  assertTermsValid(fields)
  const [client, seller] = await Promise.all([
    context.readReferenced(Client, clientId, 'clientId'),
    readSellerTaxStatus(context),
    input.projectId && assertProjectOfClient(context, input.projectId, clientId),
    input.quoteId && assertQuoteOfClient(context, input.quoteId, clientId, isSaved),
  ])
  const kind = input.kind ?? InvoiceKind.invoice
  const invoice = context.draft(Invoice, {
    ...fields,
    ...origin,
    kind,
    prepaid: kind === InvoiceKind.advance,
    client: context.ref(Client, client.id),
  } as Partial<Invoice>)
  await priceInvoice(context, invoice, lineItems, seller, client)
  return { invoice, client }
}

/** Fields that are not on the document and stay editable after sending. */
const editableAfterSending: readonly (keyof UpdateInvoiceInput)[] = [
  'dunningBlocked',
  'projectId',
  'metadata',
  'externalId',
]

/** Updates any field of a draft; of a sent invoice only `editableAfterSending`. */
export async function updateInvoice(context: Context, id: string, input: UpdateInvoiceInput): Promise<Invoice> {
  const invoice = await context.load(Invoice, id)
  const sent = Object.entries(input).filter(([, value]) => value !== undefined) as [keyof UpdateInvoiceInput, unknown][]
  if (invoice.status === InvoiceStatus.draft || !sent.every(([name]) => editableAfterSending.includes(name)))
    return updateDraft(context, invoice, input)
  if (input.projectId) await assertProjectOfClient(context, input.projectId, invoice.clientId)
  context.assign(invoice, Object.fromEntries(sent) as Partial<Invoice>)
  context.record('invoice.updated', invoice)
  return invoice
}

/** Prices the draft again, because another client can mean another tax. */
async function updateDraft(context: Context, invoice: Invoice, input: UpdateInvoiceInput): Promise<Invoice> {
  const { clientId, lineItems, ...fields } = input
  invoice.assertDraft()
  context.assign(invoice, fields as Partial<Invoice>)
  assertTermsValid(invoice)
  const client = await context.readReferenced(Client, clientId ?? invoice.clientId, 'clientId')
  if (input.projectId) await assertProjectOfClient(context, input.projectId, client.id)
  if (clientId && clientId !== invoice.clientId) {
    // Its time entries and quote belong to the previous client.
    await context.runDeleteHandlers(invoice)
    invoice.projectId = await resolveProjectOfClient(context, invoice.projectId, clientId)
    invoice.client = context.ref(Client, clientId)
  }
  await priceInvoice(
    context,
    invoice,
    lineItems ?? toLineInputs(invoice.lineItems),
    await readSellerTaxStatus(context),
    client,
  )
  context.record('invoice.updated', invoice)
  return invoice
}

/** Issue date today; due by the client's payment terms, or else the organization's. */
export async function defaultTerms(context: Context, client: Pick<Row<Client>, 'paymentTermsDays'>) {
  const issueDate = context.clock.today()
  const days = client.paymentTermsDays ?? (await readOrganization(context)).defaultPaymentTermsDays
  return { issueDate, dueDate: addDays(issueDate, days) }
}

/**
 * Prices a draft by today's data and, for a final invoice, deducts its advances. With `isSending` the advances are
 * locked until the end of the transaction.
 */
export async function priceInvoice(
  context: Context,
  invoice: Invoice,
  lines: readonly LineItemInput[],
  seller: SellerTaxStatus,
  client: Row<Client>,
  isSending = false,
): Promise<void> {
  assertKindAllowed(invoice)
  const language = resolveDocumentLanguage(invoice, client, context)
  const suppliedOn = invoice.serviceTo ?? invoice.serviceFrom ?? invoice.issueDate
  const priced = priceLines(lines, seller, client, language, suppliedOn)
  const warnings = [...(priced.warnings ?? []), ...(await alreadyInvoicedWarnings(context, invoice))]
  const whole = { ...priced, warnings }
  if (invoice.kind !== InvoiceKind.final) return invoice.applyPricing(whole)
  const standing = await readDeductibleAdvances(context, invoice, isSending)
  const advances = standing.map(({ id, number, issueDate, netCents, taxCents, totalCents, openCents }) => ({
    id,
    number,
    issueDate,
    netCents,
    taxCents,
    totalCents,
    openCents,
  }))
  invoice.applyPricing(deductAdvances(whole, standing, language))
  if (!isDeepStrictEqual(invoice.advances, advances)) invoice.advances = advances
}

function assertTermsValid(terms: UpdateInvoiceInput) {
  const { issueDate, dueDate, serviceFrom, serviceTo, cashDiscountPercent = null, cashDiscountDays = null } = terms
  if (issueDate && dueDate && dueDate < issueDate)
    throw invalidField('dueDate', { de: 'liegt vor dem Rechnungsdatum', en: 'is before the issue date' })
  if (serviceFrom && serviceTo && serviceTo < serviceFrom)
    throw invalidField('serviceTo', { de: 'liegt vor dem Beginn der Leistung', en: 'is before the service begins' })
  if (cashDiscountPercent !== null && cashDiscountDays === null)
    throw invalidField('cashDiscountDays', { de: 'fehlt zum Skonto', en: 'is needed with a cash discount' })
  if (cashDiscountDays !== null && cashDiscountPercent === null)
    throw invalidField('cashDiscountPercent', { de: 'fehlt zum Skonto', en: 'is needed with a cash discount' })
}

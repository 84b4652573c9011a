import { select } from '#core/database/select'
import { invalidField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import { Client } from '#features/people/clients/client.entity'
import { readSellerTaxStatus } from '#features/people/organizations/organization.reads'
import { assertProjectOfClient, resolveProjectOfClient } from '#features/work/projects/project-of-client'
import { resolveDocumentLanguage } from '../invoices/document/build-document.ts'
import { priceLines, toLineInput } from '../invoices/line-items/price-lines.ts'
import { Quote, QuoteStatus } from './quote.entity.ts'
import type { CreateQuoteInput, UpdateQuoteInput } from './quote.inputs.ts'

export async function createQuoteDraft(context: Context, input: CreateQuoteInput): Promise<Quote> {
  const { quote } = await buildQuote(context, input)
  context.transaction.add(quote)
  context.record('quote.created', quote)
  return quote
}

/** Builds and prices a draft without storing it. */
export async function buildQuote(
  context: Context,
  input: CreateQuoteInput,
): Promise<{ quote: Quote; client: Row<Client> }> {
  const { clientId, lineItems, ...fields } = input
  assertTerms(fields)
  const [client, seller] = await Promise.all([
    context.readReferenced(Client, clientId, 'clientId'),
    readSellerTaxStatus(context),
    input.projectId && assertProjectOfClient(context, input.projectId, clientId),
  ])
  const quote = context.draft(Quote, { ...fields, client: context.ref(Client, client.id) } as Partial<Quote>)
  quote.price(priceLines(lineItems, seller, client, resolveDocumentLanguage(quote, client, context)))
  return { quote, client }
}

/** Not printed on the document, so changeable after sending. */
const fieldsOutsideDocument: readonly (keyof UpdateQuoteInput)[] = ['projectId', 'metadata', 'externalId']

/** A sent quote only allows changes of fields outside the document. */
export async function updateQuote(context: Context, id: string, input: UpdateQuoteInput): Promise<Quote> {
  const quote = await context.load(Quote, id)
  const sent = Object.entries(input).filter(([, value]) => value !== undefined) as [keyof UpdateQuoteInput, unknown][]
  if (quote.status === QuoteStatus.draft || !sent.every(([name]) => fieldsOutsideDocument.includes(name)))
    await updateDraft(context, quote, input)
  else {
    if (input.projectId) await assertProjectOfClient(context, input.projectId, quote.clientId)
    context.assign(quote, Object.fromEntries(sent) as Partial<Quote>)
  }
  context.record('quote.updated', quote)
  return quote
}

/** Prices the draft again, since another client may have other taxes. */
async function updateDraft(context: Context, quote: Quote, input: UpdateQuoteInput) {
  const { clientId, lineItems, ...fields } = input
  quote.assertDraft()
  context.assign(quote, fields as Partial<Quote>)
  assertTerms(quote)
  const client = await context.readReferenced(Client, clientId ?? quote.clientId, 'clientId')
  if (input.projectId) await assertProjectOfClient(context, input.projectId, client.id)
  if (client.id !== quote.clientId) {
    await assertClientChangeable(context, quote)
    // Other references belong to the previous client.
    await context.runDeleteHandlers(quote)
    quote.projectId = await resolveProjectOfClient(context, quote.projectId, client.id)
    quote.client = context.ref(Client, client.id)
  }
  const lines = lineItems ?? quote.lineItems.map(toLineInput)
  quote.price(
    priceLines(lines, await readSellerTaxStatus(context), client, resolveDocumentLanguage(quote, client, context)),
  )
}

/** Throws 422 if a sent document of its client names it. */
async function assertClientChangeable(context: Context, { id }: Quote) {
  const invoices = await context.query(
    select`from invoices where organization_id = ${context.organizationId} and quote_id = ${id} and status <> 'draft' limit 1`,
  )
  if (invoices.length) throw invalidField('clientId', isBilled)
}

const isBilled = {
  de: 'steht fest, denn zu diesem Angebot sind Rechnungen versendet',
  en: 'is settled: invoices of this quote have been sent',
}

function assertTerms({ issueDate, validUntil }: UpdateQuoteInput) {
  if (issueDate && validUntil && validUntil < issueDate)
    throw invalidField('validUntil', { de: 'liegt vor dem Datum des Angebots', en: 'is before the date of the quote' })
}

import { invalid } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { Client } from '#features/people/clients/client.entity'
import { readTaxStanding } from '#features/people/organizations/organization.reads'
import { Project } from '#features/work/projects/project.entity'
import { languageOf } from '../invoices/draft-invoice.ts'
import { asSent, priceLines } from '../invoices/price-lines.ts'
import { Quote, QuoteStatus } from './quote.entity.ts'
import type { CreateQuoteInput, UpdateQuoteInput } from './quote.inputs.ts'

/** Creates a draft: it has sums, and no number yet. */
export async function draftQuote(context: Context, input: CreateQuoteInput): Promise<Quote> {
  const { clientId, lineItems, ...fields } = input
  assertTerms(fields)
  const [client, seller] = await Promise.all([
    context.refer(Client, clientId, 'clientId'),
    readTaxStanding(context),
    input.projectId && context.refer(Project, input.projectId, 'projectId'),
  ])
  const quote = context.create(Quote, { ...fields, client: context.ref(Client, client.id) } as Partial<Quote>)
  quote.price(priceLines(lineItems, seller, client, languageOf(quote, client, context)))
  context.record('quote.created', quote)
  return quote
}

/** What is not on the document, and so may be changed once it is sent. */
const besideDocument: readonly (keyof UpdateQuoteInput)[] = ['projectId', 'metadata', 'externalId']

/** Changes a quote: a draft in everything, what is sent in what does not stand on the document. */
export async function changeQuote(context: Context, id: string, input: UpdateQuoteInput): Promise<Quote> {
  const quote = await context.load(Quote, id)
  const sent = Object.entries(input).filter(([, value]) => value !== undefined) as [keyof UpdateQuoteInput, unknown][]
  if (quote.status === QuoteStatus.draft || !sent.every(([name]) => besideDocument.includes(name)))
    await changeDraft(context, quote, input)
  else {
    if (input.projectId) await context.refer(Project, input.projectId, 'projectId')
    context.assign(quote, Object.fromEntries(sent) as Partial<Quote>)
  }
  context.record('quote.updated', quote)
  return quote
}

/** Changes a draft, and prices it anew: another client can mean another tax. */
async function changeDraft(context: Context, quote: Quote, input: UpdateQuoteInput) {
  const { clientId, lineItems, ...fields } = input
  quote.assertDraft()
  context.assign(quote, fields as Partial<Quote>)
  assertTerms(quote)
  const client = await context.refer(Client, clientId ?? quote.clientId, 'clientId')
  if (input.projectId) await context.refer(Project, input.projectId, 'projectId')
  if (client.id !== quote.clientId) quote.client = context.ref(Client, client.id)
  const lines = lineItems ?? quote.lineItems.map(asSent)
  quote.price(priceLines(lines, await readTaxStanding(context), client, languageOf(quote, client, context)))
}

function assertTerms({ issueDate, validUntil }: UpdateQuoteInput) {
  if (issueDate && validUntil && validUntil < issueDate)
    throw invalid('validUntil', { de: 'liegt vor dem Datum des Angebots', en: 'is before the date of the quote' })
}

import { Field, ObjectType } from 'type-graphql'
import type { Context } from '#core/operation/context'
import { ListCost } from '#core/schema/cost'
import { Cents } from '#core/schema/scalars'
import { Client, ClientKind } from '#features/people/clients/client.entity'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { alreadyInvoicedWarnings } from '../advances/advances.ts'
import { resolveDocumentLanguage, toDocumentParties } from '../document/build-document.ts'
import { findMissingFields } from '../document/invoice.document.ts'
import { resolveRecipients } from '../document/recipients.ts'
import { type DraftTerms, InvoiceKind, termsWarnings } from '../invoice.entity.ts'
import type { LineItemInput } from '../line-items/line-item.inputs.ts'
import { LineItem } from '../line-items/line-item.ts'
import { priceLines, pricingQueue } from '../line-items/price-lines.ts'
import { InvoiceWarning, localizeWarnings } from '../line-items/warnings.ts'
import { TaxAmount } from '../tax/tax-amounts.ts'
import { findDraft } from './draft-invoice.ts'

@ObjectType({ simpleResolvers: true, description: 'What a draft comes to, before it is kept.' })
export class InvoicePreview {
  @ListCost(20)
  @Field(() => [LineItem], { description: 'Line items with their VAT categories and net amounts.' })
  lineItems!: LineItem[]

  @Field(() => Cents, { description: 'Net total in cents.' })
  subtotalCents!: number

  @Field(() => Cents, { description: 'VAT in cents.' })
  taxCents!: number

  @Field(() => Cents, { description: 'Gross total in cents.' })
  totalCents!: number

  @ListCost(3)
  @Field(() => [TaxAmount], { description: 'VAT by category and rate.' })
  taxBreakdown!: TaxAmount[]

  @ListCost(3)
  @Field(() => [InvoiceWarning], { description: 'Warnings about unusual content; usually empty.' })
  warnings!: InvoiceWarning[]

  @ListCost(20)
  @Field(() => [String], {
    description:
      'What sending it by mail would be refused for, as the refusal names it: `organization.tax_number`, `client.street`. Usually empty.',
  })
  missing!: string[]
}

interface DraftFields extends Omit<DraftTerms, 'kind' | 'totalCents'> {
  draftId?: string | null | undefined
}

export async function previewDraft(
  context: Context,
  clientId: string | null | undefined,
  lineItems: readonly LineItemInput[],
  { draftId, ...terms }: DraftFields = {},
): Promise<InvoicePreview> {
  const [seller, client, draft] = await Promise.all([
    readOrganization(context),
    clientId ? context.readReferenced(Client, clientId, 'clientId') : null,
    draftId ? findDraft(context, draftId) : null,
  ])
  const language = resolveDocumentLanguage({ language: null }, client ?? { language: null }, context)
  // Pricing a thousand lines blocks the event loop for a moment.
  await pricingQueue.next(context.organizationId)
  const suppliedOn = draft?.serviceTo ?? draft?.serviceFrom ?? terms.issueDate ?? undefined
  const { warnings = [], ...priced } = priceLines(lineItems, seller, client ?? domesticBuyer, language, suppliedOn)
  const parties = client && toDocumentParties(seller, client)
  const missingRecipient = client && !resolveRecipients(client, {}) ? ['client.email'] : []
  const missing = parties ? findMissingFields({ ...parties, lines: priced.lineItems }) : []
  const unusual = [
    ...warnings,
    // A change of client drops project and quote.
    ...(draft && draft.clientId === clientId ? await alreadyInvoicedWarnings(context, draft) : []),
    ...termsWarnings({ kind: draft?.kind ?? InvoiceKind.invoice, totalCents: priced.totalCents, ...terms }),
  ]
  return {
    ...priced,
    warnings: localizeWarnings(unusual, context),
    missing: [...new Set([...missing, ...missingRecipient])],
  }
}

const domesticBuyer = { kind: ClientKind.business, country: null, vatId: null }

import { Field, ObjectType } from 'type-graphql'
import type { Context } from '#core/operation/context'
import { CountedAs } from '#core/schema/cost'
import { Cents } from '#core/schema/scalars'
import { Client, ClientKind } from '#features/people/clients/client.entity'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { settledWarnings } from './advances.ts'
import { missingForSend } from './document/document.ts'
import { languageOf, referDraft } from './draft-invoice.ts'
import { InvoiceKind, type Terms, unusualIn } from './invoice.entity.ts'
import { partiesOf } from './issue-document.ts'
import type { LineItemInput } from './line-item.inputs.ts'
import { LineItem, TaxAmount } from './line-item.ts'
import { priceLines, pricingTurns } from './price-lines.ts'
import { recipient } from './recipient.ts'
import { InvoiceWarning, told } from './warning.ts'

@ObjectType({ simpleResolvers: true, description: 'What a draft comes to, before it is kept.' })
export class InvoicePreview {
  @CountedAs(20)
  @Field(() => [LineItem], { description: 'Line items with their VAT categories and net amounts.' })
  lineItems!: LineItem[]

  @Field(() => Cents, { description: 'Net total in cents.' })
  subtotalCents!: number

  @Field(() => Cents, { description: 'VAT in cents.' })
  taxCents!: number

  @Field(() => Cents, { description: 'Gross total in cents.' })
  totalCents!: number

  @CountedAs(3)
  @Field(() => [TaxAmount], { description: 'VAT by category and rate.' })
  taxBreakdown!: TaxAmount[]

  @CountedAs(3)
  @Field(() => [InvoiceWarning], { description: 'Warnings about unusual content; usually empty.' })
  warnings!: InvoiceWarning[]

  @CountedAs(20)
  @Field(() => [String], {
    description:
      'What sending it by mail would be refused for, as the refusal names it: `organization.tax_number`, `client.street`. Usually empty.',
  })
  missing!: string[]
}

interface Written extends Omit<Terms, 'kind' | 'totalCents'> {
  /** The draft that is being changed. */
  draftId?: string | null | undefined
}

/** What a draft of these lines comes to, as creating it would make it. */
export async function previewDraft(
  context: Context,
  clientId: string | null | undefined,
  lineItems: readonly LineItemInput[],
  { draftId, ...terms }: Written = {},
): Promise<InvoicePreview> {
  const [seller, client, draft] = await Promise.all([
    readOrganization(context),
    clientId ? context.refer(Client, clientId, 'clientId') : null,
    draftId ? referDraft(context, draftId) : null,
  ])
  const language = languageOf({ language: null }, client ?? { language: null }, context)
  // A thousand lines take a moment of the event loop: others have theirs in between.
  await pricingTurns.next(context.organizationId)
  const suppliedOn = draft?.serviceTo ?? draft?.serviceFrom ?? terms.issueDate ?? undefined
  const { warnings = [], ...priced } = priceLines(lineItems, seller, client ?? domestic, language, suppliedOn)
  const parties = client && partiesOf(seller, client)
  const nobody = client && !recipient(client, {}) ? ['client.email'] : []
  const missing = parties ? missingForSend({ ...parties, lines: priced.lineItems }) : []
  const unusual = [
    ...warnings,
    // Another client leaves its project and quote.
    ...(draft && draft.clientId === clientId ? await settledWarnings(context, draft) : []),
    ...unusualIn({ kind: draft?.kind ?? InvoiceKind.invoice, totalCents: priced.totalCents, ...terms }),
  ]
  return { ...priced, warnings: told(unusual, context), missing: [...new Set([...missing, ...nobody])] }
}

const domestic = { kind: ClientKind.business, country: null, vatId: null }

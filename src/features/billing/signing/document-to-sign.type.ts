import { Field, Int, ObjectType, registerEnumType } from 'type-graphql'
import { EnumValues, Example } from '#core/schema/checks'
import { ListCost } from '#core/schema/cost'
import { CalendarDate, Cents, DateTime } from '#core/schema/scalars'
import { LineItem } from '../invoices/line-items/line-item.ts'
import { TaxAmount } from '../invoices/tax/tax-amounts.ts'

export enum SigningState {
  open = 'open',
  signed = 'signed',
  rejected = 'rejected',
}
registerEnumType(SigningState, {
  name: 'SigningState',
  description: 'Whether a document waits for its signature, or what became of it.',
})

@ObjectType({ simpleResolvers: true, description: 'Whom a document to sign is of.' })
export class SigningSeller {
  @Field(() => String, { description: 'Name of the seller.' })
  name!: string

  @Field(() => String, { nullable: true, description: 'Street and house number.' })
  street!: string | null

  @Field(() => String, { nullable: true, description: 'Postal code.' })
  postalCode!: string | null

  @Field(() => String, { nullable: true, description: 'City.' })
  city!: string | null

  @Field(() => String, { nullable: true, description: 'Country code.' })
  country!: string | null

  @Field(() => String, { nullable: true, description: 'Email address for questions.' })
  email!: string | null

  @Field(() => String, { nullable: true, description: 'Telephone number for questions.' })
  phone!: string | null
}

@ObjectType({ simpleResolvers: true, description: 'A document as whoever has its signing link sees it.' })
export class DocumentToSign {
  @EnumValues(['quote', 'contract'])
  @Field(() => String, { description: 'Kind of document: `quote` or `contract`.' })
  kind!: string

  @Example('AN-2026-0001')
  @Field(() => String, { description: 'Number of the document.' })
  number!: string

  @Field(() => String, {
    description: 'Title of the document, without its number; what it is called where it has none of its own.',
  })
  title!: string

  @Field(() => String, { description: 'Status of the document, as its own resource has it.' })
  status!: string

  @Field(() => SigningState, { description: 'Whether it can be signed, or what became of it.' })
  state!: SigningState

  @EnumValues(['de', 'en'])
  @Field(() => String, { description: 'Language of the document.' })
  language!: string

  @Field(() => Cents, { nullable: true, description: 'Gross total in cents; null where it names no price.' })
  totalCents!: number | null

  @Field(() => Cents, { nullable: true, description: 'VAT in the total, in cents; null where it names no price.' })
  taxCents!: number | null

  @ListCost(5)
  @Field(() => [TaxAmount], { description: 'Net amount and VAT by category and rate, as the document sums them.' })
  taxBreakdown!: TaxAmount[]

  @ListCost(20)
  @Field(() => [LineItem], { description: 'Line items, in the order of the document.' })
  lineItems!: LineItem[]

  @Field(() => String, { nullable: true, description: 'Text of the document; Markdown in a contract.' })
  content!: string | null

  @Field(() => SigningSeller, { description: 'Whom the document is of.' })
  seller!: SigningSeller

  @Field(() => CalendarDate, { nullable: true, description: 'Last day on which it may be signed.' })
  validUntil!: string | null

  @Field(() => CalendarDate, { nullable: true, description: 'First day of a contract.' })
  startsOn!: string | null

  @Field(() => CalendarDate, { nullable: true, description: 'Last day of a contract of fixed term.' })
  endsOn!: string | null

  @Field(() => Int, { nullable: true, description: 'Notice period of a contract in days.' })
  noticePeriodDays!: number | null

  @Field(() => DateTime, { nullable: true, description: 'When it was signed.' })
  signedAt!: Date | null

  @Field(() => String, { nullable: true, description: 'Who signed it.' })
  signerName!: string | null
}

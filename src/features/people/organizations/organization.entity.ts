import { randomUUID } from 'node:crypto'
import { BigIntType, type Opt } from '@mikro-orm/core'
import { Entity, Filter, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType } from 'type-graphql'
import { tenantFilter } from '#core/database/entity'
import { EnumValues } from '#core/schema/checks'
import { Cents, DateTime, UUID } from '#core/schema/scalars'
import { Accounting, Dunning } from './settings.type.ts'

export const vatAccountingMethods = ['accrual', 'cash'] as const

/** The firm that runs Kontor: the seller on its documents, and the tenant that everything else belongs to. */
@ObjectType({ simpleResolvers: true, description: 'The organization, which is the seller on its documents.' })
@Filter({ name: tenantFilter, cond: ({ organizationId }) => ({ id: organizationId }), default: true })
@Entity({ tableName: 'organizations' })
export class Organization {
  @Field(() => UUID, { description: 'Identifies the organization.' })
  @PrimaryKey({ type: 'uuid' })
  id: Opt<string> = randomUUID()

  @Field(() => DateTime, { description: 'When the organization was created.' })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)' })
  createdAt: Opt<Date> = new Date()

  @Field(() => DateTime, { description: 'When the organization last changed.' })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)', onUpdate: () => new Date() })
  updatedAt: Opt<Date> = new Date()

  @Field(() => Int, { description: 'Number of changes to the organization; its ETag.' })
  @Property({ type: 'integer', onUpdate: (organization: Organization) => organization.version + 1 })
  version: Opt<number> = 1

  @Field(() => String, { description: 'Name of the organization, shown on documents where there is no legal name.' })
  @Property({ type: 'text' })
  name!: string

  @Field(() => String, { nullable: true, description: 'Full legal name, as invoices must show it.' })
  @Property({ type: 'text', nullable: true })
  legalName: string | null = null

  @Field(() => String, { nullable: true, description: 'Street and house number of the seller.' })
  @Property({ type: 'text', nullable: true })
  street: string | null = null

  @Field(() => String, { nullable: true, description: 'Postal code of the seller.' })
  @Property({ type: 'text', nullable: true })
  postalCode: string | null = null

  @Field(() => String, { nullable: true, description: 'City of the seller.' })
  @Property({ type: 'text', nullable: true })
  city: string | null = null

  @Field(() => String, { description: 'Country of the seller, ISO 3166-1 alpha-2; decides which VAT rules apply.' })
  @Property({ type: 'text' })
  country: Opt<string> = 'DE'

  @Field(() => String, {
    nullable: true,
    description: 'VAT ID, shown on documents; needed for reverse charge and supplies within the EU.',
  })
  @Property({ type: 'text', nullable: true })
  vatId: string | null = null

  @Field(() => String, { nullable: true, description: 'Tax number given by the tax office.' })
  @Property({ type: 'text', nullable: true })
  taxNumber: string | null = null

  @Field(() => Boolean, { description: 'Small business under § 19 UStG (Kleinunternehmer): no VAT is charged.' })
  @Property({ type: 'boolean' })
  smallBusiness: Opt<boolean> = false

  @Field(() => Boolean, {
    description:
      'Whether VAT of other EU states is declared through the One-Stop-Shop (§ 18j UStG); lines that bear such VAT are warned of otherwise.',
  })
  @Property({ type: 'boolean' })
  oneStopShop: Opt<boolean> = false

  @Field(() => Boolean, {
    description: 'Whether every member needs a second factor or a passkey; `requireSecondFactor` changes it.',
  })
  @Property({ type: 'boolean' })
  secondFactorRequired: Opt<boolean> = false

  @EnumValues(vatAccountingMethods)
  @Field(() => String, {
    description:
      'When VAT is due: `accrual` (Soll, with the service) or `cash` (Ist, with the payment). Supplies to businesses in other EU states are always declared with the supply.',
  })
  @Property({ type: 'text' })
  vatAccounting: Opt<string> = 'accrual'

  @Field(() => String, { nullable: true, description: 'IBAN of the account that clients pay to.' })
  @Property({ type: 'text', nullable: true })
  iban: string | null = null

  @Field(() => String, { nullable: true, description: 'BIC of the bank.' })
  @Property({ type: 'text', nullable: true })
  bic: string | null = null

  @Field(() => String, { nullable: true, description: 'Name of the bank.' })
  @Property({ type: 'text', nullable: true })
  bankName: string | null = null

  @Field(() => String, { nullable: true, description: 'Holder of the account; defaults to the legal name.' })
  @Property({ type: 'text', nullable: true })
  accountHolder: string | null = null

  @Field(() => String, { nullable: true, description: 'Email address shown on documents.' })
  @Property({ type: 'text', nullable: true })
  email: string | null = null

  @Field(() => String, { nullable: true, description: 'Phone number shown on documents.' })
  @Property({ type: 'text', nullable: true })
  phone: string | null = null

  @Field(() => String, { nullable: true, description: 'Web address shown on documents.' })
  @Property({ type: 'text', nullable: true })
  website: string | null = null

  @Field(() => String, {
    nullable: true,
    description: 'Privacy notice of the organization itself, linked from its pages for guests.',
  })
  @Property({ type: 'text', nullable: true })
  privacyUrl: string | null = null

  @Field(() => String, { nullable: true, description: 'Court of the commercial register.' })
  @Property({ type: 'text', nullable: true })
  registerCourt: string | null = null

  @Field(() => String, { nullable: true, description: 'Number in the commercial register.' })
  @Property({ type: 'text', nullable: true })
  registerNumber: string | null = null

  @Field(() => String, {
    nullable: true,
    description: 'Names of the managing directors, as business letters must show them.',
  })
  @Property({ type: 'text', nullable: true })
  managingDirectors: string | null = null

  @Field(() => String, {
    nullable: true,
    description: 'Contact person for questions about documents; required on invoices to public bodies.',
  })
  @Property({ type: 'text', nullable: true })
  contactName: string | null = null

  @Field(() => String, { nullable: true, description: 'Colour of rules and headings on documents, `#rrggbb`.' })
  @Property({ type: 'text', nullable: true })
  accentColor: string | null = null

  @EnumValues(['de', 'en'])
  @Field(() => String, {
    description: 'Language of documents and mail where nothing more specific is set: `de` or `en`.',
  })
  @Property({ type: 'text' })
  defaultLanguage: Opt<string> = 'de'

  @Field(() => Int, { description: 'Payment terms in days for clients without their own.' })
  @Property({ type: 'integer' })
  defaultPaymentTermsDays: Opt<number> = 14

  @Field(() => Cents, { nullable: true, description: 'Hourly rate in cents where nothing more specific is set.' })
  @Property({ type: new BigIntType('number'), nullable: true })
  hourlyRateCents: number | null = null

  @Field(() => Int, { description: 'Unit in minutes that billed time is rounded up to; 0 bills it exactly.' })
  @Property({ type: 'integer' })
  timeRoundingMinutes: Opt<number> = 0

  @Field(() => String, {
    description:
      'Pattern of invoice numbers: `{seq}` or `{seq:4}` is the running number, `{year}` restarts it every year.',
  })
  @Property({ type: 'text' })
  invoiceNumberPattern: Opt<string> = 'RE-{year}-{seq:4}'

  @Field(() => String, { description: 'Pattern of credit note numbers; must differ from that of invoices.' })
  @Property({ type: 'text' })
  creditNoteNumberPattern: Opt<string> = 'GS-{year}-{seq:4}'

  @Field(() => String, { description: 'Pattern of quote numbers, as for invoices.' })
  @Property({ type: 'text' })
  quoteNumberPattern: Opt<string> = 'AN-{year}-{seq:4}'

  @Field(() => String, { description: 'Pattern of contract numbers, as for invoices.' })
  @Property({ type: 'text' })
  contractNumberPattern: Opt<string> = 'VT-{year}-{seq:4}'

  @Field(() => Dunning, { description: 'Settings of the dunning process.' })
  @Property({ type: 'json', columnType: 'jsonb' })
  dunning: Opt<Dunning> = { automatic: false, levels: [] }

  @Field(() => Accounting, { description: 'Settings of the accounting export.' })
  @Property({ type: 'json', columnType: 'jsonb' })
  accounting: Opt<Accounting> = {}

  @Field(() => String, {
    nullable: true,
    description:
      'German state, or place in one, whose public holidays the calendar shows, such as `DE-HH` or `DE-BY-KATH`; null shows none.',
  })
  @Property({ type: 'text', nullable: true })
  holidayRegion: string | null = null

  @Field(() => Boolean, { description: 'Whether booking pages offer no times on public holidays.' })
  @Property({ type: 'boolean' })
  holidaysBlockBookings: Opt<boolean> = false

  @Field(() => UUID, { nullable: true, description: 'Image file that is the logo on documents.' })
  @Property({ type: 'uuid', nullable: true })
  logoFileId: string | null = null
}

import { randomUUID } from 'node:crypto'
import { BigIntType, type Opt } from '@mikro-orm/core'
import { Entity, Filter, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType } from 'type-graphql'
import { tenantFilter } from '#core/database/entity'
import { Cents, DateTime, UUID } from '#core/graphql/scalars'
import { Accounting, Dunning } from './settings.type.ts'

export const vatAccountings = ['accrual', 'cash'] as const

/** The firm that runs Kontor: the seller on its documents, and the tenant that everything else belongs to. */
@ObjectType({ simpleResolvers: true, description: 'The firm itself: the seller on its documents.' })
@Filter({ name: tenantFilter, cond: ({ organizationId }) => ({ id: organizationId }), default: true })
@Entity({ tableName: 'organizations' })
export class Organization {
  @Field(() => UUID)
  @PrimaryKey({ type: 'uuid' })
  id: Opt<string> = randomUUID()

  @Field(() => DateTime)
  @Property({ type: 'datetime', columnType: 'timestamptz(3)' })
  createdAt: Opt<Date> = new Date()

  @Field(() => DateTime)
  @Property({ type: 'datetime', columnType: 'timestamptz(3)', onUpdate: () => new Date() })
  updatedAt: Opt<Date> = new Date()

  @Field(() => Int, { description: 'Counts the changes of this resource; its ETag.' })
  @Property({ type: 'integer', onUpdate: (organization: Organization) => organization.version + 1 })
  version: Opt<number> = 1

  @Field(() => String)
  @Property({ type: 'text' })
  name!: string

  @Field(() => String, { nullable: true, description: 'The name by law, as invoices must show it.' })
  @Property({ type: 'text', nullable: true })
  legalName: string | null = null

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  street: string | null = null

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  postalCode: string | null = null

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  city: string | null = null

  @Field(() => String)
  @Property({ type: 'text' })
  country: Opt<string> = 'DE'

  @Field(() => String, { nullable: true, description: 'Stands on documents, and decides reverse charge.' })
  @Property({ type: 'text', nullable: true })
  vatId: string | null = null

  @Field(() => String, { nullable: true, description: 'Of the tax office.' })
  @Property({ type: 'text', nullable: true })
  taxNumber: string | null = null

  @Field(() => Boolean, { description: 'Kleinunternehmer, § 19 UStG.' })
  @Property({ type: 'boolean' })
  smallBusiness: Opt<boolean> = false

  @Field(() => String, { description: '`accrual` (Soll) or `cash` (Ist).' })
  @Property({ type: 'text' })
  vatAccounting: Opt<string> = 'accrual'

  @Field(() => String, { nullable: true, description: 'The account that clients pay to.' })
  @Property({ type: 'text', nullable: true })
  iban: string | null = null

  @Field(() => String, { nullable: true, description: 'Of the bank.' })
  @Property({ type: 'text', nullable: true })
  bic: string | null = null

  @Field(() => String, { nullable: true, description: 'Of the bank.' })
  @Property({ type: 'text', nullable: true })
  bankName: string | null = null

  @Field(() => String, { nullable: true, description: 'Whose account it is; the legal name unless set.' })
  @Property({ type: 'text', nullable: true })
  accountHolder: string | null = null

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  email: string | null = null

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  phone: string | null = null

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  website: string | null = null

  @Field(() => String, { nullable: true, description: 'Of the commercial register.' })
  @Property({ type: 'text', nullable: true })
  registerCourt: string | null = null

  @Field(() => String, { nullable: true, description: 'In the commercial register.' })
  @Property({ type: 'text', nullable: true })
  registerNumber: string | null = null

  @Field(() => String, { nullable: true, description: 'As they stand on letters.' })
  @Property({ type: 'text', nullable: true })
  managingDirectors: string | null = null

  @Field(() => String, { nullable: true, description: 'Who answers questions; public bodies want a name.' })
  @Property({ type: 'text', nullable: true })
  contactName: string | null = null

  @Field(() => String, { nullable: true, description: '`#rrggbb`, of rules and headings on documents.' })
  @Property({ type: 'text', nullable: true })
  accentColor: string | null = null

  @Field(() => String, { description: '`de` or `en`.' })
  @Property({ type: 'text' })
  defaultLanguage: Opt<string> = 'de'

  @Field(() => Int, { description: 'Days to pay, where a client has none of its own.' })
  @Property({ type: 'integer' })
  defaultPaymentTermsDays: Opt<number> = 14

  @Field(() => Cents, { nullable: true, description: 'Of an hour, where nothing closer says it.' })
  @Property({ type: new BigIntType('number'), nullable: true })
  hourlyRateCents: number | null = null

  @Field(() => Int, { description: 'What time is rounded up to on an invoice.' })
  @Property({ type: 'integer' })
  timeRoundingMinutes: Opt<number> = 0

  @Field(() => String, { description: 'With `{seq}` or `{seq:4}`, and `{year}` where it restarts every year.' })
  @Property({ type: 'text' })
  invoiceNumberPattern: Opt<string> = 'RE-{year}-{seq:4}'

  @Field(() => String, { description: 'As the invoices’; distinct from it.' })
  @Property({ type: 'text' })
  creditNoteNumberPattern: Opt<string> = 'GS-{year}-{seq:4}'

  @Field(() => String, { description: 'As the invoices’.' })
  @Property({ type: 'text' })
  quoteNumberPattern: Opt<string> = 'AN-{year}-{seq:4}'

  @Field(() => String, { description: 'As the invoices’.' })
  @Property({ type: 'text' })
  contractNumberPattern: Opt<string> = 'VT-{year}-{seq:4}'

  @Field(() => Dunning, { description: 'How late payers are reminded.' })
  @Property({ type: 'json', columnType: 'jsonb' })
  dunning: Opt<Dunning> = { automatic: false, levels: [] }

  @Field(() => Accounting, { description: 'How books are exported.' })
  @Property({ type: 'json', columnType: 'jsonb' })
  accounting: Opt<Accounting> = {}

  @Field(() => UUID, { nullable: true, description: 'The picture on documents.' })
  @Property({ type: 'uuid', nullable: true })
  logoFileId: string | null = null
}

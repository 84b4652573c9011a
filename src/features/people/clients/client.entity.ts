import { BigIntType, type Hidden, type Opt } from '@mikro-orm/core'
import { Entity, Enum, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql'
import { Counted } from '#core/database/counter'
import { ExternalIdEntity } from '#core/database/external-id'
import { invalidField, invalidState } from '#core/errors/problem'
import { EnumValues } from '#core/schema/checks'
import { Cents, DateTime } from '#core/schema/scalars'
import { invalidLeitwegIdMessage, isLeitwegId } from '#core/text/leitweg-id'

export enum ClientKind {
  business = 'business',
  consumer = 'consumer',
  public = 'public',
}
registerEnumType(ClientKind, {
  name: 'ClientKind',
  description: 'Legal kind of a client: decides the VAT treatment and the rate of default interest.',
})

export enum InvoiceFormat {
  zugferd = 'zugferd',
  xrechnung_ubl = 'xrechnung_ubl',
  xrechnung_cii = 'xrechnung_cii',
}
registerEnumType(InvoiceFormat, {
  name: 'InvoiceFormat',
  description:
    'What invoices are mailed as: `zugferd` is a PDF with its XML inside; `xrechnung_ubl` and `xrechnung_cii` are the XML alone.',
})

/** The central business contact: invoices, quotes, projects and contracts refer to it. */
@ObjectType({
  simpleResolvers: true,
  description: 'A client: the business contact that projects and documents refer to.',
})
@Entity({ tableName: 'clients' })
@Counted(() => ({ clients: 1 }))
export class Client extends ExternalIdEntity {
  @Field(() => String, { description: 'Name of the client, as documents address it.' })
  @Property({ type: 'text' })
  name!: string

  @Field(() => ClientKind, {
    description: 'Legal kind of the client: decides the VAT treatment and the rate of default interest.',
  })
  @Enum({ items: () => ClientKind, columnType: 'text' })
  kind: Opt<ClientKind> = ClientKind.business

  @Field(() => String, { nullable: true, description: 'Email address for general correspondence.' })
  @Property({ type: 'text', nullable: true })
  email: string | null = null

  @Field(() => String, { nullable: true, description: 'Email address that invoices are sent to; defaults to `email`.' })
  @Property({ type: 'text', nullable: true })
  invoiceEmail: string | null = null

  @Field(() => String, { nullable: true, description: 'VAT ID with its country prefix; Greece uses EL.' })
  @Property({ type: 'text', nullable: true })
  vatId: string | null = null

  @Field(() => String, { nullable: true, description: 'Country, ISO 3166-1 alpha-2.' })
  @Property({ type: 'text', nullable: true })
  country: string | null = null

  @Field(() => String, { nullable: true, description: 'Colour in lists and calendars, `#rrggbb`.' })
  @Property({ type: 'text', nullable: true })
  color: string | null = null

  @Field(() => String, { nullable: true, description: 'Contact person, named in the address of documents.' })
  @Property({ type: 'text', nullable: true })
  contactName: string | null = null

  @Field(() => String, { nullable: true, description: 'Phone number.' })
  @Property({ type: 'text', nullable: true })
  phone: string | null = null

  @Field(() => String, { nullable: true, description: 'Web address.' })
  @Property({ type: 'text', nullable: true })
  website: string | null = null

  @Field(() => String, { nullable: true, description: 'Street and house number.' })
  @Property({ type: 'text', nullable: true })
  street: string | null = null

  @Field(() => String, { nullable: true, description: 'Postal code.' })
  @Property({ type: 'text', nullable: true })
  postalCode: string | null = null

  @Field(() => String, { nullable: true, description: 'City.' })
  @Property({ type: 'text', nullable: true })
  city: string | null = null

  @Field(() => String, { nullable: true, description: 'Your customer number for the client, shown on documents.' })
  @Property({ type: 'text', nullable: true })
  customerNumber: string | null = null

  @Field(() => String, {
    nullable: true,
    description:
      'Number in the commercial register or the like, such as `HRB 12345` (BT-47); stands in for a VAT ID under domestic reverse charge.',
  })
  @Property({ type: 'text', nullable: true })
  registrationNumber: string | null = null

  @Field(() => String, {
    nullable: true,
    description: 'Buyer reference on e-invoices; for German public bodies their Leitweg-ID.',
  })
  @Property({ type: 'text', nullable: true })
  buyerReference: string | null = null

  @Field(() => InvoiceFormat, { description: 'Format in which the client receives invoices.' })
  @Enum({ items: () => InvoiceFormat, columnType: 'text' })
  invoiceFormat: Opt<InvoiceFormat> = InvoiceFormat.zugferd

  @EnumValues(['de', 'en'])
  @Field(() => String, {
    nullable: true,
    description: 'Language of documents and mail: `de` or `en`; defaults to that of the organization.',
  })
  @Property({ type: 'text', nullable: true })
  language: string | null = null

  @Field(() => Int, { nullable: true, description: 'Payment terms in days; defaults to those of the organization.' })
  @Property({ type: 'integer', nullable: true })
  paymentTermsDays: number | null = null

  @Field(() => Cents, { nullable: true, description: 'Hourly rate in cents; defaults to that of the organization.' })
  @Property({ type: new BigIntType('number'), nullable: true })
  hourlyRateCents: number | null = null

  @Field(() => Int, {
    nullable: true,
    description: 'Unit in minutes that billed time is rounded up to; defaults to that of the organization.',
  })
  @Property({ type: 'integer', nullable: true })
  timeRoundingMinutes: number | null = null

  @Field(() => Int, {
    nullable: true,
    description: 'Debtor account for accounting exports, 10000 to 69999, unique in the organization.',
  })
  @Property({ type: 'integer', nullable: true })
  debtorNumber: number | null = null

  /** After an export the number cannot change, because a tax adviser may have used it. */
  @Property({ type: 'boolean', hidden: true })
  debtorExported: Hidden<Opt<boolean>> = false

  @Field(() => String, { nullable: true, description: 'Internal notes; never shown on documents.' })
  @Property({ type: 'text', nullable: true })
  notes: string | null = null

  @Field(() => Boolean, { description: 'Archived clients are kept but no longer offered for selection.' })
  @Property({ type: 'boolean' })
  archived: Opt<boolean> = false

  @Field(() => DateTime, {
    nullable: true,
    description:
      'When its personal data was erased (Art. 17 GDPR): documents that the law keeps stay, and nothing new refers to it.',
  })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)', nullable: true })
  erasedAt: Date | null = null

  /** 409 if the personal data was erased. */
  assertNotErased() {
    if (this.erasedAt)
      throw invalidState({
        de: 'Die Daten dieses Kunden wurden gelöscht; was das Gesetz aufbewahrt, ist gesperrt.',
        en: 'The data of this client was erased; what the law keeps is locked.',
      })
  }

  /** Erases the personal data. `keepsNumbers` keeps those that vouchers are reported with, such as the VAT ID. */
  erase(at: Date, keepsNumbers: boolean) {
    Object.assign(this, { name: '–', email: null, invoiceEmail: null, contactName: null, phone: null, website: null })
    Object.assign(this, { street: null, postalCode: null, city: null, buyerReference: null, notes: null })
    Object.assign(this, { externalId: null, metadata: {}, archived: true, erasedAt: at })
    if (!keepsNumbers) Object.assign(this, { vatId: null, customerNumber: null, registrationNumber: null })
  }

  /** 422 if an exported debtor number would change. */
  assertDebtorNumberChangeable(wanted: number | null | undefined) {
    if (this.debtorExported && wanted !== undefined && wanted !== this.debtorNumber)
      throw invalidField('debtorNumber', {
        de: 'steht fest, weil sie an die Buchhaltung übergeben ist',
        en: 'is fixed, for it was handed over to accounting',
      })
  }

  /** 422 if the buyer reference of a German public body is not a Leitweg-ID. */
  assertBuyerReference() {
    if (!this.hasValidBuyerReference) throw invalidField('buyerReference', invalidLeitwegIdMessage)
  }

  /** False if a German public body has no valid Leitweg-ID. */
  get hasValidBuyerReference(): boolean {
    const { kind, country, buyerReference } = this
    return kind !== ClientKind.public || country !== 'DE' || !buyerReference || isLeitwegId(buyerReference)
  }
}

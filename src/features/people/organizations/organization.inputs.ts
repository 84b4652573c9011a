import { Field, InputType, Int } from 'type-graphql'
import {
  Between,
  Bic,
  CountryCode,
  EmailAddress,
  HexColor,
  HttpsAddress,
  Iban,
  Minimum,
  NotNull,
  OneOf,
  Pattern,
  ProperName,
  Trimmed,
  VatId,
  WebAddress,
} from '#core/schema/checks'
import { Cents, UUID } from '#core/schema/scalars'
import { holidayRegions } from '#core/text/holiday-regions'
import { PrintableLine } from '#documents/printable'
import { vatAccountingMethods } from './organization.entity.ts'
import { Accounting, DunningInput } from './settings.type.ts'

// Text around `{year}` and `{seq}`, without braces and control characters.
const affix = '[^{}\\x00-\\x1f]{0,20}'
const sequence = '\\{seq(?::[1-9])?\\}'
const numberPattern = `(?:${affix}\\{year\\})?${affix}${sequence}${affix}|${affix}${sequence}${affix}\\{year\\}${affix}`

/** `GS-` is reserved for credit notes, which share a series of numbers with invoices. */
const pattern = (series: 'invoice' | 'credit note' | 'other') => {
  const [lead, de, en] = {
    invoice: ['(?!GS-)', ' und beginnt nicht mit GS-', ' and does not begin with GS-'],
    'credit note': ['(?=GS-)', ' und beginnt mit GS-', ' and begins with GS-'],
    other: ['', '', ''],
  }[series]
  const form = Pattern(new RegExp(`^(?! )${lead}(?:${numberPattern})(?<! )$`), {
    de: `braucht {seq} oder {seq:4} einmal, {year} höchstens einmal und kein Leerzeichen an den Enden${de}`,
    en: `needs {seq} or {seq:4} once, {year} at most once and no space at its ends${en}`,
  })
  const text = PrintableLine(60)
  return (target: object, key: string) => {
    form(target, key)
    text(target, key)
  }
}

@InputType({ description: 'The fields to change; null clears a field.' })
export class UpdateOrganizationInput {
  @Field(() => String, { nullable: true })
  @NotNull()
  @ProperName()
  name?: string

  @Field(() => String, { nullable: true, description: 'Legal name, shown on documents.' })
  @PrintableLine()
  legalName?: string | null

  @Field(() => String, { nullable: true })
  @PrintableLine()
  street?: string | null

  @Field(() => String, { nullable: true })
  @Trimmed()
  @PrintableLine(20)
  postalCode?: string | null

  @Field(() => String, { nullable: true })
  @PrintableLine(100)
  city?: string | null

  @Field(() => String, { nullable: true })
  @NotNull()
  @CountryCode()
  country?: string

  @Field(() => String, { nullable: true })
  @VatId()
  vatId?: string | null

  @Field(() => String, { nullable: true, description: 'Tax number given by the tax office.' })
  @Trimmed()
  @PrintableLine(30)
  taxNumber?: string | null

  @Field(() => Boolean, { nullable: true, description: '§ 19 UStG: no tax is shown.' })
  @NotNull()
  smallBusiness?: boolean

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether VAT of other EU states is declared through the One-Stop-Shop (§ 18j UStG).',
  })
  @NotNull()
  oneStopShop?: boolean

  @Field(() => String, { nullable: true, description: 'When VAT is due: with the service, or with the payment.' })
  @NotNull()
  @OneOf(vatAccountingMethods)
  vatAccounting?: string

  @Field(() => String, { nullable: true })
  @Iban()
  iban?: string | null

  @Field(() => String, { nullable: true })
  @Bic()
  bic?: string | null

  @Field(() => String, { nullable: true })
  @PrintableLine(100)
  bankName?: string | null

  @Field(() => String, { nullable: true })
  @PrintableLine(70)
  accountHolder?: string | null

  @Field(() => String, { nullable: true })
  @EmailAddress()
  email?: string | null

  @Field(() => String, { nullable: true })
  @Trimmed()
  @PrintableLine(50)
  phone?: string | null

  @Field(() => String, { nullable: true })
  @WebAddress()
  website?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Privacy notice of the organization itself, linked from its pages for guests.',
  })
  @HttpsAddress()
  privacyUrl?: string | null

  @Field(() => String, { nullable: true })
  @PrintableLine(100)
  registerCourt?: string | null

  @Field(() => String, { nullable: true })
  @Trimmed()
  @PrintableLine(50)
  registerNumber?: string | null

  @Field(() => String, { nullable: true })
  @PrintableLine(200)
  managingDirectors?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Contact person for questions about documents; required on invoices to public bodies.',
  })
  @PrintableLine(100)
  contactName?: string | null

  @Field(() => String, { nullable: true, description: 'Colour of rules and headings on documents, `#rrggbb`.' })
  @HexColor()
  accentColor?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Language of documents and mail where nothing more specific is set: `de` or `en`.',
  })
  @NotNull()
  @OneOf(['de', 'en'])
  defaultLanguage?: string

  @Field(() => Int, { nullable: true })
  @NotNull()
  @Between(0, 365)
  defaultPaymentTermsDays?: number

  @Field(() => Cents, { nullable: true })
  @Minimum(0)
  hourlyRateCents?: number | null

  @Field(() => Int, { nullable: true })
  @NotNull()
  @Between(0, 1440)
  timeRoundingMinutes?: number

  @Field(() => String, {
    nullable: true,
    description: 'Pattern in which `{year}` and `{seq:4}` stand for the year and the running number.',
  })
  @NotNull()
  @pattern('invoice')
  invoiceNumberPattern?: string

  @Field(() => String, { nullable: true })
  @NotNull()
  @pattern('credit note')
  creditNoteNumberPattern?: string

  @Field(() => String, { nullable: true })
  @NotNull()
  @pattern('other')
  quoteNumberPattern?: string

  @Field(() => String, { nullable: true })
  @NotNull()
  @pattern('other')
  contractNumberPattern?: string

  @Field(() => DunningInput, {
    nullable: true,
    description: 'Settings of the dunning process: only those that are sent change.',
  })
  @NotNull()
  dunning?: DunningInput

  @Field(() => Accounting, {
    nullable: true,
    description: 'Settings of the accounting export: only those that are sent change.',
  })
  @NotNull()
  accounting?: Accounting

  @Field(() => String, {
    nullable: true,
    description:
      'German state, ISO 3166-2 such as `DE-HH`, or a place in one with holidays of its own: `DE-BY-KATH` where the Assumption is one.',
  })
  @OneOf(holidayRegions)
  holidayRegion?: string | null

  @Field(() => Boolean, { nullable: true })
  @NotNull()
  holidaysBlockBookings?: boolean

  @Field(() => UUID, { nullable: true, description: 'Id of a PNG or JPEG file to show as the logo on documents.' })
  logoFileId?: string | null
}

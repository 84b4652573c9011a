import { Field, Float, InputType, Int, ObjectType } from 'type-graphql'
import { Between, CountryCode, Decimals, ItemCount, NotNull, OneOf, Pattern, UniqueItems } from '#core/schema/checks'
import { ListCost } from '#core/schema/cost'
import { Cents } from '#core/schema/scalars'
import { PrintableLine, PrintableText } from '#documents/printable'
import { normalizeExemptionReason } from './exemption-reason.ts'

const accountNumber = {
  de: 'muss eine Kontonummer mit vier bis acht Ziffern sein',
  en: 'must be an account number of four to eight digits',
}

@InputType('DunningLevelInput', { description: 'One level of the dunning process.' })
@ObjectType({ simpleResolvers: true, description: 'One level of the dunning process.' })
export class DunningLevel {
  @Field(() => Int, { description: 'Level: 0 is the friendly reminder, 1 to 3 are formal.' })
  @Between(0, 3)
  level!: number

  @Field(() => Int, {
    description:
      'Days that the daily run waits: after the due date for the first reminder, else after the one before it.',
  })
  @Between(0, 365)
  days!: number

  @Field(() => Cents, {
    description: 'Fee added at this level, in cents; 0 at level 0. Levels without settings have none.',
  })
  @Between(0, 10_000)
  feeCents!: number

  @Field(() => String, {
    nullable: true,
    description: 'Text of the reminder, in place of the one that comes with the service.',
  })
  @PrintableText(2000)
  text?: string | null
}

@InputType({ description: 'Settings of the dunning process: those that are sent change, the levels as a whole.' })
export class DunningInput {
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether reminders are mailed every morning (Europe/Berlin) when their days have passed.',
  })
  @NotNull()
  automatic?: boolean

  @Field(() => [DunningLevel], { nullable: true, description: 'Levels, in their order; they replace those there are.' })
  @NotNull()
  @ItemCount(0, 4)
  @UniqueItems<DunningLevel>('No two of the same level.', ({ level }) => String(level))
  levels?: DunningLevel[]
}

@ObjectType({ simpleResolvers: true, description: 'Settings of the dunning process.' })
export class Dunning {
  @Field(() => Boolean, {
    description: 'Whether reminders are mailed every morning (Europe/Berlin) when their days have passed.',
  })
  automatic!: boolean

  @ListCost(4)
  @Field(() => [DunningLevel], { description: 'Levels, in their order.' })
  levels!: DunningLevel[]
}

@InputType('RevenueAccountInput', { description: 'Revenue account for a VAT category.' })
@ObjectType({ simpleResolvers: true, description: 'Revenue account for a VAT category.' })
export class RevenueAccount {
  @Field(() => String, { description: 'VAT category of EN 16931 (UNTDID 5305).' })
  @OneOf(['S', 'AE', 'O', 'E', 'K', 'G', 'Z'])
  taxCategory!: string

  @Field(() => Float, { nullable: true, description: 'VAT rate in percent; defaults to every rate of the category.' })
  @Decimals(2)
  @Between(0, 100)
  taxRate?: number | null

  @Field(() => Boolean, {
    nullable: true,
    description:
      'With category AE: true for reverse charge within the country (§ 13b UStG), else for services to other EU states.',
  })
  domestic?: boolean | null

  @Field(() => String, {
    nullable: true,
    description:
      'With category S: the other country whose VAT this is (ISO 3166-1 alpha-2), as under the One-Stop-Shop.',
  })
  @CountryCode()
  country?: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'Words of the reason why no VAT is charged, such as `§ 25a` or `§ 4 Nr. 21`: the account takes the lines whose reason has them.',
  })
  @PrintableLine(200)
  exemptionReason?: string | null

  @Field(() => String, { description: 'Number of the revenue account.' })
  @Pattern(/^(?!0+$)\d{4,8}$/, accountNumber)
  account!: string

  @Field(() => String, {
    nullable: true,
    description: 'DATEV tax key (BU-Schlüssel); none for an account that knows its tax (Automatikkonto).',
  })
  @Pattern(/^\d{1,4}$/, { de: 'hat ein bis vier Ziffern', en: 'has one to four digits' })
  taxKey?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Number of the account of advances received, at this category and rate; that of the chart unless set.',
  })
  @Pattern(/^(?!0+$)\d{4,8}$/, accountNumber)
  advanceAccount?: string | null
}

/** Account numbers are strings of digits. */
@InputType('AccountingInput', {
  description:
    'Settings of the accounting export: those that are sent change, null clears one, lists change as a whole.',
})
@ObjectType({ simpleResolvers: true, description: 'Settings of the accounting export.' })
export class Accounting {
  @Field(() => String, { nullable: true, description: 'Chart of accounts: `SKR03` or `SKR04`.' })
  @OneOf(['SKR03', 'SKR04'])
  chart?: string | null

  @Field(() => String, { nullable: true, description: 'DATEV consultant number (Beraternummer).' })
  @Pattern(/^(?!0+$)\d{4,7}$/, { de: 'hat vier bis sieben Ziffern', en: 'has four to seven digits' })
  datevConsultantNumber?: string | null

  @Field(() => String, { nullable: true, description: 'DATEV client number (Mandantennummer).' })
  @Pattern(/^(?!0+$)\d{1,5}$/, { de: 'hat ein bis fünf Ziffern', en: 'has one to five digits' })
  datevClientNumber?: string | null

  @Field(() => String, { nullable: true, description: 'First day of the fiscal year, `MM-DD`.' })
  @Pattern(/^(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)$/, {
    de: 'muss ein Tag sein, den jedes Jahr hat (MM-TT)',
    en: 'must be a day that every year has (MM-DD)',
  })
  fiscalYearStart?: string | null

  @Field(() => Int, { nullable: true, description: 'Number of digits of an account.' })
  @Between(4, 8)
  accountLength?: number | null

  @ListCost(50)
  @Field(() => [RevenueAccount], { nullable: true, description: 'Revenue accounts by VAT category and rate.' })
  @ItemCount(0, 50)
  @UniqueItems<RevenueAccount>(
    'No two of the same tax category, rate, `domestic`, country and exemption reason.',
    ({ taxCategory, taxRate, domestic, country, exemptionReason }) =>
      JSON.stringify([
        taxCategory,
        taxRate ?? null,
        domestic ?? false,
        country ?? null,
        normalizeExemptionReason(exemptionReason ?? ''),
      ]),
  )
  accounts?: RevenueAccount[] | null

  @Field(() => String, { nullable: true, description: 'Number of the bank account.' })
  @Pattern(/^(?!0+$)\d{4,8}$/, accountNumber)
  bankAccount?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Number of the account for payments in cash; 1000 or 1600 by the chart unless set.',
  })
  @Pattern(/^(?!0+$)\d{4,8}$/, accountNumber)
  cashAccount?: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'Number of the account for payments by card or PayPal until they are paid out; 1360 or 1460 by the chart unless set.',
  })
  @Pattern(/^(?!0+$)\d{4,8}$/, accountNumber)
  transitAccount?: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'Number of the account that advance invoices and received advances are cleared on; 1593 or 1495 by the chart unless set.',
  })
  @Pattern(/^(?!0+$)\d{4,8}$/, accountNumber)
  advanceClearingAccount?: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'Number of the account over which a set-off is transferred between the open items of invoice and credit note; 1792 or 3630 by the chart unless set.',
  })
  @Pattern(/^(?!0+$)\d{4,8}$/, accountNumber)
  setOffClearingAccount?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Whether payments are exported as well.' })
  exportPayments?: boolean | null

  @Field(() => Boolean, { nullable: true, description: 'Whether exported batches are marked as final.' })
  lockBatch?: boolean | null
}

import { Field, Float, InputType, Int, ObjectType } from 'type-graphql'
import { AtLeast, Between, Decimals, Distinct, Form, Items, OneOf } from '#core/graphql/checks'
import { CountedAs } from '#core/graphql/cost'
import { Cents } from '#core/graphql/scalars'
import { Nested } from '#core/graphql/validation'
import { PrintableText } from '#documents/printable'

const digits = { de: 'darf nur Ziffern enthalten', en: 'must be digits alone' }

/** One step of dunning: so many days after the one before. */
@InputType('DunningLevelInput')
@ObjectType({ simpleResolvers: true })
export class DunningLevel {
  @Field(() => Int, { description: '0 (Zahlungserinnerung) to 3.' })
  @Between(0, 3)
  level!: number

  @Field(() => Int, { description: 'After the due date.' })
  @Between(0, 365)
  days!: number

  @Field(() => Cents, { description: 'What is added.' })
  @AtLeast(0)
  feeCents!: number

  @Field(() => String, { nullable: true, description: 'Stands in the reminder.' })
  @PrintableText(2000)
  text?: string | null
}

@InputType('DunningInput')
@ObjectType({ simpleResolvers: true })
export class Dunning {
  @Field(() => Boolean, { description: 'Reminders go out by themselves.' })
  automatic!: boolean

  @CountedAs(4)
  @Field(() => [DunningLevel], { description: 'What happens when, in their order.' })
  @Items(0, 4)
  @Distinct<DunningLevel>('No two of the same level.', ({ level }) => String(level))
  @Nested({ each: true })
  levels!: DunningLevel[]
}

/** The account that takes the revenue of one tax category and rate. */
@InputType('RevenueAccountInput')
@ObjectType({ simpleResolvers: true })
export class RevenueAccount {
  @Field(() => String, { description: 'Of EN 16931.' })
  @OneOf(['S', 'AE', 'O', 'E', 'K', 'G', 'Z'])
  taxCategory!: string

  @Field(() => Float, { nullable: true, description: 'Percent; every rate of the category unless sent.' })
  @Decimals(2)
  @Between(0, 100)
  taxRate?: number | null

  @Field(() => String, { description: 'The account it is booked on.' })
  @Form(/^\d{4,8}$/, digits)
  account!: string
}

/** What an export to DATEV needs; numbers are strings of digits. */
@InputType('AccountingInput')
@ObjectType({ simpleResolvers: true })
export class Accounting {
  @Field(() => String, { nullable: true, description: '`SKR03` or `SKR04`.' })
  @OneOf(['SKR03', 'SKR04'])
  chart?: string | null

  @Field(() => String, { nullable: true, description: 'Beraternummer.' })
  @Form(/^\d{4,7}$/, digits)
  datevConsultantNumber?: string | null

  @Field(() => String, { nullable: true, description: 'Mandantennummer.' })
  @Form(/^\d{1,5}$/, digits)
  datevClientNumber?: string | null

  @Field(() => String, { nullable: true, description: 'Month and day, `MM-DD`.' })
  @Form(/^(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)$/, {
    de: 'muss ein Tag sein, den jedes Jahr hat (MM-TT)',
    en: 'must be a day that every year has (MM-DD)',
  })
  fiscalYearStart?: string | null

  @Field(() => Int, { nullable: true, description: 'Digits of an account.' })
  @Between(4, 8)
  accountLength?: number | null

  @CountedAs(50)
  @Field(() => [RevenueAccount], { nullable: true, description: 'Revenue by tax category and rate.' })
  @Items(0, 50)
  @Distinct<RevenueAccount>(
    'No two of the same tax category and rate.',
    ({ taxCategory, taxRate }) => `${taxCategory} ${taxRate ?? ''}`,
  )
  @Nested({ each: true })
  accounts?: RevenueAccount[] | null

  @Field(() => String, { nullable: true, description: 'The account of the bank.' })
  @Form(/^\d{4,8}$/, digits)
  bankAccount?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Payments are exported too.' })
  exportPayments?: boolean | null

  @Field(() => Boolean, { nullable: true, description: 'The batch is marked as final.' })
  lockBatch?: boolean | null
}

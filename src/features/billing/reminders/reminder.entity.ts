import { BigIntType, type Opt, type Ref } from '@mikro-orm/core'
import { Entity, ManyToOne, Property } from '@mikro-orm/decorators/legacy'
import { Field, Float, Int, ObjectType } from 'type-graphql'
import { reference, TenantEntity } from '#core/database/entity'
import { ExemptFromRowQuota } from '#core/database/row-quota'
import { EnumValues } from '#core/schema/checks'
import { ListCost } from '#core/schema/cost'
import { DerivedField } from '#core/schema/derived-field'
import { CalendarDate, Cents, DateTime, UUID } from '#core/schema/scalars'
import { Client } from '#features/people/clients/client.entity'
import { Invoice } from '../invoices/invoice.entity.ts'

@ObjectType({ simpleResolvers: true, description: 'Default interest over days of one open amount and one rate.' })
export class InterestSegment {
  @Field(() => CalendarDate, { description: 'First day.' })
  from!: string

  @Field(() => CalendarDate, { description: 'Last day.' })
  to!: string

  @Field(() => Int, { description: 'Number of days, both ends included.' })
  days!: number

  @Field(() => Cents, { description: 'Amount in cents that was open as each of the days began.' })
  openCents!: number

  @Field(() => Float, { description: 'Base rate of § 247 BGB in percent.' })
  baseRate!: number

  @Field(() => Float, {
    description: 'Rate in percent: the base rate and 9 points, or 5 where the client is a consumer (§ 288 BGB).',
  })
  rate!: number

  @Field(() => Cents, {
    description: 'Open amount × rate × days / 365 in cents, rounded half away from zero.',
  })
  interestCents!: number
}

/** A sent reminder. Its claim never changes. */
@ObjectType({ simpleResolvers: true, description: 'A reminder that was sent for an overdue invoice.' })
@Entity({ tableName: 'reminders' })
@ExemptFromRowQuota()
export class Reminder extends TenantEntity {
  @ManyToOne({ entity: () => Invoice, ...reference('invoice_id') })
  invoice!: Ref<Invoice>

  @ManyToOne({ entity: () => Client, ...reference('client_id') })
  client!: Ref<Client>

  @Field(() => Int, { description: 'Level: 0 is the friendly reminder, 1 to 3 are formal.' })
  @Property({ type: 'integer' })
  level!: number

  @Field(() => Cents, { description: 'Amount of the invoice that was open, in cents.' })
  @Property({ type: new BigIntType('number') })
  openCents!: number

  @Field(() => Cents, { description: 'Fee of this level, in cents.' })
  @Property({ type: new BigIntType('number') })
  feeCents!: number

  @Field(() => Cents, { description: 'Default interest until the day of the reminder, in cents.' })
  @Property({ type: new BigIntType('number') })
  interestCents!: number

  @Field(() => Cents, {
    description:
      'Flat sum of § 288 (5) BGB in cents: 4000 on the reminder that claims it first, 0 on the others; it is set off against the fees.',
  })
  @Property({ type: new BigIntType('number') })
  flatFeeCents!: number

  @Field(() => Cents, {
    description: 'What payments had settled of fees, flat sum and interest by then, in cents.',
  })
  @Property({ type: new BigIntType('number') })
  settledChargesCents!: number

  @Field(() => Cents, {
    description:
      'Charges still claimed, in cents: the fees of all levels so far or the flat sum, whichever is more (§ 288 (5) sentence 3 BGB), and the interest, less what was settled of them.',
  })
  @Property({ type: new BigIntType('number') })
  chargesCents!: number

  @Field(() => Cents, { description: 'What the reminder asks for, in cents: the open amount and the charges.' })
  @Property({ type: new BigIntType('number') })
  totalCents!: number

  @ListCost(4)
  @Field(() => [InterestSegment], { description: 'How the interest was computed; the rows add up to it.' })
  @Property({ type: 'json', columnType: 'jsonb' })
  interestSegments!: InterestSegment[]

  @Field(() => CalendarDate, {
    nullable: true,
    description:
      'First day of default, from which interest runs: the day after the first reminder or, unless the client is a consumer, after the 30 days of § 286 (3) BGB. Null on reminders that were sent before it was recorded.',
  })
  @Property({ type: 'date', nullable: true })
  defaultSince: string | null = null

  @Field(() => CalendarDate, { description: 'New last day for payment.' })
  @Property({ type: 'date' })
  dueDate!: string

  @EnumValues(['de', 'en'])
  @Field(() => String, { description: 'Language of the letter: `de` or `en`.' })
  @Property({ type: 'text' })
  language!: string

  @Field(() => DateTime, { description: 'When the reminder was sent.' })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)' })
  sentAt!: Date

  @Field(() => String, { description: 'SHA-256 of the archived PDF, in hexadecimal.' })
  @Property({ type: 'text' })
  pdfSha256!: string

  @DerivedField(() => UUID, { description: 'Invoice that is reminded of.' })
  get invoiceId(): Opt<string> {
    return this.invoice.id
  }

  @DerivedField(() => UUID, { description: 'Client who is reminded.' })
  get clientId(): Opt<string> {
    return this.client.id
  }
}

export const reminderMailKinds = ['reminder'] as const

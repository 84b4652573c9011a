import type { Hidden, Opt, Ref } from '@mikro-orm/core'
import { Entity, Enum, ManyToOne, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql'
import { reference, TenantEntity } from '#core/database/entity'
import { EnumValues } from '#core/schema/checks'
import { ListCost } from '#core/schema/cost'
import { DerivedField } from '#core/schema/derived-field'
import { CalendarDate, UUID } from '#core/schema/scalars'
import { Client } from '#features/people/clients/client.entity'
import { LineItem } from '../invoices/line-items/line-item.ts'
import type { PricedLine } from '../invoices/line-items/price-lines.ts'
import { findNextDay, Interval } from './schedule.ts'

registerEnumType(Interval, { name: 'Interval', description: 'Unit of the time between two recurring invoices.' })

export enum RecurringMode {
  draft = 'draft',
  send = 'send',
}
registerEnumType(RecurringMode, {
  name: 'RecurringMode',
  description: 'Whether a recurring invoice is made as a draft, or sent by itself.',
})

@ObjectType({ simpleResolvers: true, description: 'A template of which an invoice is made again and again.' })
@Entity({ tableName: 'recurring_invoices' })
export class RecurringInvoice extends TenantEntity {
  @ManyToOne({ entity: () => Client, ...reference('client_id') })
  client!: Ref<Client>

  @Field(() => UUID, { nullable: true, description: 'Project that the invoices bill.' })
  @Property({ type: 'uuid', nullable: true })
  projectId: string | null = null

  @ListCost(20)
  @Field(() => [LineItem], {
    description:
      'Line items, taxed as of today; each invoice finds its own tax. `{period}`, `{month}` and `{year}` stand for those of the invoice, in the introduction and closing too.',
  })
  @Property({ type: 'json', columnType: 'jsonb' })
  lineItems!: PricedLine[]

  @Field(() => Int, { description: 'Intervals from one invoice to the next.' })
  @Property({ type: 'integer' })
  every: Opt<number> = 1

  @Field(() => Interval, { description: 'Unit of the time between two invoices.' })
  @Enum({ items: () => Interval, columnType: 'text' })
  interval!: Interval

  @Field(() => CalendarDate, {
    description:
      'Day of the first invoice; a day that a month lacks is its last. Days that are past already are caught up, each with an invoice of its own.',
  })
  @Property({ type: 'date' })
  startsOn!: string

  @Field(() => CalendarDate, { nullable: true, description: 'Last day on which an invoice is made.' })
  @Property({ type: 'date', nullable: true })
  endsOn: string | null = null

  @Field(() => Int, { nullable: true, description: 'Days until payment is due; null for the terms of the client.' })
  @Property({ type: 'integer', nullable: true })
  dueDays: number | null = null

  @Field(() => RecurringMode, {
    description: 'Whether invoices are made as drafts or sent. One that cannot be sent stays a draft.',
  })
  @Enum({ items: () => RecurringMode, columnType: 'text' })
  mode: Opt<RecurringMode> = RecurringMode.draft

  @Field(() => String, { nullable: true, description: 'Text above the line items.' })
  @Property({ type: 'text', nullable: true })
  introduction: string | null = null

  @Field(() => String, { nullable: true, description: 'Text below the totals.' })
  @Property({ type: 'text', nullable: true })
  closing: string | null = null

  @EnumValues(['de', 'en'])
  @Field(() => String, { nullable: true, description: 'Language of the invoices: `de` or `en`.' })
  @Property({ type: 'text', nullable: true })
  language: string | null = null

  @Field(() => Boolean, { description: 'No invoices are made meanwhile, and none of that time afterwards.' })
  @Property({ type: 'boolean' })
  paused: Opt<boolean> = false

  /** Day of the last invoice created. */
  @Property({ type: 'date', nullable: true, hidden: true })
  lastOn: Hidden<string> | null = null

  @Field(() => CalendarDate, { nullable: true, description: 'Day of the next invoice; null where none follows.' })
  @Property({ type: 'date', nullable: true })
  nextOn: string | null = null

  @Field(() => UUID, { nullable: true, description: 'The last invoice that was made.' })
  @Property({ type: 'uuid', nullable: true })
  lastInvoiceId: string | null = null

  @DerivedField(() => UUID, { description: 'Client who is billed.' })
  get clientId(): Opt<string> {
    return this.client.id
  }

  /** Starts on the first day even if it is past; the scheduled run catches up. */
  start() {
    this.setNextOn(this.startsOn)
  }

  /** Sets the next day after the last invoice, skipping days before `from`. */
  reschedule(from: string) {
    const nextOn = findNextDay(this, this.lastOn)
    this.setNextOn(nextOn !== null && nextOn < from ? findNextDay(this, from, true) : nextOn)
  }

  /** Moves on from the day whose invoice was created; later missed days are not skipped. */
  advance(day: string) {
    this.lastOn = day
    this.setNextOn(findNextDay(this, day))
  }

  private setNextOn(day: string | null) {
    this.nextOn = day !== null && this.endsOn !== null && day > this.endsOn ? null : day
  }
}

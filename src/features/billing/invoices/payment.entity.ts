import { BigIntType, type Opt, type Ref } from '@mikro-orm/core'
import { Entity, Enum, ManyToOne, Property } from '@mikro-orm/decorators/legacy'
import { Field, ObjectType } from 'type-graphql'
import { reference, TenantEntity } from '#core/database/entity'
import { Derived } from '#core/graphql/derived'
import { CalendarDate, Cents, DateTime, UUID } from '#core/graphql/scalars'
import { Invoice } from './invoice.entity.ts'
import { PaymentMethod } from './payment-method.ts'
import type { VatShare } from './split-payment.ts'

/** Money received on an invoice, or given back on a credit note. Never removed: a reversal is a note on the row. */
@ObjectType({ simpleResolvers: true, description: 'Money received on an invoice, or given back on a credit note.' })
@Entity({ tableName: 'payments' })
export class Payment extends TenantEntity {
  @ManyToOne({ entity: () => Invoice, ...reference('invoice_id') })
  invoice!: Ref<Invoice>

  @Field(() => Cents, { description: 'What was received; negative where it was given back.' })
  @Property({ type: new BigIntType('number') })
  amountCents!: number

  @Field(() => CalendarDate, { description: 'The day of the payment.' })
  @Property({ type: 'date' })
  paidAt!: string

  @Field(() => PaymentMethod, { description: 'How it was paid.' })
  @Enum({ items: () => PaymentMethod, columnType: 'text' })
  method!: PaymentMethod

  @Field(() => String, { nullable: true, description: 'What the statement says.' })
  @Property({ type: 'text', nullable: true })
  reference: string | null = null

  @Field(() => Cents, {
    description: 'The cash discount that the client took with this payment; it is not part of the amount.',
  })
  @Property({ type: new BigIntType('number') })
  cashDiscountCents: Opt<number> = 0

  @Field(() => Cents, { description: 'What of the amount settles dunning fees and interest.' })
  @Property({ type: new BigIntType('number') })
  chargesCents: Opt<number> = 0

  @Field(() => Cents, { description: "What of the amount was more than was open, and became the client's credit." })
  @Property({ type: new BigIntType('number') })
  creditCents: Opt<number> = 0

  /** By what was open of each rate when the payment was made: what is told to the tax office of a day stays as it is. */
  @Property({ type: 'json', columnType: 'jsonb', hidden: true })
  vatShares: Opt<VatShare[]> = []

  @Field(() => DateTime, { nullable: true, description: 'When the payment was reversed.' })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)', nullable: true })
  reversedAt: Date | null = null

  @Field(() => UUID, { nullable: true, description: 'Who reversed it.' })
  @Property({ type: 'uuid', nullable: true })
  reversedBy: string | null = null

  @Field(() => String, { nullable: true, description: 'Why it was reversed.' })
  @Property({ type: 'text', nullable: true })
  reversalReason: string | null = null

  @Derived(() => UUID)
  get invoiceId(): Opt<string> {
    return this.invoice.id
  }

  /** The money that belongs to the document: without charges, and without what became the client's credit. */
  get receivedCents(): Opt<number> {
    return this.amountCents - this.chargesCents - this.creditCents
  }

  /** What this payment takes off the open amount. */
  get settledCents(): Opt<number> {
    return this.receivedCents + this.cashDiscountCents
  }
}

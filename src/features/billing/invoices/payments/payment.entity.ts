import { BigIntType, type Hidden, type Opt, type Ref } from '@mikro-orm/core'
import { Entity, Enum, ManyToOne, Property } from '@mikro-orm/decorators/legacy'
import { Field, ObjectType } from 'type-graphql'
import { reference, TenantEntity } from '#core/database/entity'
import { ExemptFromRowQuota } from '#core/database/row-quota'
import { DerivedField } from '#core/schema/derived-field'
import { CalendarDate, Cents, DateTime, UUID } from '#core/schema/scalars'
import { Invoice } from '../invoice.entity.ts'
import type { StoredWarning } from '../line-items/price-lines.ts'
import { PaymentMethod } from '../payment-method.ts'
import type { VatShare } from './split-payment.ts'

/** Money received on an invoice, or paid back on a credit note. Never deleted; a reversal is recorded on the row. */
@ObjectType({ simpleResolvers: true, description: 'A payment received on an invoice, or paid back on a credit note.' })
@Entity({ tableName: 'payments' })
@ExemptFromRowQuota()
export class Payment extends TenantEntity {
  @ManyToOne({ entity: () => Invoice, ...reference('invoice_id') })
  invoice!: Ref<Invoice>

  @Property({ type: 'uuid' })
  clientId!: string

  /** Whether the document is a credit note. */
  @Property({ type: 'boolean' })
  paidBack!: boolean

  @Field(() => Cents, {
    description: 'Amount in cents, received on an invoice or paid back on a credit note; always positive.',
  })
  @Property({ type: new BigIntType('number') })
  amountCents!: number

  @Field(() => CalendarDate, { description: 'Date of the payment.' })
  @Property({ type: 'date' })
  paidAt!: string

  @Field(() => PaymentMethod, { description: 'Payment method.' })
  @Enum({ items: () => PaymentMethod, columnType: 'text' })
  method!: PaymentMethod

  @Field(() => String, { nullable: true, description: 'Reference on the bank statement.' })
  @Property({ type: 'text', nullable: true })
  reference: string | null = null

  @Field(() => UUID, {
    nullable: true,
    description: 'Credit note whose refund is set off, with the method `credit_note`; null otherwise.',
  })
  @Property({ type: 'uuid', nullable: true })
  creditNoteId: string | null = null

  /** Shared by the two payments of a set-off. */
  @Property({ type: 'uuid', nullable: true, hidden: true })
  setOffId: Hidden<Opt<string>> | null = null

  @Field(() => Cents, {
    description: 'Cash discount taken with the payment, in cents; not part of the amount.',
  })
  @Property({ type: new BigIntType('number') })
  cashDiscountCents: Opt<number> = 0

  @Field(() => Cents, { description: 'Part of the amount in cents that settles dunning fees and interest.' })
  @Property({ type: new BigIntType('number') })
  chargesCents: Opt<number> = 0

  @Field(() => Cents, {
    description: 'Part of the amount in cents that exceeded what was open and became credit of the client.',
  })
  @Property({ type: new BigIntType('number') })
  creditCents: Opt<number> = 0

  /** Split by what was open of each rate at the time, so that reported VAT does not change later. */
  @Property({ type: 'json', columnType: 'jsonb', hidden: true })
  vatShares: Hidden<Opt<VatShare[]>> = []

  @Field(() => DateTime, { nullable: true, description: 'When the payment was reversed; null if it was not.' })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)', nullable: true })
  reversedAt: Date | null = null

  @Field(() => UUID, { nullable: true, description: 'Member who reversed the payment.' })
  @Property({ type: 'uuid', nullable: true })
  reversedBy: string | null = null

  @Field(() => String, { nullable: true, description: 'Reason for the reversal.' })
  @Property({ type: 'text', nullable: true })
  reversalReason: string | null = null

  @Field(() => CalendarDate, {
    nullable: true,
    description:
      'Day on which the money went back, for example of a returned direct debit; null unless it did. A reversed payment without it was recorded by mistake.',
  })
  @Property({ type: 'date', nullable: true })
  returnedAt: string | null = null

  /** Warnings found when it was recorded. */
  @Property({ type: 'json', columnType: 'jsonb' })
  warnings: Opt<StoredWarning[]> = []

  @DerivedField(() => UUID, { description: 'Invoice or credit note that the payment belongs to.' })
  get invoiceId(): Opt<string> {
    return this.invoice.id
  }

  /** Without charges and client credit. */
  get receivedCents(): Opt<number> {
    return this.amountCents - this.chargesCents - this.creditCents
  }

  /** Reduces the open amount. */
  get settledCents(): Opt<number> {
    return this.receivedCents + this.cashDiscountCents
  }
}

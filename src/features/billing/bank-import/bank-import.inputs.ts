import { Field, InputType } from 'type-graphql'
import { maxMovedCents } from '#core/money/decimal'
import { Between, ItemCount } from '#core/schema/checks'
import { Cents, UUID } from '#core/schema/scalars'
import { Overpayment } from '#features/billing/invoices/invoice.inputs'

@InputType({ description: 'A payment to book from a transaction.' })
export class ConfirmedPayment {
  @Field(() => UUID, { description: 'Transaction of the import.' })
  transactionId!: string

  @Field(() => UUID, { description: 'Invoice that it pays, or credit note that it refunds.' })
  invoiceId!: string

  @Field(() => Cents, {
    nullable: true,
    description:
      'Part of the transaction; defaults to what is proposed for the document as it is due now, else to what is left of the transaction, at most what is open and the charges.',
  })
  @Between(1, maxMovedCents)
  amountCents?: number | null

  @Field(() => Cents, {
    nullable: true,
    description:
      'Cash discount granted with it; defaults to what is proposed, or that of the terms, if the amount is just that much less, give or take a cent.',
  })
  @Between(0, maxMovedCents)
  cashDiscountCents?: number | null

  @Field(() => Cents, {
    nullable: true,
    description:
      'Dunning charges within the amount; defaults to those that reminders have claimed, if the amount is just that much more than is open.',
  })
  @Between(0, maxMovedCents)
  chargesCents?: number | null

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the proposed `set_off` is booked with the transaction: `true` unless sent, but `false` if an amount is sent.',
  })
  setOff?: boolean | null

  @Field(() => Overpayment, {
    nullable: true,
    description:
      'With `credit`, all that the other payments leave of the transaction is booked, unless an amount is given, and what exceeds the open amount becomes credit of the client.',
  })
  overpayment?: Overpayment | null
}

@InputType({ description: 'The payments to book.' })
export class ConfirmPaymentsInput {
  @Field(() => [ConfirmedPayment], { description: 'At most 500; a transaction may stand in it for several invoices.' })
  @ItemCount(1, 500)
  payments!: ConfirmedPayment[]
}

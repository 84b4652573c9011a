import { BigIntType } from '@mikro-orm/core'
import { Entity, Property } from '@mikro-orm/decorators/legacy'
import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql'
import { TenantEntity } from '#core/database/entity'
import { EnumValues } from '#core/schema/checks'
import { ListCost } from '#core/schema/cost'
import { CalendarDate, Cents, UUID } from '#core/schema/scalars'
import type { Bilingual } from '#core/text/language'
import type { MatchKind } from './match.ts'
import type { PaymentShare } from './payment-share.ts'
import type { Imbalance, StatementFormat, TransactionReferences } from './statement.ts'

enum PaymentMatch {
  exact = 'exact',
  partial = 'partial',
  ambiguous = 'ambiguous',
  none = 'none',
}
registerEnumType(PaymentMatch, {
  name: 'PaymentMatch',
  description:
    '`exact`: settles what it pays; `partial`: less or more than is open; `ambiguous`: one of several may be meant; `none`: nothing fits.',
})

@ObjectType({ simpleResolvers: true, description: 'A statement of the file.' })
class BankStatement {
  @Field(() => String, { description: 'The account as the bank names it.' })
  account!: string

  @Field(() => String, { nullable: true, description: 'IBAN of the account, if the file has it.' })
  iban!: string | null

  @Field(() => String, { description: 'Currency of the account, ISO 4217.' })
  currency!: string

  @Field(() => CalendarDate, { nullable: true, description: 'First day of the statement.' })
  from!: string | null

  @Field(() => CalendarDate, { nullable: true, description: 'Last day of the statement.' })
  to!: string | null

  @Field(() => Cents, { nullable: true, description: 'Opening balance; null if the file has none.' })
  openingCents!: number | null

  @Field(() => Cents, { nullable: true, description: 'Closing balance; null if the file has none.' })
  closingCents!: number | null

  @Field(() => Int, {
    description: 'Number of transactions that are announced but not booked; they are not proposed.',
  })
  pending!: number
}

export interface StoredStatement extends BankStatement {
  /** Absent from statements stored before it was recorded. */
  imbalance?: Imbalance | null
}

@ObjectType({ simpleResolvers: true, description: 'Why a statement that was imported anyway is doubtful.' })
export class StatementWarning {
  @Field(() => String, { description: 'The statement, such as `statements.0`.' })
  field!: string

  @Field(() => String, { description: 'What does not agree, in words.' })
  message!: string
}

/** A transaction and the invoices that it may pay, as stored in JSON. */
export interface StoredProposal {
  bookedOn: string
  amountCents: number
  currency: string
  name: string | null
  iban: string | null
  reference: string | null
  match: MatchKind
  confidence: number
  reason: Bilingual
  invoices: PaymentShare[]
}

@ObjectType({
  simpleResolvers: true,
  description:
    'A credit note that was deducted from the payment of an invoice, or an invoice that was deducted from a refund.',
})
class ProposedSetOff {
  @Field(() => UUID, { description: 'The document that is set off.' })
  invoiceId!: string

  @Field(() => String, { description: 'Its number.' })
  number!: string

  @Field(() => Cents, { description: 'Amount that it settles of both documents, as they are due now.' })
  amountCents!: number
}

@ObjectType({ simpleResolvers: true, description: 'An invoice or credit note that a transaction may pay.' })
class ProposedInvoice {
  @Field(() => UUID, { description: 'The document.' })
  invoiceId!: string

  @Field(() => String, { description: 'Number of the document.' })
  number!: string

  @Field(() => String, { description: 'Name of the client.' })
  clientName!: string

  @Field(() => Cents, { description: 'What was open, or to be refunded, at the import.' })
  openCents!: number

  @Field(() => Cents, { description: 'What is open, or to be refunded, now.' })
  dueCents!: number

  @Field(() => Cents, {
    description:
      'Part of the transaction that confirming books on it as it is due now; 0 if nothing is. Once nothing is left to book, the part that was proposed.',
  })
  amountCents!: number

  @Field(() => Cents, { description: 'Cash discount that is granted with it.' })
  cashDiscountCents!: number

  @Field(() => Cents, {
    nullable: true,
    description: 'Dunning charges within that part; null on proposals from before they were explained.',
  })
  chargesCents?: number | null

  @ListCost(1)
  @Field(() => [ProposedSetOff], {
    description:
      'What confirming sets off beside the transaction, as payments with the method `credit_note`. Usually empty.',
  })
  setOff!: ProposedSetOff[]
}

@ObjectType({ simpleResolvers: true, description: 'What was booked from a transaction on an invoice or credit note.' })
export class BookedInvoice {
  @Field(() => UUID, { description: 'The document.' })
  invoiceId!: string

  @Field(() => String, { description: 'Number of the document.' })
  number!: string

  @Field(() => String, { description: 'Name of the client.' })
  clientName!: string

  @Field(() => Cents, { description: 'What is still open, or to be refunded, now.' })
  openCents!: number

  @Field(() => Cents, { description: 'Part of the transaction that was booked on it.' })
  amountCents!: number

  @Field(() => Cents, { description: 'Cash discount that was granted with it.' })
  cashDiscountCents!: number

  @Field(() => Cents, { description: 'Dunning charges within that part.' })
  chargesCents!: number

  @Field(() => Cents, { description: "Of that part, what became the client's credit." })
  creditCents!: number
}

@ObjectType({ simpleResolvers: true, description: 'A transaction of the statement, and the invoices that it may pay.' })
export class PaymentProposal {
  @Field(() => UUID, { description: 'The same whatever file brings the transaction.' })
  transactionId!: string

  @Field(() => CalendarDate, { description: 'Day on which the bank booked it.' })
  bookedOn!: string

  @Field(() => Cents, {
    description: 'Amount in the minor unit of the currency; negative if money went out.',
  })
  amountCents!: number

  @Field(() => String, { description: 'ISO 4217.' })
  currency!: string

  @Field(() => String, { nullable: true, description: 'Who paid or was paid.' })
  name!: string | null

  @Field(() => String, { nullable: true, description: 'IBAN of the other side.' })
  iban!: string | null

  @Field(() => String, { nullable: true, description: 'Remittance information.' })
  reference!: string | null

  @Field(() => PaymentMatch, { description: 'How well it fits.' })
  match!: MatchKind

  @Field(() => UUID, { nullable: true, description: 'The invoice that it pays, the first of several.' })
  invoiceId!: string | null

  @Field(() => String, { nullable: true, description: 'Number of that invoice.' })
  number!: string | null

  @ListCost(2)
  @Field(() => [ProposedInvoice], {
    description:
      'The invoices that it pays; if `ambiguous`, those that may be meant; if `none`, the settled one that it names. Once nothing is left to book, those of them that were paid.',
  })
  invoices!: ProposedInvoice[]

  @Field(() => Float, { description: 'How likely the match is, from 0 to 1.' })
  confidence!: number

  @Field(() => String, { description: 'Why it was matched, in words.' })
  reason!: string

  @Field(() => Boolean, { description: 'Whether a payment was booked from it.' })
  booked!: boolean

  @ListCost(2)
  @Field(() => [BookedInvoice], {
    description: 'What was booked from it on each invoice or credit note, in the order of `invoices`.',
  })
  bookedInvoices!: BookedInvoice[]

  @Field(() => Cents, { description: 'What of the amount no payment was booked from yet; never negative.' })
  unbookedCents!: number

  @ListCost(1)
  @Field(() => [StatementWarning], {
    description: 'Warnings of the import, to be checked before anything is booked. Usually empty.',
  })
  warnings!: StatementWarning[]
}

/** An imported file of bank statements with its proposals. It does not change. */
@ObjectType({ simpleResolvers: true, description: 'Imported bank statements and the payments that they propose.' })
@Entity({ tableName: 'bank_imports' })
export class BankImport extends TenantEntity {
  @EnumValues(['camt.053', 'camt.052', 'camt.054', 'mt940', 'mt942'])
  @Field(() => String, { description: 'Format of the file: `camt.053`, `camt.052`, `camt.054`, `mt940` or `mt942`.' })
  @Property({ type: 'text' })
  format!: StatementFormat

  @ListCost(3)
  @Field(() => [BankStatement], { description: 'The statements of the file, in its order.' })
  @Property({ type: 'json', columnType: 'jsonb' })
  statements!: StoredStatement[]
}

/** A transaction, stored once however many files contain it. */
@Entity({ tableName: 'bank_transactions' })
export class BankTransaction extends TenantEntity {
  /** Account number without the bank code. */
  @Property({ type: 'text' })
  account!: string

  /** Bank code, if the file has it. */
  @Property({ type: 'text', nullable: true })
  bank: string | null = null

  @Property({ type: 'text' })
  format!: StatementFormat

  @Property({ type: 'date' })
  bookedOn!: string

  @Property({ type: 'date', nullable: true })
  valueOn: string | null = null

  @Property({ type: new BigIntType('number') })
  amountCents!: number

  @Property({ type: 'text' })
  currency!: string

  @Property({ type: 'text', nullable: true })
  name: string | null = null

  @Property({ type: 'text', nullable: true })
  iban: string | null = null

  @Property({ type: 'text', nullable: true })
  purpose: string | null = null

  @Property({ type: 'text', nullable: true })
  endToEndId: string | null = null

  @Property({ type: 'text', nullable: true })
  bankReference: string | null = null

  @Property({ type: 'json', columnType: 'jsonb' })
  transactionReferences: TransactionReferences = {}
}

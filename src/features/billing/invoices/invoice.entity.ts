import { isDeepStrictEqual } from 'node:util'
import { BigIntType, type Hidden, type Opt, type Ref } from '@mikro-orm/core'
import { Entity, Enum, ManyToOne, Property } from '@mikro-orm/decorators/legacy'
import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql'
import { Counted } from '#core/database/counter'
import { reference } from '#core/database/entity'
import { ExternalIdEntity } from '#core/database/external-id'
import { ExemptFromRowQuota } from '#core/database/row-quota'
import { conflict, invalidField, invalidState } from '#core/errors/problem'
import { divideRounded, toCents } from '#core/money/decimal'
import { EnumValues } from '#core/schema/checks'
import { ListCost } from '#core/schema/cost'
import { DerivedField } from '#core/schema/derived-field'
import { Embed } from '#core/schema/rest'
import { CalendarDate, Cents, DateTime, UUID } from '#core/schema/scalars'
import { addDays } from '#core/time/clock'
import { Client } from '#features/people/clients/client.entity'
import { assertWithinDocumentLimits } from './line-items/document-limits.ts'
import { Advance, LineItem } from './line-items/line-item.ts'
import type { PricedLine, Pricing, StoredWarning } from './line-items/price-lines.ts'
import { movesMoney, PaymentMethod } from './payment-method.ts'
import type { DatedTax } from './tax/tax-amounts.ts'
import { TaxAmount } from './tax/tax-amounts.ts'

export enum InvoiceKind {
  invoice = 'invoice',
  credit_note = 'credit_note',
  /** Requested before the supply is complete (§ 14 (5) UStG). */
  advance = 'advance',
  /** Bills the whole supply less its advances. */
  final = 'final',
}
registerEnumType(InvoiceKind, { name: 'InvoiceKind' })

export enum InvoiceStatus {
  draft = 'draft',
  sent = 'sent',
  partially_paid = 'partially_paid',
  paid = 'paid',
  overdue = 'overdue',
  cancelled = 'cancelled',
}
registerEnumType(InvoiceStatus, { name: 'InvoiceStatus' })

/** An invoice (§ 14 UStG) or a credit note. Locked once it is numbered (GoBD). */
@ObjectType({ simpleResolvers: true, description: 'An invoice, or a credit note that corrects one.' })
@Entity({ tableName: 'invoices' })
@ExemptFromRowQuota(({ kind }: Invoice) => kind === InvoiceKind.credit_note)
@Counted(({ status, totalCents, openCents, refundDueCents }: Invoice) => ({
  invoices: 1,
  'invoices:total_cents': totalCents,
  'invoices:open_cents': status === InvoiceStatus.draft || openCents < 0 ? 0 : openCents,
  'invoices:refund_due_cents': refundDueCents,
}))
export class Invoice extends ExternalIdEntity {
  @Field(() => InvoiceKind, {
    description: 'Invoice, credit note, advance invoice, or final invoice that deducts advances.',
  })
  @Enum({ items: () => InvoiceKind, columnType: 'text' })
  kind: Opt<InvoiceKind> = InvoiceKind.invoice

  @Field(() => InvoiceStatus, { description: 'Status; `overdue` and `paid` are set automatically.' })
  @Enum({ items: () => InvoiceStatus, columnType: 'text' })
  status: Opt<InvoiceStatus> = InvoiceStatus.draft

  @Field(() => String, { nullable: true, description: 'Document number, assigned when the invoice is sent.' })
  @Property({ type: 'text', nullable: true })
  number: string | null = null

  @ManyToOne({ entity: () => Client, ...reference('client_id') })
  client!: Ref<Client>

  @ManyToOne({ entity: () => Invoice, nullable: true, ...reference('credited_invoice_id') })
  creditedInvoice: Ref<Invoice> | null = null

  @Field(() => CalendarDate, { description: 'Date of the document.' })
  @Property({ type: 'date' })
  issueDate!: string

  @Field(() => CalendarDate, { description: 'Last day for payment.' })
  @Property({ type: 'date' })
  dueDate!: string

  @Field(() => CalendarDate, { nullable: true, description: 'First day of the service period.' })
  @Property({ type: 'date', nullable: true })
  serviceFrom: string | null = null

  @Field(() => CalendarDate, { nullable: true, description: 'Last day of the service period.' })
  @Property({ type: 'date', nullable: true })
  serviceTo: string | null = null

  @Field(() => UUID, { nullable: true, description: 'Project that the invoice bills.' })
  @Property({ type: 'uuid', nullable: true })
  projectId: string | null = null

  @Field(() => UUID, { nullable: true, description: 'Quote that the invoice was made from.' })
  @Property({ type: 'uuid', nullable: true })
  quoteId: string | null = null

  /** The template that it was made from. Stays if that is deleted. */
  @Property({ type: 'uuid', nullable: true, hidden: true })
  recurringInvoiceId: Hidden<string> | null = null

  @EnumValues(['de', 'en'])
  @Field(() => String, { nullable: true, description: 'Language of the document: `de` or `en`.' })
  @Property({ type: 'text', nullable: true })
  language: string | null = null

  @Field(() => String, { nullable: true, description: 'Text above the line items.' })
  @Property({ type: 'text', nullable: true })
  introduction: string | null = null

  @Field(() => String, { nullable: true, description: 'Text below the totals.' })
  @Property({ type: 'text', nullable: true })
  closing: string | null = null

  @Field(() => String, { description: 'Currency, ISO 4217; always `EUR`.' })
  @Property({ type: 'text' })
  currency: Opt<string> = 'EUR'

  @Field(() => Float, { nullable: true, description: 'Cash discount for early payment, in percent of the total.' })
  @Property({ type: 'double', runtimeType: 'number', columnType: 'numeric(5,2)', nullable: true })
  cashDiscountPercent: number | null = null

  @Field(() => Int, {
    nullable: true,
    description: 'Days after the issue date within which the cash discount may be taken.',
  })
  @Property({ type: 'integer', nullable: true })
  cashDiscountDays: number | null = null

  @Field(() => Boolean, { description: 'Excludes the invoice from dunning.' })
  @Property({ type: 'boolean' })
  dunningBlocked: Opt<boolean> = false

  @ListCost(20)
  @Field(() => [LineItem], { description: 'Line items, in the order of the document.' })
  @Property({ type: 'json', columnType: 'jsonb' })
  lineItems!: PricedLine[]

  @Field(() => Cents, { description: 'Net total in cents.' })
  @Property({ type: new BigIntType('number') })
  subtotalCents!: number

  @Field(() => Cents, { description: 'VAT in cents.' })
  @Property({ type: new BigIntType('number') })
  taxCents!: number

  @Field(() => Cents, { description: 'Gross total in cents.' })
  @Property({ type: new BigIntType('number') })
  totalCents!: number

  @ListCost(3)
  @Field(() => [TaxAmount], { description: 'VAT by category and rate.' })
  @Property({ type: 'json', columnType: 'jsonb' })
  taxBreakdown!: TaxAmount[]

  @ListCost(3)
  @Embed('id', 'number', 'issueDate', 'netCents', 'taxCents', 'totalCents')
  @Field(() => [Advance], {
    description: 'On a final invoice, the advances that it deducts; its amounts are those of the rest.',
  })
  @Property({ type: 'json', columnType: 'jsonb' })
  advances: Opt<Advance[]> = []

  /** An advance, or a credit note of one: tax is due on receipt (§ 13 (1) 1a sentence 4 UStG). */
  @Property({ type: 'boolean', hidden: true })
  prepaid: Hidden<Opt<boolean>> = false

  /** Day of the supply of an advance, set by the final invoice. */
  @Property({ type: 'date', nullable: true, hidden: true })
  suppliedOn: Hidden<string> | null = null

  /** Date of the first final invoice. */
  @Property({ type: 'date', nullable: true, hidden: true })
  supplyInvoicedOn: Hidden<string> | null = null

  @Field(() => Cents, { description: 'Settled so far by payments and the cash discounts granted with them, in cents.' })
  @Property({ type: new BigIntType('number') })
  paidCents: Opt<number> = 0

  @Field(() => Cents, { description: 'Sum of the credit notes issued for the invoice, in cents; never negative.' })
  @Property({ type: new BigIntType('number') })
  creditedCents: Opt<number> = 0

  /** Granted cash discount that credit notes have undone, by rate and day. */
  @Property({ type: 'json', columnType: 'jsonb', hidden: true })
  discountUndone: Opt<DatedTax[]> = []

  @Field(() => Cents, { description: 'Amount in cents to be paid back, after a credit note on what was already paid.' })
  @Property({ type: new BigIntType('number') })
  refundDueCents: Opt<number> = 0

  @Field(() => Cents, { description: 'Amount still to be paid, in cents.' })
  @Property({ type: new BigIntType('number') })
  openCents!: number

  @Field(() => DateTime, { nullable: true, description: 'When the invoice was numbered and locked; null for drafts.' })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)', nullable: true })
  sentAt: Date | null = null

  /** When it first became overdue; stays when it is paid. */
  @Property({ type: 'datetime', columnType: 'timestamptz(3)', nullable: true, hidden: true })
  overdueAt: Hidden<Date> | null = null

  @Field(() => Int, { nullable: true, description: 'Level of the last reminder; null if none was sent.' })
  @Property({ type: 'integer', nullable: true })
  reminderLevel: number | null = null

  @Field(() => String, { nullable: true, description: 'SHA-256 of the archived PDF, in hexadecimal.' })
  @Property({ type: 'text', nullable: true })
  pdfSha256: string | null = null

  /** Warnings found when it was priced. */
  @Property({ type: 'json', columnType: 'jsonb' })
  warnings: Opt<StoredWarning[]> = []

  /** Seller and buyer as they were when the document was issued (`InvoiceDocument` without its bytes). */
  @Property({ type: 'json', columnType: 'jsonb', nullable: true, hidden: true })
  parties: Hidden<Record<string, unknown>> | null = null

  @DerivedField(() => UUID, { description: 'Client who is billed.' })
  get clientId(): Opt<string> {
    return this.client.id
  }

  @DerivedField(() => UUID, { nullable: true, description: 'Invoice that the credit note corrects; null on invoices.' })
  get creditedInvoiceId(): Opt<string> | null {
    return this.creditedInvoice?.id ?? null
  }

  get isFullyCredited(): boolean {
    return this.status === InvoiceStatus.cancelled
  }

  applyPricing({ lineItems, subtotalCents, taxCents, totalCents, taxBreakdown, ...priced }: Pricing) {
    assertWithinDocumentLimits({ lineItems, taxBreakdown, introduction: this.introduction, closing: this.closing })
    Object.assign(this, { subtotalCents, taxCents, totalCents, openCents: totalCents })
    const warnings = [...(priced.warnings ?? []), ...termsWarnings(this)]
    // jsonb reorders keys, so compare by value.
    if (!isDeepStrictEqual(this.lineItems, lineItems)) this.lineItems = lineItems
    if (!isDeepStrictEqual(this.taxBreakdown, taxBreakdown)) this.taxBreakdown = taxBreakdown
    if (!isDeepStrictEqual(this.warnings, warnings)) this.warnings = warnings
  }

  /** Throws 422 naming `lineItems`. */
  assertTotalNotNegative() {
    if (this.totalCents < 0)
      throw invalidField('lineItems', this.kind === InvoiceKind.final ? lessThanAdvances : negativeTotal)
  }

  /** Throws 409. */
  assertDraft() {
    if (this.status !== InvoiceStatus.draft) throw invoiceLocked()
  }

  /** Throws 409. */
  assertUnsent() {
    if (this.status !== InvoiceStatus.draft)
      throw invalidState({ de: 'Diese Rechnung ist schon versendet.', en: 'This invoice has been sent already.' })
  }

  /** A number is assigned once, and the document never changes afterwards (GoBD). */
  lock(number: string, at: Date) {
    this.assertUnsent()
    this.number = number
    this.status = InvoiceStatus.sent
    this.sentAt = at
  }

  /**
   * Books a payment. Throws 409 on a draft, and 422 naming `amountCents` for an overpayment unless the rest becomes
   * client credit.
   */
  receivePayment(payment: BookedPayment, today: string, restIsCredit: boolean) {
    if (this.status === InvoiceStatus.draft)
      throw invalidState({ de: 'Ein Entwurf kann nicht bezahlt werden.', en: 'A draft cannot be paid.' })
    if (payment.paidAt > today) throw invalidField('paidAt', { de: 'liegt in der Zukunft', en: 'lies in the future' })
    if (payment.paidAt < oneYearBefore(this.issueDate))
      throw invalidField('paidAt', {
        de: 'liegt mehr als ein Jahr vor dem Rechnungsdatum',
        en: 'is more than a year before the issue date',
      })
    if (payment.chargesCents > payment.amountCents)
      throw invalidField('chargesCents', { de: 'ist mehr als der Betrag', en: 'is more than the amount' })
    const isRefund = this.kind === InvoiceKind.credit_note
    if (isRefund && payment.settledCents !== payment.amountCents)
      throw invalidField(payment.chargesCents ? 'chargesCents' : 'cashDiscountCents', notForRefund)
    if (isRefund && payment.method === PaymentMethod.client_credit) throw invalidField('method', notForRefund)
    const due = isRefund ? this.refundDueCents : this.openCents
    if (payment.cashDiscountCents > due) throw invalidField('cashDiscountCents', exceedsOpenAmount)
    const rest = payment.settledCents - due
    if (rest > 0) {
      if (!restIsCredit || isRefund || !movesMoney(payment.method))
        throw invalidField('amountCents', isRefund ? exceedsRefund : exceedsOpenAmount)
      payment.creditCents = rest
    }
    this.settle(payment.settledCents, today)
  }

  reversePayment(payment: BookedPayment, today: string) {
    this.settle(-payment.settledCents, today)
  }

  private settle(cents: number, today: string) {
    this.paidCents += cents
    if (this.kind === InvoiceKind.credit_note) this.refundDueCents -= cents
    this.updateStatus(today)
  }

  applyCreditNote(cents: number, everything: boolean, today: string) {
    this.creditedCents = everything ? this.totalCents : this.creditedCents + cents
    if (everything) this.status = InvoiceStatus.cancelled
    this.updateStatus(today)
  }

  /**
   * Overpayment after credit notes, divided into money to be refunded and discount to be undone in the proportion in
   * which they settled the invoice (§ 17 UStG).
   */
  computeExcess(receivedCents: number): { moneyCents: number; discountCents: number } {
    const beyond = Math.max(0, this.paidCents - (this.totalCents - this.creditedCents))
    if (this.kind === InvoiceKind.credit_note || beyond === 0) return { moneyCents: 0, discountCents: 0 }
    const moneyCents = toCents(divideRounded(BigInt(beyond) * BigInt(receivedCents), BigInt(this.paidCents)))
    return { moneyCents, discountCents: beyond - moneyCents }
  }

  /** Derives open amount and status of a sent document (contract §8). */
  updateStatus(today: string) {
    if (this.kind === InvoiceKind.credit_note) {
      this.openCents = -this.refundDueCents
      this.status = this.paidCents > 0 && this.refundDueCents === 0 ? InvoiceStatus.paid : InvoiceStatus.sent
      return
    }
    this.openCents = Math.max(0, this.totalCents - this.creditedCents - this.paidCents)
    if (this.isFullyCredited || (this.creditedCents > 0 && this.creditedCents >= this.totalCents))
      this.status = InvoiceStatus.cancelled
    else if (this.openCents === 0) this.status = InvoiceStatus.paid
    else if (this.dueDate < today) this.status = InvoiceStatus.overdue
    else this.status = this.paidCents > 0 ? InvoiceStatus.partially_paid : InvoiceStatus.sent
  }
}

interface BookedPayment {
  readonly paidAt: string
  readonly method: PaymentMethod
  readonly amountCents: number
  readonly chargesCents: number
  readonly cashDiscountCents: number
  readonly settledCents: number
  creditCents: number
}

export interface DraftTerms {
  kind: InvoiceKind
  totalCents: number
  issueDate?: string | null | undefined
  dueDate?: string | null | undefined
  cashDiscountPercent?: number | null | undefined
  cashDiscountDays?: number | null | undefined
}

/** Warns about unusual terms, and about totals that would be refused when sending. */
export function termsWarnings({ kind, totalCents, issueDate, dueDate, ...discount }: DraftTerms): StoredWarning[] {
  const days = discount.cashDiscountPercent ? discount.cashDiscountDays : null
  const isLate = issueDate && dueDate && days != null && addDays(issueDate, days) > dueDate
  const isLess = totalCents < 0 && kind !== InvoiceKind.credit_note
  return [
    ...(isLate ? [{ field: 'cash_discount_days', text: discountAfterDue }] : []),
    ...(isLess ? [{ field: 'line_items', text: kind === InvoiceKind.final ? lessThanAdvances : negativeTotal }] : []),
  ]
}

const oneYearBefore = (day: string) => `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${day.slice(4)}`

const exceedsOpenAmount = { de: 'ist mehr, als offen ist', en: 'exceeds the open amount' }
const exceedsRefund = { de: 'ist mehr, als zu erstatten ist', en: 'exceeds the amount to be refunded' }

const discountAfterDue = {
  de: 'endet nach der Fälligkeit: Skonto gäbe es noch, wenn die Rechnung schon überfällig ist',
  en: 'ends after the due date: there would be a discount when the invoice is overdue already',
}

const negativeTotal = {
  de: 'ergeben weniger als null: Erstattet wird mit einer Rechnungskorrektur',
  en: 'add up to less than zero: use a credit note to refund money',
}

const lessThanAdvances = {
  de: 'ergeben weniger, als in Abschlägen schon berechnet ist: Zu viel Berechnetes wird mit einer Rechnungskorrektur des Abschlags erstattet',
  en: 'add up to less than the advances have asked for: use a credit note of an advance to refund what was too much',
}

const notForRefund = { de: 'gibt es bei einer Erstattung nicht', en: 'does not apply to a refund' }

export const invoiceMailKinds = ['invoice', 'credit_note', 'advance', 'final'] as const

export const invoiceLocked = () =>
  conflict('invoice_locked', {
    de: 'Was versendet ist, wird nicht mehr geändert (GoBD).',
    en: 'What has been sent is not changed any more (GoBD).',
  })

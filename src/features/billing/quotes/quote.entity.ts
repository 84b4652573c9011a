import { isDeepStrictEqual } from 'node:util'
import { BigIntType, type Hidden, type Opt, type Ref } from '@mikro-orm/core'
import { Entity, Enum, ManyToOne, Property } from '@mikro-orm/decorators/legacy'
import { Field, ObjectType, registerEnumType } from 'type-graphql'
import { Counted } from '#core/database/counter'
import { reference } from '#core/database/entity'
import { ExternalIdEntity } from '#core/database/external-id'
import { invalidField, invalidState } from '#core/errors/problem'
import { EnumValues, Example } from '#core/schema/checks'
import { ListCost } from '#core/schema/cost'
import { DerivedField } from '#core/schema/derived-field'
import { CalendarDate, Cents, DateTime, UUID } from '#core/schema/scalars'
import type { Bilingual } from '#core/text/language'
import { startOfDayInBerlin } from '#core/time/clock'
import { Client } from '#features/people/clients/client.entity'
import { assertWithinDocumentLimits } from '../invoices/line-items/document-limits.ts'
import { LineItem } from '../invoices/line-items/line-item.ts'
import type { PricedLine, Pricing, StoredWarning } from '../invoices/line-items/price-lines.ts'
import { TaxAmount } from '../invoices/tax/tax-amounts.ts'

export enum QuoteStatus {
  draft = 'draft',
  sent = 'sent',
  signed = 'signed',
  rejected = 'rejected',
  expired = 'expired',
  converted = 'converted',
}
registerEnumType(QuoteStatus, { name: 'QuoteStatus' })

/** An offer that binds until its last day (§§ 145, 148 BGB). Locked once it has its number. */
@ObjectType({ simpleResolvers: true, description: 'A quote: an offer that a client accepts by signing it.' })
@Entity({ tableName: 'quotes' })
@Counted(() => ({ quotes: 1 }))
export class Quote extends ExternalIdEntity {
  @Field(() => QuoteStatus, { description: 'Status; `expired` is set automatically once `valid_until` has passed.' })
  @Enum({ items: () => QuoteStatus, columnType: 'text' })
  status: Opt<QuoteStatus> = QuoteStatus.draft

  @Example('AN-2026-0001')
  @Field(() => String, { nullable: true, description: 'Number of the quote, assigned when it is sent.' })
  @Property({ type: 'text', nullable: true })
  number: string | null = null

  @ManyToOne({ entity: () => Client, ...reference('client_id') })
  client!: Ref<Client>

  @Field(() => UUID, { nullable: true, description: 'Project that the quote is about.' })
  @Property({ type: 'uuid', nullable: true })
  projectId: string | null = null

  @Field(() => CalendarDate, {
    nullable: true,
    description: 'Date of the document; null on a draft stands for the day on which it will be sent.',
  })
  @Property({ type: 'date', nullable: true })
  issueDate: string | null = null

  @Field(() => CalendarDate, { description: 'Last day on which the quote can be accepted (Europe/Berlin).' })
  @Property({ type: 'date' })
  validUntil!: string

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

  @Field(() => DateTime, { nullable: true, description: 'When the quote was numbered and locked; null for drafts.' })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)', nullable: true })
  sentAt: Date | null = null

  @Field(() => DateTime, { nullable: true, description: 'When the client accepted the quote.' })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)', nullable: true })
  signedAt: Date | null = null

  @Field(() => String, { nullable: true, description: 'Who accepted the quote for the client.' })
  @Property({ type: 'text', nullable: true })
  signerName: string | null = null

  @Field(() => String, {
    nullable: true,
    description: 'How the client accepted, as noted by whoever recorded it; null where the quote was signed online.',
  })
  @Property({ type: 'text', nullable: true })
  acceptanceNote: string | null = null

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the quote was rejected, by the client or by the seller.',
  })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)', nullable: true })
  rejectedAt: Date | null = null

  @Field(() => String, { nullable: true, description: 'Reason given for the rejection.' })
  @Property({ type: 'text', nullable: true })
  rejectionReason: string | null = null

  @Field(() => UUID, { nullable: true, description: 'Invoice that the quote was converted to.' })
  @Property({ type: 'uuid', nullable: true })
  invoiceId: string | null = null

  @Field(() => String, { nullable: true, description: 'SHA-256 of the PDF as it was sent, in hexadecimal.' })
  @Property({ type: 'text', nullable: true })
  pdfSha256: string | null = null

  /** Warnings found when it was priced. */
  @Property({ type: 'json', columnType: 'jsonb' })
  warnings: Opt<StoredWarning[]> = []

  /** Seller and buyer at the time of sending. */
  @Property({ type: 'json', columnType: 'jsonb', nullable: true, hidden: true })
  parties: Hidden<Record<string, unknown>> | null = null

  @DerivedField(() => UUID, { description: 'Client to whom the quote is made.' })
  get clientId(): Opt<string> {
    return this.client.id
  }

  price({ lineItems, subtotalCents, taxCents, totalCents, taxBreakdown, ...priced }: Pricing) {
    const warnings = [...(priced.warnings ?? []), ...(totalCents < 0 ? [{ field: 'line_items', text: negative }] : [])]
    assertWithinDocumentLimits({ lineItems, taxBreakdown, introduction: this.introduction, closing: this.closing })
    Object.assign(this, { subtotalCents, taxCents, totalCents })
    // The database reorders JSON keys, so equal values are not assigned again.
    if (!isDeepStrictEqual(this.lineItems, lineItems)) this.lineItems = lineItems
    if (!isDeepStrictEqual(this.taxBreakdown, taxBreakdown)) this.taxBreakdown = taxBreakdown
    if (!isDeepStrictEqual(this.warnings, warnings)) this.warnings = warnings
  }

  /** Throws 409 unless it is a draft. */
  assertDraft() {
    if (this.status !== QuoteStatus.draft) throw quoteIsLocked()
  }

  /** Throws 422 naming `lineItems` if the total is negative. */
  assertPayable() {
    if (this.totalCents < 0) throw invalidField('lineItems', negative)
  }

  /** Throws 409 if it was sent already. */
  assertUnsent() {
    if (this.status !== QuoteStatus.draft)
      throw invalidState({ de: 'Dieses Angebot ist schon versendet.', en: 'This quote has been sent already.' })
  }

  /** The number is assigned once, and the document never changes afterwards. */
  lock(number: string, at: Date) {
    this.assertUnsent()
    this.number = number
    this.status = QuoteStatus.sent
    this.sentAt = at
  }

  /** Throws 409 saying why it can no longer be accepted or declined. */
  assertOpen(today: string) {
    const status: QuoteStatus = this.isOverdue(today) ? QuoteStatus.expired : this.status
    if (status !== QuoteStatus.sent) throw invalidState(notOpen[status])
  }

  isOverdue(today: string): boolean {
    return this.status === QuoteStatus.sent && this.validUntil < today
  }

  sign(name: string, at: Date, today: string) {
    this.assertOpen(today)
    this.status = QuoteStatus.signed
    this.signerName = name
    this.signedAt = at
  }

  /** Records an acceptance outside the signing page; throws 422 naming `date` if it cannot have that day. */
  markSigned({ name, date, note }: { name: string; date: string; note?: string | null }, now: Date, today: string) {
    this.assertOpen(today)
    if (date > today) throw invalidField('date', { de: 'liegt in der Zukunft', en: 'lies in the future' })
    if (this.issueDate && date < this.issueDate)
      throw invalidField('date', { de: 'liegt vor dem Datum des Angebots', en: 'is before the date of the quote' })
    this.sign(name, date === today ? now : startOfDayInBerlin(date), today)
    this.acceptanceNote = note ?? null
  }

  /** Declined by the client, or withdrawn by the seller. */
  reject(reason: string | null, at: Date, today: string) {
    this.assertOpen(today)
    this.status = QuoteStatus.rejected
    this.rejectionReason = reason
    this.rejectedAt = at
  }

  expire(today: string) {
    if (this.isOverdue(today)) this.status = QuoteStatus.expired
  }

  /** Throws 409 unless it is signed and not converted yet. */
  assertConvertible() {
    if (this.status === QuoteStatus.converted)
      throw invalidState({
        de: 'Aus diesem Angebot ist schon eine Rechnung geworden.',
        en: 'This quote has been converted to an invoice already.',
      })
    if (this.status !== QuoteStatus.signed)
      throw invalidState({
        de: 'Nur ein angenommenes Angebot wird zur Rechnung.',
        en: 'Only a signed quote can be converted to an invoice.',
      })
  }

  convert(invoiceId: string) {
    this.assertConvertible()
    this.status = QuoteStatus.converted
    this.invoiceId = invoiceId
  }

  /** Allows another conversion after its invoice was deleted or cancelled. */
  release() {
    this.status = QuoteStatus.signed
    this.invoiceId = null
  }
}

const negative = { de: 'ergeben weniger als null', en: 'add up to less than zero' }

export const quoteIsLocked = () =>
  invalidState({
    de: 'Ein versendetes Angebot wird nicht mehr geändert; ein neues entsteht durch Kopieren.',
    en: 'A quote that has been sent is not changed any more; duplicate it to make a new one.',
  })

const notOpen: Readonly<Record<Exclude<QuoteStatus, QuoteStatus.sent>, Bilingual>> = {
  draft: { de: 'Dieses Angebot ist noch nicht versendet.', en: 'This quote has not been sent yet.' },
  signed: { de: 'Dieses Angebot ist schon angenommen.', en: 'This quote has been signed already.' },
  rejected: { de: 'Dieses Angebot ist schon abgelehnt.', en: 'This quote has been rejected already.' },
  expired: { de: 'Dieses Angebot ist abgelaufen.', en: 'This quote has expired.' },
  converted: {
    de: 'Aus diesem Angebot ist schon eine Rechnung geworden.',
    en: 'This quote has been converted to an invoice already.',
  },
}

/** Mails that carry a quote to its client. */
export const quoteMailKinds = ['quote', 'signed_quote'] as const

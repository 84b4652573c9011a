import type { Hidden, Opt, Ref } from '@mikro-orm/core'
import { Entity, Enum, ManyToOne, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql'
import { Counted } from '#core/database/counter'
import { reference } from '#core/database/entity'
import { ExternalIdEntity } from '#core/database/external-id'
import { invalidField, invalidState } from '#core/errors/problem'
import { EnumValues, Example } from '#core/schema/checks'
import { DerivedField } from '#core/schema/derived-field'
import { CalendarDate, DateTime, UUID } from '#core/schema/scalars'
import type { Bilingual } from '#core/text/language'
import { toBerlinDate } from '#core/time/clock'
import { Client } from '#features/people/clients/client.entity'
import { type ContractTerm, computeEarliestEnd } from './contract-term.ts'

export enum ContractStatus {
  draft = 'draft',
  sent = 'sent',
  signed = 'signed',
  cancelled = 'cancelled',
}
registerEnumType(ContractStatus, { name: 'ContractStatus' })

/** Day of the notice, today by default, and day of the end. */
interface Notice {
  noticedOn: string | null
  endsOn: string | null
}

/** Locked once it has its number. */
@ObjectType('ContractSummary', { simpleResolvers: true, description: 'A contract without its text.' })
@Entity({ tableName: 'contracts' })
@Counted(() => ({ contracts: 1 }))
export class Contract extends ExternalIdEntity implements ContractTerm {
  @Field(() => ContractStatus, {
    description:
      'Status; `signed` is set when the client signs. One that was withdrawn before is `cancelled` without `signed_at`.',
  })
  @Enum({ items: () => ContractStatus, columnType: 'text' })
  status: Opt<ContractStatus> = ContractStatus.draft

  @Example('VT-2026-0001')
  @Field(() => String, { nullable: true, description: 'Number of the contract, assigned when it is sent.' })
  @Property({ type: 'text', nullable: true })
  number: string | null = null

  @ManyToOne({ entity: () => Client, ...reference('client_id') })
  client!: Ref<Client>

  @Field(() => UUID, { nullable: true, description: 'Quote that the contract follows.' })
  @Property({ type: 'uuid', nullable: true })
  quoteId: string | null = null

  @Field(() => String, { description: 'Title of the contract.' })
  @Property({ type: 'text' })
  title!: string

  /** Lazy because it may be large. */
  @Property({ type: 'text', lazy: true, hidden: true })
  content!: Hidden<string>

  @Field(() => CalendarDate, { nullable: true, description: 'First day of the contract.' })
  @Property({ type: 'date', nullable: true })
  startsOn: string | null = null

  @Field(() => CalendarDate, {
    nullable: true,
    description: 'Last day of a contract of fixed term; null where it has none.',
  })
  @Property({ type: 'date', nullable: true })
  endsOn: string | null = null

  @Field(() => Int, { nullable: true, description: 'Notice period in days; null where none is agreed.' })
  @Property({ type: 'integer', nullable: true })
  noticePeriodDays: number | null = null

  @EnumValues(['de', 'en'])
  @Field(() => String, { nullable: true, description: 'Language of the document: `de` or `en`.' })
  @Property({ type: 'text', nullable: true })
  language: string | null = null

  @Field(() => DateTime, { nullable: true, description: 'When the contract was numbered and locked; null for drafts.' })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)', nullable: true })
  sentAt: Date | null = null

  @Field(() => DateTime, { nullable: true, description: 'When the client signed.' })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)', nullable: true })
  signedAt: Date | null = null

  @Field(() => String, { nullable: true, description: 'Who signed for the client.' })
  @Property({ type: 'text', nullable: true })
  signerName: string | null = null

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the client declined to sign; null where it was sent again since.',
  })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)', nullable: true })
  rejectedAt: Date | null = null

  @Field(() => String, { nullable: true, description: 'Reason that the client gave for declining.' })
  @Property({ type: 'text', nullable: true })
  rejectionReason: string | null = null

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the contract was cancelled, or withdrawn before it was signed.',
  })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)', nullable: true })
  cancelledAt: Date | null = null

  @Field(() => CalendarDate, {
    nullable: true,
    description: 'Day on which notice was given; null until it is.',
  })
  @Property({ type: 'date', nullable: true })
  noticedOn: string | null = null

  @Field(() => CalendarDate, {
    nullable: true,
    description: 'Last day of a cancelled contract; null until notice is given.',
  })
  @Property({ type: 'date', nullable: true })
  terminatesOn: string | null = null

  @Field(() => String, {
    nullable: true,
    description: 'SHA-256 of the PDF as it was sent, in hexadecimal.',
  })
  @Property({ type: 'text', nullable: true })
  pdfSha256: string | null = null

  /** Both parties at the time of sending. */
  @Property({ type: 'json', columnType: 'jsonb', nullable: true, hidden: true })
  parties: Hidden<Record<string, unknown>> | null = null

  @DerivedField(() => UUID, { description: 'Client with whom the contract is made.' })
  get clientId(): Opt<string> {
    return this.client.id
  }

  /** Throws 409 unless it is a draft. */
  assertDraft() {
    if (this.status !== ContractStatus.draft) throw contractIsLocked()
  }

  /** Throws 409 if it was sent already. */
  assertUnsent() {
    if (this.status !== ContractStatus.draft)
      throw invalidState({ de: 'Dieser Vertrag ist schon versendet.', en: 'This contract has been sent already.' })
  }

  /** The number is assigned once, and the document never changes afterwards. */
  lock(number: string, at: Date) {
    this.assertUnsent()
    this.number = number
    this.status = ContractStatus.sent
    this.sentAt = at
  }

  /** Throws 409 saying why the client can no longer sign it. */
  assertOpen() {
    const status: ContractStatus = this.status
    if (status !== ContractStatus.sent) throw invalidState(notOpen[status])
    if (this.rejectedAt)
      throw invalidState({ de: 'Dieser Vertrag ist schon abgelehnt.', en: 'This contract has been declined already.' })
  }

  /** Offers it to the client again. */
  offerAgain() {
    this.rejectedAt = null
    this.rejectionReason = null
    this.assertOpen()
  }

  /** The client declines. It stays sent, and may be sent again. */
  reject(reason: string | null, at: Date) {
    this.assertOpen()
    this.rejectedAt = at
    this.rejectionReason = reason
  }

  sign(name: string, at: Date) {
    this.assertOpen()
    this.status = ContractStatus.signed
    this.signerName = name
    this.signedAt = at
  }

  /** Throws 409 if it was signed, or never sent. */
  withdraw(at: Date) {
    const status: ContractStatus = this.status
    if (status !== ContractStatus.sent) throw invalidState(notWithdrawable[status])
    this.status = ContractStatus.cancelled
    this.cancelledAt = at
  }

  /**
   * Cancels by notice. Throws 409 unless the contract is running, 422 naming `endsOn` if the end is too early or after the contract's own,
   * and `noticedOn` if notice cannot have that day.
   */
  cancel({ endsOn: wanted, noticedOn: given }: Notice, at: Date, today: string) {
    const status: ContractStatus = this.status
    if (status !== ContractStatus.signed) throw invalidState(notCancellable[status])
    const noticedOn = given ?? today
    if (noticedOn > today) throw invalidField('noticedOn', { de: 'liegt in der Zukunft', en: 'lies in the future' })
    if (given && this.signedAt && given < toBerlinDate(this.signedAt))
      throw invalidField('noticedOn', {
        de: 'liegt vor der Unterschrift des Vertrags',
        en: 'is before the contract was signed',
      })
    if (this.endsOn && this.endsOn < noticedOn)
      throw invalidState({
        de: 'Dieser Vertrag ist schon ausgelaufen.',
        en: 'This contract has ended already.',
      })
    const earliest = computeEarliestEnd(this, noticedOn)
    if (wanted && wanted < earliest)
      throw invalidField('endsOn', {
        de: `liegt vor dem ${earliest}, dem frühesten Ende nach der Kündigungsfrist`,
        en: `is before ${earliest}, the earliest end that the notice period allows`,
      })
    if (wanted && this.endsOn && wanted > this.endsOn)
      throw invalidField('endsOn', {
        de: `liegt nach dem ${this.endsOn}, an dem der Vertrag ohnehin endet`,
        en: `is after ${this.endsOn}, when the contract ends anyway`,
      })
    this.status = ContractStatus.cancelled
    this.cancelledAt = at
    this.noticedOn = noticedOn
    this.terminatesOn = wanted ?? earliest
  }
}

/** With its text. Only for single contracts, since it may be large. */
@ObjectType('Contract', { simpleResolvers: true, description: 'A contract with its text.' })
export class ContractWithContent extends Contract {}

export const contractIsLocked = () =>
  invalidState({
    de: 'Ein versendeter Vertrag wird nicht mehr geändert.',
    en: 'A contract that has been sent is not changed any more.',
  })

const notOpen: Readonly<Record<Exclude<ContractStatus, ContractStatus.sent>, Bilingual>> = {
  draft: { de: 'Dieser Vertrag ist noch nicht versendet.', en: 'This contract has not been sent yet.' },
  signed: { de: 'Dieser Vertrag ist schon unterschrieben.', en: 'This contract has been signed already.' },
  cancelled: { de: 'Dieser Vertrag ist gekündigt.', en: 'This contract has been cancelled.' },
}

const notCancellable: Readonly<Record<Exclude<ContractStatus, ContractStatus.signed>, Bilingual>> = {
  draft: {
    de: 'Ein Entwurf wird nicht gekündigt, sondern gelöscht.',
    en: 'A draft is not cancelled: delete it.',
  },
  sent: {
    de: 'Dieser Vertrag ist noch nicht unterschrieben; er kann zurückgezogen werden.',
    en: 'This contract has not been signed yet; it can be withdrawn.',
  },
  cancelled: { de: 'Dieser Vertrag ist schon gekündigt.', en: 'This contract has been cancelled already.' },
}

const notWithdrawable: Readonly<Record<Exclude<ContractStatus, ContractStatus.sent>, Bilingual>> = {
  draft: { de: 'Ein Entwurf wird nicht zurückgezogen, sondern gelöscht.', en: 'A draft is not withdrawn: delete it.' },
  signed: {
    de: 'Dieser Vertrag ist schon unterschrieben; er kann gekündigt werden.',
    en: 'This contract has been signed already; it can be cancelled.',
  },
  cancelled: notCancellable.cancelled,
}

/** Mails that carry a contract to its client. */
export const contractMailKinds = ['contract', 'signed_contract'] as const

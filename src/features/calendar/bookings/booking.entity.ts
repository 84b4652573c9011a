import type { Hidden, Opt, Ref } from '@mikro-orm/core'
import { Entity, Enum, ManyToOne, Property } from '@mikro-orm/decorators/legacy'
import { Field, ObjectType, registerEnumType } from 'type-graphql'
import { reference, TenantEntity } from '#core/database/entity'
import { invalidState } from '#core/errors/problem'
import { ListCost } from '#core/schema/cost'
import { DerivedField } from '#core/schema/derived-field'
import { DateTime, UUID } from '#core/schema/scalars'
import { Client } from '#features/people/clients/client.entity'

export enum BookingStatus {
  confirmed = 'confirmed',
  cancelled = 'cancelled',
}
registerEnumType(BookingStatus, { name: 'BookingStatus', description: 'Status of a booking.' })

@ObjectType({ simpleResolvers: true, description: 'What a guest answered to a question.' })
export class Answer {
  @Field(() => String, { description: 'Key of the question.' })
  key!: string

  @Field(() => String, { description: 'The question, as it was asked.' })
  label!: string

  @Field(() => String, { description: 'The answer.' })
  answer!: string
}

const timestampColumn = { type: 'datetime', columnType: 'timestamptz(3)' } as const

@ObjectType({ simpleResolvers: true, description: 'An appointment that a guest has booked.' })
@Entity({ tableName: 'bookings' })
export class Booking extends TenantEntity {
  @Field(() => UUID, { nullable: true, description: 'Event type that was booked; null once it is gone.' })
  @Property({ type: 'uuid', nullable: true })
  eventTypeId: string | null = null

  @Field(() => String, { description: 'What was booked: the name of the event type at that time.' })
  @Property({ type: 'text' })
  title!: string

  @Field(() => UUID, { nullable: true, description: 'Host; of several the first. Null once they have left.' })
  @Property({ type: 'uuid', nullable: true })
  userId: string | null = null

  @ListCost(3)
  @Field(() => [UUID], { description: 'All members who come to it.' })
  @Property({ type: 'array', columnType: 'uuid[]' })
  hostIds!: string[]

  @Field(() => BookingStatus, { description: 'Whether it stands or was cancelled.' })
  @Enum({ items: () => BookingStatus, columnType: 'text' })
  status: Opt<BookingStatus> = BookingStatus.confirmed

  @Field(() => DateTime, { description: 'When it starts.' })
  @Property({ ...timestampColumn, fieldName: 'starts_at' })
  start!: Date

  @Field(() => DateTime, { description: 'When it ends.' })
  @Property({ ...timestampColumn, fieldName: 'ends_at' })
  end!: Date

  @Field(() => String, { description: 'IANA time zone of the guest.' })
  @Property({ type: 'text' })
  timezone!: string

  @Field(() => String, { description: 'Name of the guest.' })
  @Property({ type: 'text' })
  name!: string

  @Field(() => String, { description: 'Email address of the guest.' })
  @Property({ type: 'text' })
  email!: string

  @Field(() => String, { nullable: true, description: 'Phone number of the guest.' })
  @Property({ type: 'text', nullable: true })
  phone: string | null = null

  @Field(() => String, { nullable: true, description: 'What the guest wants to talk about.' })
  @Property({ type: 'text', nullable: true })
  agenda: string | null = null

  @ListCost(5)
  @Field(() => [Answer], { description: 'What the guest answered.' })
  @Property({ type: 'json', columnType: 'jsonb' })
  answers!: Answer[]

  @Field(() => String, { description: 'Where it takes place: `meet`, `phone`, or another text.' })
  @Property({ type: 'text' })
  location!: string

  @Field(() => String, { nullable: true, description: 'Link to its video meeting.' })
  @Property({ type: 'text', nullable: true })
  meetUrl: string | null = null

  @ManyToOne({ entity: () => Client, nullable: true, ...reference('client_id') })
  client: Ref<Client> | null = null

  /** Language of mails to the guest. */
  @Property({ type: 'text', hidden: true })
  language!: Hidden<string>

  @Field(() => DateTime, { nullable: true, description: 'When it was cancelled.' })
  @Property({ ...timestampColumn, nullable: true })
  cancelledAt: Date | null = null

  @Field(() => String, { nullable: true, description: 'Why it was cancelled.' })
  @Property({ type: 'text', nullable: true })
  cancellationReason: string | null = null

  /** Normalized address of the guest, by which mails are counted. */
  @Property({ type: 'text', hidden: true })
  mailbox!: Hidden<string>

  /** Times of mails to the guest in the last day, ISO 8601. */
  @Property({ type: 'json', columnType: 'jsonb', fieldName: 'told', hidden: true })
  guestMailedAt: Opt<Hidden<string[]>> = []

  @Property({ type: 'integer', hidden: true })
  guestMoves: Opt<Hidden<number>> = 0

  /** iCalendar SEQUENCE: increases with each change that guests are notified of. */
  @Property({ type: 'integer', hidden: true })
  sequence: Opt<Hidden<number>> = 0

  @DerivedField(() => UUID, { nullable: true, description: 'Client with the email address of the guest.' })
  get clientId(): Opt<string> | null {
    return (this.client?.id ?? null) as Opt<string> | null
  }

  /** 409 if it was cancelled or is over. */
  cancel(at: Date, reason: string | null) {
    this.assertChangeable(at)
    this.status = BookingStatus.cancelled
    this.cancelledAt = at
    this.cancellationReason = reason
    this.sequence += 1
  }

  move(start: Date, end: Date) {
    this.start = start
    this.end = end
    this.sequence += 1
  }

  /** Cancelled or over. */
  isFinished(at: Date) {
    return this.status === BookingStatus.cancelled || this.end <= at
  }

  /** Removes the personal data of the guest and keeps time and type. 409 if the appointment is still ahead. */
  eraseGuest(at: Date) {
    if (!this.isFinished(at)) throw invalidState(stillAhead)
    Object.assign(this, { name: '', email: '', mailbox: '', phone: null, agenda: null, answers: [], guestMailedAt: [] })
    this.cancellationReason = null
    this.client = null
  }

  /** 409 if it was cancelled or is over. */
  assertChangeable(at: Date) {
    if (this.status === BookingStatus.cancelled)
      throw invalidState({ de: 'Der Termin ist schon abgesagt.', en: 'The appointment is cancelled already.' })
    this.assertNotOver(at)
  }

  /** 409 if it is over, or if its guest's data was erased. */
  assertMailable(at: Date) {
    this.assertNotOver(at)
    if (this.email === '')
      throw invalidState({ de: 'Die Daten des Gastes sind entfernt.', en: 'The data of the guest was removed.' })
  }

  private assertNotOver(at: Date) {
    if (this.end <= at) throw invalidState({ de: 'Der Termin ist vorbei.', en: 'The appointment is over.' })
  }
}

const stillAhead = {
  de: 'Der Termin steht noch bevor: Sagen Sie ihn zuerst ab.',
  en: 'The appointment is still to come: please cancel it first.',
}

/** Kinds of mails to the guest. */
export const bookingMailKinds = ['booking_booked', 'booking_moved', 'booking_cancelled'] as const

import { Field, Int, ObjectType, registerEnumType } from 'type-graphql'
import { ListCost } from '#core/schema/cost'
import { DateTime, UUID } from '#core/schema/scalars'
import { Question } from '../event-types/event-type.entity.ts'
import { Answer } from './booking.entity.ts'

// Types that are public: they only show what hosts offer.

export enum GuestBookingStatus {
  pending = 'pending',
  confirmed = 'confirmed',
  cancelled = 'cancelled',
}
registerEnumType(GuestBookingStatus, {
  name: 'GuestBookingStatus',
  description:
    'Status of a booking to its guest: `pending` until they have confirmed it by mail, where that is asked for.',
})

@ObjectType({ simpleResolvers: true, description: 'Who can be booked, by a name and the part of an address.' })
export class BookingHost {
  @Field(() => String, { description: 'Name of the host.' })
  name!: string

  @Field(() => String, { description: 'Part of the address, `/book/{slug}`.' })
  slug!: string
}

@ObjectType({ simpleResolvers: true, description: 'What a host can be booked for.' })
export class BookableType {
  @Field(() => String, { description: 'Name of the event type.' })
  name!: string

  @Field(() => String, { description: 'Part of its address, `/book/{user_slug}/{slug}`.' })
  slug!: string

  @Field(() => Int, { description: 'Minutes that an appointment takes.' })
  duration!: number

  @Field(() => String, { nullable: true, description: 'What it is about.' })
  description!: string | null

  @Field(() => BookingHost, { description: 'Who is booked.' })
  host!: BookingHost

  @Field(() => String, { description: 'IANA time zone of the host.' })
  timezone!: string

  @Field(() => String, { description: 'Where it takes place: `meet` is a video meeting, `phone` a call.' })
  location!: string

  @Field(() => String, { nullable: true, description: 'Colour, `#rrggbb`.' })
  color!: string | null

  @Field(() => Boolean, { description: 'A booking is `pending` until its guest has confirmed it by a link in a mail.' })
  requiresEmailVerification!: boolean

  @ListCost(5)
  @Field(() => [Question], { description: 'What guests are asked.' })
  questions!: Question[]
}

@ObjectType({ simpleResolvers: true, description: 'A host, and what they can be booked for.' })
export class BookingPage {
  @Field(() => String, { description: 'Name of the host.' })
  name!: string

  @Field(() => String, { description: 'Part of the address, `/book/{slug}`.' })
  slug!: string

  @Field(() => String, { description: 'IANA time zone of the host.' })
  timezone!: string

  @ListCost(20)
  @Field(() => [BookableType], { description: 'Active event types, by their names.' })
  eventTypes!: BookableType[]
}

@ObjectType({ simpleResolvers: true, description: 'A time that can be booked.' })
export class Slot {
  @Field(() => DateTime, { description: 'When it starts.' })
  start!: string

  @Field(() => DateTime, { description: 'When it ends.' })
  end!: string
}

@ObjectType({ simpleResolvers: true, description: 'Times that can be booked.' })
export class SlotList {
  /** 90 days, every half hour. Larger responses are limited by size. */
  @ListCost(90 * 48)
  @Field(() => [Slot], { description: 'The times, in order.' })
  slots!: Slot[]
}

@ObjectType({ simpleResolvers: true, description: 'A booking as its guest sees it.' })
export class GuestBooking {
  @Field(() => UUID, { description: 'Identifies the booking.' })
  id!: string

  @Field(() => GuestBookingStatus, { description: 'Whether it stands, was cancelled, or is yet to be confirmed.' })
  status!: GuestBookingStatus

  @Field(() => DateTime, {
    nullable: true,
    description:
      'Until when its time is held, while it is `pending`: if it is not confirmed by then, nothing is booked.',
  })
  expiresAt!: Date | null

  @Field(() => String, { description: 'What was booked.' })
  title!: string

  @Field(() => String, {
    nullable: true,
    description: 'Part of the address of the event type, after `user_slug`; null where it is not offered any more.',
  })
  typeSlug!: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'Part of the address of its host, who may be another than those who come; null where it is not offered any more.',
  })
  userSlug!: string | null

  @Field(() => DateTime, { description: 'When it starts.' })
  start!: Date

  @Field(() => DateTime, { description: 'When it ends.' })
  end!: Date

  @Field(() => String, { description: 'IANA time zone of the guest.' })
  timezone!: string

  @Field(() => String, { description: 'Name of the guest.' })
  name!: string

  @Field(() => String, { description: 'Email address of the guest.' })
  email!: string

  @Field(() => String, { nullable: true, description: 'Phone number of the guest.' })
  phone!: string | null

  @Field(() => String, { nullable: true, description: 'What the guest wants to talk about.' })
  agenda!: string | null

  @ListCost(5)
  @Field(() => [Answer], { description: 'What the guest answered.' })
  answers!: Answer[]

  @Field(() => String, { description: 'Where it takes place: `meet`, `phone`, or another text.' })
  location!: string

  @Field(() => String, { nullable: true, description: 'Link to its video meeting.' })
  meetUrl!: string | null

  @Field(() => String, { nullable: true, description: 'Why it was cancelled.' })
  cancellationReason!: string | null

  @ListCost(3)
  @Field(() => [BookingHost], { description: 'Who comes to it.' })
  hosts!: BookingHost[]

  @Field(() => String, {
    nullable: true,
    description:
      'Address at which the guest cancels or moves it; in the answer to booking alone, unless it is `pending`.',
  })
  manageUrl!: string | null
}

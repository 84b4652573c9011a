import { ArgsType, Field, InputType } from 'type-graphql'
import { DeliveryFilter, type DeliveryState } from '#core/mail/delivery'
import { EmailAddress, GuestName, NotNull, PhoneNumber, Text, TextMap, TimeZone } from '#core/schema/checks'
import { ListArgs, Sort } from '#core/schema/list'
import { DateTime, StringMap, UUID } from '#core/schema/scalars'
import { BookingStatus } from './booking.entity.ts'

@InputType({ description: 'Who books which slot.' })
export class BookInput {
  @Field(() => DateTime, { description: 'Start of the slot.' })
  start!: Date

  @Field(() => String, { description: 'Name of the guest.' })
  @GuestName()
  name!: string

  @Field(() => String, { description: 'Email address of the guest, who is mailed the confirmation.' })
  @EmailAddress()
  email!: string

  @Field(() => String, { nullable: true, description: 'What the guest wants to talk about.' })
  @Text(5000)
  agenda?: string | null

  @Field(() => String, { nullable: true, description: "Time zone of the guest; defaults to the host's." })
  @NotNull()
  @TimeZone()
  timezone?: string

  @Field(() => String, { nullable: true, description: 'Phone number of the guest.' })
  @PhoneNumber()
  phone?: string | null

  @Field(() => StringMap, { nullable: true, description: 'Answers to the questions of the event type, by their keys.' })
  @NotNull()
  @TextMap()
  answers?: Record<string, string>
}

@InputType({ description: 'Why an appointment is cancelled.' })
export class CancelBookingInput {
  @Field(() => String, { nullable: true, description: 'Reason, for the other side.' })
  @Text(2000)
  reason?: string | null
}

@InputType({ description: 'When an appointment is to be instead.' })
export class RescheduleBookingInput {
  @Field(() => DateTime, { description: 'New start.' })
  start!: Date
}

@ArgsType()
export class BookingListArgs extends ListArgs {
  @Sort('Booking', 'created_at', 'start')
  override sort?: string

  @Field(() => BookingStatus, {
    nullable: true,
    description: 'Only those that stand, or only those that were cancelled.',
  })
  status?: BookingStatus

  @DeliveryFilter()
  delivery?: DeliveryState[]

  @Field(() => DateTime, { nullable: true, description: 'Only those that end after this moment.' })
  from?: Date

  @Field(() => DateTime, { nullable: true, description: 'Only those that start before this moment.' })
  to?: Date

  @Field(() => UUID, { nullable: true, description: 'Only those that this member comes to.' })
  userId?: string

  @Field(() => UUID, { nullable: true, description: 'Only those of this client.' })
  clientId?: string
}

@ArgsType()
export class SlotArgs {
  @Field(() => DateTime, { description: 'Start of the window.' })
  from!: Date

  @Field(() => DateTime, { description: 'End of the window, at most 90 days later; slots start before it.' })
  to!: Date
}

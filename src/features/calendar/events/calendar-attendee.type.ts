import { Field, ObjectType, registerEnumType } from 'type-graphql'
import { DateTime } from '#core/schema/scalars'

export enum AttendeeAnswer {
  needs_action = 'needs_action',
  accepted = 'accepted',
  declined = 'declined',
  tentative = 'tentative',
}
registerEnumType(AttendeeAnswer, {
  name: 'AttendeeAnswer',
  description: 'What somebody has answered to an invitation.',
})

@ObjectType({ simpleResolvers: true, description: 'Somebody who is invited to an event, and what they have answered.' })
export class CalendarAttendee {
  @Field(() => String, { description: 'Email address of the invitation.' })
  email!: string

  @Field(() => String, { nullable: true, description: 'Name, where it is known.' })
  name!: string | null

  @Field(() => AttendeeAnswer, { description: 'What they have answered.' })
  answer!: AttendeeAnswer

  @Field(() => DateTime, { nullable: true, description: 'When they answered.' })
  answeredAt!: string | null
}

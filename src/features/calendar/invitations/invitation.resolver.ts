import { Arg, Ctx, Field, InputType, Int, Mutation, ObjectType, Query, Resolver, registerEnumType } from 'type-graphql'
import { Public } from '#core/access/authorization'
import type { Context } from '#core/operation/context'
import { Refuses } from '#core/schema/error-codes'
import { Rest } from '#core/schema/rest'
import { DateTime } from '#core/schema/scalars'
import { AttendeeAnswer } from '../events/calendar-attendee.type.ts'
import { answerInvitation, resolveInvitation, toInvitation } from './answer-invitation.ts'

@ObjectType({ simpleResolvers: true, description: 'An event as whoever was invited to it sees it.' })
export class Invitation {
  @Field(() => String, { description: 'Title of the event.' })
  title!: string

  @Field(() => DateTime, { description: 'When it starts; of a series the next occurrence.' })
  startTime!: Date

  @Field(() => DateTime, { description: 'When it ends.' })
  endTime!: Date

  @Field(() => String, { description: 'IANA time zone of the event.' })
  timezone!: string

  @Field(() => Boolean, { description: 'Whether it takes whole days.' })
  allDay!: boolean

  @Field(() => String, { nullable: true, description: 'Rule of a series, as in RFC 5545.' })
  recurrence!: string | null

  @Field(() => String, { nullable: true, description: 'What it is about.' })
  description!: string | null

  @Field(() => String, { nullable: true, description: 'Where it takes place.' })
  location!: string | null

  @Field(() => String, { nullable: true, description: 'Link to its video meeting.' })
  meetUrl!: string | null

  @Field(() => String, { nullable: true, description: 'Name of who invites.' })
  organizer!: string | null

  @Field(() => String, { description: 'Email address that was invited.' })
  email!: string

  @Field(() => Int, { description: 'Rises with each change that attendees are told of; it goes back with the answer.' })
  sequence!: number

  @Field(() => AttendeeAnswer, { description: 'What was answered.' })
  answer!: AttendeeAnswer
}

export enum InvitationAnswer {
  accepted = 'accepted',
  declined = 'declined',
  tentative = 'tentative',
}
registerEnumType(InvitationAnswer, { name: 'InvitationAnswer', description: 'What may be answered to an invitation.' })

@InputType({ description: 'The answer to an invitation.' })
export class AnswerInput {
  @Field(() => InvitationAnswer, { description: 'Whether they come.' })
  answer!: InvitationAnswer

  @Field(() => Int, {
    nullable: true,
    description: 'The `sequence` of the event that was seen: 409 with its new time where it has changed since.',
  })
  sequence?: number | null
}

const link = { description: 'The link that stands in the mail: what comes after `/invitation/`.' }

@Resolver(() => Invitation)
export class InvitationResolver {
  @Rest('GET /public/invitations/{token}')
  @Public()
  @Refuses('expired')
  @Query(() => Invitation, { description: 'The event that a link in an invitation leads to; 410 once it is over.' })
  async invitation(@Ctx() context: Context, @Arg('token', () => String, link) token: string): Promise<Invitation> {
    return toInvitation(context, await resolveInvitation(context, token))
  }

  @Rest('POST /public/invitations/{token}/answer')
  @Public()
  @Refuses('expired')
  @Mutation(() => Invitation, {
    description:
      'Answers an invitation; whoever invites is told by mail. It may be answered otherwise later, ten times a day.',
  })
  async answerInvitation(
    @Ctx() context: Context,
    @Arg('token', () => String, link) token: string,
    @Arg('input', () => AnswerInput) input: AnswerInput,
  ): Promise<Invitation> {
    return toInvitation(context, await answerInvitation(context, token, input))
  }
}

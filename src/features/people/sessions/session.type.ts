import { Field, ObjectType } from 'type-graphql'
import { ListCost } from '#core/schema/cost'
import { CalendarDate, DateTime, UUID } from '#core/schema/scalars'
import { Member } from '#features/people/members/member.entity'
import { maxMemberships } from './check-password.ts'

@ObjectType({ simpleResolvers: true, description: 'An organization that an address and a password belong to.' })
export class OrganizationChoice {
  @Field(() => UUID, { description: 'Identifies the organization.' })
  id!: string

  @Field(() => String, { description: 'Name of the organization.' })
  name!: string
}

@ObjectType({ simpleResolvers: true, description: 'How far signing in has come.' })
export class SignIn {
  @Field(() => Boolean, { description: 'True once the session has begun: its cookie came with this answer.' })
  signedIn!: boolean

  @Field(() => Boolean, {
    description:
      'True where the same is to be sent once more with a `code`: that of an authenticator app, or a recovery code.',
  })
  codeRequired!: boolean

  @ListCost(maxMemberships)
  @Field(() => [OrganizationChoice], {
    description:
      'Where the password fits in several organizations: the same is to be sent once more with one of their ids.',
  })
  organizations!: OrganizationChoice[]
}

@ObjectType({ simpleResolvers: true, description: 'A session of the caller: a browser in which they have signed in.' })
export class Session {
  @Field(() => UUID, { description: 'Identifies the session.' })
  id!: string

  @Field(() => String, { description: 'Browser and system, such as `Firefox, Windows`.' })
  device!: string

  @Field(() => String, { description: 'Address that it was begun from, roughly.' })
  address!: string

  @Field(() => DateTime, { description: 'When the caller signed in.' })
  createdAt!: Date

  @Field(() => DateTime, { description: 'When it was last used, to the minute.' })
  lastSeenAt!: Date

  @Field(() => DateTime, { description: 'When it ends by itself.' })
  expiresAt!: Date

  @Field(() => Boolean, { description: 'Whether it is the one that asks.' })
  current!: boolean
}

@ObjectType({ simpleResolvers: true, description: 'Who asks, where, and what they may.' })
export class CurrentSession {
  @Field(() => Member)
  member!: Member

  @Field(() => UUID, { description: 'Organization that is worked in.' })
  organizationId!: string

  @Field(() => String, { description: 'Name of that organization.' })
  organizationName!: string

  @Field(() => String, {
    description: 'Language of the caller: their own, else that of the organization; `de` or `en`.',
  })
  language!: string

  @ListCost(500)
  @Field(() => [String], {
    description: 'What the caller may: the queries, mutations and subscriptions of this schema that answer them.',
  })
  permissions!: string[]

  @Field(() => Boolean, {
    description: 'Whether nothing but setting up a second factor is possible, because the organization requires one.',
  })
  mustSetUpSecondFactor!: boolean

  @Field(() => CalendarDate, {
    nullable: true,
    description: 'Day on which the organization ends or ended; null if it is not ending.',
  })
  organizationEndsOn!: string | null

  @Field(() => Boolean, { description: 'Whether the organization has ended. It can then only be read.' })
  organizationHasEnded!: boolean
}

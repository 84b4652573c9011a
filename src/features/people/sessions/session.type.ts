import { Field, ObjectType } from 'type-graphql'
import { ListCost } from '#core/schema/cost'
import { CalendarDate, DateTime, UUID } from '#core/schema/scalars'
import { Member } from '#features/people/members/member.entity'
import { maxMemberships } from './check-password.ts'

@ObjectType({ simpleResolvers: true, description: 'An organization that the credentials belong to.' })
export class OrganizationChoice {
  @Field(() => UUID, { description: 'Identifies the organization.' })
  id!: string

  @Field(() => String, { description: 'Name of the organization.' })
  name!: string
}

@ObjectType({ simpleResolvers: true, description: 'State of a sign-in.' })
export class SignIn {
  @Field(() => Boolean, { description: 'Whether the session has begun. Its cookie is set by this response.' })
  signedIn!: boolean

  @Field(() => Boolean, {
    description: 'Whether the request must be repeated with a `code` of the authenticator app or a recovery code.',
  })
  codeRequired!: boolean

  @ListCost(maxMemberships)
  @Field(() => [OrganizationChoice], {
    description:
      'Organizations to choose from, if the password matches in several. Repeat the request with one of their ids.',
  })
  organizations!: OrganizationChoice[]
}

@ObjectType({ simpleResolvers: true, description: 'A session of the caller: a browser in which they have signed in.' })
export class Session {
  @Field(() => UUID, { description: 'Identifies the session.' })
  id!: string

  @Field(() => String, { description: 'Browser and system, such as `Firefox, Windows`.' })
  device!: string

  @Field(() => String, { description: 'Network in which the session began.' })
  address!: string

  @Field(() => DateTime, { description: 'When the caller signed in.' })
  createdAt!: Date

  @Field(() => DateTime, { description: 'When it was last used, to the minute.' })
  lastSeenAt!: Date

  @Field(() => DateTime, { description: 'When the session expires.' })
  expiresAt!: Date

  @Field(() => Boolean, { description: 'Whether it is the session of this request.' })
  current!: boolean
}

@ObjectType({ simpleResolvers: true, description: 'The caller, their organization and their permissions.' })
export class CurrentSession {
  @Field(() => Member)
  member!: Member

  @Field(() => UUID, { description: 'Organization of the session.' })
  organizationId!: string

  @Field(() => String, { description: 'Name of that organization.' })
  organizationName!: string

  @Field(() => String, {
    description: 'Language of the caller, `de` or `en`; defaults to that of the organization.',
  })
  language!: string

  @ListCost(500)
  @Field(() => [String], {
    description: 'Queries, mutations and subscriptions of this schema that the caller may use.',
  })
  permissions!: string[]

  @Field(() => Boolean, {
    description: 'Whether the caller must first set up a second factor, which the organization requires.',
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

import { Field, Int, ObjectType } from 'type-graphql'
import { DateTime, JSONValue, UUID } from '../graphql/scalars.ts'
import { Embed } from '../rest/rest.ts'

@ObjectType({ simpleResolvers: true })
export class EventActor {
  @Field(() => String, { description: '`user`, `public`, `system` or `assistant`.' })
  type!: string

  @Field(() => UUID, { nullable: true })
  id!: string | null

  @Field(() => String)
  name!: string
}

/** One event, in the one shape it has on all ways out. */
@ObjectType('Event', { simpleResolvers: true, description: 'Something that happened, as webhooks tell it.' })
export class EventMessage {
  @Field(() => UUID)
  id!: string

  @Field(() => String)
  event!: string

  @Field(() => DateTime)
  createdAt!: string

  @Field(() => UUID)
  organizationId!: string

  @Embed('type', 'id', 'name')
  @Field(() => EventActor)
  actor!: EventActor

  @Field(() => Int, { description: "Counts the organization's events without a gap, in the order of their commits." })
  sequence!: number

  @Field(() => JSONValue, { description: 'The resource as POST and PUT answer it over REST.' })
  data!: unknown

  @Field(() => [String], { nullable: true, description: 'The fields that changed; on `.updated` alone.' })
  changes!: string[] | null
}

@ObjectType({ simpleResolvers: true })
export class EventList {
  @Field(() => [EventMessage])
  events!: EventMessage[]

  @Field(() => Int)
  total!: number
}

/** Reads a stored body back. */
export function readMessage(body: string): EventMessage {
  const { created_at, organization_id, changes = null, ...rest } = JSON.parse(body)
  return { ...rest, createdAt: created_at, organizationId: organization_id, changes }
}

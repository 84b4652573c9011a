import { Field, Int, ObjectType } from 'type-graphql'
import { ListCost } from '#core/schema/cost'
import { Embed, StoredJsonList } from '#core/schema/rest'
import { DateTime, JSONValue, UUID } from '#core/schema/scalars'

@ObjectType({ simpleResolvers: true, description: 'Who caused an event.' })
export class EventActor {
  @Field(() => String, { description: 'Kind of actor: `user`, `public`, `system` or `assistant`.' })
  type!: string

  @Field(() => UUID, { nullable: true, description: 'Id of the member; null for every other kind of actor.' })
  id!: string | null

  @Field(() => String, { description: 'Name of the actor at that time.' })
  name!: string
}

/** The shape of an event on every transport. */
@ObjectType('Event', { simpleResolvers: true, description: 'An event, with the body that webhooks receive.' })
export class EventMessage {
  @Field(() => UUID, { description: 'Identifies the event; receivers use it to recognize repeated deliveries.' })
  id!: string

  @Field(() => String, { description: 'Name of the event, such as `invoice.sent`.' })
  event!: string

  @Field(() => DateTime, { description: 'When the event was recorded.' })
  createdAt!: string

  @Field(() => UUID, { description: 'Organization in which the event happened.' })
  organizationId!: string

  @Embed('type', 'id', 'name')
  @Field(() => EventActor, { description: 'Who caused the event.' })
  actor!: EventActor

  @Field(() => Int, {
    description: 'Number of the event in its organization, without gaps, in the order of the commits.',
  })
  sequence!: number

  @Field(() => JSONValue, { description: 'The resource as the REST API represents it.' })
  data!: unknown

  @ListCost(10)
  @Field(() => [String], { nullable: true, description: 'Names of the changed fields; only on `.updated` events.' })
  changes!: string[] | null

  /** The stored body, returned unchanged by REST. */
  stored!: object
}

@ObjectType({ simpleResolvers: true, description: 'A page of the event feed.' })
export class EventList {
  @StoredJsonList({ $ref: '#/components/schemas/Event' })
  @Field(() => [EventMessage], { description: 'Events of this page, oldest first.' })
  events!: EventMessage[]

  @Field(() => Int, { description: 'Number of events over all pages.' })
  total!: number
}

let last: { body: string; message: EventMessage } | undefined

/** Parses a stored body, once for all subscribers. */
export function parseEventMessage(body: string): EventMessage {
  if (last?.body === body) return last.message
  const stored = JSON.parse(body)
  const { created_at, organization_id, changes = null, ...rest } = stored
  const message = { ...rest, createdAt: created_at, organizationId: organization_id, changes, stored }
  last = { body, message }
  return message
}

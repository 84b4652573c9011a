import { Field, Int, ObjectType } from 'type-graphql'
import { CountedAs } from '#core/graphql/cost'
import { DateTime, JSONValue, UUID } from '#core/graphql/scalars'
import { Embed, Verbatim } from '#core/rest/rest'
import { eventNames } from '../../events.ts'

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

  @CountedAs(10)
  @Field(() => [String], { nullable: true, description: 'The fields that changed; on `.updated` alone.' })
  changes!: string[] | null

  /** The body as it is stored and sent, which REST answers unchanged. */
  stored!: object
}

/** One event as JSON Schema tells it. */
export const eventSchema = {
  type: 'object',
  description: 'Something that happened.',
  required: ['id', 'event', 'created_at', 'organization_id', 'actor', 'sequence', 'data'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    event: { type: 'string', enum: eventNames },
    created_at: { type: 'string', format: 'date-time' },
    organization_id: { type: 'string', format: 'uuid' },
    actor: {
      type: 'object',
      required: ['type', 'id', 'name'],
      properties: {
        type: { type: 'string', enum: ['user', 'public', 'system', 'assistant'] },
        id: { type: ['string', 'null'], format: 'uuid' },
        name: { type: 'string' },
      },
    },
    sequence: { type: 'integer' },
    data: { type: 'object', description: 'The resource as POST and PUT answer it.' },
    changes: { type: 'array', items: { type: 'string' }, description: 'On `.updated` alone.' },
  },
}

@ObjectType({ simpleResolvers: true })
export class EventList {
  @Verbatim({ $ref: '#/components/schemas/Event' })
  @Field(() => [EventMessage])
  events!: EventMessage[]

  @Field(() => Int)
  total!: number
}

let last: { body: string; message: EventMessage } | undefined

/** Reads a stored body back: once for all who follow it, who are told one after the other. */
export function readMessage(body: string): EventMessage {
  if (last?.body === body) return last.message
  const stored = JSON.parse(body)
  const { created_at, organization_id, changes = null, ...rest } = stored
  const message = { ...rest, createdAt: created_at, organizationId: organization_id, changes, stored }
  last = { body, message }
  return message
}

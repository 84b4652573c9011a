import { Ctx, Field, Int, ObjectType, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import type { Context } from '#core/operation/context'
import { ListCost } from '#core/schema/cost'
import { Rest } from '#core/schema/rest'
import type { Bilingual } from '#core/text/language'
import { eventNames } from '../../../events.ts'
import { eventDescriptions } from './event-descriptions.ts'
import { webhooks } from './webhook.policy.ts'

@ObjectType({ simpleResolvers: true, description: 'An event that a webhook can subscribe to.' })
class EventKind {
  @Field(() => String, { description: 'Name of the event, such as `invoice.sent`.' })
  name!: string

  @Field(() => String, { description: 'Resource of the event, such as `invoice`, which is its `data`.' })
  resource!: string

  @Field(() => String, { nullable: true, description: "When it happens, in the reader's language." })
  description!: string | null
}

@ObjectType({ simpleResolvers: true, description: 'The list of events.' })
class EventKindList {
  @ListCost(50)
  @Field(() => [EventKind], { description: 'All of them, resource by resource.' })
  events!: EventKind[]

  @Field(() => Int, { description: 'Number of events.' })
  total!: number
}

@Resolver()
export class EventKindResolver {
  @Rest('GET /webhooks/events')
  @May(webhooks.read)
  @Query(() => EventKindList, { description: 'The events that a webhook can subscribe to, and when each happens.' })
  webhookEvents(@Ctx() { language }: Context): EventKindList {
    const described: Readonly<Record<string, Bilingual | undefined>> = eventDescriptions
    const events = eventNames.map((name) => ({
      name,
      resource: name.slice(0, name.indexOf('.')),
      description: described[name]?.[language] ?? null,
    }))
    return { events, total: events.length }
  }
}

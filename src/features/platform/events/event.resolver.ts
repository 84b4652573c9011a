import { Arg, Args, ArgsType, Ctx, Field, Query, Resolver, Root, Subscription } from 'type-graphql'
import { May } from '#core/access/authorization'
import { policy, roles } from '#core/access/policy'
import { invalidField } from '#core/errors/problem'
import { mayReadEvent, redactEventBody } from '#core/events/event-visibility'
import { findEventSequence, type StoredEvent } from '#core/events/stored-events'
import { followEvents } from '#core/graphql/follow-events'
import type { SocketContext } from '#core/graphql/subscriptions'
import type { Context } from '#core/operation/context'
import { withJsonSchema } from '#core/schema/checks'
import { PageArgs, SortWithDefault } from '#core/schema/list'
import { Rest } from '#core/schema/rest'
import { UUID } from '#core/schema/scalars'
import { type EventName, eventNames, isEventName } from '../../../events.ts'
import { assertSequenceKept, readEventFeed } from './event.reads.ts'
import { EventList, EventMessage, parseEventMessage } from './event.type.ts'

/** The feed contains what the role may read. */
const feed = policy({ read: roles.everyone })

@ArgsType()
class FeedArgs extends PageArgs {
  @SortWithDefault('oldest first', 'Event', 'created_at')
  sort?: string

  @Field(() => UUID, {
    nullable: true,
    description: 'Id of the last event received; the feed continues after it. 422 where it is not kept any more.',
  })
  after?: string

  @Field(() => [String], { nullable: true, description: 'Names of events, separated by commas.' })
  @withJsonSchema({ items: { type: 'string', enum: eventNames } })
  names?: string[]
}

@Resolver()
export class EventResolver {
  @Rest('GET /events')
  @May(feed.read)
  @Query(() => EventList, {
    description:
      'The event feed of the last 90 days and the rest of their first month, oldest first unless sorted, as an alternative to webhooks.',
  })
  async events(@Ctx() context: Context, @Args(() => FeedArgs) { after, names, ...page }: FeedArgs): Promise<EventList> {
    const wanted = namesAmong(names).filter((name) => mayReadEvent(context.services, context.member, name))
    const { rows, total } = await readEventFeed(context, wanted, after, page)
    return {
      events: rows.map((event) => parseEventMessage(redactEventBody(context.services, context.member, event))),
      total,
    }
  }

  @May(feed.read)
  @Subscription(() => EventMessage, {
    name: 'events',
    description: 'Streams events; with `after` the stream continues without a gap.',
    subscribe: ({ args, context }) => followFeed(context as never, args as never),
  })
  eventHappened(
    @Root() event: StoredEvent,
    @Ctx() context: Context,
    @Arg('names', () => [String], {
      nullable: true,
      description: 'Only these events; defaults to all that the role may read.',
    })
    _names?: string[],
    @Arg('after', () => UUID, {
      nullable: true,
      description: 'Id of the last event received; starts with the one after it.',
    })
    _after?: string,
  ): EventMessage {
    return parseEventMessage(redactEventBody(context.services, context.member, event))
  }
}

async function* followFeed(
  context: SocketContext,
  { names, after }: { names?: string[] | null; after?: string | null },
): AsyncGenerator<StoredEvent> {
  const { services, organizationId } = context
  const wanted = new Set(namesAmong(names ?? undefined))
  const start = after ? assertSequenceKept(await findEventSequence(services.database, organizationId, after)) : null
  yield* followEvents(context, (name) => wanted.has(name), start)
}

/** Defaults to all names. */
function namesAmong(names: string[] | undefined): readonly EventName[] {
  const unknown = names?.find((name) => !isEventName(name))
  if (unknown !== undefined)
    throw invalidField('names', {
      de: `kennt nur ${eventNames.length} Ereignisse, nicht „${unknown.slice(0, 50)}“`,
      en: `knows ${eventNames.length} events, not "${unknown.slice(0, 50)}"`,
    })
  return names ? names.filter(isEventName) : eventNames
}

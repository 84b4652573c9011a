import { Arg, Args, ArgsType, Ctx, Field, Query, Resolver, Root, Subscription } from 'type-graphql'
import { May } from '#core/access/may'
import { policy, roles } from '#core/access/policy'
import type { Context } from '#core/context'
import { invalid } from '#core/errors'
import { documented } from '#core/graphql/checks'
import { PageArgs } from '#core/graphql/list'
import { UUID } from '#core/graphql/scalars'
import type { SocketContext } from '#core/graphql/socket'
import { Rest } from '#core/rest/rest'
import { type EventName, eventNames, isEventName } from '../../events.ts'
import { bodyFor, mayRead } from './body-for.ts'
import { EventList, EventMessage, readMessage } from './event.type.ts'
import { readFeed, type StoredEvent, sequenceOf } from './feed.ts'
import { followEvents } from './follow.ts'

/** Every role reads the feed; it shows what the role may read. */
const feed = policy({ read: roles.everyone })

@ArgsType()
class FeedArgs extends PageArgs {
  @Field(() => UUID, { nullable: true, description: 'The id of the last event you have.' })
  after?: string

  @Field(() => [String], { nullable: true, description: 'Event names, by comma.' })
  @documented({ items: { type: 'string', enum: eventNames } })
  names?: string[]
}

@Resolver()
export class EventResolver {
  @Rest('GET /events')
  @May(feed.read)
  @Query(() => EventList, { description: 'The event feed of 90 days, oldest first: for whoever would rather pull.' })
  async events(@Ctx() context: Context, @Args(() => FeedArgs) { after, names, ...page }: FeedArgs): Promise<EventList> {
    const wanted = namesAmong(names).filter((name) => mayRead(context.services, context.member, name))
    const { rows, total } = await readFeed(context, wanted, after, page)
    return { events: rows.map((event) => readMessage(bodyFor(context.services, context.member, event))), total }
  }

  @May(feed.read)
  @Subscription(() => EventMessage, {
    name: 'events',
    description: 'Events as they happen; from `after` on without a gap.',
    subscribe: ({ args, context }) => followFeed(context as never, args as never),
  })
  eventHappened(
    @Root() event: StoredEvent,
    @Ctx() context: Context,
    @Arg('names', () => [String], { nullable: true }) _names?: string[],
    @Arg('after', () => UUID, { nullable: true }) _after?: string,
  ): EventMessage {
    return readMessage(bodyFor(context.services, context.member, event))
  }
}

async function* followFeed(
  context: SocketContext,
  { names, after }: { names?: string[] | null; after?: string | null },
): AsyncGenerator<StoredEvent> {
  const { services, organizationId } = context
  const wanted = new Set(namesAmong(names ?? undefined))
  const start = after ? await sequenceOf(services.database, organizationId, after) : null
  if (after && start === null)
    throw invalid('after', { de: 'ist kein Ereignis, das es noch gibt', en: 'is no event that is still kept' })
  yield* followEvents(context, (name) => wanted.has(name), start)
}

/** The names that were asked for; all where none were. */
function namesAmong(names: string[] | undefined): readonly EventName[] {
  const unknown = names?.find((name) => !isEventName(name))
  if (unknown !== undefined)
    throw invalid('names', {
      de: `kennt nur ${eventNames.length} Ereignisse, nicht „${unknown.slice(0, 50)}“`,
      en: `knows ${eventNames.length} events, not "${unknown.slice(0, 50)}"`,
    })
  return names ? names.filter(isEventName) : eventNames
}

import { Ctx, Field, FieldResolver, ObjectType, Resolver, Root, Subscription } from 'type-graphql'
import { May } from '#core/access/authorization'
import type { Permission } from '#core/access/policy'
import type { TenantEntity } from '#core/database/entity'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import { UUID } from '#core/schema/scalars'
import { type EventName, type EventResource, resourceOfEvent } from '../../events.ts'
import { followEvents } from './follow-events.ts'
import type { SocketContext } from './subscriptions.ts'

interface Names {
  /** Type name without `Change`, as `timer` for `timerChanged` with `TimerChange`. */
  name: string
  description: string
  change: string
  id: string
  /** Example event name. */
  example: string
}

/** Creates a subscription to changes of a resource: event name, id, and the current resource, or null if deleted. */
export function createChangeResolver<Entity extends TenantEntity>(
  type: (new () => Entity) & { name: string },
  permission: Permission,
  { name, description, change, id, example }: Names,
) {
  const called = `${name.charAt(0).toUpperCase()}${name.slice(1)}Change`
  @ObjectType(called, { simpleResolvers: true, description: change })
  class Change {
    @Field(() => String, { description: `The event, such as \`${example}\`.` })
    event!: string

    @Field(() => UUID, { description: id })
    id!: string
  }

  @Resolver(() => Change)
  class ChangesResolver {
    @May(permission)
    @Subscription(() => Change, {
      name: `${name}Changed`,
      description,
      subscribe: ({ context }) => followResource(context as SocketContext, type.name as EventResource),
    })
    changed(@Root() root: Change): Change {
      return root
    }

    @FieldResolver(() => type, {
      name: type.name.charAt(0).toLowerCase() + type.name.slice(1),
      nullable: true,
      description: 'Null once it has been deleted.',
    })
    async now(@Root() root: Change, @Ctx() context: Context): Promise<Row<Entity> | null> {
      return (await context.loadOne(type, root.id)) ?? null
    }
  }
  return Object.defineProperty(ChangesResolver, 'name', { value: `${called}sResolver` })
}

async function* followResource(
  context: SocketContext,
  resource: EventResource,
): AsyncGenerator<{ event: EventName; id: string }> {
  for await (const { name, body } of followEvents(context, (event) => resourceOfEvent[event] === resource))
    yield { event: name, id: (JSON.parse(body) as { data: { id: string } }).data.id }
}

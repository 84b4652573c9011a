import { Ctx, Field, FieldResolver, ObjectType, Resolver, Root, Subscription } from 'type-graphql'
import { May } from '#core/access/may'
import { followResource } from '#core/graphql/follow-events'
import type { SocketContext } from '#core/graphql/socket'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import { UUID } from '#core/schema/scalars'
import { TimeEntry } from './time-entry.entity.ts'
import { timeEntries } from './time-entry.policy.ts'

@ObjectType({ simpleResolvers: true, description: 'Kinds of changes of timers and time entries.' })
export class TimerChange {
  @Field(() => String, { description: 'The event, such as `time_entry.started`.' })
  event!: string

  @Field(() => UUID, { description: 'Id of the time entry.' })
  id!: string
}

@Resolver(() => TimerChange)
export class TimerChangesResolver {
  @May(timeEntries.read)
  @Subscription(() => TimerChange, {
    description: 'Changes of timers and time entries, each with the entry as it is now.',
    subscribe: ({ context }) => followResource(context as SocketContext, 'TimeEntry'),
  })
  timerChanged(@Root() change: TimerChange): TimerChange {
    return change
  }

  @FieldResolver(() => TimeEntry, { nullable: true, description: 'Null once it has been deleted.' })
  async timeEntry(@Root() { id }: TimerChange, @Ctx() context: Context): Promise<Row<TimeEntry> | null> {
    return (await context.one(TimeEntry, id)) ?? null
  }
}

import { Ctx, Field, FieldResolver, ObjectType, Resolver, Root, Subscription } from 'type-graphql'
import { May } from '#core/access/may'
import type { Context } from '#core/context'
import { followResource } from '#core/events/follow'
import { UUID } from '#core/graphql/scalars'
import type { SocketContext } from '#core/graphql/socket'
import { TimeEntry } from './time-entry.entity.ts'
import { timeEntries } from './time-entry.policy.ts'

@ObjectType({ simpleResolvers: true, description: 'What happened to time that is worked.' })
export class TimerChange {
  @Field(() => String, { description: 'The event, such as `time_entry.started`.' })
  event!: string

  @Field(() => UUID, { description: "The time entry's." })
  id!: string
}

@Resolver(() => TimerChange)
export class TimerChangesResolver {
  @May(timeEntries.read)
  @Subscription(() => TimerChange, {
    description: 'What happens to timers and time entries: each change with the entry as it is now.',
    subscribe: ({ context }) => followResource(context as SocketContext, 'TimeEntry'),
  })
  timerChanged(@Root() change: TimerChange): TimerChange {
    return change
  }

  @FieldResolver(() => TimeEntry, { nullable: true, description: 'Null once it is deleted.' })
  async timeEntry(@Root() { id }: TimerChange, @Ctx() context: Context): Promise<TimeEntry | null> {
    return (await context.one(TimeEntry, id)) ?? null
  }
}

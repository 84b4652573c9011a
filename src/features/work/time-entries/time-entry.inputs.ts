import { ArgsType, Field, InputType } from 'type-graphql'
import { EitherRequired, Minimum, NotNull, Text } from '#core/schema/checks'
import { ListArgs, Sort } from '#core/schema/list'
import { CalendarDate, Cents, DateTime, UUID } from '#core/schema/scalars'
import { TimeEntryStatus } from './time-entry.entity.ts'

@InputType()
class TrackedInput {
  @Field(() => UUID, { nullable: true, description: 'Task; a new entry needs a task or a project.' })
  taskId?: string | null

  @Field(() => UUID, { nullable: true, description: 'Project; defaults to that of the task.' })
  projectId?: string | null

  @Field(() => String, { nullable: true, description: 'What is being done.' })
  @Text(2000)
  description?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Defaults to true.' })
  @NotNull()
  billable?: boolean
}

@InputType({ description: 'The task, or the project, to track time on.' })
@EitherRequired('taskId', 'projectId')
export class StartTimerInput extends TrackedInput {}

@InputType({ description: 'The fields to change; null clears a field.' })
export class UpdateTimeEntryInput extends TrackedInput {
  @Field(() => UUID, { nullable: true, description: 'Project; defaults to that of the task.' })
  @NotNull()
  override projectId?: string

  @Field(() => DateTime, { nullable: true })
  @NotNull()
  startedAt?: Date

  @Field(() => DateTime, { nullable: true, description: 'Ends a running timer.' })
  @NotNull()
  endedAt?: Date

  @Field(() => Cents, { nullable: true })
  @Minimum(0)
  hourlyRateCents?: number | null
}

@InputType({ description: 'Tracked time.' })
@EitherRequired('taskId', 'projectId')
export class CreateTimeEntryInput extends UpdateTimeEntryInput {
  @Field(() => UUID, {
    nullable: true,
    description: 'Member; defaults to the caller. Only owners and admins may name others.',
  })
  userId?: string | null

  @Field(() => DateTime)
  override startedAt!: Date

  @Field(() => DateTime)
  override endedAt!: Date
}

@ArgsType()
export class TimeEntryListArgs extends ListArgs {
  @Sort('TimeEntry', 'created_at', 'started_at')
  override sort?: string

  @Field(() => TimeEntryStatus, { nullable: true })
  status?: TimeEntryStatus

  @Field(() => UUID, { nullable: true })
  userId?: string

  @Field(() => UUID, { nullable: true, description: 'Only time of this client.' })
  clientId?: string

  @Field(() => UUID, { nullable: true })
  projectId?: string

  @Field(() => UUID, { nullable: true })
  taskId?: string

  @Field(() => Boolean, { nullable: true })
  billable?: boolean

  @Field(() => Boolean, { nullable: true, description: 'Only invoiced, or only uninvoiced time.' })
  invoiced?: boolean

  @Field(() => CalendarDate, {
    nullable: true,
    description: 'Only entries started on or after this day (Europe/Berlin).',
  })
  from?: string

  @Field(() => CalendarDate, {
    nullable: true,
    description: 'Only entries started on or before this day (Europe/Berlin).',
  })
  to?: string
}

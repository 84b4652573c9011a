import { ArgsType, Field, InputType } from 'type-graphql'
import { AtLeast, NotNull, Text } from '#core/graphql/checks'
import { ListArgs, Sort } from '#core/graphql/list'
import { CalendarDate, Cents, DateTime, UUID } from '#core/graphql/scalars'
import { TimeEntryStatus } from './time-entry.entity.ts'

@InputType({ description: 'What is worked on from now: a task, or a project alone.' })
export class StartTimerInput {
  @Field(() => UUID, { nullable: true, description: 'A new entry needs this or a project.' })
  taskId?: string | null

  @Field(() => UUID, { nullable: true, description: "The task's, where a task is sent." })
  projectId?: string | null

  @Field(() => String, { nullable: true })
  @Text(2000)
  description?: string | null

  @Field(() => Boolean, { nullable: true, description: 'True unless sent.' })
  @NotNull()
  billable?: boolean
}

@InputType({ description: 'The fields to change; null clears.' })
export class UpdateTimeEntryInput extends StartTimerInput {
  @Field(() => UUID, { nullable: true, description: "The task's, where a task is sent." })
  @NotNull()
  override projectId?: string

  @Field(() => DateTime, { nullable: true })
  @NotNull()
  startedAt?: Date

  @Field(() => DateTime, { nullable: true, description: 'Ends a running timer.' })
  @NotNull()
  endedAt?: Date

  @Field(() => Cents, { nullable: true })
  @AtLeast(0)
  hourlyRateCents?: number | null
}

@InputType({ description: 'Time that was worked.' })
export class CreateTimeEntryInput extends UpdateTimeEntryInput {
  @Field(() => UUID, { nullable: true, description: 'Oneself unless sent; others only by owners and admins.' })
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

  @Field(() => UUID, { nullable: true })
  clientId?: string

  @Field(() => UUID, { nullable: true })
  projectId?: string

  @Field(() => UUID, { nullable: true })
  taskId?: string

  @Field(() => Boolean, { nullable: true })
  billable?: boolean

  @Field(() => Boolean, { nullable: true, description: 'Whether it stands on an invoice.' })
  invoiced?: boolean

  @Field(() => CalendarDate, { nullable: true, description: 'Begun on this day in Berlin or later.' })
  from?: string

  @Field(() => CalendarDate, { nullable: true, description: 'Begun on this day in Berlin or earlier.' })
  to?: string
}

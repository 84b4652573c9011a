import { ArgsType, Field, InputType, Int } from 'type-graphql'
import { AtLeast, Between, Form, Items, Name, NotNull, Text } from '#core/graphql/checks'
import { ListArgs, Sort } from '#core/graphql/list'
import { CalendarDate, Cents, DateTime, UUID } from '#core/graphql/scalars'
import { IntegratedInput } from '#core/integrated'
import { TaskPriority, TaskStatus } from './task.entity.ts'

/** Characters of a description, as it is sent. */
const longest = 65_536

@InputType({ description: 'The fields to change; null clears. Another column places the task at its end.' })
export class UpdateTaskInput extends IntegratedInput {
  @Field(() => String, { nullable: true })
  @NotNull()
  @Name(500)
  title?: string

  @Field(() => UUID, { nullable: true })
  @NotNull()
  projectId?: string

  @Field(() => UUID, { nullable: true })
  @NotNull()
  columnId?: string

  @Field(() => String, { nullable: true, description: 'HTML; what is not on the allow-list is taken out.' })
  @Text(longest)
  description?: string | null

  @Field(() => CalendarDate, { nullable: true })
  dueDate?: string | null

  @Field(() => CalendarDate, { nullable: true })
  startDate?: string | null

  @Field(() => TaskPriority, { nullable: true })
  @NotNull()
  priority?: TaskPriority

  @Field(() => [UUID], { nullable: true })
  @NotNull()
  @Items(0, 50)
  assigneeIds?: string[]

  @Field(() => [UUID], { nullable: true })
  @NotNull()
  @Items(0, 50)
  tagIds?: string[]

  @Field(() => Int, { nullable: true })
  @AtLeast(0)
  estimateMinutes?: number | null

  @Field(() => Cents, { nullable: true })
  @AtLeast(0)
  hourlyRateCents?: number | null

  @Field(() => TaskStatus, { nullable: true })
  @NotNull()
  status?: TaskStatus
}

@InputType()
export class CreateTaskInput extends UpdateTaskInput {
  @Field(() => String)
  @Name(500)
  override title!: string

  @Field(() => UUID)
  override projectId!: string

  @Field(() => UUID)
  override columnId!: string
}

@InputType()
export class MoveTaskInput {
  @Field(() => UUID, { description: 'Of the same project or of another.' })
  columnId!: string

  @Field(() => Int, {
    nullable: true,
    description: "The index among the column's open tasks, from 0; at the end where it is beyond, or not sent.",
  })
  @Between(0, 2 ** 31 - 1)
  position?: number | null

  @Field(() => UUID, { nullable: true, description: "The column's project, where it is to be checked." })
  projectId?: string | null
}

@ArgsType()
export class TaskFilter {
  @Field(() => UUID, { nullable: true })
  columnId?: string

  @Field(() => String, { nullable: true, description: 'A member’s id, or `me`.' })
  @Form(/^(me|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$/, {
    de: 'muss eine UUID oder me sein',
    en: 'must be a UUID or me',
  })
  assigneeId?: string

  @Field(() => UUID, { nullable: true })
  tagId?: string

  @Field(() => TaskStatus, { nullable: true })
  status?: TaskStatus

  @Field(() => TaskPriority, { nullable: true })
  priority?: TaskPriority

  @Field(() => CalendarDate, { nullable: true, description: 'Due before this day.' })
  dueBefore?: string

  @Sort('Task', 'created_at', 'due_date', 'priority')
  sort?: string

  @Field(() => String, { nullable: true, description: 'Every word contained, case-insensitive.' })
  @Text(200)
  q?: string

  @Field(() => DateTime, { nullable: true, description: 'Created or changed at this moment or later.' })
  updatedSince?: Date

  @Field(() => String, { nullable: true, description: 'The id that another system gave it.' })
  @Name()
  externalId?: string
}

@ArgsType()
export class TaskListArgs extends TaskFilter implements ListArgs {
  @Field(() => Int, { defaultValue: 1, description: 'From 1.' })
  @Between(1, 1_000_000)
  page!: number

  @Field(() => Int, { defaultValue: 25, description: '1 to 100.' })
  @Between(1, 100)
  perPage!: number

  @Field(() => UUID, { nullable: true })
  projectId?: string
}

@ArgsType()
export class ProjectTaskListArgs extends TaskFilter {
  @Field(() => Int, {
    nullable: true,
    description: 'From 1. Where neither is sent, REST answers all of them, GraphQL the first 1,000.',
  })
  @Between(1, 1_000_000)
  page?: number

  @Field(() => Int, { nullable: true, description: '1 to 100.' })
  @Between(1, 100)
  perPage?: number
}

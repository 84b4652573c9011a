import { ArgsType, Field, InputType, Int } from 'type-graphql'
import { ExternalIdInput, ExternalIdListArgs } from '#core/database/external-id'
import { Between, ItemCount, Minimum, Name, NotNull, Pattern, Text } from '#core/schema/checks'
import { type PageArgs, Sort } from '#core/schema/list'
import { CalendarDate, Cents, UUID } from '#core/schema/scalars'
import { TaskPriority, TaskStatus } from './task.entity.ts'

/** Characters of a description as sent. */
const longest = 65_536

@InputType({
  description: 'The fields to change; null clears a field. A task that changes its column is placed last there.',
})
export class UpdateTaskInput extends ExternalIdInput {
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

  @Field(() => String, { nullable: true, description: 'HTML; elements that are not allowed are removed.' })
  @Text(longest)
  description?: string | null

  @Field(() => CalendarDate, { nullable: true })
  dueDate?: string | null

  @Field(() => CalendarDate, { nullable: true })
  startDate?: string | null

  @Field(() => TaskPriority, { nullable: true })
  @NotNull()
  priority?: TaskPriority

  @Field(() => [UUID], { nullable: true, description: 'Ids of all members to be assigned; replaces the current ones.' })
  @NotNull()
  @ItemCount(0, 50)
  assigneeIds?: string[]

  @Field(() => [UUID], { nullable: true, description: 'Ids of all tags to be set; replaces the current ones.' })
  @NotNull()
  @ItemCount(0, 50)
  tagIds?: string[]

  @Field(() => Int, { nullable: true })
  @Minimum(0)
  estimateMinutes?: number | null

  @Field(() => Cents, { nullable: true })
  @Minimum(0)
  hourlyRateCents?: number | null

  @Field(() => TaskStatus, { nullable: true })
  @NotNull()
  status?: TaskStatus
}

@InputType({ description: 'The task to create.' })
export class CreateTaskInput extends UpdateTaskInput {
  @Field(() => String)
  @Name(500)
  override title!: string

  @Field(() => UUID)
  override projectId!: string

  @Field(() => UUID)
  override columnId!: string
}

@InputType({ description: 'Where to move the task.' })
export class MoveTaskInput {
  @Field(() => UUID, { description: 'Target column, of the same or of another project.' })
  columnId!: string

  @Field(() => Int, {
    nullable: true,
    description: "Index among the column's open tasks, counted from 0; defaults to the end.",
  })
  @Between(0, 2 ** 31 - 1)
  position?: number | null

  @Field(() => UUID, { nullable: true, description: 'Project of the column; if sent, it must match.' })
  projectId?: string | null
}

@ArgsType()
class TaskFilterArgs extends ExternalIdListArgs {
  @Field(() => UUID, { nullable: true, description: 'Only tasks in this column.' })
  columnId?: string

  @Field(() => String, { nullable: true, description: 'Id of a member, or `me`.' })
  @Pattern(/^(me|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$/, {
    de: 'muss eine UUID oder me sein',
    en: 'must be a UUID or me',
  })
  assigneeId?: string

  @Field(() => UUID, { nullable: true, description: 'Only tasks with this tag.' })
  tagId?: string

  @Field(() => TaskStatus, { nullable: true, description: 'Only tasks with this status.' })
  status?: TaskStatus

  @Field(() => TaskPriority, { nullable: true, description: 'Only tasks with this priority.' })
  priority?: TaskPriority

  @Field(() => CalendarDate, { nullable: true, description: 'Only tasks due before this day.' })
  dueBefore?: string

  @Sort('Task', 'created_at', 'due_date', 'priority', 'completed_at')
  override sort?: string
}

@ArgsType()
export class TaskListArgs extends TaskFilterArgs {
  @Field(() => UUID, { nullable: true })
  projectId?: string
}

export type TaskFilter = Omit<TaskListArgs, keyof PageArgs>

type Unpaged = new () => Omit<TaskFilterArgs, keyof PageArgs> & Partial<PageArgs>

/** Unpaged unless a page is requested. */
@ArgsType()
export class ProjectTaskListArgs extends (TaskFilterArgs as Unpaged) {
  @Field(() => Int, {
    nullable: true,
    description: 'Page number, counted from 1. Without paging REST returns all rows and GraphQL the first 1,000.',
  })
  @Between(1, 1_000_000)
  override page?: number

  @Field(() => Int, { nullable: true, description: 'Rows per page, 1 to 100.' })
  @Between(1, 100)
  override perPage?: number
}

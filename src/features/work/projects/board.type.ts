import { Field, Int, ObjectType } from 'type-graphql'
import { EnumValues } from '#core/schema/checks'
import { ListCost } from '#core/schema/cost'
import { Embed } from '#core/schema/rest'
import { CalendarDate, UUID } from '#core/schema/scalars'

@ObjectType({ simpleResolvers: true, description: 'A tag of a task on the board.' })
export class BoardTag {
  @Field(() => UUID, { description: 'Id of the tag.' })
  id!: string

  @Field(() => String, { description: 'Name of the tag.' })
  name!: string

  @Field(() => String, { nullable: true, description: 'Colour of the tag, `#rrggbb`.' })
  color!: string | null
}

@ObjectType({ simpleResolvers: true, description: 'A member who is assigned to a task on the board.' })
export class BoardAssignee {
  @Field(() => UUID, { description: 'Id of the member.' })
  id!: string

  @Field(() => String, { description: 'Name of the member.' })
  name!: string
}

@ObjectType({ simpleResolvers: true, description: 'An open task, as its board shows it.' })
export class BoardTask {
  @Field(() => UUID, { description: 'Id of the task.' })
  id!: string

  @Field(() => String, { description: 'Title of the task.' })
  title!: string

  @Field(() => Int, { description: 'Index among the open tasks of the column.' })
  position!: number

  @Field(() => CalendarDate, { nullable: true, description: 'Date by which the task is due.' })
  dueDate!: string | null

  @EnumValues(['none', 'low', 'medium', 'high', 'urgent'])
  @Field(() => String, { description: 'Priority: `none`, `low`, `medium`, `high` or `urgent`.' })
  priority!: string

  @Field(() => Int, { description: 'Number of steps.' })
  subtaskTotal!: number

  @Field(() => Int, { description: 'Number of steps that are done.' })
  subtaskCompleted!: number

  @Field(() => Int, { description: 'Number of comments.' })
  commentCount!: number

  @Field(() => Int, { description: 'Tracked minutes, rounded down.' })
  timeTrackedMinutes!: number

  @Embed('id', 'name', 'color')
  @ListCost(2)
  @Field(() => [BoardTag], { description: 'Tags of the task.' })
  tags!: BoardTag[]

  @Embed('id', 'name')
  @ListCost(2)
  @Field(() => [BoardAssignee], { description: 'Members assigned to the task.' })
  assignees!: BoardAssignee[]

  @Field(() => UUID, { description: 'Column that holds the task.' })
  columnId!: string

  projectId!: string
}

@ObjectType({
  simpleResolvers: true,
  description: 'A change on a board, with what it concerns as it is now.',
})
export class BoardChange {
  @Field(() => String, { description: 'Name of the event.' })
  event!: string

  @Field(() => UUID, { nullable: true, description: 'Task that the change concerns; null if it concerns the project.' })
  taskId!: string | null

  projectId!: string
}

import { Field, Int, ObjectType } from 'type-graphql'
import { CountedAs } from '#core/graphql/cost'
import { CalendarDate, UUID } from '#core/graphql/scalars'
import { Embed } from '#core/rest/rest'

@ObjectType({ simpleResolvers: true })
export class BoardTag {
  @Field(() => UUID)
  id!: string

  @Field(() => String)
  name!: string

  @Field(() => String, { nullable: true })
  color!: string | null
}

@ObjectType({ simpleResolvers: true })
export class BoardAssignee {
  @Field(() => UUID)
  id!: string

  @Field(() => String)
  name!: string
}

/** An open task as its board shows it, with everything counted. */
@ObjectType({ simpleResolvers: true, description: 'An open task as its board shows it.' })
export class BoardTask {
  @Field(() => UUID)
  id!: string

  @Field(() => String)
  title!: string

  @Field(() => Int, { description: "The index among the column's open tasks." })
  position!: number

  @Field(() => CalendarDate, { nullable: true })
  dueDate!: string | null

  @Field(() => String, { description: '`none`, `low`, `medium`, `high` or `urgent`.' })
  priority!: string

  @Field(() => Int)
  subtaskTotal!: number

  @Field(() => Int)
  subtaskCompleted!: number

  @Field(() => Int)
  commentCount!: number

  @Field(() => Int, { description: 'Whole minutes, rounded down.' })
  timeTrackedMinutes!: number

  @Embed('id', 'name', 'color')
  @CountedAs(2)
  @Field(() => [BoardTag])
  tags!: BoardTag[]

  @Embed('id', 'name')
  @CountedAs(2)
  @Field(() => [BoardAssignee])
  assignees!: BoardAssignee[]

  @Field(() => UUID)
  columnId!: string

  projectId!: string
}

/** What has happened on a board. */
@ObjectType({
  simpleResolvers: true,
  description: 'What has happened on a board, and how what it concerns is shown now.',
})
export class BoardChange {
  @Field(() => String, { description: "The event's name." })
  event!: string

  @Field(() => UUID, { nullable: true, description: 'The task it concerns; null where that is the project itself.' })
  taskId!: string | null

  projectId!: string
}

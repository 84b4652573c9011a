import { Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql'
import { createRowPicker } from '#core/database/row-picker'
import type { Context } from '#core/operation/context'
import { ListCost } from '#core/schema/cost'
import { Embed } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { UUID } from '#core/schema/scalars'
import { Member } from '#features/people/members/member.entity'
import { Column } from '#features/work/projects/column.entity'
import { Project } from '#features/work/projects/project.entity'
import { Tag } from '#features/work/tags/tag.entity'
import { Task } from './task.entity.ts'
import { readAssignees, readPositions, readTags } from './task.reads.ts'

const placed = createRowPicker((row: { id: string }) => row.id)
const linked = createRowPicker((row: { taskId: string }) => row.taskId)

/** Related data of tasks, one statement each for any number of tasks. */
@Resolver(() => Task)
export class TaskEdgesResolver {
  @FieldResolver(() => Int, {
    nullable: true,
    description: "Index among the column's open tasks; null once the task is done.",
  })
  position(@Root() { id }: RowOrEntity<Task>, @Ctx() context: Context): Promise<number | null> {
    return context.batch(
      'task.position',
      id,
      (ids) => readPositions(context, ids),
      (rows, taskId) => placed(rows, taskId)[0]?.position ?? null,
    )
  }

  @Embed('id', 'name')
  @FieldResolver(() => Project)
  async project(@Root() { projectId }: RowOrEntity<Task>, @Ctx() context: Context): Promise<Row<Project>> {
    return (await context.loadOne(Project, projectId)) as Row<Project>
  }

  @Embed('id', 'name')
  @FieldResolver(() => Column)
  async column(@Root() { columnId }: RowOrEntity<Task>, @Ctx() context: Context): Promise<Row<Column>> {
    return (await context.loadOne(Column, columnId)) as Row<Column>
  }

  @ListCost(3)
  @FieldResolver(() => [UUID], { description: 'Ids of the members assigned to the task.' })
  async assigneeIds(@Root() { id }: RowOrEntity<Task>, @Ctx() context: Context): Promise<string[]> {
    return (await assigneesOf(context, id)).map((member) => member.id)
  }

  @Embed('id', 'name')
  @ListCost(3)
  @FieldResolver(() => [Member])
  assignees(@Root() { id }: RowOrEntity<Task>, @Ctx() context: Context): Promise<Row<Member>[]> {
    return assigneesOf(context, id)
  }

  @ListCost(3)
  @FieldResolver(() => [UUID], { description: 'Ids of the tags of the task.' })
  async tagIds(@Root() { id }: RowOrEntity<Task>, @Ctx() context: Context): Promise<string[]> {
    return (await tagsOf(context, id)).map((tag) => tag.id)
  }

  @Embed('id', 'name', 'color')
  @ListCost(3)
  @FieldResolver(() => [Tag])
  tags(@Root() { id }: RowOrEntity<Task>, @Ctx() context: Context): Promise<Row<Tag>[]> {
    return tagsOf(context, id)
  }
}

const assigneesOf = (context: Context, id: string): Promise<Row<Member>[]> =>
  context.batch('task.assignees', id, (ids) => readAssignees(context, ids), linked)

const tagsOf = (context: Context, id: string): Promise<Row<Tag>[]> =>
  context.batch('task.tags', id, (ids) => readTags(context, ids), linked)

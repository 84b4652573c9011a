import { Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql'
import type { Context } from '#core/context'
import { rowsOf } from '#core/database/rows-of'
import { CountedAs } from '#core/graphql/cost'
import { UUID } from '#core/graphql/scalars'
import { Embed } from '#core/rest/rest'
import { Member } from '#features/people/members/member.entity'
import { Column } from '#features/work/projects/column.entity'
import { Project } from '#features/work/projects/project.entity'
import { Tag } from '#features/work/tags/tag.entity'
import { Task } from './task.entity.ts'
import { readAssignees, readPositions, readTags } from './task.reads.ts'

const placed = rowsOf((row: { id: string }) => row.id)
const linked = rowsOf((row: { taskId: string }) => row.taskId)

/** What a task shows that lies beside its row; one statement each, however many tasks. */
@Resolver(() => Task)
export class TaskEdgesResolver {
  @FieldResolver(() => Int, { nullable: true, description: "The index among the column's open tasks; null once done." })
  position(@Root() { id }: Task, @Ctx() context: Context): Promise<number | null> {
    return context.batch(
      'task.position',
      id,
      (ids) => readPositions(context, ids),
      (rows, taskId) => placed(rows, taskId)[0]?.position ?? null,
    )
  }

  @Embed('id', 'name')
  @FieldResolver(() => Project)
  async project(@Root() { projectId }: Task, @Ctx() context: Context): Promise<Project> {
    return (await context.one(Project, projectId)) as Project
  }

  @Embed('id', 'name')
  @FieldResolver(() => Column)
  async column(@Root() { columnId }: Task, @Ctx() context: Context): Promise<Column> {
    return (await context.one(Column, columnId)) as Column
  }

  @CountedAs(3)
  @FieldResolver(() => [UUID])
  async assigneeIds(@Root() { id }: Task, @Ctx() context: Context): Promise<string[]> {
    return (await assigneesOf(context, id)).map((member) => member.id)
  }

  @Embed('id', 'name')
  @CountedAs(3)
  @FieldResolver(() => [Member])
  assignees(@Root() { id }: Task, @Ctx() context: Context): Promise<Member[]> {
    return assigneesOf(context, id)
  }

  @CountedAs(3)
  @FieldResolver(() => [UUID])
  async tagIds(@Root() { id }: Task, @Ctx() context: Context): Promise<string[]> {
    return (await tagsOf(context, id)).map((tag) => tag.id)
  }

  @Embed('id', 'name', 'color')
  @CountedAs(3)
  @FieldResolver(() => [Tag])
  tags(@Root() { id }: Task, @Ctx() context: Context): Promise<Tag[]> {
    return tagsOf(context, id)
  }
}

const assigneesOf = (context: Context, id: string): Promise<Member[]> =>
  context.batch('task.assignees', id, (ids) => readAssignees(context, ids), linked)

const tagsOf = (context: Context, id: string): Promise<Tag[]> =>
  context.batch('task.tags', id, (ids) => readTags(context, ids), linked)

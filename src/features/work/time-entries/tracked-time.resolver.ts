import { Args, Ctx, FieldResolver, Float, Resolver, Root } from 'type-graphql'
import type { Context } from '#core/context'
import { nestedRows } from '#core/database/nested'
import { NestedListArgs } from '#core/graphql/list'
import { GraphqlOnly } from '#core/rest/rest'
import { Project } from '#features/work/projects/project.entity'
import { Task } from '#features/work/tasks/task.entity'
import { TimeEntry } from './time-entry.entity.ts'
import { readTracked } from './time-entry.reads.ts'

/** The time that was worked on a task. */
@Resolver(() => Task)
export class TaskTimeResolver {
  @GraphqlOnly()
  @FieldResolver(() => Float, { description: 'Seconds worked on it; a running timer counts none yet.' })
  async trackedSeconds(@Root() { id }: Task, @Ctx() context: Context): Promise<number> {
    return (await tracked(context, 'task_id', id)).tracked
  }

  @FieldResolver(() => [TimeEntry], { description: 'Time worked on it, the newest first.' })
  timeEntries(
    @Root() { id }: Task,
    @Ctx() context: Context,
    @Args(() => NestedListArgs) page: NestedListArgs,
  ): Promise<TimeEntry[]> {
    return nestedRows(context, TimeEntry, 'task_id', id, page)
  }
}

/** The time that was worked on a project, and what of it stands on invoices. */
@Resolver(() => Project)
export class ProjectTimeResolver {
  @GraphqlOnly()
  @FieldResolver(() => Float, { description: 'Seconds worked on it; a running timer counts none yet.' })
  async trackedSeconds(@Root() { id }: Project, @Ctx() context: Context): Promise<number> {
    return (await tracked(context, 'project_id', id)).tracked
  }

  @GraphqlOnly()
  @FieldResolver(() => Float, { description: 'Seconds of it that stand on an invoice.' })
  async billedSeconds(@Root() { id }: Project, @Ctx() context: Context): Promise<number> {
    return (await tracked(context, 'project_id', id)).billed
  }

  @FieldResolver(() => [TimeEntry], { description: 'Time worked on it, the newest first.' })
  timeEntries(
    @Root() { id }: Project,
    @Ctx() context: Context,
    @Args(() => NestedListArgs) page: NestedListArgs,
  ): Promise<TimeEntry[]> {
    return nestedRows(context, TimeEntry, 'project_id', id, page)
  }
}

const tracked = (context: Context, column: 'task_id' | 'project_id', id: string) =>
  context.batch(
    `time_entries.tracked ${column}`,
    id,
    (ids) => readTracked(context, column, ids),
    (rows, wanted) => rows.find((row) => row.id === wanted) ?? { id: wanted, tracked: 0, billed: 0 },
  )

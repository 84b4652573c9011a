import type { GraphQLResolveInfo } from 'graphql'
import { Args, Ctx, FieldResolver, Float, Info, Resolver, Root } from 'type-graphql'
import type { Context } from '#core/operation/context'
import { loadNestedRows } from '#core/operation/nested-rows'
import { NestedListArgs } from '#core/schema/list'
import { GraphqlOnly } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { Project } from '#features/work/projects/project.entity'
import { Task } from '#features/work/tasks/task.entity'
import { TimeEntry } from './time-entry.entity.ts'
import { readTrackedSeconds } from './time-entry.reads.ts'

@Resolver(() => Task)
export class TaskTimeResolver {
  @GraphqlOnly()
  @FieldResolver(() => Float, { description: 'Tracked seconds; a running timer is not yet counted.' })
  async trackedSeconds(@Root() { id }: RowOrEntity<Task>, @Ctx() context: Context): Promise<number> {
    return (await tracked(context, 'task_id', id)).tracked
  }

  @FieldResolver(() => [TimeEntry], { description: 'Time entries, newest first.' })
  timeEntries(
    @Root() { id }: RowOrEntity<Task>,
    @Ctx() context: Context,
    @Args(() => NestedListArgs) page: NestedListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Row<TimeEntry>[]> {
    return loadNestedRows(context, TimeEntry, 'task_id', id, page, { info })
  }
}

@Resolver(() => Project)
export class ProjectTimeResolver {
  @GraphqlOnly()
  @FieldResolver(() => Float, { description: 'Tracked seconds; a running timer is not yet counted.' })
  async trackedSeconds(@Root() { id }: RowOrEntity<Project>, @Ctx() context: Context): Promise<number> {
    return (await tracked(context, 'project_id', id)).tracked
  }

  @GraphqlOnly()
  @FieldResolver(() => Float, { description: 'Seconds that have been invoiced.' })
  async billedSeconds(@Root() { id }: RowOrEntity<Project>, @Ctx() context: Context): Promise<number> {
    return (await tracked(context, 'project_id', id)).billed
  }

  @FieldResolver(() => [TimeEntry], { description: 'Time entries, newest first.' })
  timeEntries(
    @Root() { id }: RowOrEntity<Project>,
    @Ctx() context: Context,
    @Args(() => NestedListArgs) page: NestedListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Row<TimeEntry>[]> {
    return loadNestedRows(context, TimeEntry, 'project_id', id, page, { info })
  }
}

const tracked = (context: Context, column: 'task_id' | 'project_id', id: string) =>
  context.batch(
    `time_entries.tracked ${column}`,
    id,
    (ids) => readTrackedSeconds(context, column, ids),
    (rows, wanted) => rows.find((row) => row.id === wanted) ?? { id: wanted, tracked: 0, billed: 0 },
  )

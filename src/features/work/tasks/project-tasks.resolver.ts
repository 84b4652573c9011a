import { Ctx, Field, FieldResolver, Int, ObjectType, Resolver, Root } from 'type-graphql'
import type { Context } from '#core/operation/context'
import { DetailOnly } from '#core/schema/rest'
import type { RowOrEntity } from '#core/schema/row'
import { Project } from '#features/work/projects/project.entity'
import { readTotals } from './task.reads.ts'

@ObjectType({ simpleResolvers: true, description: 'Number of open and completed tasks of a project.' })
class ProjectTotals {
  @Field(() => Int, { description: 'Number of open tasks.' })
  openTasks!: number

  @Field(() => Int, { description: 'Open tasks past their due date.' })
  overdueTasks!: number

  @Field(() => Int, { description: 'Number of tasks that are done.' })
  doneTasks!: number
}

@Resolver(() => Project)
export class ProjectTasksResolver {
  @DetailOnly()
  @FieldResolver(() => ProjectTotals)
  totals(@Root() { id }: RowOrEntity<Project>, @Ctx() context: Context): Promise<ProjectTotals> {
    return context.batch(
      'project.totals',
      id,
      (ids) => readTotals(context, ids, context.clock.today()),
      (rows, projectId) => {
        const { open = 0, overdue = 0, done = 0 } = rows.find((row) => row.projectId === projectId) ?? {}
        return { openTasks: open, overdueTasks: overdue, doneTasks: done }
      },
    )
  }
}

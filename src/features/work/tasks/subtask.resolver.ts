import sql from 'sql-template-tag'
import { Arg, Args, Ctx, Field, FieldResolver, Int, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql'
import { May } from '#core/access/may'
import type { Context } from '#core/context'
import { columnsOf } from '#core/database/columns'
import { rowsOf } from '#core/database/rows-of'
import { CountedAs } from '#core/graphql/cost'
import { ListArgs, narrowed, orderBy, slice } from '#core/graphql/list'
import { UUID } from '#core/graphql/scalars'
import { Linked, Rest } from '#core/rest/rest'
import { projects } from '#features/work/projects/project.policy'
import { addSubtask, deleteSubtask, toggleSubtask, updateSubtask } from './change-subtasks.ts'
import { Subtask } from './subtask.entity.ts'
import { CreateSubtaskInput, UpdateSubtaskInput } from './subtask.inputs.ts'
import { Task } from './task.entity.ts'
import { readTask } from './task.reads.ts'

@ObjectType({ simpleResolvers: true })
class SubtaskList {
  @Field(() => [Subtask])
  subtasks!: Subtask[]

  @Field(() => Int)
  total!: number
}

/** Steps that a task shows with itself: all of them are a list of their own. */
const most = 100

const ofTask = rowsOf((row: Subtask) => row.taskId)
const inOrder = sql`order by s.position, s.created_at, s.id`

@Resolver(() => Task)
export class SubtaskResolver {
  @Rest('GET /tasks/{taskId}/subtasks')
  @May(projects.read)
  @Query(() => SubtaskList, { description: 'The steps of a task, in their order.' })
  async subtasks(
    @Ctx() context: Context,
    @Arg('taskId', () => UUID) taskId: string,
    @Args(() => ListArgs) args: ListArgs,
  ): Promise<SubtaskList> {
    const [{ rows, total }] = await Promise.all([
      context.page<Subtask>(
        columnsOf(context, Subtask, 's'),
        sql`from subtasks s where s.organization_id = ${context.organizationId} and s.task_id = ${taskId}${narrowed(args, 's', ['s.title'])}`,
        args.sort ? orderBy(args.sort, { created_at: 'created_at' }, 's') : inOrder,
        slice(args),
      ),
      readTask(context, taskId),
    ])
    return { subtasks: rows, total }
  }

  @Rest('POST /tasks/{taskId}/subtasks', 201)
  @May(projects.write)
  @Mutation(() => Subtask, { description: 'Adds a step to a task: at the end, unless `position` is sent.' })
  createSubtask(
    @Ctx() context: Context,
    @Arg('taskId', () => UUID) taskId: string,
    @Arg('input', () => CreateSubtaskInput) input: CreateSubtaskInput,
  ): Promise<Subtask> {
    return addSubtask(context, taskId, input)
  }

  @Rest('PUT /subtasks/{id}')
  @May(projects.write)
  @Mutation(() => Subtask, { description: 'Updates a subtask: only the fields that are sent change.' })
  updateSubtask(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => UpdateSubtaskInput) input: UpdateSubtaskInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Subtask> {
    return updateSubtask(context, id, input)
  }

  @Rest('PATCH /subtasks/{id}/toggle-done')
  @May(projects.write)
  @Mutation(() => Subtask, { description: 'Not done becomes done, and done not done again.' })
  toggleSubtask(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Subtask> {
    return toggleSubtask(context, id)
  }

  @Rest('DELETE /subtasks/{id}')
  @May(projects.write)
  @Mutation(() => Boolean, { description: 'Deletes a step of a task.' })
  async deleteSubtask(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<boolean> {
    await deleteSubtask(context, id)
    return true
  }

  @Linked('id', 'title', 'done', 'position')
  @CountedAs(20)
  @FieldResolver(() => [Subtask], { name: 'subtasks', description: 'Its first 100 steps, in their order.' })
  subtasksOfTask(@Root() { id }: Task, @Ctx() context: Context): Promise<Subtask[]> {
    return context.batch(
      'task.subtasks',
      id,
      (ids) =>
        context.query<Subtask>(
          sql`select ${columnsOf(context, Subtask, 's')} from unnest(${ids}::uuid[]) as wanted(id)
              cross join lateral (
                select * from subtasks s where s.organization_id = ${context.organizationId} and s.task_id = wanted.id
                ${inOrder} limit ${most}
              ) s ${inOrder}`,
        ),
      ofTask,
    )
  }
}

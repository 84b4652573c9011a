import sql from 'sql-template-tag'
import { Arg, Args, Ctx, FieldResolver, Int, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql'
import { May } from '#core/access/authorization'
import { createRowPicker } from '#core/database/row-picker'
import { select } from '#core/database/select'
import { selectAllColumns, selectBatchedColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import { ListCost } from '#core/schema/cost'
import { createListType, filterList, ListArgs, limitOffset, orderBy } from '#core/schema/list'
import { DetailList, Rest } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { UUID } from '#core/schema/scalars'
import { projects } from '#features/work/projects/project.policy'
import { addSubtask, deleteSubtask, toggleSubtask, updateSubtask } from './change-subtasks.ts'
import { Subtask } from './subtask.entity.ts'
import { CreateSubtaskInput, UpdateSubtaskInput } from './subtask.inputs.ts'
import { Task } from './task.entity.ts'

@ObjectType({ simpleResolvers: true })
class SubtaskList extends createListType('subtasks', Subtask) {}

/** Subtasks in a task's detail; the rest are in their own list. */
const most = 100

const ofTask = createRowPicker((row: { taskId: string }) => row.taskId)
const inOrder = sql`order by s.position, s.created_at, s.id`

@Resolver(() => Task)
export class SubtaskResolver {
  @Rest('GET /tasks/{taskId}/subtasks')
  @May(projects.read)
  @Query(() => SubtaskList, { description: 'The steps of a task, in order.' })
  async subtasks(
    @Ctx() context: Context,
    @Arg('taskId', () => UUID) taskId: string,
    @Args(() => ListArgs) args: ListArgs,
  ): Promise<SubtaskList> {
    const [{ rows, total }] = await Promise.all([
      context.page<Subtask>(
        selectAllColumns(context, Subtask, 's'),
        sql`from subtasks s where s.organization_id = ${context.organizationId} and s.task_id = ${taskId}${filterList(args, 's', ['s.title'])}`,
        args.sort ? orderBy(args.sort, { created_at: 'created_at' }, 's') : inOrder,
        limitOffset(args),
      ),
      context.read(Task, taskId),
    ])
    return { subtasks: rows, total }
  }

  @Rest('POST /tasks/{taskId}/subtasks', 201)
  @May(projects.write)
  @Mutation(() => Subtask, { description: 'Adds a step to a task; `position` defaults to the end.' })
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
  @Mutation(() => Subtask, { description: 'Completes a step, or reopens it.' })
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

  @DetailList('id', 'title', 'done', 'position')
  @ListCost(20)
  @FieldResolver(() => [Subtask], { name: 'subtasks', description: 'The first 100 steps, in order.' })
  subtasksOfTask(@Root() { id }: RowOrEntity<Task>, @Ctx() context: Context): Promise<Row<Subtask>[]> {
    return context.batch(
      'task.subtasks',
      id,
      (ids) =>
        context.queryBatched<Subtask>(
          ids,
          select`${selectBatchedColumns(context, Subtask, 's')} from unnest(${ids}::uuid[]) as wanted(id)
              cross join lateral (
                select * from subtasks s where s.organization_id = ${context.organizationId} and s.task_id = wanted.id
                ${inOrder} limit ${most}
              ) s ${inOrder}`,
        ),
      ofTask,
    )
  }
}

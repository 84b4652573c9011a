import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Args, Ctx, Info, Int, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql'
import { May } from '#core/access/authorization'
import { externalIdTaken } from '#core/database/external-id'
import { notFound, unknownReference } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { sortByIds, Unpaged, UnpagedList, unpagedRoot } from '#core/rest/unpaged-list'
import { ListCost } from '#core/schema/cost'
import { createListType, limitOffset } from '#core/schema/list'
import { Rest } from '#core/schema/rest'
import type { Row } from '#core/schema/row'
import { UUID } from '#core/schema/scalars'
import { Project } from '#features/work/projects/project.entity'
import { projects } from '#features/work/projects/project.policy'
import { moveTask, toggleTask, updateTask } from './change-task.ts'
import { createTask } from './create-task.ts'
import { Task } from './task.entity.ts'
import { CreateTaskInput, MoveTaskInput, ProjectTaskListArgs, TaskListArgs, UpdateTaskInput } from './task.inputs.ts'
import { readTaskIds, readTasks, readTasksById } from './task.reads.ts'

@ObjectType({ simpleResolvers: true })
class TaskList extends createListType('tasks', Task) {}

/** Tasks returned by GraphQL without a page; `total` has the number of all. */
const most = 1000

@Resolver(() => Task)
export class TaskResolver {
  @Rest('GET /tasks')
  @May(projects.read)
  @Query(() => TaskList, { description: 'The tasks of all projects.' })
  async tasks(
    @Ctx() context: Context,
    @Args(() => TaskListArgs) args: TaskListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<TaskList> {
    const { rows, total } = await readTasks(context, args, limitOffset(args), info)
    return { tasks: rows, total }
  }

  @Rest('GET /projects/{id}/tasks')
  @May(projects.read)
  @Unpaged()
  @ListCost(most)
  @Query(() => TaskList, {
    description: 'The tasks of a project. Without paging REST returns all of them and GraphQL the first 1,000.',
  })
  async projectTasks(
    @Root() root: object,
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Args(() => ProjectTaskListArgs) { page, perPage, ...filter }: ProjectTaskListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<TaskList | UnpagedList<string>> {
    if (root === unpagedRoot) {
      const ids = readTaskIds(context, { ...filter, projectId: id })
      await Promise.all([ids, context.read(Project, id)])
      return new UnpagedList('tasks', 'Task', await ids, async (some) =>
        sortByIds(some, await readTasksById(context, some)),
      )
    }
    const part = limitOffset(page || perPage ? { page: page ?? 1, perPage: perPage ?? 25 } : { page: 1, perPage: most })
    const [{ rows, total }] = await Promise.all([
      readTasks(context, { ...filter, projectId: id }, part, info),
      context.read(Project, id),
    ])
    return { tasks: rows, total }
  }

  @Rest('GET /tasks/{id}')
  @May(projects.read)
  @Query(() => Task, { description: 'A task with its subtasks.' })
  task(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Row<Task>> {
    return context.read(Task, id)
  }

  @Rest('POST /tasks', 201)
  @May(projects.write)
  @Mutation(() => Task, { description: 'Creates a task, last in its column.' })
  createTask(@Ctx() context: Context, @Arg('input', () => CreateTaskInput) input: CreateTaskInput): Promise<Task> {
    return createTask(context, input)
  }

  @Rest('PUT /tasks/{id}')
  @May(projects.write)
  @Mutation(() => Task, { description: 'Updates a task: only the fields that are sent change.' })
  updateTask(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => UpdateTaskInput) input: UpdateTaskInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Task> {
    return updateTask(context, id, input)
  }

  @Rest('PATCH /tasks/{id}/move')
  @May(projects.write)
  @Mutation(() => Task, { description: 'Moves a task to a column and a position in it, of its project or of another.' })
  moveTask(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => MoveTaskInput) input: MoveTaskInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Task> {
    return moveTask(context, id, input)
  }

  @Rest('PATCH /tasks/{id}/toggle-done')
  @May(projects.write)
  @Mutation(() => Task, { description: 'Completes an open task, or reopens a completed one.' })
  toggleTask(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Task> {
    return toggleTask(context, id)
  }

  @Rest('DELETE /tasks/{id}')
  @May(projects.write)
  @Mutation(() => Boolean, { description: 'Deletes a task and its content; 409 if any of its time is invoiced.' })
  async deleteTask(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<boolean> {
    await context.lockAgainstDeletion(Project, (await context.read(Task, id)).projectId)
    const task = await context.load(Task, id)
    const lastState = await context.snapshot('Task', task)
    await context.runDeleteHandlers(task)
    context.em.remove(task)
    context.record('task.deleted', task, lastState)
    return true
  }
}

/** Errors for violated constraints of tasks. */
export const taskConstraints = {
  tasks_external_id_key: externalIdTaken,
  task_assignees_member_id_fkey: { missing: () => unknownReference('assigneeIds') },
  task_tags_tag_id_fkey: { missing: () => unknownReference('tagIds') },
  subtasks_task_id_fkey: { missing: notFound },
}

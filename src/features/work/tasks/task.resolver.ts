import { Arg, Args, Ctx, Field, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/may'
import type { Context } from '#core/context'
import { notFound, unknownReference } from '#core/errors'
import { CountedAs } from '#core/graphql/cost'
import { slice } from '#core/graphql/list'
import { UUID } from '#core/graphql/scalars'
import { externalIdTaken } from '#core/integrated'
import { Rest } from '#core/rest/rest'
import { Whole, WholeList } from '#core/rest/whole-list'
import { projects } from '#features/work/projects/project.policy'
import { readProject } from '#features/work/projects/project.reads'
import { removeTimeOf } from '#features/work/time-entries/remove-time'
import { moveTask, toggleTask, updateTask } from './change-task.ts'
import { createTask } from './create-task.ts'
import { Task } from './task.entity.ts'
import { CreateTaskInput, MoveTaskInput, ProjectTaskListArgs, TaskListArgs, UpdateTaskInput } from './task.inputs.ts'
import { readTask, readTaskIds, readTasks, readTasksById } from './task.reads.ts'

@ObjectType({ simpleResolvers: true })
class TaskList {
  @Field(() => [Task])
  tasks!: Task[]

  @Field(() => Int)
  total!: number
}

/** How many tasks GraphQL answers at once where no page is asked for: `total` says how many there are. */
const most = 1000

@Resolver(() => Task)
export class TaskResolver {
  @Rest('GET /tasks')
  @May(projects.read)
  @Query(() => TaskList, { description: 'The tasks of all projects.' })
  async tasks(@Ctx() context: Context, @Args(() => TaskListArgs) args: TaskListArgs): Promise<TaskList> {
    const { rows, total } = await readTasks(context, args, slice(args))
    return { tasks: rows, total }
  }

  @Rest('GET /projects/{id}/tasks')
  @May(projects.read)
  @Whole()
  @CountedAs(most)
  @Query(() => TaskList, {
    description:
      'The tasks of a project: over REST all of them, in GraphQL the first 1,000, unless a page is asked for.',
  })
  async projectTasks(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Args(() => ProjectTaskListArgs) { page, perPage, ...filter }: ProjectTaskListArgs,
  ): Promise<TaskList | WholeList> {
    if (context.answersWhole) {
      const ids = readTaskIds(context, { ...filter, projectId: id })
      await Promise.all([ids, readProject(context, id)])
      return new WholeList('tasks', 'Task', await ids, (some) => readTasksById(context, some))
    }
    const part = slice(page || perPage ? { page: page ?? 1, perPage: perPage ?? 25 } : { page: 1, perPage: most })
    const [{ rows, total }] = await Promise.all([
      readTasks(context, { ...filter, projectId: id }, part),
      readProject(context, id),
    ])
    return { tasks: rows, total }
  }

  @Rest('GET /tasks/{id}')
  @May(projects.read)
  @Query(() => Task, { description: 'A task with its subtasks.' })
  task(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Task> {
    return readTask(context, id)
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
  ): Promise<Task> {
    return moveTask(context, id, input)
  }

  @Rest('PATCH /tasks/{id}/toggle-done')
  @May(projects.write)
  @Mutation(() => Task, { description: 'Open becomes done, and done open again.' })
  toggleTask(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Task> {
    return toggleTask(context, id)
  }

  @Rest('DELETE /tasks/{id}')
  @May(projects.write)
  @Mutation(() => Boolean, { description: 'Deletes a task with all that is in it; 409 where its time is invoiced.' })
  async deleteTask(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<boolean> {
    const task = await context.load(Task, id)
    const lastState = await context.snapshot('Task', task)
    await removeTimeOf(context, task)
    context.em.remove(task)
    context.record('task.deleted', task, lastState)
    return true
  }
}

/** What the constraints of the tasks' table mean to the caller. */
export const taskConstraints = {
  tasks_external_id_key: externalIdTaken,
  task_assignees_member_id_fkey: { missing: () => unknownReference('assigneeIds') },
  task_tags_tag_id_fkey: { missing: () => unknownReference('tagIds') },
  subtasks_task_id_fkey: { missing: notFound },
}

import type { Context } from '#core/operation/context'
import { Project } from '#features/work/projects/project.entity'
import { assertDates, become, cleanDescription } from './change-task.ts'
import { assertLinkable, assignees, relink, tags } from './links.ts'
import { lastRank, lockColumn, projectOf } from './place-task.ts'
import { Task } from './task.entity.ts'
import type { CreateTaskInput } from './task.inputs.ts'

/** Creates a task, last in its column; says so, and once more for each who is assigned. */
export async function createTask(context: Context, input: CreateTaskInput): Promise<Task> {
  const { assigneeIds, tagIds, status, ...fields } = input
  assertDates(fields)
  const [column, rank] = await Promise.all([
    lockColumn(context, input.columnId),
    lastRank(context, input.columnId),
    context.refer(Project, input.projectId, 'projectId'),
    assertLinkable(context, assignees, assigneeIds),
    assertLinkable(context, tags, tagIds),
  ])
  projectOf(column, input.projectId)
  const task = context.create(Task, { ...cleanDescription(fields), rank } as Partial<Task>)
  context.record('task.created', task)
  if (status) become(context, task, status)
  if (!assigneeIds?.length && !tagIds?.length) return task
  const [{ added }] = await Promise.all([
    relink(context, assignees, task.id, assigneeIds ?? []),
    relink(context, tags, task.id, tagIds ?? []),
  ])
  for (let count = 0; count < added; count++) context.record('task.assigned', task)
  return task
}

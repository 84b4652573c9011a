import type { Context } from '#core/operation/context'
import { Project } from '#features/work/projects/project.entity'
import { assertTaskDates, applyStatus, cleanDescription } from './change-task.ts'
import { assertLinkTargets, assignees, replaceLinks, tags } from './task-links.ts'
import { nextRank, lockColumn, requireProjectId } from './place-task.ts'
import { Task } from './task.entity.ts'
import type { CreateTaskInput } from './task.inputs.ts'

/** Creates a task, last in its column; says so, and once more for each who is assigned. */
export async function createTask(context: Context, input: CreateTaskInput): Promise<Task> {
  const { assigneeIds, tagIds, status, ...fields } = input
  assertTaskDates(fields)
  const [column, rank] = await Promise.all([
    lockColumn(context, input.columnId),
    nextRank(context, input.columnId),
    context.refer(Project, input.projectId, 'projectId'),
    assertLinkTargets(context, assignees, assigneeIds),
    assertLinkTargets(context, tags, tagIds),
  ])
  requireProjectId(column, input.projectId)
  const task = context.create(Task, { ...cleanDescription(fields), rank } as Partial<Task>)
  context.record('task.created', task)
  if (status) applyStatus(context, task, status)
  if (!assigneeIds?.length && !tagIds?.length) return task
  const [{ added }] = await Promise.all([
    replaceLinks(context, assignees, task.id, assigneeIds ?? []),
    replaceLinks(context, tags, task.id, tagIds ?? []),
  ])
  for (let count = 0; count < added; count++) context.record('task.assigned', task)
  return task
}

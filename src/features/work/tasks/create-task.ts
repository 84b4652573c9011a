import type { Context } from '#core/operation/context'
import { Project } from '#features/work/projects/project.entity'
import { applyStatus, assertTaskDates, cleanDescription } from './change-task.ts'
import { lockColumn, nextRank, requireProjectId } from './place-task.ts'
import { Task } from './task.entity.ts'
import type { CreateTaskInput } from './task.inputs.ts'
import { assertLinkTargets, assignees, replaceLinks, tags } from './task-links.ts'

/** Creates a task at the end of its column; records an event, and one per assignee. */
export async function createTask(context: Context, input: CreateTaskInput): Promise<Task> {
  const { assigneeIds, tagIds, status, ...fields } = input
  assertTaskDates(fields)
  const [column, rank] = await Promise.all([
    lockColumn(context, input.columnId),
    nextRank(context, input.columnId),
    context.readReferenced(Project, input.projectId, 'projectId'),
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

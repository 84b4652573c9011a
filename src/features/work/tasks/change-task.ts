import { invalidField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { sanitizeUserHtml } from '#core/text/html'
import { findPlacement, lockColumn, placeTask, requireProjectId } from './place-task.ts'
import { Task, TaskStatus } from './task.entity.ts'
import type { MoveTaskInput, UpdateTaskInput } from './task.inputs.ts'
import { assertLinkTargets, assignees, replaceLinks, tags } from './task-links.ts'

/** Each kind of change has its event; other changes are `task.updated`. */
export async function updateTask(context: Context, id: string, input: UpdateTaskInput): Promise<Task> {
  const { assigneeIds, tagIds, projectId, columnId, status, ...fields } = input
  const [column, task] = await Promise.all([columnId && lockColumn(context, columnId), context.load(Task, id)])
  await Promise.all([assertLinkTargets(context, assignees, assigneeIds), assertLinkTargets(context, tags, tagIds)])
  const tagged = tagIds ? await replaceLinks(context, tags, id, tagIds) : none
  const assigned = assigneeIds ? await replaceLinks(context, assignees, id, assigneeIds) : none
  const before: Partial<Task> = { ...task }
  context.assign(task, cleanDescription(fields) as Partial<Task>)
  assertTaskDates(task)
  let isUpdated = (Object.keys(fields) as (keyof Task)[]).some((name) => before[name] !== task[name])
  if (changed(tagged)) context.markFieldChanged(task, tags.field)
  if (changed(assigned)) context.markFieldChanged(task, assignees.field)
  isUpdated ||= changed(tagged) || assigned.removed > 0
  for (let count = 0; count < assigned.added; count++) context.record('task.assigned', task)
  if (status) isUpdated = applyStatus(context, task, status) || isUpdated
  if (columnId || projectId) {
    const target = requireProjectId(column || (columnId ? undefined : task), projectId)
    if (columnId && columnId !== task.columnId) {
      const place = await findPlacement(context, { taskId: id, columnId, position: null })
      if (place) await placeTask(context, task, { id: columnId, projectId: target }, place)
    }
  }
  if (isUpdated) context.record('task.updated', task)
  return task
}

/** Moves a task to a position among the open tasks of a column, also of another project. */
export async function moveTask(context: Context, id: string, input: MoveTaskInput): Promise<Task> {
  const { columnId, position, projectId } = input
  const [column, task, place] = await Promise.all([
    lockColumn(context, columnId),
    context.load(Task, id),
    findPlacement(context, { taskId: id, columnId, position }),
  ])
  const target = requireProjectId(column, projectId)
  if (place) await placeTask(context, task, { id: columnId, projectId: target }, place)
  return task
}

export async function toggleTask(context: Context, id: string): Promise<Task> {
  const task = await context.load(Task, id)
  const reopened = applyStatus(context, task, task.status === TaskStatus.open ? TaskStatus.done : TaskStatus.open)
  if (reopened) context.record('task.updated', task)
  return task
}

/** Applies a status; completion records its own event. Returns true if the task was reopened, which has none. */
export function applyStatus(context: Context, task: Task, status: TaskStatus): boolean {
  if (!task.become(status, context.clock.now())) return false
  if (status === TaskStatus.done) context.record('task.completed', task)
  return status === TaskStatus.open
}

const none = { added: 0, removed: 0 }
const changed = ({ added, removed }: { added: number; removed: number }) => added + removed > 0

/** 422 if the due date is before the start date. */
export function assertTaskDates({ startDate, dueDate }: Pick<UpdateTaskInput, 'startDate' | 'dueDate'>) {
  if (startDate && dueDate && dueDate < startDate)
    throw invalidField('dueDate', { de: 'liegt vor dem Beginn', en: 'is before the start date' })
}

/** Sanitizes the description. */
export const cleanDescription = <Fields extends { description?: string | null }>(fields: Fields): Fields =>
  fields.description ? { ...fields, description: sanitizeUserHtml(fields.description) } : fields

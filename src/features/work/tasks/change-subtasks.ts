import { select } from '#core/database/select'
import { notFound } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { makeRoomForSibling, type Siblings, shiftSiblings, shiftSiblingsForMove } from '#core/operation/siblings'
import { Subtask } from './subtask.entity.ts'
import type { CreateSubtaskInput, UpdateSubtaskInput } from './subtask.inputs.ts'
import { Task } from './task.entity.ts'

const siblings: Siblings = { table: 'subtasks', parent: 'task_id', order: 'position' }

/** Adds a subtask. As with all changes of subtasks, the task's row is locked. */
export async function addSubtask(context: Context, taskId: string, input: CreateSubtaskInput): Promise<Subtask> {
  await context.load(Task, taskId)
  const position = await makeRoomForSibling(context, siblings, taskId, input.position)
  const subtask = context.create(Subtask, { ...input, position, taskId })
  context.record('subtask.created', subtask)
  return subtask
}

/** Completion has an event of its own; other changes are changes of the task. */
export async function updateSubtask(context: Context, id: string, input: UpdateSubtaskInput): Promise<Subtask> {
  const { subtask, task } = await loadSubtask(context, id)
  return changeSubtask(context, subtask, task, input)
}

export async function toggleSubtask(context: Context, id: string): Promise<Subtask> {
  const { subtask, task } = await loadSubtask(context, id)
  return changeSubtask(context, subtask, task, { done: !subtask.done })
}

async function changeSubtask(context: Context, subtask: Subtask, task: Task, input: UpdateSubtaskInput) {
  const { id, title, done, position: from } = subtask
  const to = input.position ?? from
  const position = to === from ? from : await shiftSiblingsForMove(context, siblings, task.id, { id, from, to })
  context.assign(subtask, { ...input, position } as Partial<Subtask>)
  if (subtask.done && !done) context.record('subtask.completed', subtask)
  if (subtask.title !== title || position !== from || (done && !subtask.done)) {
    context.markFieldChanged(task, 'subtasks')
    context.record('task.updated', task)
  }
  return subtask
}

/** Deletes a subtask; the following ones move up. */
export async function deleteSubtask(context: Context, id: string) {
  const { subtask } = await loadSubtask(context, id)
  const lastState = await context.snapshot('Subtask', subtask)
  await shiftSiblings(context, siblings, subtask.taskId, { first: subtask.position, by: -1, except: id })
  context.em.remove(subtask)
  context.record('subtask.deleted', subtask, lastState)
}

/** Loads a subtask after locking its task, which serializes changes of subtasks. */
async function loadSubtask(context: Context, id: string): Promise<{ subtask: Subtask; task: Task }> {
  const [row] = await context.query<{ taskId: string }>(
    select`task_id as "taskId" from subtasks where organization_id = ${context.organizationId} and id = ${id}`,
  )
  if (!row) throw notFound()
  const task = await context.load(Task, row.taskId)
  return { task, subtask: await context.load(Subtask, id) }
}

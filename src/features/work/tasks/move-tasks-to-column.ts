import { LockMode } from '@mikro-orm/postgresql'
import { select } from '#core/database/select'
import { conflict } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { ColumnReplacement } from '#features/work/projects/change-columns'
import type { Column } from '#features/work/projects/column.entity'
import { nextRank } from './place-task.ts'
import { Task, TaskStatus } from './task.entity.ts'

/** Moves the tasks of a deleted column to another one; 409 if open tasks would move without a choice. */
export async function moveTasksToColumn(context: Context, { id }: Column, { to, isChosen }: ColumnReplacement) {
  const tasks = await tasksToMove(context, id, to)
  if (!isChosen && tasks.some(({ status }) => status === TaskStatus.open))
    throw conflict('conflict', {
      de: 'In dieser Spalte sind offene Aufgaben: move_to muss sagen, wohin mit ihnen.',
      en: 'There are open tasks in this column: move_to must say where they go.',
    })
  const first = Number(await nextRank(context, to))
  for (const [index, task] of tasks.entries()) {
    context.assign(task, { columnId: to, rank: String(first + index) })
    context.record('task.moved', task)
  }
}

/** Tasks in order, after locking both columns by id, as placements do. */
async function tasksToMove(context: Context, from: string, to: string): Promise<Task[]> {
  await context.query(
    select`id from project_columns
        where organization_id = ${context.organizationId} and id = any(${[from, to]}::uuid[]) order by id for update`,
  )
  return context.em.find(Task, { columnId: from }, { orderBy: { rank: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE })
}

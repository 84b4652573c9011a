import { LockMode } from '@mikro-orm/postgresql'
import sql, { raw } from 'sql-template-tag'
import type { JobKind } from '#core/jobs/jobs'
import type { Context } from '#core/operation/context'
import { operateAsSystem } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import type { Member } from '#features/people/members/member.entity'
import type { Tag } from '#features/work/tags/tag.entity'
import { assignees, type Links, tags } from './links.ts'
import { Task } from './task.entity.ts'

const queue = 'tasks.let-go'

/** So many tasks say in one transaction that they have lost something: in that of the loss, and in each job for the others. */
const portion = 200

interface LosingTasks {
  organizationId: string
  field: string
  taskIds: string[]
}

/** A tag goes: its tasks lose it, and say so. */
export const untagTasks = (context: Context, { id }: Tag) => letGo(context, tags, id)

/** Somebody leaves: their tasks are theirs no more, and say so. */
export const unassignTasks = (context: Context, { id }: Member) => letGo(context, assignees, id)

async function letGo(context: Context, { table, column, field }: Links, id: string) {
  const { organizationId } = context
  const unlinked = await context.writeReturning<{ taskId: string }>(
    sql`delete from ${raw(table)} where organization_id = ${organizationId} and ${raw(column)} = ${id}
        returning task_id as "taskId"`,
  )
  const taskIds = unlinked.map(({ taskId }) => taskId).sort()
  await tellLoss(context, field, taskIds.slice(0, portion))
  for (let from = portion; from < taskIds.length; from += portion)
    await context.enqueue<LosingTasks>(queue, {
      organizationId,
      field,
      taskIds: taskIds.slice(from, from + portion),
    })
}

async function tellLoss(context: Context, field: string, taskIds: readonly string[]) {
  if (!taskIds.length) return
  const losing = await context.em.find(
    Task,
    { id: { $in: [...taskIds] } },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  for (const task of losing) {
    context.touch(task, field)
    context.record('task.updated', task)
  }
}

/** Tells of the tasks that were too many for the transaction of the loss. */
export const letGoJob = (services: () => Services): JobKind<LosingTasks> => ({
  name: queue,
  run: ({ organizationId, field, taskIds }) =>
    operateAsSystem(services(), organizationId, (context) => tellLoss(context, field, taskIds)),
})

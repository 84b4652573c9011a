import { LockMode } from '@mikro-orm/postgresql'
import sql, { raw } from 'sql-template-tag'
import { select } from '#core/database/select'
import type { JobKind } from '#core/jobs/jobs'
import type { Context } from '#core/operation/context'
import { operateAsSystem } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import type { Member } from '#features/people/members/member.entity'
import type { Tag } from '#features/work/tags/tag.entity'
import { Task } from './task.entity.ts'
import { assignees, type TaskLink, tags } from './task-links.ts'

const queue = 'tasks.detach'

/** Tasks per transaction; the rest follow in jobs. */
const portion = 200

interface DetachedTasks {
  organizationId: string
  field: string
  taskIds: string[]
}

/** Removes a deleted tag from its tasks, with an event each. */
export const untagTasks = (context: Context, { id }: Tag) => detach(context, tags, id)

/** Removes a deleted member from their tasks, with an event each. */
export const unassignTasks = (context: Context, { id }: Member) => detach(context, assignees, id)

/** Locks tasks first, in the same order as their deletion. */
async function detach(context: Context, { table, column, field }: TaskLink, id: string) {
  const { organizationId } = context
  await context.query(
    select`from tasks where organization_id = ${organizationId} and id in (
          select task_id from ${raw(table)} where organization_id = ${organizationId} and ${raw(column)} = ${id}
        ) order by id for update`,
  )
  const unlinked = await context.writeReturning<{ taskId: string }>(
    sql`delete from ${raw(table)} where organization_id = ${organizationId} and ${raw(column)} = ${id}
        returning task_id as "taskId"`,
  )
  const taskIds = unlinked.map(({ taskId }) => taskId).sort()
  await recordDetached(context, field, taskIds.slice(0, portion))
  for (let from = portion; from < taskIds.length; from += portion)
    await context.enqueue<DetachedTasks>(queue, {
      organizationId,
      field,
      taskIds: taskIds.slice(from, from + portion),
    })
}

async function recordDetached(context: Context, field: string, taskIds: readonly string[]) {
  if (!taskIds.length) return
  const detached = await context.em.find(
    Task,
    { id: { $in: [...taskIds] } },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  for (const task of detached) {
    context.markFieldChanged(task, field)
    context.record('task.updated', task)
  }
}

/** Records the events that did not fit the transaction of the deletion. */
export const createDetachJob = (services: () => Services): JobKind<DetachedTasks> => ({
  name: queue,
  run: ({ organizationId, field, taskIds }) =>
    operateAsSystem(services(), organizationId, (context) => recordDetached(context, field, taskIds)),
})

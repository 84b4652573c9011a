import sql, { type Sql } from 'sql-template-tag'
import type { Context } from '#core/operation/context'
import type { Project } from '#features/work/projects/project.entity'
import type { Task } from '#features/work/tasks/task.entity'
import { TimeEntry, TimeEntryStatus, timeCounterKey } from './time-entry.entity.ts'

/** Deletes the time of a task or project; running timers record an event. 409 if any of it is billed. */
async function removeTime(context: Context, place: { projectId: string } | { taskId: string }, at: Sql) {
  for (const timer of await context.em.find(TimeEntry, { ...place, status: TimeEntryStatus.running }))
    context.record('time_entry.deleted', timer, await context.snapshot('TimeEntry', timer))
  const gone = await context.writeReturning<{ projectId: string; seconds: number }>(
    sql`with gone as (
          delete from time_entries where organization_id = ${context.organizationId} and ${at} and invoice_id is null
          returning project_id, duration_seconds
        )
        select project_id as "projectId", coalesce(sum(duration_seconds), 0)::float8 as seconds from gone group by 1`,
  )
  for (const { projectId, seconds } of gone) context.transaction.addToCounter(timeCounterKey(projectId), -seconds)
}

export const removeTimeOfProject = (context: Context, { id }: Project) =>
  removeTime(context, { projectId: id }, sql`project_id = ${id}`)

export const removeTimeOfTask = (context: Context, { id }: Task) =>
  removeTime(context, { taskId: id }, sql`task_id = ${id}`)

import sql, { type Sql } from 'sql-template-tag'
import type { Context } from '#core/operation/context'
import type { Project } from '#features/work/projects/project.entity'
import type { Task } from '#features/work/tasks/task.entity'
import { TimeEntry, TimeEntryStatus } from './time-entry.entity.ts'

/** What goes takes its time along; a timer that runs says so; what is invoiced stays, and keeps the task or project from going: 409. */
async function removeTime(context: Context, place: { projectId: string } | { taskId: string }, at: Sql) {
  for (const timer of await context.em.find(TimeEntry, { ...place, status: TimeEntryStatus.running }))
    context.record('time_entry.deleted', timer, await context.snapshot('TimeEntry', timer))
  await context.write(
    sql`delete from time_entries where organization_id = ${context.organizationId} and ${at} and invoice_id is null`,
  )
}

export const removeTimeOfProject = (context: Context, { id }: Project) =>
  removeTime(context, { projectId: id }, sql`project_id = ${id}`)

export const removeTimeOfTask = (context: Context, { id }: Task) =>
  removeTime(context, { taskId: id }, sql`task_id = ${id}`)

import sql, { raw } from 'sql-template-tag'
import type { Context } from '#core/context'
import { Project } from '#features/work/projects/project.entity'
import type { Task } from '#features/work/tasks/task.entity'
import { TimeEntry, TimeEntryStatus } from './time-entry.entity.ts'

/** What goes takes its time along; a timer that runs says so; what is invoiced stays, and keeps the task or project from going: 409. */
export async function removeTimeOf(context: Context, gone: Task | Project) {
  const [column, place] =
    gone instanceof Project ? ['project_id', { projectId: gone.id }] : ['task_id', { taskId: gone.id }]
  for (const timer of await context.em.find(TimeEntry, { ...place, status: TimeEntryStatus.running }))
    context.record('time_entry.deleted', timer, await context.snapshot('TimeEntry', timer))
  await context.query(
    sql`delete from time_entries
        where organization_id = ${context.organizationId} and ${raw(column)} = ${gone.id} and invoice_id is null`,
  )
}

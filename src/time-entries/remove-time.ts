import sql, { raw } from 'sql-template-tag'
import type { Context } from '../core/context.ts'
import { Project } from '../projects/project.entity.ts'
import type { Task } from '../tasks/task.entity.ts'

/** What goes takes its time along; what is invoiced stays, and keeps the task or project from going: 409. */
export async function removeTimeOf(context: Context, gone: Task | Project) {
  const column = gone instanceof Project ? 'project_id' : 'task_id'
  await context.query(
    sql`delete from time_entries
        where organization_id = ${context.organizationId} and ${raw(column)} = ${gone.id} and invoice_id is null`,
  )
}

import sql from 'sql-template-tag'
import type { Context } from '#core/context'
import { removeTimeOf } from '#features/work/time-entries/remove-time'
import type { Project } from './project.entity.ts'

/** Deletes a project with all that is in it. Drafts of invoices let go of it; what is sent or invoiced keeps it: 409. */
export async function deleteProject(context: Context, project: Project) {
  const { organizationId, em } = context
  const lastState = await context.snapshot('Project', project)
  await context.query(
    sql`update invoices set project_id = null, version = version + 1, updated_at = now()
        where organization_id = ${organizationId} and project_id = ${project.id} and status = 'draft'`,
  )
  await removeTimeOf(context, project)
  const tasks = await context.query(
    sql`delete from tasks where organization_id = ${organizationId} and project_id = ${project.id} returning id`,
  )
  context.transaction.tally('tasks', -tasks.length)
  em.remove(project)
  context.record('project.deleted', project, lastState)
}

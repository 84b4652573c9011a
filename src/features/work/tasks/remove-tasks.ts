import sql from 'sql-template-tag'
import type { Context } from '#core/operation/context'
import type { Project } from '#features/work/projects/project.entity'
import { Task } from './task.entity.ts'

/** Deletes the tasks of a project with their content. */
export async function removeTasksOfProject(context: Context, { id }: Project) {
  const tasks = await context.writeReturning<object>(
    sql`delete from tasks where organization_id = ${context.organizationId} and project_id = ${id}
        returning project_id as "projectId", column_id as "columnId", rank::text as rank, status`,
  )
  for (const task of tasks) context.transaction.countRowChange(Task, task, undefined)
}

import type { Context } from '#core/operation/context'
import type { Project } from './project.entity.ts'

/** Deletes a project with all that is in it; what is sent or invoiced keeps it: 409. */
export async function deleteProject(context: Context, project: Project) {
  const lastState = await context.snapshot('Project', project)
  await context.release(project)
  context.em.remove(project)
  context.record('project.deleted', project, lastState)
}

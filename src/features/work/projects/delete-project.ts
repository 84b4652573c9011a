import type { Context } from '#core/operation/context'
import type { Project } from './project.entity.ts'

/** Deletes a project with its content; 409 if sent documents or billed time refer to it. */
export async function deleteProject(context: Context, project: Project) {
  const lastState = await context.snapshot('Project', project)
  await context.runDeleteHandlers(project)
  context.em.remove(project)
  context.record('project.deleted', project, lastState)
}

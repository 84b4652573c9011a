import type { Context } from '#core/operation/context'
import type { Client } from '#features/people/clients/client.entity'
import { Project } from './project.entity.ts'

/** Projects of a deleted client stay, without a client; each records an event. */
export async function detachClientFromProjects(context: Context, { id: clientId }: Client) {
  for (const project of await context.em.find(Project, { clientId })) {
    project.clientId = null
    context.record('project.updated', project)
  }
}

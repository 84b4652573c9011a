import { invalidField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import { Project } from './project.entity.ts'

/** Projects without a client match every client. */
const isOf = (clientId: string, project: Row<Project>) => project.clientId === null || project.clientId === clientId

/** Throws 422 for `projectId` if the project does not exist or belongs to another client. */
export async function assertProjectOfClient(context: Context, id: string, clientId: string): Promise<Row<Project>> {
  const project = await context.readReferenced(Project, id, 'projectId')
  if (!isOf(clientId, project)) throw invalidField('projectId', ofAnother)
  return project
}

/** Keeps the project of a copy unless it belongs to another client by now; then null. */
export async function resolveProjectOfClient(
  context: Context,
  id: string | null,
  clientId: string,
): Promise<string | null> {
  const project = id && (await context.loadOne(Project, id))
  return project && isOf(clientId, project) ? id : null
}

const ofAnother = { de: 'gehört zu einem anderen Kunden', en: 'belongs to another client' }

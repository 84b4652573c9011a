import { invalidField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import { Project } from './project.entity.ts'

/** A project without a client is everybody's. */
const isOf = (clientId: string, project: Row<Project>) => project.clientId === null || project.clientId === clientId

/** A project that something of a client refers to; 422 naming `projectId` where there is none, or it is another client's. */
export async function assertProjectOfClient(context: Context, id: string, clientId: string): Promise<Row<Project>> {
  const project = await context.refer(Project, id, 'projectId')
  if (!isOf(clientId, project)) throw invalidField('projectId', ofAnother)
  return project
}

/** What becomes a client's keeps its project, unless that is another's by now: then null. */
export async function keepProjectOfClient(context: Context, id: string | null, clientId: string): Promise<string | null> {
  const project = id && (await context.one(Project, id))
  return project && isOf(clientId, project) ? id : null
}

const ofAnother = { de: 'gehört zu einem anderen Kunden', en: 'belongs to another client' }

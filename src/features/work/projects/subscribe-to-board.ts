import { select } from '#core/database/select'
import { notFound } from '#core/errors/problem'
import { findEventSequence, type StoredEvent } from '#core/events/stored-events'
import { followEvents } from '#core/graphql/follow-events'
import type { SocketContext } from '#core/graphql/subscriptions'
import { resourceOfEvent } from '../../../events.ts'
import type { BoardChange } from './board.type.ts'

/** The references in an event's data. */
interface Subject {
  id: string
  project_id?: string | null
  task_id?: string | null
}

/** Changes of a project's board until the project is deleted; 404 if it does not exist. */
export async function* subscribeToBoard(context: SocketContext, projectId: string): AsyncGenerator<BoardChange> {
  const { organizationId } = context
  const { database } = context.services
  const start = await findEventSequence(database, organizationId, null)
  // An event of a moved task names only its new column, so the board's own tasks are remembered.
  const own = await database.tenant(organizationId, async (transaction) => {
    const tasks = await transaction.query<{ id: string | null }>(
      select`t.id from projects p left join tasks t on t.organization_id = p.organization_id and t.project_id = p.id
          where p.organization_id = ${organizationId} and p.id = ${projectId}`,
    )
    if (!tasks.length) throw notFound()
    return new Set(tasks.map(({ id }) => id))
  })
  for await (const event of followEvents(context, () => true, start)) {
    if (!concerns(event, projectId, own)) continue
    yield { event: event.name, taskId: taskOf(event), projectId }
    if (event.name === 'project.deleted') return
  }
}

function concerns(event: StoredEvent, projectId: string, own: Set<string | null>): boolean {
  const { id, project_id } = subjectOf(event)
  if (resourceOfEvent[event.name] === 'Project') return id === projectId
  const task = taskOf(event)
  if (task === null) return false
  if (resourceOfEvent[event.name] !== 'Task') return own.has(task)
  if (project_id === projectId && event.name !== 'task.deleted') return Boolean(own.add(task))
  return own.delete(task)
}

/** The task that an event belongs to. */
function taskOf(event: StoredEvent): string | null {
  const { id, task_id } = subjectOf(event)
  return resourceOfEvent[event.name] === 'Task' ? id : (task_id ?? null)
}

const subjectOf = ({ body }: StoredEvent): Subject => (JSON.parse(body) as { data: Subject }).data

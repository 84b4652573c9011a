import { Link } from '@tanstack/react-router'
import { type DoneCardsQuery, DoneInColumnDocument } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { messages } from './projects.messages.ts'

/** Completed tasks, newest first, possibly truncated. */
interface DoneTasks {
  total: number
  tasks: readonly { id: string; title: string }[]
}

interface DoneCardsProps {
  projectId: string
  columnId: string
  /** Completed tasks of the project, possibly truncated. */
  ofProject: DoneCardsQuery['projectTasks'] | undefined
}

/** The most recently completed tasks of a column. */
export function DoneCards({ projectId, columnId, ofProject }: DoneCardsProps) {
  if (!ofProject) return null
  if (ofProject.tasks.length < ofProject.total) return <DoneInColumn {...{ projectId, columnId }} />
  const tasks = ofProject.tasks.filter((task) => task.columnId === columnId)
  return <LatestDone projectId={projectId} done={{ tasks, total: tasks.length }} />
}

function DoneInColumn({ projectId, columnId }: { projectId: string; columnId: string }) {
  const done = useQuery(DoneInColumnDocument, { columnId }, ['task']).data?.tasks
  return done ? <LatestDone {...{ projectId, done }} /> : null
}

const maxShown = 5

function LatestDone({ projectId, done: { total, tasks } }: { projectId: string; done: DoneTasks }) {
  if (total === 0) return null
  return (
    <details className="done">
      <summary>{messages.done(total)}</summary>
      <ol className="plain-list">
        {tasks.slice(0, maxShown).map(({ id, title }) => (
          <li key={id}>
            <span>
              <Link to="/tasks/$id" params={{ id }}>
                {title}
              </Link>
            </span>
          </li>
        ))}
      </ol>
      {total > maxShown && (
        <Link to="/projects/$id/tasks" params={{ id: projectId }} search={{ status: 'done' }}>
          {messages.allDone}
        </Link>
      )}
    </details>
  )
}

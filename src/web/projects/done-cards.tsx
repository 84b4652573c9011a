import { Link } from '@tanstack/react-router'
import { type DoneCardsQuery, DoneInColumnDocument } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { messages } from './projects.messages.ts'

/** Tasks that are done, the last first, as far as they are there, and how many there are. */
interface DoneTasks {
  total: number
  tasks: readonly { id: string; title: string }[]
}

interface DoneCardsProps {
  projectId: string
  columnId: string
  /** What is done in the project: not all of it, where that is much. */
  ofProject: DoneCardsQuery['projectTasks'] | undefined
}

/** What was done last in a column, where one wants to see it. */
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

/** So many done tasks are shown in a column. */
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

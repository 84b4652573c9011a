import { Link } from '@tanstack/react-router'
import { type DoneCardsQuery, DoneInColumnDocument } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { messages } from './projects.messages.ts'

/** Tasks that are done, the last first, as far as they are there, and how many there are. */
interface Done {
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
  if (ofProject.tasks.length < ofProject.total) return <DoneOfMany {...{ projectId, columnId }} />
  const tasks = ofProject.tasks.filter((task) => task.columnId === columnId)
  return <Latest projectId={projectId} done={{ tasks, total: tasks.length }} />
}

function DoneOfMany({ projectId, columnId }: { projectId: string; columnId: string }) {
  const done = useQuery(DoneInColumnDocument, { columnId }, ['task']).data?.tasks
  return done ? <Latest {...{ projectId, done }} /> : null
}

/** So many done tasks are shown in a column. */
const most = 5

function Latest({ projectId, done: { total, tasks } }: { projectId: string; done: Done }) {
  if (total === 0) return null
  return (
    <details className="done">
      <summary>{messages.done(total)}</summary>
      <ol className="plain-list">
        {tasks.slice(0, most).map(({ id, title }) => (
          <li key={id}>
            <span>
              <Link to="/tasks/$id" params={{ id }}>
                {title}
              </Link>
            </span>
          </li>
        ))}
      </ol>
      {total > most && (
        <Link to="/projects/$id/tasks" params={{ id: projectId }} search={{ status: 'done' }}>
          {messages.allDone}
        </Link>
      )}
    </details>
  )
}

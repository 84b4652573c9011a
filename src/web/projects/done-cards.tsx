import { Link } from '@tanstack/react-router'
import type { DoneCardsQuery } from '../../../schema/web/graphql.ts'
import { said } from './projects.words.ts'

export type DoneTasks = NonNullable<DoneCardsQuery['projectTasks']>['tasks']

/** So many done tasks are shown in a column. */
const mostDone = 5

/** What was done last in a column, where one wants to see it. */
export function DoneCards({ projectId, tasks }: { projectId: string; tasks: DoneTasks }) {
  if (tasks.length === 0) return null
  const latest = tasks.toSorted((one, other) => (other.completedAt ?? '').localeCompare(one.completedAt ?? ''))
  return (
    <details className="done">
      <summary>{said.done(tasks.length)}</summary>
      <ol className="plain-list">
        {latest.slice(0, mostDone).map(({ id, title }) => (
          <li key={id}>
            <span>
              <Link to="/tasks/$id" params={{ id }}>
                {title}
              </Link>
            </span>
          </li>
        ))}
      </ol>
      {tasks.length > mostDone && (
        <Link to="/projects/$id/tasks" params={{ id: projectId }} search={{ status: 'done' }}>
          {said.allDone}
        </Link>
      )}
    </details>
  )
}

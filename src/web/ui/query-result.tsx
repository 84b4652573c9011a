import { CloudOff, Compass, Lock, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { QueryState } from '../graphql/client.ts'
import type { Problem } from '../graphql/fetch-graphql.ts'
import { t } from '../i18n/locale.ts'
import { Button } from './button.tsx'

interface EmptyStateProps {
  icon: LucideIcon
  /** Absent where the page is called so. */
  title?: string
  children?: ReactNode
  action?: ReactNode
}

/** Nothing there yet, or nothing to be had: what it is, and the one thing to do. */
export const EmptyState = ({ icon: Icon, title, children, action }: EmptyStateProps) => (
  <div className="blank">
    <Icon aria-hidden />
    {title && <h2>{title}</h2>}
    {children && <p>{children}</p>}
    {action}
  </div>
)

const widths = ['62%', '48%', '71%', '55%']

/** Where rows will be. */
export const Skeleton = () => (
  <div className="bones" role="status">
    <span className="unseen">{t.loading}</span>
    {widths.map((width) => (
      <span key={width} className="bone" style={{ width }} />
    ))}
  </div>
)

interface QueryResultProps<R, T> {
  query: QueryState<R>
  /** What the page is about, in what was answered; null is what the reader may not see. */
  pick: (data: R) => T | null | undefined
  children: (found: T) => ReactNode
}

/** What somebody comes to by its address and may not see or do. */
export const ForbiddenState = () => (
  <EmptyState icon={Lock} title={t.forbidden.title}>
    {t.forbidden.text}
  </EmptyState>
)

// What is no id leads nowhere either.
export const isNotFound = ({ code, fields }: Problem) => code === 'not_found' || fields.id !== undefined

/** What belongs to something: shown at once, and not where what it belongs to is not there. */
export const RelatedList = <R,>({ answer, children }: { answer: QueryState<R>; children: ReactNode }) =>
  answer.problem && isNotFound(answer.problem) ? (
    <QueryResult query={answer} pick={() => null}>
      {() => null}
    </QueryResult>
  ) : (
    children
  )

/** Shows what a query answered, or how it stands: loading, failed, forbidden. */
export function QueryResult<R, T>({ query: { data, problem, retry }, pick, children }: QueryResultProps<R, T>) {
  if (problem?.code === 'forbidden') return <ForbiddenState />
  if (problem && isNotFound(problem))
    return (
      <EmptyState
        icon={Compass}
        title={t.missing.title}
        action={
          <a href="/app" className="button">
            {t.missing.action}
          </a>
        }
      >
        {t.missing.text}
      </EmptyState>
    )
  if (problem)
    return (
      <EmptyState icon={CloudOff} title={t.failed} action={<Button onClick={retry}>{t.retry}</Button>}>
        {problem.message}
      </EmptyState>
    )
  const found = data && pick(data)
  return found ? children(found) : <Skeleton />
}

import { CloudOff, Compass, Lock, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { QueryState } from '../graphql/client.ts'
import type { Problem } from '../graphql/fetch-graphql.ts'
import { t } from '../i18n/locale.ts'
import { Button } from './button.tsx'

interface EmptyStateProps {
  icon: LucideIcon
  /** Omitted if the page heading says the same. */
  title?: string
  children?: ReactNode
  action?: ReactNode
}

export const EmptyState = ({ icon: Icon, title, children, action }: EmptyStateProps) => (
  <div className="empty-state">
    <Icon aria-hidden />
    {title && <h2>{title}</h2>}
    {children && <p>{children}</p>}
    {action}
  </div>
)

const widths = ['62%', '48%', '71%', '55%']

export const Skeleton = () => (
  <div className="skeleton" role="status">
    <span className="unseen">{t.loading}</span>
    {widths.map((width) => (
      <span key={width} className="skeleton-line" style={{ width }} />
    ))}
  </div>
)

interface QueryResultProps<R, T> {
  query: QueryState<R>
  /** Selects from the data. Null means that the reader has no access. */
  pick: (data: R) => T | null | undefined
  children: (found: T) => ReactNode
}

export const ForbiddenState = () => (
  <EmptyState icon={Lock} title={t.forbidden.title}>
    {t.forbidden.text}
  </EmptyState>
)

// A malformed id is not found either.
export const isNotFound = ({ code, fields }: Problem) => code === 'not_found' || fields.id !== undefined

/** Content that belongs to an object: rendered at once, but replaced if that object does not exist. */
export const RelatedList = <R,>({ answer, children }: { answer: QueryState<R>; children: ReactNode }) =>
  answer.problem && isNotFound(answer.problem) ? (
    <QueryResult query={answer} pick={() => null}>
      {() => null}
    </QueryResult>
  ) : (
    children
  )

/** Renders the data of a query, or its state: loading, failed, forbidden, not found. */
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

import { CloudOff, Compass, Lock, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Answer } from '../graphql/client.ts'
import type { Problem } from '../graphql/send.ts'
import { t } from '../i18n/locale.ts'
import { Button } from './button.tsx'

interface BlankProps {
  icon: LucideIcon
  /** Absent where the page is called so. */
  title?: string
  children?: ReactNode
  action?: ReactNode
}

/** Nothing there yet, or nothing to be had: what it is, and the one thing to do. */
export const Blank = ({ icon: Icon, title, children, action }: BlankProps) => (
  <div className="blank">
    <Icon aria-hidden />
    {title && <h2>{title}</h2>}
    {children && <p>{children}</p>}
    {action}
  </div>
)

const widths = ['62%', '48%', '71%', '55%']

/** Where rows will be. */
export const Bones = () => (
  <div className="bones" role="status">
    <span className="unseen">{t.loading}</span>
    {widths.map((width) => (
      <span key={width} className="bone" style={{ width }} />
    ))}
  </div>
)

interface LoadedProps<R, T> {
  answer: Answer<R>
  /** What the page is about, in what was answered; null is what the reader may not see. */
  pick: (data: R) => T | null | undefined
  children: (found: T) => ReactNode
}

/** What somebody comes to by its address and may not see or do. */
export const Forbidden = () => (
  <Blank icon={Lock} title={t.forbidden.title}>
    {t.forbidden.text}
  </Blank>
)

// What is no id leads nowhere either.
export const isMissing = ({ code, fields }: Problem) => code === 'not_found' || fields.id !== undefined

/** What belongs to something: shown at once, and not where what it belongs to is not there. */
export const Within = <R,>({ answer, children }: { answer: Answer<R>; children: ReactNode }) =>
  answer.problem && isMissing(answer.problem) ? (
    <Loaded answer={answer} pick={() => null}>
      {() => null}
    </Loaded>
  ) : (
    children
  )

/** Shows what a query answered, or how it stands: loading, failed, forbidden. */
export function Loaded<R, T>({ answer: { data, problem, retry }, pick, children }: LoadedProps<R, T>) {
  if (problem?.code === 'forbidden') return <Forbidden />
  if (problem && isMissing(problem))
    return (
      <Blank
        icon={Compass}
        title={t.missing.title}
        action={
          <a href="/app" className="button">
            {t.missing.action}
          </a>
        }
      >
        {t.missing.text}
      </Blank>
    )
  if (problem)
    return (
      <Blank icon={CloudOff} title={t.failed} action={<Button onClick={retry}>{t.retry}</Button>}>
        {problem.message}
      </Blank>
    )
  const found = data && pick(data)
  return found ? children(found) : <Bones />
}

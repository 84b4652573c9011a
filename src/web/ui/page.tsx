import { type ReactNode, useEffect } from 'react'
import { t } from '../i18n/locale.ts'

interface PageProps {
  title: string
  /** What stands in place of the title's plain heading. */
  heading?: ReactNode
  about?: ReactNode
  /** The one thing that is done here most. */
  action?: ReactNode
  children: ReactNode
}

/** A page: its name, which the window bears too, and what it is about. */
export function Page({ title, heading, about, action, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} – ${t.app}`
  }, [title])
  return (
    <div className="page">
      <header className="head">
        <div>
          {heading ?? <h1>{title}</h1>}
          {about && <p className="quiet">{about}</p>}
        </div>
        {action}
      </header>
      {children}
    </div>
  )
}

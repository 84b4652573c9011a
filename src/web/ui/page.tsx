import { type ReactNode, useEffect } from 'react'
import { t } from '../i18n/locale.ts'

interface PageProps {
  title: string
  /** Replaces the plain heading. */
  heading?: ReactNode
  about?: ReactNode
  /** The main action. */
  action?: ReactNode
  children: ReactNode
}

/** A page with a heading, which is the window title too. */
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

import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { FileText, FolderKanban, Settings, Users } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSession } from '../session.ts'
import { Mark } from '../ui/mark.tsx'
import { words } from '../words/words.ts'
import { Account } from './account.tsx'

const places = [
  { to: '/clients', icon: Users, name: 'clients' },
  { to: '/invoices', icon: FileText, name: 'invoices' },
  { to: '/projects', icon: FolderKanban, name: 'projects' },
  { to: '/settings', icon: Settings, name: 'settings' },
] as const

/** What stands around every page. */
export function Shell() {
  const { organizationName } = useSession()
  const content = useRef<HTMLElement>(null)
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const seen = useRef(path)
  // Whoever hears the page is told of another one, as a browser tells of one that it loads.
  useEffect(() => {
    if (seen.current !== undefined && path !== seen.current) content.current?.focus({ preventScroll: true })
    seen.current = path
  }, [path])
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {words.skip}
      </a>
      <header className="side">
        <Link to="/" className="brand">
          <Mark />
          <span>{organizationName}</span>
        </Link>
        <nav className="places" aria-label={words.navigation.label}>
          <ul>
            {places.map(({ to, icon: Icon, name }) => (
              <li key={to}>
                <Link to={to}>
                  <Icon size={18} aria-hidden />
                  <span>{words.navigation[name]}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Account />
      </header>
      <main id="content" tabIndex={-1} ref={content}>
        <Outlet />
      </main>
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import { useMay } from '../session.ts'
import { messages } from './time.messages.ts'

const pages = [
  { to: '/time', name: 'week', needs: 'timeEntries' },
  { to: '/time/reports', name: 'reports', needs: 'timeReport' },
  { to: '/time/bill', name: 'bill', needs: 'invoiceFromTimeEntries' },
] as const

/** Navigation between the time pages, by permission. */
export function TimeNavigation() {
  const may = useMay()
  return (
    <nav className="time-pages" aria-label={messages.pages.label}>
      {pages
        .filter(({ needs }) => may(needs))
        .map(({ to, name }) => (
          <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
            {messages.pages[name]}
          </Link>
        ))}
    </nav>
  )
}

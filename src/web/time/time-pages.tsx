import { Link } from '@tanstack/react-router'
import { useMay } from '../session.ts'
import { said } from './time.words.ts'

const pages = [
  { to: '/time', name: 'week', needs: 'timeEntries' },
  { to: '/time/reports', name: 'reports', needs: 'timeReport' },
  { to: '/time/bill', name: 'bill', needs: 'invoiceFromTimeEntries' },
] as const

/** What there is about time, for whom it is. */
export function TimePages() {
  const may = useMay()
  return (
    <nav className="time-pages" aria-label={said.pages.label}>
      {pages
        .filter(({ needs }) => may(needs))
        .map(({ to, name }) => (
          <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
            {said.pages[name]}
          </Link>
        ))}
    </nav>
  )
}

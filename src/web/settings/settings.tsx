import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { ArrowLeft, KeyRound, type LucideIcon } from 'lucide-react'
import { Page } from '../ui/page.tsx'
import { words } from '../words/words.ts'

interface Place {
  to: '/settings/tokens'
  icon: LucideIcon
  title: string
  about: string
}

/** What can be set, in the groups that it is looked for in. */
const places = (): { title: string; places: Place[] }[] => [
  {
    title: words.settings.groups.developers,
    places: [{ to: '/settings/tokens', icon: KeyRound, title: words.tokens.title, about: words.tokens.about }],
  },
]

/** The settings: all of them at a glance, or one beside the way to the others. */
export function Settings() {
  const isOverview = useLocation({ select: ({ pathname }) => /\/settings\/?$/.test(pathname) })
  if (isOverview) return <Outlet />
  return (
    <div className="settings">
      <nav aria-label={words.settings.title}>
        <Link to="/settings" activeOptions={{ exact: true }} className="back">
          <ArrowLeft size={16} aria-hidden />
          {words.settings.back}
        </Link>
        {places().map((group) => (
          <section key={group.title}>
            <h2>{group.title}</h2>
            <ul>
              {group.places.map(({ to, title, icon: Icon }) => (
                <li key={to}>
                  <Link to={to}>
                    <Icon size={16} aria-hidden />
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <Outlet />
    </div>
  )
}

export const Overview = () => (
  <Page title={words.settings.title}>
    {places().map((group) => (
      <section key={group.title} className="group">
        <h2>{group.title}</h2>
        <ul className="tiles">
          {group.places.map(({ to, title, about, icon: Icon }) => (
            <li key={to} className="card tile">
              <Icon size={20} aria-hidden />
              <Link to={to}>{title}</Link>
              <p className="quiet">{about}</p>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </Page>
)

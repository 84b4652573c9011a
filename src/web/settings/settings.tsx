import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useMay, useSession } from '../session.ts'
import { Page } from '../ui/page.tsx'
import { ForbiddenState } from '../ui/query-result.tsx'
import { settingsPageInfo } from './page-info.ts'
import { messages } from './settings.messages.ts'
import type { SettingsPath } from './settings.routes.ts'

/** The settings pages that the user may open, by group. */
function useSettingsGroups() {
  const { permissions } = useSession()
  const paths = Object.keys(settingsPageInfo) as SettingsPath[]
  return Object.entries(messages.groups)
    .map(([name, title]) => ({
      title,
      pages: paths
        .filter(
          (path) => settingsPageInfo[path].group === name && permissions.includes(settingsPageInfo[path].permission),
        )
        .map((path) => ({
          to: `/settings/${path}` as const,
          icon: settingsPageInfo[path].icon,
          ...messages.pages[path],
        })),
    }))
    .filter(({ pages }) => pages.length > 0)
}

/** Settings overview, or a page with the settings navigation. */
export function SettingsLayout() {
  const [, path] = useLocation({ select: ({ pathname }) => /\/settings\/([^/]+)/.exec(pathname) }) ?? []
  const groups = useSettingsGroups()
  const may = useMay()
  if (!path) return <Outlet />
  const place = Object.hasOwn(settingsPageInfo, path) ? (path as SettingsPath) : undefined
  return (
    <div className="settings">
      <nav aria-label={messages.title}>
        <Link to="/settings" activeOptions={{ exact: true }} className="back">
          <ArrowLeft size={16} aria-hidden />
          {messages.back}
        </Link>
        {groups.map((group) => (
          <section key={group.title}>
            <h2>{group.title}</h2>
            <ul>
              {group.pages.map(({ to, title, icon: Icon }) => (
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
      {place && !may(settingsPageInfo[place].permission) ? (
        <Page title={messages.pages[place].title}>
          <ForbiddenState />
        </Page>
      ) : (
        <Outlet />
      )}
    </div>
  )
}

export function SettingsOverview() {
  const groups = useSettingsGroups()
  return (
    <Page title={messages.title}>
      {groups.map((group) => (
        <section key={group.title} className="group">
          <h2>{group.title}</h2>
          <ul className="tiles">
            {group.pages.map(({ to, title, about, icon: Icon }) => (
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
}

import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { ArrowLeft, Building2, KeyRound, type LucideIcon, ScrollText, ShieldCheck, Users } from 'lucide-react'
import { useSession } from '../session.ts'
import { Page } from '../ui/page.tsx'
import { words } from '../words/words.ts'

interface Place {
  to: '/settings/security' | '/settings/organization' | '/settings/members' | '/settings/tokens' | '/settings/audit-log'
  icon: LucideIcon
  said: { title: string; about: string }
  /** What of the API it is made of: whoever may not ask for it is not led there. */
  needs: string
}

/** What can be set, in the groups that it is looked for in: for whoever has signed in. */
function usePlaces() {
  const { permissions } = useSession()
  const { groups } = words.settings
  const all: { title: string; places: Place[] }[] = [
    {
      title: groups.you,
      places: [{ to: '/settings/security', icon: ShieldCheck, said: words.security, needs: 'sessions' }],
    },
    {
      title: groups.organization,
      places: [
        { to: '/settings/organization', icon: Building2, said: words.organization, needs: 'updateOrganization' },
        { to: '/settings/members', icon: Users, said: words.members, needs: 'createMember' },
      ],
    },
    {
      title: groups.developers,
      places: [{ to: '/settings/tokens', icon: KeyRound, said: words.tokens, needs: 'tokens' }],
    },
    {
      title: groups.record,
      places: [{ to: '/settings/audit-log', icon: ScrollText, said: words.audit, needs: 'auditLog' }],
    },
  ]
  return all
    .map(({ title, places }) => ({ title, places: places.filter(({ needs }) => permissions.includes(needs)) }))
    .filter(({ places }) => places.length > 0)
}

/** The settings: all of them at a glance, or one beside the way to the others. */
export function Settings() {
  const isOverview = useLocation({ select: ({ pathname }) => /\/settings\/?$/.test(pathname) })
  const places = usePlaces()
  if (isOverview) return <Outlet />
  return (
    <div className="settings">
      <nav aria-label={words.settings.title}>
        <Link to="/settings" activeOptions={{ exact: true }} className="back">
          <ArrowLeft size={16} aria-hidden />
          {words.settings.back}
        </Link>
        {places.map((group) => (
          <section key={group.title}>
            <h2>{group.title}</h2>
            <ul>
              {group.places.map(({ to, said, icon: Icon }) => (
                <li key={to}>
                  <Link to={to}>
                    <Icon size={16} aria-hidden />
                    {said.title}
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

export function Overview() {
  const places = usePlaces()
  return (
    <Page title={words.settings.title}>
      {places.map((group) => (
        <section key={group.title} className="group">
          <h2>{group.title}</h2>
          <ul className="tiles">
            {group.places.map(({ to, said, icon: Icon }) => (
              <li key={to} className="card tile">
                <Icon size={20} aria-hidden />
                <Link to={to}>{said.title}</Link>
                <p className="quiet">{said.about}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Page>
  )
}

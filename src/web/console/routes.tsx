import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type NavigateOptions,
  redirect,
  type ToOptions,
} from '@tanstack/react-router'
import { Crashed, Missing } from './missing.tsx'
import { Shell } from './shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: Missing, errorComponent: Crashed })
const below = () => root

/** What stands in the address of a list. */
interface ListSearch {
  page?: number
  q?: string
}
const list = ({ page, q }: Record<string, unknown>): ListSearch => ({
  ...(Number.isInteger(page) && Number(page) > 1 && { page: Number(page) }),
  ...(typeof q === 'string' && q !== '' && { q }),
})

const home = createRoute({
  getParentRoute: below,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/clients', replace: true })
  },
})
const clients = createRoute({
  getParentRoute: below,
  path: 'clients',
  validateSearch: list,
  component: lazyRouteComponent(() => import('./lists.tsx'), 'Clients'),
})
const invoices = createRoute({
  getParentRoute: below,
  path: 'invoices',
  validateSearch: list,
  component: lazyRouteComponent(() => import('./lists.tsx'), 'Invoices'),
})
const projects = createRoute({
  getParentRoute: below,
  path: 'projects',
  validateSearch: list,
  component: lazyRouteComponent(() => import('./lists.tsx'), 'Projects'),
})

const settings = createRoute({
  getParentRoute: below,
  path: 'settings',
  component: lazyRouteComponent(() => import('../settings/settings.tsx'), 'Settings'),
})
const withinSettings = () => settings
const overview = createRoute({
  getParentRoute: withinSettings,
  path: '/',
  component: lazyRouteComponent(() => import('../settings/settings.tsx'), 'Overview'),
})
const tokens = createRoute({
  getParentRoute: withinSettings,
  path: 'tokens',
  component: lazyRouteComponent(() => import('../settings/tokens.tsx'), 'Tokens'),
})
const security = createRoute({
  getParentRoute: withinSettings,
  path: 'security',
  component: lazyRouteComponent(() => import('../settings/security.tsx'), 'Security'),
})
const organization = createRoute({
  getParentRoute: withinSettings,
  path: 'organization',
  component: lazyRouteComponent(() => import('../settings/organization.tsx'), 'OrganizationPage'),
})
const members = createRoute({
  getParentRoute: withinSettings,
  path: 'members',
  component: lazyRouteComponent(() => import('../settings/members.tsx'), 'Members'),
})
const auditLog = createRoute({
  getParentRoute: withinSettings,
  path: 'audit-log',
  validateSearch: list,
  component: lazyRouteComponent(() => import('../settings/audit-log.tsx'), 'AuditLog'),
})

const tree = root.addChildren([
  home,
  clients,
  invoices,
  projects,
  settings.addChildren([overview, security, organization, members, tokens, auditLog]),
])

/** The pages of the app, each loaded when it is first wanted. */
export const createRoutes = () =>
  createRouter({
    routeTree: tree,
    basepath: '/app',
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: Crashed,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createRoutes>
  }
}
declare module 'react-aria-components' {
  interface RouterConfig {
    href: ToOptions['to']
    routerOptions: Omit<NavigateOptions, keyof ToOptions>
  }
}

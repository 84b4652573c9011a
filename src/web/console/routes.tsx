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
const newClient = createRoute({
  getParentRoute: below,
  path: 'clients/new',
  component: lazyRouteComponent(() => import('../clients/client-page.tsx'), 'NewClient'),
})
const client = createRoute({
  getParentRoute: below,
  path: 'clients/$id',
  component: lazyRouteComponent(() => import('../clients/client-page.tsx'), 'ClientPage'),
})
const editClient = createRoute({
  getParentRoute: below,
  path: 'clients/$id/edit',
  component: lazyRouteComponent(() => import('../clients/client-page.tsx'), 'EditClient'),
})
const newInvoice = createRoute({
  getParentRoute: below,
  path: 'invoices/new',
  validateSearch: ({ client: id }: Record<string, unknown>): { client?: string } =>
    typeof id === 'string' ? { client: id } : {},
  component: lazyRouteComponent(() => import('../invoices/invoice-page.tsx'), 'NewInvoice'),
})
const invoice = createRoute({
  getParentRoute: below,
  path: 'invoices/$id',
  // Whether it is about to be sent.
  validateSearch: ({ send }: Record<string, unknown>): { send?: true } => (send === true ? { send } : {}),
  component: lazyRouteComponent(() => import('../invoices/invoice-page.tsx'), 'InvoicePage'),
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
/** The pages of the settings by their path; `settings/places.ts` says where each is found. */
const settingsPages = {
  profile: lazyRouteComponent(() => import('../settings/profile/profile.tsx'), 'Profile'),
  security: lazyRouteComponent(() => import('../settings/security/security.tsx'), 'Security'),
  organization: lazyRouteComponent(() => import('../settings/documents/organization.tsx'), 'OrganizationPage'),
  documents: lazyRouteComponent(() => import('../settings/documents/documents.tsx'), 'Documents'),
  numbering: lazyRouteComponent(() => import('../settings/numbering/numbering.tsx'), 'Numbering'),
  dunning: lazyRouteComponent(() => import('../settings/dunning/dunning.tsx'), 'Dunning'),
  accounting: lazyRouteComponent(() => import('../settings/accounting/accounting.tsx'), 'Accounting'),
  booking: lazyRouteComponent(() => import('../settings/booking/booking.tsx'), 'Booking'),
  hours: lazyRouteComponent(() => import('../settings/hours/hours.tsx'), 'HoursPage'),
  calendars: lazyRouteComponent(() => import('../settings/calendars/calendars.tsx'), 'Calendars'),
  members: lazyRouteComponent(() => import('../settings/members.tsx'), 'Members'),
  tokens: lazyRouteComponent(() => import('../settings/tokens.tsx'), 'Tokens'),
  webhooks: lazyRouteComponent(() => import('../settings/webhooks/webhooks.tsx'), 'Webhooks'),
  export: lazyRouteComponent(() => import('../settings/export/export.tsx'), 'Export'),
  doctor: lazyRouteComponent(() => import('../settings/doctor/doctor.tsx'), 'Doctor'),
  'audit-log': lazyRouteComponent(() => import('../settings/audit-log.tsx'), 'AuditLog'),
}
export type SettingsPath = keyof typeof settingsPages
const settingsRoutes = Object.entries(settingsPages).map(([path, component]) =>
  createRoute({ getParentRoute: withinSettings, path: path as SettingsPath, validateSearch: list, component }),
)
const webhook = createRoute({
  getParentRoute: withinSettings,
  path: 'webhooks/$webhookId',
  component: lazyRouteComponent(() => import('../settings/webhooks/webhook.tsx'), 'WebhookPage'),
})
const bookingType = createRoute({
  getParentRoute: withinSettings,
  path: 'booking/$typeId',
  component: lazyRouteComponent(() => import('../settings/booking/booking-type.tsx'), 'BookingTypePage'),
})

const tree = root.addChildren([
  home,
  clients,
  newClient,
  client,
  editClient,
  invoices,
  newInvoice,
  invoice,
  projects,
  settings.addChildren([overview, webhook, bookingType, ...settingsRoutes]),
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

import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../routing/lazy-page.ts'
import { getRootRoute } from '../routing/root-route.ts'
import { dateParam, listSearch, listSearchWith, textParam } from '../routing/search-params.ts'

const settings = createRoute({
  getParentRoute: getRootRoute,
  path: 'settings',
  component: lazyPage(() => import('./settings.tsx'), 'SettingsLayout'),
})
const settingsParent = () => settings
const overview = createRoute({
  getParentRoute: settingsParent,
  path: '/',
  component: lazyPage(() => import('./settings.tsx'), 'SettingsOverview'),
})
/** Settings pages by path. `settings/page-info.ts` has the group of each. */
const settingsPages = {
  profile: lazyPage(() => import('./profile/profile.tsx'), 'ProfilePage'),
  notices: lazyPage(() => import('./notices/notices.tsx'), 'Notices'),
  security: lazyPage(() => import('./security/security.tsx'), 'SecuritySettings'),
  organization: lazyPage(() => import('./documents/organization.tsx'), 'OrganizationPage'),
  documents: lazyPage(() => import('./documents/documents.tsx'), 'DocumentSettings'),
  numbering: lazyPage(() => import('./numbering/numbering.tsx'), 'NumberingSettings'),
  dunning: lazyPage(() => import('./dunning/dunning.tsx'), 'DunningSettings'),
  accounting: lazyPage(() => import('./accounting/accounting.tsx'), 'AccountingSettings'),
  booking: lazyPage(() => import('./booking/booking-types.tsx'), 'BookingTypesPage'),
  hours: lazyPage(() => import('./hours/hours.tsx'), 'HoursPage'),
  calendars: lazyPage(() => import('./calendars/calendars.tsx'), 'CalendarSettings'),
  members: lazyPage(() => import('./members.tsx'), 'Members'),
  tokens: lazyPage(() => import('./tokens.tsx'), 'Tokens'),
  webhooks: lazyPage(() => import('./webhooks/webhooks.tsx'), 'Webhooks'),
  export: lazyPage(() => import('./export/export.tsx'), 'ExportPage'),
  doctor: lazyPage(() => import('./doctor/doctor.tsx'), 'DoctorPage'),
}
export type SettingsPath = keyof typeof settingsPages | 'audit-log' | 'security-log'
const pages = Object.entries(settingsPages).map(([path, component]) =>
  createRoute({
    getParentRoute: settingsParent,
    path: path as keyof typeof settingsPages,
    validateSearch: listSearch,
    component,
  }),
)
const webhook = createRoute({
  getParentRoute: settingsParent,
  path: 'webhooks/$webhookId',
  component: lazyPage(() => import('./webhooks/webhook.tsx'), 'WebhookPage'),
})
const bookingType = createRoute({
  getParentRoute: settingsParent,
  path: 'booking/$typeId',
  component: lazyPage(() => import('./booking/booking-type.tsx'), 'BookingTypePage'),
})

const auditLog = createRoute({
  getParentRoute: settingsParent,
  path: 'audit-log',
  validateSearch: listSearchWith({ action: textParam, from: dateParam, to: dateParam }),
  component: lazyPage(() => import('./audit-log.tsx'), 'AuditLog'),
})

const securityLog = createRoute({
  getParentRoute: settingsParent,
  path: 'security-log',
  validateSearch: listSearchWith({ kind: textParam, from: dateParam, to: dateParam }),
  component: lazyPage(() => import('./security-log.tsx'), 'SecurityLog'),
})

export const settingsRoutes = settings.addChildren([overview, webhook, bookingType, auditLog, securityLog, ...pages])

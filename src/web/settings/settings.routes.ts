import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { below } from '../console/root.ts'
import { day, list, listBy, text } from '../console/search.ts'

const settings = createRoute({
  getParentRoute: below,
  path: 'settings',
  component: lazyRouteComponent(() => import('./settings.tsx'), 'Settings'),
})
const within = () => settings
const overview = createRoute({
  getParentRoute: within,
  path: '/',
  component: lazyRouteComponent(() => import('./settings.tsx'), 'Overview'),
})
/** The pages of the settings by their path; `settings/places.ts` says where each is found. */
const settingsPages = {
  profile: lazyRouteComponent(() => import('./profile/profile.tsx'), 'Profile'),
  security: lazyRouteComponent(() => import('./security/security.tsx'), 'Security'),
  organization: lazyRouteComponent(() => import('./documents/organization.tsx'), 'OrganizationPage'),
  documents: lazyRouteComponent(() => import('./documents/documents.tsx'), 'Documents'),
  numbering: lazyRouteComponent(() => import('./numbering/numbering.tsx'), 'Numbering'),
  dunning: lazyRouteComponent(() => import('./dunning/dunning.tsx'), 'Dunning'),
  accounting: lazyRouteComponent(() => import('./accounting/accounting.tsx'), 'Accounting'),
  booking: lazyRouteComponent(() => import('./booking/booking.tsx'), 'Booking'),
  hours: lazyRouteComponent(() => import('./hours/hours.tsx'), 'HoursPage'),
  calendars: lazyRouteComponent(() => import('./calendars/calendars.tsx'), 'Calendars'),
  members: lazyRouteComponent(() => import('./members.tsx'), 'Members'),
  tokens: lazyRouteComponent(() => import('./tokens.tsx'), 'Tokens'),
  webhooks: lazyRouteComponent(() => import('./webhooks/webhooks.tsx'), 'Webhooks'),
  export: lazyRouteComponent(() => import('./export/export.tsx'), 'Export'),
  doctor: lazyRouteComponent(() => import('./doctor/doctor.tsx'), 'Doctor'),
}
export type SettingsPath = keyof typeof settingsPages | 'audit-log'
const pages = Object.entries(settingsPages).map(([path, component]) =>
  createRoute({ getParentRoute: within, path: path as keyof typeof settingsPages, validateSearch: list, component }),
)
const webhook = createRoute({
  getParentRoute: within,
  path: 'webhooks/$webhookId',
  component: lazyRouteComponent(() => import('./webhooks/webhook.tsx'), 'WebhookPage'),
})
const bookingType = createRoute({
  getParentRoute: within,
  path: 'booking/$typeId',
  component: lazyRouteComponent(() => import('./booking/booking-type.tsx'), 'BookingTypePage'),
})

const auditLog = createRoute({
  getParentRoute: within,
  path: 'audit-log',
  validateSearch: listBy({ action: text, from: day, to: day }),
  component: lazyRouteComponent(() => import('./audit-log.tsx'), 'AuditLog'),
})

export const settingsRoutes = settings.addChildren([overview, webhook, bookingType, auditLog, ...pages])

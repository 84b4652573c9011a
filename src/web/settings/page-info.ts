import {
  Bell,
  BellRing,
  Building2,
  Calculator,
  CalendarCheck,
  CalendarSync,
  Clock,
  Download,
  FileText,
  Hash,
  History,
  KeyRound,
  type LucideIcon,
  ScrollText,
  ShieldCheck,
  Stethoscope,
  UserRound,
  Users,
  Webhook,
} from 'lucide-react'
import type { messages } from './settings.messages.ts'
import type { SettingsPath } from './settings.routes.ts'

interface SettingsPageInfo {
  group: keyof typeof messages.groups
  icon: LucideIcon
  /** The API operation that the page needs. Without it the page is hidden. */
  permission: string
}

/** Group, icon and permission of each settings page, in order. Titles are in `settings.messages.ts`. */
export const settingsPageInfo: Readonly<Record<SettingsPath, SettingsPageInfo>> = {
  profile: { group: 'you', icon: UserRound, permission: 'updateMember' },
  notices: { group: 'you', icon: Bell, permission: 'notices' },
  security: { group: 'you', icon: ShieldCheck, permission: 'sessions' },
  'security-log': { group: 'you', icon: History, permission: 'securityLog' },
  organization: { group: 'organization', icon: Building2, permission: 'updateOrganization' },
  documents: { group: 'organization', icon: FileText, permission: 'organizationPreview' },
  numbering: { group: 'organization', icon: Hash, permission: 'numbering' },
  dunning: { group: 'organization', icon: BellRing, permission: 'updateOrganization' },
  accounting: { group: 'organization', icon: Calculator, permission: 'updateOrganization' },
  members: { group: 'organization', icon: Users, permission: 'createMember' },
  booking: { group: 'appointments', icon: CalendarCheck, permission: 'eventTypes' },
  hours: { group: 'appointments', icon: Clock, permission: 'updateAvailability' },
  calendars: { group: 'appointments', icon: CalendarSync, permission: 'calendarFeeds' },
  tokens: { group: 'developers', icon: KeyRound, permission: 'tokens' },
  webhooks: { group: 'developers', icon: Webhook, permission: 'webhooks' },
  'audit-log': { group: 'record', icon: ScrollText, permission: 'auditLog' },
  export: { group: 'record', icon: Download, permission: 'accountingExport' },
  doctor: { group: 'installation', icon: Stethoscope, permission: 'installationChecks' },
}

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

interface Place {
  group: keyof typeof messages.groups
  icon: LucideIcon
  /** What of the API it is made of: whoever may not ask for it is not led there. */
  needs: string
}

/** Where each page of the settings is found, in the order of its group. Its name stands in `settings.messages.ts`. */
export const places: Readonly<Record<SettingsPath, Place>> = {
  profile: { group: 'you', icon: UserRound, needs: 'updateMember' },
  notices: { group: 'you', icon: Bell, needs: 'notices' },
  security: { group: 'you', icon: ShieldCheck, needs: 'sessions' },
  'security-log': { group: 'you', icon: History, needs: 'securityLog' },
  organization: { group: 'organization', icon: Building2, needs: 'updateOrganization' },
  documents: { group: 'organization', icon: FileText, needs: 'organizationPreview' },
  numbering: { group: 'organization', icon: Hash, needs: 'numbering' },
  dunning: { group: 'organization', icon: BellRing, needs: 'updateOrganization' },
  accounting: { group: 'organization', icon: Calculator, needs: 'updateOrganization' },
  members: { group: 'organization', icon: Users, needs: 'createMember' },
  booking: { group: 'appointments', icon: CalendarCheck, needs: 'eventTypes' },
  hours: { group: 'appointments', icon: Clock, needs: 'updateAvailability' },
  calendars: { group: 'appointments', icon: CalendarSync, needs: 'calendarFeeds' },
  tokens: { group: 'developers', icon: KeyRound, needs: 'tokens' },
  webhooks: { group: 'developers', icon: Webhook, needs: 'webhooks' },
  'audit-log': { group: 'record', icon: ScrollText, needs: 'auditLog' },
  export: { group: 'record', icon: Download, needs: 'accountingExport' },
  doctor: { group: 'installation', icon: Stethoscope, needs: 'installationChecks' },
}

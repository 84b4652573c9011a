import type { Role } from '#core/access/policy'
import type { Context } from '#core/operation/context'
import { operateAsSystem } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import type { Language } from '#core/text/language'
import { dayMs } from '#core/time/local-time'
import type { CalendarSyncState, ConnectedCalendar } from '../connections/calendar-connection.entity.ts'
import type { DavClient } from '../connections/dav/dav-client.ts'
import type { CalendarReader } from './ics/calendar-properties.ts'

export interface ClaimedConnection {
  organizationId: string
  id: string
  userId: string
  username: string
  sealedPassword: Buffer
  calendars: ConnectedCalendar[]
  tokens: Record<string, CalendarSyncState>
  email: string
  timezone: string
  language: Language
  role: Role
}

/** One synchronization. Each step is its own transaction, and nothing is sent during one. */
export interface SyncRun {
  connection: ClaimedConnection
  client: DavClient
  services: Services
  /** Events that were over before are not synchronized. */
  from: Date
  reader: CalendarReader
  operate<Result>(work: (context: Context) => Promise<Result>): Promise<Result>
  /** True after a minute: the rest is left to the next run. */
  isLate(): boolean
}

const daysBack = 90
const maxRunMs = 60_000

export function createSyncRun(services: Services, connection: ClaimedConnection, client: DavClient): SyncRun {
  const { organizationId, timezone, email, username } = connection
  const began = performance.now()
  return {
    connection,
    client,
    services,
    from: new Date(services.clock.now().getTime() - daysBack * dayMs),
    reader: { timezone, emails: [email.toLowerCase(), username.toLowerCase()] },
    operate: (work) => operateAsSystem(services, organizationId, work),
    isLate: () => performance.now() - began > maxRunMs,
  }
}

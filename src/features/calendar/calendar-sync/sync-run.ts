import type { Role } from '#core/access/policy'
import type { Context } from '#core/operation/context'
import { operateAsSystem } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import type { Language } from '#core/text/language'
import { dayMs } from '#core/time/local-time'
import type { CalendarSyncState, ConnectedCalendar } from '../connections/calendar-connection.entity.ts'
import type { DavClient } from '../connections/dav/dav-client.ts'
import type { CalendarReader } from './ics/read-calendar-object.ts'

/** A connection that is being synchronized. */
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

/** One synchronization. Each piece of it is an operation of its own; nothing is sent while one is open. */
export interface SyncRun {
  connection: ClaimedConnection
  client: DavClient
  services: Services
  /** What is over since before then is left where it is. */
  from: Date
  reader: CalendarReader
  operate<Result>(work: (context: Context) => Promise<Result>): Promise<Result>
  /** True once it has taken as long as one may: what is left is for the next. */
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

import { createGuardedFetch } from '#core/outbound/guarded-fetch'
import type { ReceiverPolicy } from '#core/outbound/receiver-url'
import { type DavClient, davClient } from './dav/dav-client.ts'

/** Calendars elsewhere: strangers' addresses, of which none may lead inside. */
export interface CalendarServers {
  /** Nothing is sent yet. */
  connect(credentials: { username: string; password: string }): Promise<DavClient>
  close(): Promise<void>
}

declare module '#core/operation/services' {
  interface Services {
    calendarServers: CalendarServers
  }
}

/** One answer of a calendar may take so long, and have so many bytes. */
const timeoutMs = 10_000
const mostBytes = 2 * 1024 * 1024

export function createCalendarServers(policy: ReceiverPolicy): CalendarServers {
  const wall = createGuardedFetch({ ...policy, timeoutMs, mostBytes })
  return { connect: (credentials) => davClient(wall, credentials), close: () => wall.close() }
}

import { createGuardedFetch } from '#core/outbound/guarded-fetch'
import type { ReceiverPolicy } from '#core/outbound/receiver-url'
import { createFairQueue } from '#core/runtime/fair-queue'
import type { Threads } from '#core/threads/threads'
import { type Credentials, createDavClient, type DavCalendar, type DavClient } from './dav/dav-client.ts'

/** Guarded access to calendar servers: user-supplied URLs must not reach internal addresses. */
export interface CalendarServers {
  /** Sends nothing yet. */
  connect(organizationId: string, credentials: Credentials): Promise<DavClient>
  /** Limited per organization, and aborted after 20 seconds. */
  discover(organizationId: string, account: Credentials & { url: string }): Promise<DavCalendar[]>
  close(): Promise<void>
}

declare module '#core/operation/services' {
  interface Services {
    calendarServers: CalendarServers
  }
}

/** Limits of one response; discovery responses are much smaller. */
const timeoutMs = 10_000
const maxBytes = 2 * 1024 * 1024
const maxDiscoveryBytes = 256 * 1024
/** For all requests of a discovery together. */
const maxDiscoveryMs = 20_000

export function createCalendarServers(policy: ReceiverPolicy, threads: Threads): CalendarServers {
  const guardedFetch = createGuardedFetch({ ...policy, timeoutMs, maxBytes })
  const discoveryFetch = createGuardedFetch({ ...policy, timeoutMs, maxBytes: maxDiscoveryBytes })
  const turns = createFairQueue({ maxConcurrent: 20, maxPerKey: 2, maxWaitMs: 30_000, maxWaitingPerKey: 20 })
  return {
    connect: (organizationId, credentials) => createDavClient({ guardedFetch, threads, organizationId }, credentials),
    discover: (organizationId, { url, ...credentials }) =>
      turns.run(organizationId, async () => {
        const signal = AbortSignal.timeout(maxDiscoveryMs)
        const client = await createDavClient(
          { guardedFetch: discoveryFetch, threads, organizationId, signal },
          credentials,
        )
        return client.discover(url)
      }),
    async close() {
      await Promise.all([guardedFetch.close(), discoveryFetch.close()])
    },
  }
}

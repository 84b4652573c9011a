import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { queryAllTenants } from '#core/database/cross-tenant'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import { operateAsSystem } from '#core/operation/operation'
import { runScheduledWork } from '#core/operation/scheduled-work'
import type { Services } from '#core/operation/services'
import { cleanText } from '#core/text/characters'
import { dayMs } from '#core/time/local-time'
import { maxListedProblems } from '../connections/calendar-connection.entity.ts'
import { passwordSealPurpose } from '../connections/connect-calendar.ts'
import { SyncFailure, type SyncFault, toSyncFault } from '../connections/dav/sync-failure.ts'
import { syncJob } from '../connections/request-sync.ts'
import { calendarEvents } from '../events/calendar-event.policy.ts'
import { pullChanges } from './pull-changes.ts'
import { pushChanges } from './push-changes.ts'
import { type ClaimedConnection, createSyncRun } from './sync-run.ts'
import type { ObjectProblem } from './synced-object.ts'

const minuteMs = 60_000
const everyMs = 5 * minuteMs
const maxPauseMs = 6 * 60 * minuteMs
/** Longer than any run: afterwards the process is presumed dead. */
const leaseMs = 10 * minuteMs
/** Per organization, so that slow servers of one do not delay the others. */
const maxPerOrganization = 3
const waitSeconds = 10
const maxJobsPerRun = 1000

/** Synchronizes a connection unless another process does. Failures of the server are stored and retried with growing pauses. */
export async function syncConnection(
  services: Services,
  { organizationId, connectionId }: { organizationId: string; connectionId: string },
): Promise<void> {
  const connection = await operateAsSystem(services, organizationId, (context) =>
    claimConnection(context, connectionId),
  )
  if (!connection) return
  let outcome: Outcome
  try {
    outcome = await runSync(services, connection)
  } catch (error) {
    const fault = toSyncFault(error)
    const line = { organization_id: organizationId, connection_id: connectionId, err: error }
    if (fault) services.log.info({ ...line, err: undefined, fault }, 'calendar not synchronized')
    else services.log.error(line, 'calendar not synchronized')
    outcome = { fault: fault ?? 'internal' }
  }
  await operateAsSystem(services, organizationId, (context) => recordOutcome(context, connection, outcome))
}

type Outcome = { fault: SyncFault } | { fault: null; lookedAt: Date; isLeft: boolean }

async function runSync(services: Services, connection: ClaimedConnection): Promise<Outcome> {
  const { organizationId, username, sealedPassword, role } = connection
  if (!calendarEvents.write.has(role)) throw new SyncFailure('role')
  const password = services.secrets.open(sealedPassword, passwordSealPurpose)
  const run = createSyncRun(
    services,
    connection,
    await services.calendarServers.connect(organizationId, { username, password }),
  )
  const isUnread = await pullChanges(run)
  const lookedAt = new Date()
  // Unread changes could conflict.
  const isUnwritten = !isUnread && (await pushChanges(run))
  return { fault: null, lookedAt, isLeft: isUnread || isUnwritten }
}

/** Null if another process has it, or if it was deleted. */
async function claimConnection(context: Context, id: string): Promise<ClaimedConnection | null> {
  const { organizationId, clock } = context
  const now = clock.now()
  const [others] = await context.query<{ running: number }>(
    select`count(*)::int as running from calendar_connections c
        where c.organization_id = ${organizationId} and c.id <> ${id} and c.syncing_until > ${now}`,
  )
  if ((others?.running ?? 0) >= maxPerOrganization) {
    await context.enqueue(syncJob, { organizationId, connectionId: id }, waitSeconds)
    return null
  }
  const [claimed] = await context.writeReturning<{ id: string }>(
    sql`update calendar_connections
        set syncing_until = ${new Date(now.getTime() + leaseMs)}, next_sync_at = ${new Date(now.getTime() + dayMs)}
        where organization_id = ${organizationId} and id = ${id} and (syncing_until is null or syncing_until <= ${now})
        returning id`,
  )
  if (!claimed) return null
  const [connection] = await context.query<ClaimedConnection>(
    select`c.organization_id as "organizationId", c.id, c.user_id as "userId", c.username,
          c.sealed_password as "sealedPassword", c.calendars, c.tokens, m.email, m.timezone, m.role,
          coalesce(m.language, o.default_language) as language
        from calendar_connections c
          join members m on m.organization_id = c.organization_id and m.id = c.user_id
          join organizations o on o.id = c.organization_id
        where c.organization_id = ${organizationId} and c.id = ${id}`,
  )
  return connection ?? null
}

/** Stores the result and when to run next: at once if something is left or was requested meanwhile. */
async function recordOutcome(context: Context, { id, tokens }: ClaimedConnection, outcome: Outcome): Promise<void> {
  const { organizationId, clock } = context
  const now = clock.now()
  const at = (pauseMs: number) => new Date(now.getTime() + pauseMs)
  if (outcome.fault !== null) {
    const [row] = await context.query<{ failures: number }>(
      select`c.failures from calendar_connections c where c.organization_id = ${organizationId} and c.id = ${id}`,
    )
    const pause = Math.min(everyMs * 2 ** Math.min(row?.failures ?? 0, 20), maxPauseMs)
    await context.write(
      sql`update calendar_connections
          set fault = ${outcome.fault}, failures = failures + 1, syncing_until = null,
            next_sync_at = least(next_sync_at, ${at(pause)})
          where organization_id = ${organizationId} and id = ${id}`,
    )
    return
  }
  const found = await context.query<{ url: string; problem: ObjectProblem; problems: number }>(
    select`o.url, o.problem, count(*) over ()::int as problems from calendar_objects o
        where o.organization_id = ${organizationId} and o.connection_id = ${id} and o.problem is not null
        order by o.problem ->> 'date' desc nulls last, o.url limit ${maxListedProblems}`,
  )
  const entries = found.map(({ url, problem: { title = null, date = null } }) => ({
    title,
    date,
    object: getObjectName(url),
  }))
  await context.write(
    sql`update calendar_connections
        set fault = null, failures = 0, problems = ${found[0]?.problems ?? 0},
          problem_entries = ${JSON.stringify(entries)}::jsonb, syncing_until = null, last_synced_at = ${now},
          looked_at = ${outcome.lookedAt}, tokens = ${JSON.stringify(tokens)}::jsonb,
          next_sync_at = least(next_sync_at, ${at(outcome.isLeft ? 0 : everyMs)})
        where organization_id = ${organizationId} and id = ${id}`,
  )
}

/** Last path segment, decoded. */
function getObjectName(url: string): string {
  const name = url.slice(url.lastIndexOf('/') + 1)
  try {
    return cleanText(decodeURIComponent(name))
  } catch {
    return name
  }
}

/**
 * Scheduled: enqueues connections that are due or whose member has changed events. Each is a job of its own, so that a server
 * that does not answer does not delay the others.
 */
export async function syncDueConnections(services: Services, system: Pool): Promise<void> {
  const now = services.clock.now()
  // Later ones are already enqueued.
  const soon = new Date(now.getTime() + everyMs)
  const rows = await queryAllTenants<{ organizationId: string; id: string }>(
    system,
    (reached) => sql`select "organizationId", id from (
       select "organizationId", id, row_number() over (partition by "organizationId" order by id) as turn from (
         select organization_id as "organizationId", id from calendar_connections
         where (next_sync_at <= ${now} or syncing_until <= ${now}) and ${reached('organization_id')}
         union
         select c.organization_id as "organizationId", c.id
         from calendar_connections c join calendar_events e on e.organization_id = c.organization_id and e.user_id = c.user_id
         where c.failures = 0 and c.syncing_until is null and c.next_sync_at <= ${soon} and e.updated_at > c.looked_at
           and ${reached('c.organization_id', 'e.organization_id')}
       ) wanted
     ) due order by turn limit ${maxJobsPerRun}`,
  )
  await runScheduledWork(services, 'calendar-connections', rows, async (context, { organizationId, id }) => {
    // Due again if the job does not start by then.
    await context.write(
      sql`update calendar_connections set next_sync_at = ${new Date(now.getTime() + leaseMs)}
          where organization_id = ${organizationId} and id = ${id}`,
    )
    await context.enqueue(syncJob, { organizationId, connectionId: id })
    return false
  })
}

import sql, { type Sql } from 'sql-template-tag'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import type { AspectHashes } from './ics/read-calendar-object.ts'

/** State of an object of a connected calendar. */
export interface SyncedObject {
  connectionId: string
  url: string
  calendarUrl: string
  /** Empty if we wrote it and have not read it back. */
  etag: string
  eventId: string | null
  /** Version of the event when both sides were last equal. */
  version: number | null
  /** Hashes by aspect at that time; empty if unknown. */
  here: Partial<AspectHashes>
  there: Partial<AspectHashes>
  /** Why the sides differ; null if they do not. */
  problem: ObjectProblem | null
}

/** An object that could not be read, or that the server refused. */
export interface ObjectProblem {
  /** Version that could not read it. */
  reader?: string
  title?: string | null
  date?: string | null
}

/** `which` are conditions on `o`. */
export const readSyncedObjects = (
  context: Context,
  connectionId: string,
  which: Sql = sql`true`,
): Promise<SyncedObject[]> =>
  context.query<SyncedObject>(
    select`o.connection_id as "connectionId", o.url, o.calendar_url as "calendarUrl", o.etag, o.event_id as "eventId",
          o.version, o.here, o.there, o.problem
        from calendar_objects o
        where o.organization_id = ${context.organizationId} and o.connection_id = ${connectionId} and ${which}`,
  )

export const saveSyncedObject = (context: Context, object: SyncedObject): Promise<void> => {
  const { connectionId, url, calendarUrl, etag, eventId, version, here, there, problem } = object
  return context.write(
    sql`insert into calendar_objects
          (organization_id, connection_id, url, calendar_url, etag, event_id, version, here, there, is_problem, problem)
        values (${context.organizationId}, ${connectionId}, ${url}, ${calendarUrl}, ${etag}, ${eventId}, ${version},
          ${JSON.stringify(here)}::jsonb, ${JSON.stringify(there)}::jsonb, ${problem !== null},
          ${problem && JSON.stringify(problem)}::jsonb)
        on conflict (organization_id, connection_id, url) do update set calendar_url = excluded.calendar_url,
          etag = excluded.etag, event_id = excluded.event_id, version = excluded.version, here = excluded.here,
          there = excluded.there, is_problem = excluded.is_problem, problem = excluded.problem`,
  )
}

export const deleteSyncedObject = (
  context: Context,
  { connectionId, url }: Pick<SyncedObject, 'connectionId' | 'url'>,
) =>
  context.write(
    sql`delete from calendar_objects
        where organization_id = ${context.organizationId} and connection_id = ${connectionId} and url = ${url}`,
  )

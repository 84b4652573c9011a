import sql, { type Sql } from 'sql-template-tag'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import type { AspectHashes } from './ics/read-calendar-object.ts'

/** What is known of an object of another calendar. */
export interface SyncedObject {
  connectionId: string
  url: string
  calendarUrl: string
  /** Empty where it was written by us and not read back yet. */
  etag: string
  eventId: string | null
  /** That of the event when both sides were last the same. */
  version: number | null
  /** What each side said then, by aspect; empty where that is not known. */
  here: Partial<AspectHashes>
  there: Partial<AspectHashes>
  /** Why it is not the same on both sides; null where it is. */
  problem: ObjectProblem | null
}

/** An object that was not taken over, or that its server refused. */
export interface ObjectProblem {
  /** The version of the reader that could not read it; a later one tries again. */
  reader?: string
  title?: string | null
  date?: string | null
}

/** What is known of the objects of a connection, by conditions on `o`. */
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

import sql from 'sql-template-tag'
import { noId } from '#core/database/entity'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import type { CalendarEvent } from '../events/calendar-event.entity.ts'
import type { CalendarConnection } from './calendar-connection.entity.ts'

/** Deletes a connection with its events. Its sync state is deleted with the row. */
export async function disconnectCalendar(context: Context, connection: CalendarConnection): Promise<void> {
  await removeSyncedEvents(context, [connection.id])
  context.em.remove(connection)
}

export async function disconnectMemberCalendars(context: Context, { id }: { id: string }): Promise<void> {
  const { organizationId } = context
  const rows = await context.query<{ id: string }>(
    select`c.id from calendar_connections c where c.organization_id = ${organizationId} and c.user_id = ${id}`,
  )
  await removeSyncedEvents(
    context,
    rows.map((row) => row.id),
  )
  await context.write(
    sql`delete from calendar_connections where organization_id = ${organizationId} and user_id = ${id}`,
  )
}

const removeSyncedEvents = (context: Context, connections: readonly string[]) =>
  context.write(
    sql`delete from calendar_events
        where organization_id = ${context.organizationId} and connection_id = any(${connections}::uuid[])`,
  )

/** Synchronizes soon, so that the deletion reaches the connected calendars. */
export const requestSyncAfterDelete = (context: Context, { userId }: CalendarEvent) =>
  context.write(
    sql`update calendar_connections set next_sync_at = least(next_sync_at, ${context.clock.now()})
        where organization_id = ${context.organizationId} and user_id = ${userId ?? noId} and failures = 0`,
  )

import type { Context } from '#core/operation/context'
import type { CalendarConnection } from './calendar-connection.entity.ts'

export const syncJob = 'calendar-sync'

/** Enqueues a synchronization after the commit. */
export async function requestSync(context: Context, connection: CalendarConnection): Promise<void> {
  const { organizationId } = context
  connection.nextSyncAt = context.clock.now()
  await context.enqueue(syncJob, { organizationId, connectionId: connection.id })
}

import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { queryAllTenants } from '#core/database/cross-tenant'
import type { Clock } from '#core/time/clock'
import { attemptWindowMs } from './share-password.ts'

/** As long as events are kept. */
const keptForMs = 90 * 24 * 60 * 60_000

/** Deletes old access records and expired attempts. `system` connects as the database owner. */
export async function deleteOldShareAccess(system: Pool, clock: Clock): Promise<void> {
  const now = clock.now().getTime()
  await queryAllTenants(
    system,
    (reached) =>
      sql`delete from share_accesses where created_at < ${new Date(now - keptForMs)} and ${reached('organization_id')}`,
  )
  await queryAllTenants(
    system,
    (reached) =>
      sql`delete from share_tries where started_at < ${new Date(now - attemptWindowMs)} and ${reached('organization_id')}`,
  )
}

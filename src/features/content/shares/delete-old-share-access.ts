import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { queryEverywhere } from '#core/database/everywhere'
import type { Clock } from '#core/time/clock'
import { attemptWindowMs } from './share-password.ts'

/** How long it is known who used a link: as long as events are. */
const keptForMs = 90 * 24 * 60 * 60_000

/** Removes what is no longer to be known of who used links, and tries whose window has passed. `system` works as the owner. */
export async function deleteOldShareAccess(system: Pool, clock: Clock): Promise<void> {
  const now = clock.now().getTime()
  await queryEverywhere(
    system,
    (reached) =>
      sql`delete from share_accesses where created_at < ${new Date(now - keptForMs)} and ${reached('organization_id')}`,
  )
  await queryEverywhere(
    system,
    (reached) =>
      sql`delete from share_tries where started_at < ${new Date(now - attemptWindowMs)} and ${reached('organization_id')}`,
  )
}

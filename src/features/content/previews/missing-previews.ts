import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { queryAllTenants } from '#core/database/cross-tenant'
import { select } from '#core/database/select'
import { runScheduledWork } from '#core/operation/scheduled-work'
import type { Services } from '#core/operation/services'
import { enqueuePreviews } from '../files/add-files.ts'
import { PreviewState } from '../files/preview-state.ts'

/** Milliseconds until a requested preview counts as lost. */
const longestWait = 3_600_000

/** Files enqueued at once per organization. */
const batch = 200

/** Enqueues previews of files that have none and no job, as for files older than the feature. `system` finds the organizations. */
export async function enqueueMissingPreviews(services: Services, system: Pool): Promise<void> {
  const before = new Date(services.clock.now().getTime() - longestWait)
  const rows = await queryAllTenants<{ organizationId: string }>(
    system,
    (reached) => sql`select distinct organization_id as "organizationId" from files
     where preview = 'pending' and created_at < ${before} and ${reached('organization_id')}`,
  )
  await runScheduledWork(services, 'left-previews', rows, async (context) => {
    const left = await context.query<{ id: string }>(
      select`id from files where organization_id = ${context.organizationId}
            and preview = ${PreviewState.pending} and created_at < ${before} order by created_at limit ${batch}`,
    )
    await enqueuePreviews(
      context,
      left.map(({ id }) => id),
    )
    return false
  })
}

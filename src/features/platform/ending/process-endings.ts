import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { runStatement } from '#core/database/connection'
import { queryAllTenants } from '#core/database/cross-tenant'
import type { Context } from '#core/operation/context'
import { operateAsSystem } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { mailEndingToOwners } from './ending.mail.ts'
import { readEnding } from './ending.ts'
import { eraseEndedOrganization } from './erase-organization.ts'

/** The nightly job: reminds owners, ends organizations that are due, and erases records whose retention has ended. */
export async function processDueEndings(services: Services, system: Pool): Promise<void> {
  const today = services.clock.today()
  const due = await queryAllTenants<{ id: string }>(
    system,
    (reached) =>
      sql`select id from organizations where ending_due_on <= ${today}::date and ${reached('id')} order by id`,
  )
  for (const { id } of due)
    await processEnding(services, system, id).catch((err) =>
      services.log.error({ job: 'endings', organization_id: id, err }, 'left for the next time'),
    )
}

/** Makes the organization readable for its owners alone. Links and webhooks are erased afterwards. */
async function lockOrganization(context: Context, endsOn: string) {
  const { organizationId, clock } = context
  await context.write(
    sql`update organizations set ended_at = ${clock.now()}, logo_file_id = null where id = ${organizationId}`,
  )
  await context.write(sql`update webhooks set active = false where organization_id = ${organizationId}`)
  context.audit('organization.ended', { id: organizationId, after: { ends_on: endsOn } })
}

/** Does what is due for an ending organization. Returns the next due day; null if the organization is gone or does not end. */
export async function processEnding(services: Services, system: Pool, organizationId: string): Promise<string | null> {
  const today = services.clock.today()
  const { endsOn, hasEnded } = await operateAsSystem(services, organizationId, async (context) => {
    const found = await readEnding(context, true)
    if (found.hasEnded || !found.endsOn) return found
    if (today < found.endsOn) {
      await context.write(sql`update organizations set ending_due_on = ends_on where id = ${organizationId}`)
      await mailEndingToOwners(context, 'near', found.endsOn)
    } else await lockOrganization(context, found.endsOn)
    return found
  })
  // Withdrawn since it was found, or only reminded of.
  if (!endsOn || today < endsOn) return endsOn
  const next = await eraseEndedOrganization(services, system, { organizationId, endsOn })
  // Due until here, so that an interrupted erasure continues the next night. The night after the lock, rows written meanwhile are erased.
  if (next && hasEnded)
    await runStatement(system, sql`update organizations set ending_due_on = ${next}::date where id = ${organizationId}`)
  return next
}

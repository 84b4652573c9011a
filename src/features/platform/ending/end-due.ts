import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { run } from '#core/database/connection'
import { queryEverywhere } from '#core/database/everywhere'
import type { Context } from '#core/operation/context'
import { operateAsSystem } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { mailOwners } from './ending.mail.ts'
import { readEnding } from './ending.ts'
import { eraseEnded } from './erase-organization.ts'

/** The clock's part: reminds owners, ends organizations whose day has come, and erases what laws keep no longer. */
export async function endDue(services: Services, system: Pool): Promise<void> {
  const today = services.clock.today()
  const due = await queryEverywhere<{ id: string }>(
    system,
    (reached) =>
      sql`select id from organizations where ending_due_on <= ${today}::date and ${reached('id')} order by id`,
  )
  for (const { id } of due)
    await endOrganization(services, system, id).catch((err) =>
      services.log.error({ job: 'endings', organization_id: id, err }, 'left for the next time'),
    )
}

/** From now on owners read the organization, and nothing else is done in it or by it: links and webhooks go with the erasure. */
async function lock(context: Context, endsOn: string) {
  const { organizationId, clock } = context
  await context.write(
    sql`update organizations set ended_at = ${clock.now()}, logo_file_id = null where id = ${organizationId}`,
  )
  await context.write(sql`update webhooks set active = false where organization_id = ${organizationId}`)
  context.audit('organization.ended', { id: organizationId, after: { ends_on: endsOn } })
}

/** What is due of the end of an organization; answers the next day of it, null where it is gone or does not end. */
export async function endOrganization(
  services: Services,
  system: Pool,
  organizationId: string,
): Promise<string | null> {
  const today = services.clock.today()
  const { endsOn, hasEnded } = await operateAsSystem(services, organizationId, async (context) => {
    const found = await readEnding(context, true)
    if (found.hasEnded || !found.endsOn) return found
    if (today < found.endsOn) {
      await context.write(sql`update organizations set ending_due_on = ends_on where id = ${organizationId}`)
      await mailOwners(context, 'near', found.endsOn)
    } else await lock(context, found.endsOn)
    return found
  })
  // Withdrawn since it was found, or only reminded of.
  if (!endsOn || today < endsOn) return endsOn
  const next = await eraseEnded(services, system, { organizationId, endsOn })
  // Until here it is due, so that what breaks off goes on the next time; so does what was being written while it was locked.
  if (next && hasEnded)
    await run(system, sql`update organizations set ending_due_on = ${next}::date where id = ${organizationId}`)
  return next
}

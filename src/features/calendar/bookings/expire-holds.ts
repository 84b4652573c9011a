import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { queryAllTenants } from '#core/database/cross-tenant'
import type { Context } from '#core/operation/context'
import { runScheduledWork } from '#core/operation/scheduled-work'
import type { Services } from '#core/operation/services'
import { dayMs } from '#core/time/local-time'
import { redactMails } from './erase-guests.ts'

/** Days for which the link of an expired hold answers 410. */
const expiredHoldDays = 30

/**
 * Scheduled: erases guests of expired holds, and counted requests older than a day. Whether a hold has expired is decided by
 * its time, not by this job.
 */
export async function expireHolds(services: Services, system: Pool): Promise<void> {
  const now = services.clock.now()
  const rows = await queryAllTenants<{ organizationId: string }>(
    system,
    (reached) => sql`select organization_id as "organizationId" from booking_holds
        where (expires_at <= ${now} and guest is not null or expires_at <= ${daysBefore(now, expiredHoldDays)}) and ${reached('organization_id')}
        union select organization_id from booking_requests where requested_at <= ${daysBefore(now, 1)} and ${reached('organization_id')}`,
  )
  await runScheduledWork(services, 'booking-holds', rows, expireOrganizationHolds)
}

async function expireOrganizationHolds(context: Context): Promise<boolean> {
  const { organizationId } = context
  const now = context.clock.now()
  const expired = await context.writeReturning<{ id: string }>(
    sql`update booking_holds set guest = null, network = null
        where organization_id = ${organizationId} and expires_at <= ${now} and guest is not null returning id`,
  )
  await redactMails(context, sql`subject_id = any(${expired.map(({ id }) => id)}::uuid[])`)
  await context.write(
    sql`delete from booking_holds where organization_id = ${organizationId} and expires_at <= ${daysBefore(now, expiredHoldDays)}`,
  )
  await context.write(
    sql`delete from booking_requests where organization_id = ${organizationId} and requested_at <= ${daysBefore(now, 1)}`,
  )
  return false
}

const daysBefore = (moment: Date, days: number) => new Date(moment.getTime() - days * dayMs)

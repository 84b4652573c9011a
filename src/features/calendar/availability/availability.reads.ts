import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import type { Interval } from '#core/time/interval'
import { dayMs } from '#core/time/local-time'
import { defaultWeeklyHours } from './availability.entity.ts'
import { availability } from './availability.policy.ts'
import type { AvailabilityHours } from './slots.ts'

/** Roles that can be booked. */
export const hostRoles = availability.write

const marginMs = 2 * dayMs
const toUtcDate = (moment: number) => new Date(moment).toISOString().slice(0, 10)

/** Available hours by member id. Members who have left or cannot be booked in their role are missing. */
export async function readRegularHours(
  context: Context,
  members: readonly string[],
  { from, to }: Interval,
): Promise<Map<string, AvailabilityHours>> {
  const rows = await context.query<
    { memberId: string; own: string } & { [Key in keyof AvailabilityHours]: AvailabilityHours[Key] | null }
  >(
    select`m.id as "memberId", m.timezone as own, a.timezone, a.weekly,
          (select jsonb_agg(o) from jsonb_array_elements(a.overrides) o
            where o->>'date' between ${toUtcDate(from - marginMs)} and ${toUtcDate(to + marginMs)}) as overrides
        from members m left join booking_availabilities a on a.organization_id = ${context.organizationId} and a.id = m.id
        where m.organization_id = ${context.organizationId} and m.id = any(${sql`${[...members]}::uuid[]`})
          and m.role = any(${sql`${[...hostRoles]}::text[]`})`,
  )
  return new Map(
    rows.map(({ memberId, own, timezone, weekly, overrides }) => [
      memberId,
      { timezone: timezone ?? own, weekly: weekly ?? defaultWeeklyHours, overrides: overrides ?? [] },
    ]),
  )
}

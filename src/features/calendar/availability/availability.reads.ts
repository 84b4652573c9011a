import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import { usualHours } from './availability.entity.ts'
import type { Hours } from './slots.ts'

/** When each of these members can be booked, by their ids; those who have left are not among them. */
export async function readHours(context: Context, members: readonly string[]): Promise<Map<string, Hours>> {
  const rows = await context.query<{ memberId: string; own: string } & { [Key in keyof Hours]: Hours[Key] | null }>(
    select`m.id as "memberId", m.timezone as own, a.timezone, a.weekly, a.overrides
        from members m left join booking_availabilities a on a.organization_id = ${context.organizationId} and a.id = m.id
        where m.organization_id = ${context.organizationId} and m.id = any(${sql`${[...members]}::uuid[]`})`,
  )
  return new Map(
    rows.map(({ memberId, own, timezone, weekly, overrides }) => [
      memberId,
      { timezone: timezone ?? own, weekly: weekly ?? usualHours, overrides: overrides ?? [] },
    ]),
  )
}

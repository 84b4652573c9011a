import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import type { Language } from '#core/text/language'

export interface HostMember {
  id: string
  name: string
  slug: string
  email: string
  language: Language
  timezone: string
}

/** In the order of the ids, without members who have left. */
export async function readHostMembers(context: Context, ids: readonly string[]): Promise<HostMember[]> {
  const people = await context.query<HostMember>(
    select`m.id, m.name, m.slug, m.email, coalesce(m.language, o.default_language) as language,
          coalesce(a.timezone, m.timezone) as timezone
        from members m join organizations o on o.id = m.organization_id
          left join booking_availabilities a on a.organization_id = ${context.organizationId} and a.id = m.id
        where m.organization_id = ${context.organizationId} and m.id = any(${sql`${[...ids]}::uuid[]`})`,
  )
  return ids.flatMap((id) => people.filter((person) => person.id === id))
}

/** Serializes bookings of these members. */
export async function lockHosts(context: Context, ids: readonly string[]): Promise<void> {
  // Always in the same order, to avoid deadlocks.
  for (const id of [...ids].sort())
    await context.query(select`pg_advisory_xact_lock(hashtextextended(${`bookings of ${id}`}, 0))`)
}

import sql, { empty, type Sql } from 'sql-template-tag'
import { select } from '#core/database/select'
import { notFound } from '#core/errors/problem'
import { selectAllColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import { isStorable } from '#core/text/characters'
import type { Language } from '#core/text/language'
import { hostRoles } from '../availability/availability.reads.ts'
import { EventType } from '../event-types/event-type.entity.ts'
import type { BookableType, BookingPage } from './public-booking.type.ts'

/** The host of a booking page. */
export interface PublicHost {
  id: string
  name: string
  slug: string
  timezone: string
  organizationLanguage: Language
}

/** Enters the host's organization. 404 if there is no such host. */
export async function findPublicHost(context: Context, slug: string): Promise<PublicHost> {
  if (!isStorable(slug)) throw notFound()
  const [found] = await context.query<{ organizationId: string; memberId: string }>(
    select`organization_id as "organizationId", member_id as "memberId" from find_booking_host(${slug})`,
  )
  if (!found) throw notFound()
  context.enterPublicPage(found.organizationId)
  const [host] = await context.query<PublicHost>(
    select`m.id, m.name, m.slug, coalesce(a.timezone, m.timezone) as timezone, o.default_language as "organizationLanguage"
        from members m join organizations o on o.id = m.organization_id
          left join booking_availabilities a on a.organization_id = ${found.organizationId} and a.id = m.id
        where m.organization_id = ${found.organizationId} and m.id = ${found.memberId}
          and m.role = any(${sql`${[...hostRoles]}::text[]`})`,
  )
  if (!host) throw notFound()
  return host
}

/** Finds an active event type. 404 if host or type does not exist. With `kept` both are locked against deletion. */
export async function findPublicEventType(context: Context, userSlug: string, typeSlug: string, kept = false) {
  const host = await findPublicHost(context, userSlug)
  if (!isStorable(typeSlug)) throw notFound()
  const [type] = await readPublicEventTypes(context, host, sql`t.slug = ${typeSlug}`, kept ? sql`for key share` : empty)
  if (!type) throw notFound()
  return { host, type }
}

export async function readBookingPage(context: Context, host: PublicHost): Promise<BookingPage> {
  const { name, slug, timezone } = host
  const types = await readPublicEventTypes(context, host, sql`true`)
  return { name, slug, timezone, eventTypes: types.map((type) => toBookableType(host, type)) }
}

const readPublicEventTypes = (context: Context, { id }: PublicHost, which: Sql, lock = empty) =>
  context.query<EventType>(
    select`${selectAllColumns(context, EventType, 't')} from booking_event_types t
        where t.organization_id = ${context.organizationId} and t.user_id = ${id} and t.active and ${which}
        order by t.name, t.id ${lock}`,
  )

export function toBookableType(host: PublicHost, type: Row<EventType>): BookableType {
  const { name, slug, durationMinutes: duration, description, location, color, questions } = type
  const { requiresEmailVerification } = type
  const { timezone } = host
  return {
    ...{ name, slug, duration, description, timezone, location, color, questions },
    requiresEmailVerification,
    host: { name: host.name, slug: host.slug },
  }
}

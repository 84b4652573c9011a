import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import type { RowOrEntity } from '#core/schema/row'
import { hostRoles } from '../availability/availability.reads.ts'
import { Booking, type BookingStatus } from './booking.entity.ts'
import { readHostMembers } from './hosts.ts'
import { resolveManageLink } from './manage-link.ts'
import { type GuestBooking, GuestBookingStatus } from './public-booking.type.ts'

export async function toGuestBooking(context: Context, booking: RowOrEntity<Booking>): Promise<GuestBooking> {
  const { id, status, title, start, end, timezone, name, email, phone, agenda, answers, location, meetUrl } = booking
  const hosts = await readHostMembers(context, booking.hostIds)
  const place = booking.eventTypeId ? await findPublicSlugs(context, booking.eventTypeId) : undefined
  return {
    ...{ userSlug: place?.userSlug ?? null, typeSlug: place?.typeSlug ?? null },
    ...{
      id,
      status: GuestBookingStatus[status as BookingStatus],
      expiresAt: null,
      title,
      start: new Date(start),
      end: new Date(end),
      timezone,
      name,
      email,
      phone,
      agenda,
      answers,
    },
    ...{ location, meetUrl, cancellationReason: booking.cancellationReason, manageUrl: null },
    hosts: hosts.map(({ name, slug }) => ({ name, slug })),
  }
}

/** Undefined if the event type is not offered. */
export async function findPublicSlugs(context: Context, typeId: string) {
  const [place] = await context.query<{ userSlug: string; typeSlug: string }>(
    select`m.slug as "userSlug", t.slug as "typeSlug"
        from booking_event_types t join members m on m.organization_id = ${context.organizationId} and m.id = t.user_id
        where t.organization_id = ${context.organizationId} and t.id = ${typeId} and t.active
          and m.role = any(${sql`${[...hostRoles]}::text[]`})`,
  )
  return place
}

export async function readBookingByLink(context: Context, token: string) {
  return context.read(Booking, await resolveManageLink(context, token))
}

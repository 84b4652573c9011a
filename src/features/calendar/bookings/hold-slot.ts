import sql from 'sql-template-tag'
import { createLinkToken } from '#core/access/link-token'
import { queueNotificationMail } from '#core/mail/notification-mail'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import { addDays } from '#core/time/clock'
import { startOfDay, toLocalDate } from '#core/time/local-time'
import { EventType } from '../event-types/event-type.entity.ts'
import { createVerificationMail } from './booking.mail.ts'
import { type BookingHold, getHoldGuest, type HoldGuest, holdExpired, holdMinutes } from './booking-hold.ts'
import type { BookingRequest } from './booking-request.ts'
import { findPublicSlugs } from './guest-booking.ts'
import { countGuestRequest, hashGuestNetwork } from './guest-limits.ts'
import { readHostMembers } from './hosts.ts'
import { type GuestBooking, GuestBookingStatus } from './public-booking.type.ts'

/** Holds a slot and mails the guest a link to confirm. The hosts must be locked and free. */
export async function holdSlot(context: Context, request: BookingRequest, zone: string): Promise<GuestBooking> {
  const { organizationId, clock, services } = context
  const { id, type, hostIds, start, end, mailbox, language } = request
  const day = toLocalDate(start, zone)
  await countGuestRequest(context, {
    ...{ id, hostIds, maxPerHost: type.maximumNewBookingsPerDay },
    hold: {
      mailbox,
      day: { from: startOfDay(day, zone).getTime(), to: startOfDay(addDays(day, 1), zone).getTime() },
    },
  })
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + holdMinutes * 60_000)
  const { name, email, phone, agenda, answers, timezone } = request
  const guest: HoldGuest = { name, email, phone, agenda, answers, timezone }
  const { token, hash } = createLinkToken(organizationId)
  await context.write(
    sql`insert into booking_holds (organization_id, id, hash, event_type_id, host_ids, requested_at, expires_at, starts_at, ends_at,
          buffer_before_minutes, buffer_after_minutes, network, language, guest)
        values (${organizationId}, ${id}, ${hash}, ${type.id}, ${sql`${[...hostIds]}::uuid[]`}, ${now}, ${expiresAt}, ${start}, ${end},
          ${type.bufferBeforeMinutes}, ${type.bufferAfterMinutes}, ${hashGuestNetwork(context)}, ${language}, ${JSON.stringify(guest)}::jsonb)`,
  )
  const hold = {
    id,
    eventTypeId: type.id,
    hostIds: [...hostIds],
    requestedAt: now,
    expiresAt,
    start,
    end,
    language,
    guest,
  }
  const hosts = await readHostMembers(context, hostIds)
  const url = `${services.publicUrl}/booking/${token}`
  await queueNotificationMail(
    context,
    createVerificationMail({ ...guest, id, title: type.name, start, end, language, expiresAt }, hosts, url),
  )
  return toPendingGuestBooking(context, hold, guest, type)
}

/** 410 if the hold has expired, or if its event type is no longer offered. */
export async function toPendingGuestBooking(
  context: Context,
  hold: BookingHold,
  guest = getHoldGuest(context, hold),
  known?: Row<EventType>,
): Promise<GuestBooking> {
  const { id, start, end, expiresAt, eventTypeId } = hold
  const type = known ?? (await context.loadOne(EventType, eventTypeId))
  if (!type) throw holdExpired()
  const hosts = await readHostMembers(context, hold.hostIds)
  const place = await findPublicSlugs(context, type.id)
  return {
    ...{ id, status: GuestBookingStatus.pending, title: type.name, start, end, expiresAt, ...guest },
    ...{ userSlug: place?.userSlug ?? null, typeSlug: place?.typeSlug ?? null, location: type.location },
    ...{ meetUrl: null, cancellationReason: null, manageUrl: null },
    hosts: hosts.map(({ name, slug }) => ({ name, slug })),
  }
}

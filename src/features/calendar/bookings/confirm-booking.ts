import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import { invalidState } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { EventType } from '../event-types/event-type.entity.ts'
import { slotUnavailable } from './book.ts'
import { findHold, heldGuest } from './booking-hold.ts'
import { showToGuest } from './guest-booking.ts'
import { countConfirmedRequest } from './guest-limits.ts'
import { lockHosts } from './hosts.ts'
import { mailboxOf } from './mail-limit.ts'
import { makeBooking } from './make-booking.ts'
import { followManageLink } from './manage-link.ts'
import { freeHosts } from './open-slots.ts'
import type { GuestBooking } from './public-booking.type.ts'

/**
 * Books what is held for the guest of a link, once: its link is that of the booking from then on. 409 where it is booked already,
 * or its host has taken the time meanwhile; 410 where it has expired.
 */
export async function confirmBooking(context: Context, token: string): Promise<GuestBooking> {
  const hash = context.enterByLink(token)
  const { organizationId } = context
  const seen = await findHold(context, hash)
  if (!seen) {
    await followManageLink(context, token)
    throw alreadyConfirmed()
  }
  await lockHosts(context, seen.hostIds)
  // Of two at once the second one waits here, and finds it booked.
  await context.query(
    select`id from booking_holds where organization_id = ${organizationId} and id = ${seen.id} for update`,
  )
  const hold = await findHold(context, hash)
  if (!hold) throw alreadyConfirmed()
  const guest = heldGuest(context, hold)
  const { id, hostIds, start, end, language } = hold
  await context.hold(EventType, hold.eventTypeId)
  const type = await context.one(EventType, hold.eventTypeId)
  if (!type?.active) throw slotUnavailable()
  const free = await freeHosts(context, type, start, { members: hostIds, held: hold })
  if (free.length < hostIds.length) throw slotUnavailable()
  await context.write(sql`delete from booking_holds where organization_id = ${organizationId} and id = ${id}`)
  await countConfirmedRequest(context, id, hostIds)
  const { booking } = await makeBooking(context, {
    ...{ id, type, hostIds, start, end, ...guest, mailbox: mailboxOf(guest.email) },
    ...{ language, requestedLanguage: language },
  })
  await context.write(
    sql`insert into booking_links (organization_id, hash, booking_id) values (${organizationId}, ${hash}, ${id})`,
  )
  return showToGuest(context, booking)
}

const alreadyConfirmed = () =>
  invalidState({ de: 'Der Termin ist schon bestätigt.', en: 'The appointment is confirmed already.' })

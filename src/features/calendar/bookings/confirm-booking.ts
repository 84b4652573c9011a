import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import { conflict, invalidState, type Problem } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { EventType } from '../event-types/event-type.entity.ts'
import { Booking } from './booking.entity.ts'
import { findHold, getHoldGuest } from './booking-hold.ts'
import { createBooking } from './create-booking.ts'
import { toGuestBooking } from './guest-booking.ts'
import { countConfirmedHold } from './guest-limits.ts'
import { normalizeMailbox } from './guest-mail-limit.ts'
import { lockHosts } from './hosts.ts'
import { resolveManageLink } from './manage-link.ts'
import { findFreeHosts } from './open-slots.ts'
import type { GuestBooking } from './public-booking.type.ts'

/**
 * Confirms a held booking. Its link becomes that of the booking. 409 if it is already confirmed, cancelled or over, or if the
 * time was taken meanwhile; 410 if it has expired.
 */
export async function confirmBooking(context: Context, token: string): Promise<GuestBooking> {
  const hash = context.enterByLink(token)
  const { organizationId } = context
  const seen = await findHold(context, hash)
  if (!seen) throw await findNotPendingProblem(context, token)
  await lockHosts(context, seen.hostIds)
  // A concurrent second confirmation waits here and then finds it booked.
  await context.query(
    select`id from booking_holds where organization_id = ${organizationId} and id = ${seen.id} for update`,
  )
  const hold = await findHold(context, hash)
  if (!hold) throw await findNotPendingProblem(context, token)
  const guest = getHoldGuest(context, hold)
  const { id, hostIds, start, end, language } = hold
  await context.lockAgainstDeletion(EventType, hold.eventTypeId)
  const type = await context.loadOne(EventType, hold.eventTypeId)
  if (!type?.active) throw conflict('slot_unavailable', notOffered)
  if (start <= context.clock.now()) throw conflict('slot_unavailable', startPassed)
  const free = await findFreeHosts(context, type, start, { members: hostIds, held: hold })
  if (free.length < hostIds.length) throw conflict('slot_unavailable', slotTaken)
  await context.write(sql`delete from booking_holds where organization_id = ${organizationId} and id = ${id}`)
  await countConfirmedHold(context, id, hostIds)
  const request = {
    ...{ id, type, hostIds, start, end, ...guest, mailbox: normalizeMailbox(guest.email) },
    ...{ language, requestedLanguage: language },
  }
  const { booking } = await createBooking(context, request, { wasHeld: true })
  await context.write(
    sql`insert into booking_links (organization_id, hash, booking_id) values (${organizationId}, ${hash}, ${id})`,
  )
  return toGuestBooking(context, booking)
}

async function findNotPendingProblem(context: Context, token: string): Promise<Problem> {
  const booking = await context.load(Booking, await resolveManageLink(context, token))
  booking.assertChangeable(context.clock.now())
  return invalidState({ de: 'Der Termin ist schon bestätigt.', en: 'The appointment is already confirmed.' })
}

const slotTaken = {
  de: 'Die Zeit wurde inzwischen anderweitig vergeben. Bitte buchen Sie einen anderen Termin.',
  en: 'The time has been taken in the meantime. Please book another one.',
}
const startPassed = {
  de: 'Der Beginn des Termins ist schon vorbei. Bitte buchen Sie einen anderen Termin.',
  en: 'The start of the appointment has already passed. Please book another time.',
}
const notOffered = {
  de: 'Dieser Termin wird nicht mehr angeboten.',
  en: 'This appointment is no longer offered.',
}

import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { invalidField, invalidState } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import { isSupportedDate } from '#core/schema/scalars'
import { supportedYears } from '#core/time/clock'
import type { Interval } from '#core/time/interval'
import { readBusyIntervals } from '../availability/busy-intervals.ts'
import { EventType } from '../event-types/event-type.entity.ts'
import { slotUnavailable } from './book-slot.ts'
import { Booking, BookingStatus } from './booking.entity.ts'
import { mailBookingChange } from './booking.mail.ts'
import { moveBookingEvents, removeBookingEvents } from './booking-events.ts'
import { countGuestRequest } from './guest-limits.ts'
import { assertGuestMailLimit } from './guest-mail-limit.ts'
import { lockHosts, readHostMembers } from './hosts.ts'
import { createManageLink } from './manage-link.ts'
import { findFreeHosts, findOpenSlots } from './open-slots.ts'

/** Cancels a booking and notifies both sides. 409 if it was cancelled or is over. */
export async function cancelBooking(context: Context, id: string, reason: string | null): Promise<Booking> {
  const booking = await context.load(Booking, id)
  booking.cancel(context.clock.now(), reason?.trim() || null)
  await context.write(
    sql`delete from booking_hosts where organization_id = ${context.organizationId} and booking_id = ${id}`,
  )
  context.record('booking.cancelled', booking)
  await mailBookingChange(context, booking, await readHostMembers(context, booking.hostIds), { kind: 'cancelled' })
  await removeBookingEvents(context, booking)
  return booking
}

/** A guest may move a booking this often, because its host is mailed each time. */
const maxGuestMoves = 5

/** Slots to which the guest may move the booking; empty if they may not. */
export async function findRescheduleSlots(
  context: Context,
  booking: Row<Booking>,
  window: Interval,
): Promise<number[]> {
  const { id, eventTypeId, hostIds: members, status } = booking
  const moved = { id, start: new Date(booking.start), end: new Date(booking.end) }
  const isOver = status === BookingStatus.cancelled || moved.end <= context.clock.now()
  const type = eventTypeId && !isOver ? await context.loadOne(EventType, eventTypeId) : undefined
  return type?.active ? findOpenSlots(context, type, window, { members, moved }) : []
}

/** Moves a booking to another free slot of its event type, with the same hosts and duration. 409 if it is not free. */
export async function rescheduleByGuest(context: Context, id: string, start: Date): Promise<Booking> {
  const booking = await context.load(Booking, id)
  booking.assertChangeable(context.clock.now())
  if (booking.start.getTime() === start.getTime()) return booking
  const type = booking.eventTypeId ? await context.loadOne(EventType, booking.eventTypeId) : undefined
  if (!type?.active) throw slotUnavailable()
  if (booking.guestMoves >= maxGuestMoves) throw tooManyMoves()
  await assertGuestMailLimit(context, booking.mailbox)
  await lockHosts(context, booking.hostIds)
  const free = await findFreeHosts(context, type, start, { members: booking.hostIds, moved: booking })
  if (!free.length) throw slotUnavailable()
  await countGuestRequest(context, { id: randomUUID(), hostIds: [] })
  booking.guestMoves += 1
  return moveBooking(context, booking, start, getEndAfterMove(booking, start))
}

/** Moves a booking to any future time at which the hosts are free, with the same duration. */
export async function rescheduleByHost(context: Context, booking: Booking, start: Date): Promise<Booking> {
  const { hostIds } = booking
  const now = context.clock.now()
  booking.assertChangeable(now)
  if (booking.start.getTime() === start.getTime()) return booking
  if (start <= now) throw invalidField('start', { de: 'liegt in der Vergangenheit', en: 'is in the past' })
  const end = getEndAfterMove(booking, start)
  if (!isSupportedDate(end))
    throw invalidField('start', { de: `endet nach ${supportedYears.last}`, en: `ends after ${supportedYears.last}` })
  await lockHosts(context, hostIds)
  const busy = await readBusyIntervals(context, hostIds, { from: start.getTime(), to: end.getTime() })
  if (busy.some(({ from, to }) => from < end.getTime() && to > start.getTime())) throw slotUnavailable()
  return moveBooking(context, booking, start, end)
}

const getEndAfterMove = (booking: Booking, start: Date) =>
  new Date(start.getTime() + booking.end.getTime() - booking.start.getTime())

const tooManyMoves = () =>
  invalidState({
    de: `Der Termin wurde schon ${maxGuestMoves}-mal verschoben. Bitte wenden Sie sich an den Gastgeber.`,
    en: `The appointment was moved ${maxGuestMoves} times already. Please turn to its host.`,
  })

async function moveBooking(context: Context, booking: Booking, start: Date, end: Date): Promise<Booking> {
  const { start: before } = booking
  booking.move(start, end)
  await context.write(
    sql`update booking_hosts set starts_at = ${start}, ends_at = ${end}
        where organization_id = ${context.organizationId} and booking_id = ${booking.id}`,
  )
  await moveBookingEvents(context, booking)
  context.record('booking.rescheduled', booking)
  const manageUrl = await createManageLink(context, booking.id)
  const hosts = await readHostMembers(context, booking.hostIds)
  await mailBookingChange(context, booking, hosts, { kind: 'moved', manageUrl, before })
  return booking
}

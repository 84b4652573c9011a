import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { invalidField, invalidState } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import { isSupportedDate } from '#core/schema/scalars'
import { supportedYears } from '#core/time/clock'
import type { Interval } from '#core/time/interval'
import { busyOf } from '../availability/busy.ts'
import { EventType } from '../event-types/event-type.entity.ts'
import { slotUnavailable } from './book.ts'
import { Booking, BookingStatus } from './booking.entity.ts'
import { tellOfBooking } from './booking.mail.ts'
import { moveInCalendars, removeFromCalendars } from './calendars.ts'
import { countGuestRequest } from './guest-limits.ts'
import { lockHosts, readPeople } from './hosts.ts'
import { assertMayBeMailed } from './mail-limit.ts'
import { openManageLink } from './manage-link.ts'
import { freeHosts, openSlots } from './open-slots.ts'

/** Cancels a booking: its time is free again, and both sides are told. 409 where it was cancelled before, or is over. */
export async function cancelBooking(context: Context, id: string, reason: string | null): Promise<Booking> {
  const booking = await context.load(Booking, id)
  booking.cancel(context.clock.now(), reason?.trim() || null)
  await context.write(
    sql`delete from booking_hosts where organization_id = ${context.organizationId} and booking_id = ${id}`,
  )
  context.record('booking.cancelled', booking)
  await tellOfBooking(context, booking, await readPeople(context, booking.hostIds), { news: 'cancelled' })
  await removeFromCalendars(context, booking)
  return booking
}

/** So often does a guest move one booking: its host is mailed each time. */
const mostMoves = 5

/** The times in a window to which the guest of a booking may move it; none where they may not. */
export async function slotsToMoveTo(context: Context, booking: Row<Booking>, window: Interval): Promise<number[]> {
  const { id, eventTypeId, hostIds: members, status } = booking
  const moved = { id, start: new Date(booking.start), end: new Date(booking.end) }
  const isOver = status === BookingStatus.cancelled || moved.end <= context.clock.now()
  const type = eventTypeId && !isOver ? await context.one(EventType, eventTypeId) : undefined
  return type?.active ? openSlots(context, type, window, { members, moved }) : []
}

/** Moves a booking to another slot of its type, with the same hosts and as long as it is; 409 where it is not free. */
export async function rescheduleToSlot(context: Context, id: string, start: Date): Promise<Booking> {
  const booking = await context.load(Booking, id)
  booking.assertChangeable(context.clock.now())
  if (booking.start.getTime() === start.getTime()) return booking
  const type = booking.eventTypeId ? await context.one(EventType, booking.eventTypeId) : undefined
  if (!type?.active) throw slotUnavailable()
  if (booking.guestMoves >= mostMoves) throw movedOften()
  await assertMayBeMailed(context, booking.mailbox)
  await lockHosts(context, booking.hostIds)
  const free = await freeHosts(context, type, start, { members: booking.hostIds, moved: booking })
  if (!free.length) throw slotUnavailable()
  await countGuestRequest(context, { id: randomUUID(), hostIds: [] })
  booking.guestMoves += 1
  return moveTo(context, booking, start, endFrom(booking, start))
}

/** Moves a booking as its host says, to any time to come at which nothing else is; it is as long as before. */
export async function rescheduleByHost(context: Context, booking: Booking, start: Date): Promise<Booking> {
  const { hostIds } = booking
  const now = context.clock.now()
  booking.assertChangeable(now)
  if (booking.start.getTime() === start.getTime()) return booking
  if (start <= now) throw invalidField('start', { de: 'liegt in der Vergangenheit', en: 'is in the past' })
  const end = endFrom(booking, start)
  if (!isSupportedDate(end))
    throw invalidField('start', { de: `endet nach ${supportedYears.last}`, en: `ends after ${supportedYears.last}` })
  await lockHosts(context, hostIds)
  const busy = await busyOf(context, hostIds, { from: start.getTime(), to: end.getTime() })
  if (busy.some(({ from, to }) => from < end.getTime() && to > start.getTime())) throw slotUnavailable()
  return moveTo(context, booking, start, end)
}

const endFrom = (booking: Booking, start: Date) =>
  new Date(start.getTime() + booking.end.getTime() - booking.start.getTime())

const movedOften = () =>
  invalidState({
    de: `Der Termin wurde schon ${mostMoves}-mal verschoben. Bitte wenden Sie sich an den Gastgeber.`,
    en: `The appointment was moved ${mostMoves} times already. Please turn to its host.`,
  })

async function moveTo(context: Context, booking: Booking, start: Date, end: Date): Promise<Booking> {
  const { start: before } = booking
  booking.move(start, end)
  await context.write(
    sql`update booking_hosts set starts_at = ${start}, ends_at = ${end}
        where organization_id = ${context.organizationId} and booking_id = ${booking.id}`,
  )
  await moveInCalendars(context, booking)
  context.record('booking.rescheduled', booking)
  const manageUrl = await openManageLink(context, booking.id)
  const hosts = await readPeople(context, booking.hostIds)
  await tellOfBooking(context, booking, hosts, { news: 'moved', manageUrl, before })
  return booking
}

import type { Context } from '#core/operation/context'
import type { Shown } from '#core/schema/row'
import { Booking } from './booking.entity.ts'
import { readPeople } from './hosts.ts'
import { followManageLink } from './manage-link.ts'
import type { GuestBooking } from './public-booking.type.ts'

/** A booking as its guest sees it; the address of its link is in what was mailed. */
export async function showToGuest(context: Context, booking: Shown<Booking>): Promise<GuestBooking> {
  const { id, status, title, start, end, timezone, name, email, phone, agenda, answers, location, meetUrl } = booking
  const hosts = await readPeople(context, booking.hostIds)
  return {
    ...{ id, status, title, start: new Date(start), end: new Date(end), timezone, name, email, phone, agenda, answers },
    ...{ location, meetUrl, cancellationReason: booking.cancellationReason, manageUrl: null },
    hosts: hosts.map(({ name, slug }) => ({ name, slug })),
  }
}

/** The booking of a link, as it is now. */
export async function readByLink(context: Context, token: string) {
  return context.read(Booking, await followManageLink(context, token))
}

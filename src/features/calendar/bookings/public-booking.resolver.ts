import { setImmediate } from 'node:timers/promises'
import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { Public } from '#core/access/authorization'
import { invalidField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { Refuses } from '#core/schema/error-codes'
import { Rest } from '#core/schema/rest'
import type { Interval } from '#core/time/interval'
import { bookSlot } from './book-slot.ts'
import { BookInput, CancelBookingInput, RescheduleBookingInput, SlotArgs } from './booking.inputs.ts'
import { findHold } from './booking-hold.ts'
import { cancelBooking, findRescheduleSlots, rescheduleByGuest } from './change-booking.ts'
import { confirmBooking } from './confirm-booking.ts'
import { readBookingByLink, toGuestBooking } from './guest-booking.ts'
import { toPendingGuestBooking } from './hold-slot.ts'
import { resolveManageLink } from './manage-link.ts'
import { findOpenSlots, getDurationMinutes, maxSlotWindowDays } from './open-slots.ts'
import { BookableType, BookingPage, GuestBooking, type Slot, SlotList } from './public-booking.type.ts'
import { findPublicEventType, findPublicHost, readBookingPage, toBookableType } from './public-event-type.ts'

const user = { description: 'The host: what comes after `/book/`.' }
const type = { description: 'The event type: what comes after the host.' }
const link = { description: 'The link in the mail to the guest: what comes after `/booking/`.' }

@Resolver(() => GuestBooking)
export class PublicBookingResolver {
  @Rest('GET /public/booking/{user_slug}')
  @Public()
  @Query(() => BookingPage, { description: 'A host, and what they can be booked for.' })
  async bookingPage(
    @Ctx() context: Context,
    @Arg('userSlug', () => String, user) userSlug: string,
  ): Promise<BookingPage> {
    return readBookingPage(context, await findPublicHost(context, userSlug))
  }

  @Rest('GET /public/booking/{user_slug}/{type_slug}')
  @Public()
  @Query(() => BookableType, { description: 'What a host can be booked for.' })
  async bookableType(
    @Ctx() context: Context,
    @Arg('userSlug', () => String, user) userSlug: string,
    @Arg('typeSlug', () => String, type) typeSlug: string,
  ): Promise<BookableType> {
    const found = await findPublicEventType(context, userSlug, typeSlug)
    return toBookableType(found.host, found.type)
  }

  @Rest('GET /public/booking/{user_slug}/{type_slug}/slots')
  @Public()
  @Query(() => SlotList, { description: 'The times that can be booked now, in a window of at most 90 days.' })
  async bookingSlots(
    @Ctx() context: Context,
    @Arg('userSlug', () => String, user) userSlug: string,
    @Arg('typeSlug', () => String, type) typeSlug: string,
    @Args(() => SlotArgs) args: SlotArgs,
  ): Promise<SlotList> {
    const window = parseWindow(args)
    const { type } = await findPublicEventType(context, userSlug, typeSlug)
    return toSlotList(await findOpenSlots(context, type, window), type.durationMinutes)
  }

  @Rest('POST /public/booking/{user_slug}/{type_slug}/book', 201)
  @Public()
  @Refuses('slot_unavailable')
  @Mutation(() => GuestBooking, {
    description:
      'Books a slot: the guest and the host are mailed a confirmation, and it is in the calendar of the host. Where the type asks for verification it is `pending`: it is held for 15 minutes, in which the guest confirms it by the link that they are mailed.',
  })
  bookSlot(
    @Ctx() context: Context,
    @Arg('userSlug', () => String, user) userSlug: string,
    @Arg('typeSlug', () => String, type) typeSlug: string,
    @Arg('input', () => BookInput) input: BookInput,
  ): Promise<GuestBooking> {
    return bookSlot(context, userSlug, typeSlug, input)
  }

  @Rest('GET /public/bookings/{token}')
  @Public()
  @Refuses('expired')
  @Query(() => GuestBooking, { description: 'The booking that a link in the mail to its guest leads to.' })
  async guestBooking(@Ctx() context: Context, @Arg('token', () => String, link) token: string): Promise<GuestBooking> {
    const hold = await findHold(context, context.enterByLink(token))
    return hold
      ? toPendingGuestBooking(context, hold)
      : toGuestBooking(context, await readBookingByLink(context, token))
  }

  @Rest('POST /public/bookings/{token}/confirm')
  @Public()
  @Refuses('expired', 'slot_unavailable')
  @Mutation(() => GuestBooking, {
    description:
      'Confirms the `pending` booking of a link, once: it is booked, told and mailed. 410 once it has expired.',
  })
  confirmGuestBooking(@Ctx() context: Context, @Arg('token', () => String, link) token: string): Promise<GuestBooking> {
    return confirmBooking(context, token)
  }

  @Rest('GET /public/bookings/{token}/slots')
  @Public()
  @Refuses('expired')
  @Query(() => SlotList, {
    description:
      'The times to which the booking of a link can be moved, in a window of at most 90 days: as long as it is, with the same hosts. None where it was cancelled, is over, or is not offered any more.',
  })
  async guestBookingSlots(
    @Ctx() context: Context,
    @Arg('token', () => String, link) token: string,
    @Args(() => SlotArgs) args: SlotArgs,
  ): Promise<SlotList> {
    const window = parseWindow(args)
    const booking = await readBookingByLink(context, token)
    const moved = { start: new Date(booking.start), end: new Date(booking.end) }
    return toSlotList(await findRescheduleSlots(context, booking, window), getDurationMinutes(moved))
  }

  @Rest('POST /public/bookings/{token}/cancel')
  @Public()
  @Refuses('expired')
  @Mutation(() => GuestBooking, { description: 'Cancels the booking of a link.' })
  async cancelGuestBooking(
    @Ctx() context: Context,
    @Arg('token', () => String, link) token: string,
    @Arg('input', () => CancelBookingInput, { nullable: true }) input?: CancelBookingInput,
  ): Promise<GuestBooking> {
    const id = await resolveManageLink(context, token)
    return toGuestBooking(context, await cancelBooking(context, id, input?.reason ?? null))
  }

  @Rest('POST /public/bookings/{token}/reschedule')
  @Public()
  @Refuses('expired', 'slot_unavailable')
  @Mutation(() => GuestBooking, { description: 'Moves the booking of a link to another slot, with the same hosts.' })
  async rescheduleGuestBooking(
    @Ctx() context: Context,
    @Arg('token', () => String, link) token: string,
    @Arg('input', () => RescheduleBookingInput) { start }: RescheduleBookingInput,
  ): Promise<GuestBooking> {
    const id = await resolveManageLink(context, token)
    return toGuestBooking(context, await rescheduleByGuest(context, id, start))
  }
}

/** 422 if it is reversed or too long. */
function parseWindow({ from, to }: SlotArgs): Interval {
  if (to < from) throw invalidField('to', { de: 'liegt vor dem Beginn', en: 'is before the start' })
  const longest = maxSlotWindowDays * 24 * 60 * 60_000
  if (to.getTime() - from.getTime() > longest) throw invalidField('to', tooWide)
  return { from: from.getTime(), to: to.getTime() }
}

/** Yields to the event loop, because there can be thousands of slots. */
async function toSlotList(starts: readonly number[], minutes: number): Promise<SlotList> {
  const slots: Slot[] = []
  for (const start of starts) {
    if (slots.length % 1000 === 999) await setImmediate()
    slots.push({ start: new Date(start).toISOString(), end: new Date(start + minutes * 60_000).toISOString() })
  }
  return { slots }
}

const tooWide = {
  de: `liegt mehr als ${maxSlotWindowDays} Tage nach dem Beginn`,
  en: `is more than ${maxSlotWindowDays} days after the start`,
}

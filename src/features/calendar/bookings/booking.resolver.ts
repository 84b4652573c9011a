import type { GraphQLResolveInfo } from 'graphql'
import sql from 'sql-template-tag'
import { Arg, Args, Ctx, FieldResolver, Info, Int, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql'
import { May } from '#core/access/authorization'
import { conflict, invalidField } from '#core/errors/problem'
import { Delivery, filterByDelivery, loadDelivery } from '#core/mail/delivery'
import { selectedColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import { Refuses } from '#core/schema/error-codes'
import { andWhere, createListType, filterList, limitOffset, orderBy } from '#core/schema/list'
import { Embed, Rest } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { UUID } from '#core/schema/scalars'
import { Client } from '#features/people/clients/client.entity'
import { Member } from '#features/people/members/member.entity'
import { EventType } from '../event-types/event-type.entity.ts'
import { Booking, bookingMailKinds } from './booking.entity.ts'
import { BookingListArgs, CancelBookingInput, RescheduleBookingInput } from './booking.inputs.ts'
import { resendGuestMail } from './booking.mail.ts'
import { assertCanWriteBooking, bookings } from './booking.policy.ts'
import { cancelBooking, rescheduleByHost } from './change-booking.ts'
import { eraseGuests } from './erase-guests.ts'

@ObjectType({ simpleResolvers: true, description: 'A page of bookings.' })
class BookingList extends createListType('bookings', Booking) {}

@Resolver(() => Booking)
export class BookingResolver {
  @Rest('GET /bookings')
  @May(bookings.read)
  @Query(() => BookingList, { description: 'What guests have booked with the members of the organization.' })
  async bookings(
    @Ctx() context: Context,
    @Args(() => BookingListArgs) args: BookingListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<BookingList> {
    const { status, delivery, from, to, userId, clientId } = args
    if (from && to && to < from) throw invalidField('to', { de: 'liegt vor dem Beginn', en: 'is before the start' })
    const { rows, total } = await context.page<Booking>(
      selectedColumns(context, Booking, 'b', info, 'bookings'),
      sql`from bookings b where b.organization_id = ${context.organizationId}${andWhere(
        status,
        sql`b.status = ${status}`,
      )}${andWhere(from, sql`b.ends_at > ${from}`)}${andWhere(to, sql`b.starts_at < ${to}`)}${andWhere(
        userId,
        sql`b.host_ids @> array[${userId}::uuid]`,
      )}${andWhere(clientId, sql`b.client_id = ${clientId}`)}${filterByDelivery(context, delivery, bookingMailKinds, 'b')}${filterList(args, 'b', ['b.title', 'b.name', 'b.email'])}`,
      orderBy(args.sort, { created_at: 'created_at', start: 'starts_at' }, 'b'),
      limitOffset(args),
    )
    return { bookings: rows, total }
  }

  @Rest('GET /bookings/{id}')
  @May(bookings.read)
  @Query(() => Booking, { description: 'A booking: who comes when, and what the guest said.' })
  booking(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Row<Booking>> {
    return context.read(Booking, id)
  }

  @Rest('POST /bookings/{id}/cancel')
  @May(bookings.write)
  @Mutation(() => Booking, { description: 'Cancels a booking; the guest is told, and its time is free again.' })
  async cancelBooking(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => CancelBookingInput, { nullable: true }) input?: CancelBookingInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Booking> {
    assertCanWriteBooking(context, await context.load(Booking, id))
    return cancelBooking(context, id, input?.reason ?? null)
  }

  @Rest('POST /bookings/{id}/reschedule')
  @Refuses('slot_unavailable')
  @May(bookings.write)
  @Mutation(() => Booking, {
    description: 'Moves a booking to any time to come at which its hosts have nothing else; the guest is told.',
  })
  async rescheduleBooking(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => RescheduleBookingInput) { start }: RescheduleBookingInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Booking> {
    const booking = await context.load(Booking, id)
    assertCanWriteBooking(context, booking)
    return rescheduleByHost(context, booking, start)
  }

  @Rest('POST /bookings/{id}/resend')
  @Refuses('invalid_state')
  @May(bookings.write)
  @Mutation(() => Booking, {
    description:
      'Mails the guest of a booking that is not over again how it stands: confirmed, with a new link to change it, or cancelled. One address is mailed 20 times a day at most.',
  })
  async resendBooking(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Booking> {
    const booking = await context.load(Booking, id)
    assertCanWriteBooking(context, booking)
    await resendGuestMail(context, booking)
    return booking
  }

  @Rest('POST /bookings/{id}/forget')
  @May(bookings.forget)
  @Mutation(() => Booking, {
    description:
      'Removes the personal data of the guest of a booking that is over or cancelled (Art. 17 GDPR): here, in calendars and in mails that were sent. Its time and type stay.',
  })
  async forgetGuest(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Booking> {
    const booking = await context.load(Booking, id)
    await eraseGuests(context, [booking])
    return booking
  }

  @FieldResolver(() => Delivery, { description: 'What became of the last mail to the guest.' })
  delivery(@Root() { id }: RowOrEntity<Booking>, @Ctx() context: Context): Promise<Delivery> {
    return loadDelivery(context, bookingMailKinds, id)
  }

  @Embed('id', 'name')
  @FieldResolver(() => EventType, { nullable: true, description: 'Event type that was booked; null once it is gone.' })
  async eventType(
    @Root() { eventTypeId }: RowOrEntity<Booking>,
    @Ctx() context: Context,
  ): Promise<Row<EventType> | null> {
    return eventTypeId ? ((await context.loadOne(EventType, eventTypeId)) ?? null) : null
  }

  @Embed('id', 'name')
  @FieldResolver(() => Member, { nullable: true, description: 'Host; of several the first.' })
  async user(@Root() { userId }: RowOrEntity<Booking>, @Ctx() context: Context): Promise<Row<Member> | null> {
    return userId ? ((await context.loadOne(Member, userId)) ?? null) : null
  }

  @Embed('id', 'name')
  @FieldResolver(() => Client, { nullable: true, description: 'Client with the email address of the guest.' })
  async client(@Root() { clientId }: RowOrEntity<Booking>, @Ctx() context: Context): Promise<Row<Client> | null> {
    return clientId ? ((await context.loadOne(Client, clientId)) ?? null) : null
  }
}

export const bookingConstraints = {
  booking_hosts_once: () => conflict('slot_unavailable'),
}

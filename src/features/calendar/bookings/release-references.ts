import sql from 'sql-template-tag'
import type { Context } from '#core/operation/context'
import type { Client } from '#features/people/clients/client.entity'
import type { Member } from '#features/people/members/member.entity'
import type { EventType } from '../event-types/event-type.entity.ts'
import { Booking, BookingStatus } from './booking.entity.ts'
import { cancelBooking } from './change-booking.ts'
import { eraseGuests } from './erase-guests.ts'

/** Bookings outlive their event type. */
export async function detachEventType(context: Context, { id }: EventType) {
  const { organizationId } = context
  for (const table of [sql`bookings`, sql`booking_hosts`])
    await context.write(
      sql`update ${table} set event_type_id = null where organization_id = ${organizationId} and event_type_id = ${id}`,
    )
}

/** Past bookings lose the guest's data; upcoming ones stay booked. */
export async function detachClient(context: Context, { id }: Client) {
  const booked = await context.em.find(Booking, { client: { id } })
  await eraseGuests(
    context,
    booked.filter((booking) => booking.isFinished(context.clock.now())),
  )
  await context.write(
    sql`update bookings set client_id = null, version = version + 1, updated_at = now()
        where organization_id = ${context.organizationId} and client_id = ${id}`,
  )
}

/** Cancels bookings of which the member is the only host, and removes them from the others. */
export async function cancelMemberBookings(context: Context, { id: memberId }: Member) {
  const { organizationId } = context
  const coming = await context.em.find(Booking, {
    status: BookingStatus.confirmed,
    end: { $gt: context.clock.now() },
    hostIds: { $contains: [memberId] },
  })
  for (const booking of coming.filter(({ hostIds }) => hostIds.length === 1))
    await cancelBooking(context, booking.id, null)
  await context.write(
    sql`delete from booking_hosts where organization_id = ${organizationId} and member_id = ${memberId}`,
  )
  await context.write(
    sql`update bookings set user_id = null, version = version + 1, updated_at = now()
        where organization_id = ${organizationId} and user_id = ${memberId}`,
  )
  await context.write(
    sql`update bookings set host_ids = array_remove(host_ids, ${memberId}::uuid)
        where organization_id = ${organizationId} and host_ids @> array[${memberId}::uuid]`,
  )
}

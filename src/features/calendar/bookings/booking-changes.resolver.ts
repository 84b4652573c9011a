import { createChangeResolver } from '#core/graphql/change-resolver'
import { Booking } from './booking.entity.ts'
import { bookings } from './booking.policy.ts'

export const BookingChangesResolver = createChangeResolver(Booking, bookings.read, {
  name: 'booking',
  description: 'What is booked, cancelled and moved, each with the booking as it is now.',
  change: 'A change of a booking.',
  id: 'Id of the booking.',
  example: 'booking.created',
})

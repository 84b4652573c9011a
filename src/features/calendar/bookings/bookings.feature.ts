import type { Feature } from '#core/feature/feature'
import { deliveryFailureHandlers } from '#core/mail/delivery'
import { Booking, bookingMailKinds } from './booking.entity.ts'
import { bookings } from './booking.policy.ts'
import { BookingResolver, bookingConstraints } from './booking.resolver.ts'
import { BookingChangesResolver } from './booking-changes.resolver.ts'
import { examples } from './bookings.examples.ts'
import { expireHolds } from './expire-holds.ts'
import { PublicBookingResolver } from './public-booking.resolver.ts'
import { cancelMemberBookings, detachClient, detachEventType } from './release-references.ts'

export const feature = {
  name: 'bookings',
  entities: [Booking],
  resolvers: [BookingResolver, PublicBookingResolver, BookingChangesResolver],
  constraints: bookingConstraints,
  jobs: ({ services, system }) => [
    { name: 'booking-holds', cron: '* * * * *', run: () => expireHolds(services(), system) },
  ],
  readable: { Booking: bookings.read },
  onUndelivered: deliveryFailureHandlers(bookingMailKinds, {
    type: Booking,
    ...{ name: { de: 'Buchung', en: 'booking' }, path: () => '/calendar' },
  }),
  onDelete: { Member: cancelMemberBookings, Client: detachClient, EventType: detachEventType },
  examples,
  demo: async () => (await import('./booking.demo.ts')).bookingDemo,
  fixture: () => import('./bookings.fixture.ts'),
} satisfies Feature

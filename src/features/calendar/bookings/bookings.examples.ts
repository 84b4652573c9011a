import { createExampleId, type Examples } from '#core/rest/openapi-examples'

/** Ids of the example resources. A test creates them and sends every example. */
const things = {
  booking: createExampleId(61),
  cancelledBooking: createExampleId(111),
}

/** The format of a booking link; it is not valid. */
const token = '0f3QpLzX7cVb2NmK9sDhTgR4wYuE6iOaJxZq8vBn1MkC5lPeW0HtSyUdGjFrAo3I7'
const page = { user_slug: 'annette-kruse', type_slug: 'erstgespraech' }

/** Example requests by operation. */
export const examples: Examples = {
  things,
  ids: { '/bookings': things.booking, '/public/bookings': token, '/public/booking': page.user_slug },
  operations: {
    listBookings: { parameters: { status: 'confirmed', from: '2026-12-01T00:00:00Z', to: '2027-01-01T00:00:00Z' } },
    cancelBooking: { body: { reason: 'Ich bin leider krank.' } },
    forgetGuest: { parameters: { id: things.cancelledBooking } },
    rescheduleBooking: { body: { start: '2100-12-01T09:00:00Z' } },
    getBookableType: { parameters: page },
    getBookingSlots: { parameters: { ...page, from: '2026-12-01T00:00:00Z', to: '2026-12-08T00:00:00Z' } },
    bookSlot: {
      parameters: page,
      body: {
        start: '2026-12-01T09:00:00Z',
        name: 'Kim Sommer',
        email: 'kim@sommer.example',
        agenda: 'Neue Website',
        timezone: 'Europe/Berlin',
        answers: { vorhaben: 'Ein Shop für unsere Keramik' },
      },
    },
    getGuestBookingSlots: { parameters: { from: '2026-12-01T00:00:00Z', to: '2026-12-08T00:00:00Z' } },
    cancelGuestBooking: { body: { reason: 'Mir ist etwas dazwischengekommen.' } },
    rescheduleGuestBooking: { body: { start: '2026-12-02T09:00:00Z' } },
  },
}

import type { Fixture, FixtureContext } from '#core/feature/fixture'
import { fixture as bookings } from '#features/calendar/bookings/bookings.fixture'

const planOf =
  (folder: string, thing: string) =>
  async ({ send, one }: FixtureContext) => ({
    id: (await send('GET', `/${folder}/${await one(thing)}/erasure-plan`)).plan,
  })

export const fixture = {
  departingClient: ({ post }) => post('/clients', { name: 'Verein am Ende' }),
  departingGuest: (shop) => bookings.cancelledBooking(shop),
  departingMember: ({ post, unique }) =>
    post('/members', { name: 'Ute', email: `${unique()}@kontor.example`, role: 'member' }),
  clientErasure: planOf('clients', 'departingClient'),
  guestErasure: planOf('bookings', 'departingGuest'),
  memberErasure: planOf('members', 'departingMember'),
} satisfies Fixture

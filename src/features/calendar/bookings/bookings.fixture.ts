import type { CreatedResource, Fixture, FixtureContext } from '#core/feature/fixture'

async function book({ post, send, unique }: FixtureContext): Promise<CreatedResource> {
  const slug = unique().slice(0, 50)
  const { id } = await post('/booking/event-types', { name: 'Gespräch', slug, duration_minutes: 15 })
  const { slug: host } = await send('GET', '/me')
  const from = new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString()
  const to = new Date(Date.now() + 60 * 24 * 60 * 60_000).toISOString()
  const page = `/public/booking/${host}/${slug}`
  const { slots } = await send('GET', `${page}/slots?from=${from}&to=${to}`)
  const booked = await post(`${page}/book`, { start: slots[0].start, name: 'Kim', email: `${unique()}@gast.example` })
  return { ...booked, event_type_id: id }
}

export const fixture = {
  booking: book,
  cancelledBooking: async (shop) => shop.post(`/bookings/${(await book(shop)).id}/cancel`),
} satisfies Fixture

import type { Fixture } from '#core/feature/fixture'

export const fixture = {
  calendarFeed: ({ post }) => post('/calendar/feeds', { name: 'Telefon' }),
} satisfies Fixture

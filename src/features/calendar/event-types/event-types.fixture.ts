import type { Fixture } from '#core/feature/fixture'

export const fixture = {
  eventType: ({ post, unique }) =>
    post('/booking/event-types', { name: 'Gespräch', slug: unique().slice(0, 50), duration_minutes: 30 }),
} satisfies Fixture

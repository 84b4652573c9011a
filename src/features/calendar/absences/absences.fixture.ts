import type { Fixture } from '#core/feature/fixture'

export const fixture = {
  absence: ({ post }) => post('/absences', { starts_on: '2026-12-21', ends_on: '2026-12-23', note: 'Skifahren' }),
} satisfies Fixture

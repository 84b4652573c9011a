import type { Fixture } from '#core/feature/fixture'

export const fixture = {
  member: ({ post, unique }) => post('/members', { name: 'Jan', email: `${unique()}@kontor.example`, role: 'member' }),
} satisfies Fixture

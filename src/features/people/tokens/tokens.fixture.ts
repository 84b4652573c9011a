import type { Fixture } from '#core/feature/fixture'

export const fixture = {
  token: ({ post }) => post('/tokens', { name: 'alt' }),
} satisfies Fixture

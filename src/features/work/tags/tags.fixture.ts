import type { Fixture } from '#core/feature/fixture'

export const fixture = {
  tag: ({ post, unique }) => post('/tags', { name: unique() }),
} satisfies Fixture

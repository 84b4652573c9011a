import type { Fixture } from '#core/feature/fixture'

export const fixture = {
  share: async ({ post, one }) => post(`/storage/shares/${await one('file')}`),
} satisfies Fixture

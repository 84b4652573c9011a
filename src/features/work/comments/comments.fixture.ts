import type { Fixture } from '#core/feature/fixture'

export const fixture = {
  comment: async ({ post, one }) => post(`/tasks/${await one('task')}/comments`, { content: 'Gut.' }),
} satisfies Fixture

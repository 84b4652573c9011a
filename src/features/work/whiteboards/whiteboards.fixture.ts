import type { Fixture } from '#core/feature/fixture'

export const fixture = {
  whiteboard: async ({ post, one }) => post('/whiteboards', { title: 'Skizze', project_id: await one('project') }),
} satisfies Fixture

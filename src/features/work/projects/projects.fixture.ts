import type { Fixture, FixtureContext } from '#core/feature/fixture'

const column = async ({ send, one }: FixtureContext, index: number) =>
  (await send('GET', `/projects/${await one('project')}/columns`))[index]

export const fixture = {
  project: async ({ post, one }) =>
    post('/projects', { name: 'Auftritt', client_id: await one('client'), hourly_rate_cents: 9000 }),
  column: (workshop) => column(workshop, 0),
  emptyColumn: (workshop) => column(workshop, 3),
} satisfies Fixture

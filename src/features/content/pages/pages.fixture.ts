import type { Fixture, Workshop } from '#core/feature/fixture'

const page = async ({ post, one }: Workshop) =>
  post('/pages', { title: 'Handbuch', project_id: await one('project'), content: '# Anfang' })

export const fixture = {
  page,
  pageVersion: async ({ send, one }) => {
    const { versions } = await send('GET', `/pages/${await one('page')}/versions`)
    return versions[0]
  },
} satisfies Fixture

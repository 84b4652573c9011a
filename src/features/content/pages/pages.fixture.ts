import type { Fixture, FixtureContext } from '#core/feature/fixture'

const page = async ({ post, one }: FixtureContext) =>
  post('/pages', { title: 'Handbuch', project_id: await one('project'), content: '# Anfang' })

/** Contains one file, `Handbuch.md`. */
const archive =
  'UEsDBBQAAAgIAAAAYl1vKTCyDQAAAAsAAAALAAAASGFuZGJ1Y2gubWRTVvBIzEtJKk3O4AIAUEsBAj8DFAAACAgAAABiXW8pMLINAAAACwAAAAsAAAAAAAAA' +
  'AAAAAKSBAAAAAEhhbmRidWNoLm1kUEsFBgAAAAABAAEAOQAAADYAAAAAAA=='

export const fixture = {
  page,
  pageArchive: ({ upload }) => upload(Buffer.from(archive, 'base64')),
  pageVersion: async ({ send, one }) => {
    const { versions } = await send('GET', `/pages/${await one('page')}/versions`)
    return versions[0]
  },
} satisfies Fixture

import { notFound } from '#core/errors/problem'
import type { Feature } from '#core/feature/feature'
import { LiveResolver } from './live.resolver.ts'
import { mountLive } from './live-socket.ts'

export const feature = {
  name: 'live',
  resolvers: [LiveResolver],
  constraints: {
    live_documents_page_id_fkey: { missing: notFound },
    live_updates_page_id_fkey: { missing: notFound },
  },
  mount: mountLive,
  jobs: ({ services, system }) => [
    {
      name: 'live-pages',
      cron: '* * * * *',
      run: async () => (await import('./save-document.ts')).saveAbandonedDocuments(services(), system),
    },
  ],
} satisfies Feature

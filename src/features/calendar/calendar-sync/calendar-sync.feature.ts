import type { Feature } from '#core/feature/feature'
import { syncJob } from '../connections/request-sync.ts'
import { syncConnection, syncDueConnections } from './sync-connection.ts'

export const feature = {
  name: 'calendar-sync',
  jobs: ({ services, system }) => [
    { name: 'calendar-connections', cron: '* * * * *', run: () => syncDueConnections(services(), system) },
    {
      name: syncJob,
      concurrency: 6,
      retries: 2,
      run: (data: Parameters<typeof syncConnection>[1]) => syncConnection(services(), data),
    },
  ],
} satisfies Feature

import type { Feature } from '#core/feature/feature'
import { eraseDueRecords } from './erase-due-records.ts'
import { examples } from './erasure.examples.ts'
import { ErasureResolver } from './erasure.resolver.ts'
import { personalDataRoutes } from './personal-data.http.ts'

export const feature = {
  name: 'erasure',
  resolvers: [ErasureResolver],
  bytes: personalDataRoutes,
  // Before the job `archive-orphans`, so that files are deleted in the same night.
  jobs: ({ services, system }) => [
    { name: 'erasures', cron: '30 3 * * *', run: () => eraseDueRecords(services(), system) },
  ],
  examples,
  fixture: () => import('./erasure.fixture.ts'),
} satisfies Feature

import type { Feature } from '#core/feature/feature'
import { examples } from './ending.examples.ts'
import { EndingResolver } from './ending.resolver.ts'
import { processDueEndings } from './process-endings.ts'

export const feature = {
  name: 'ending',
  resolvers: [EndingResolver],
  // Before the job `archive-orphans`, so that documents are deleted in the same night.
  jobs: ({ services, system }) => [
    { name: 'endings', cron: '0 3 * * *', run: () => processDueEndings(services(), system) },
  ],
  examples,
  fixture: () => import('./ending.fixture.ts'),
} satisfies Feature

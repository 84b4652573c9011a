import type { Feature } from '#core/feature/feature'
import { removeOrphans } from './remove-orphans.ts'

export const feature = {
  name: 'issuing',
  jobs: ({ services, system }) => [
    { name: 'archive-orphans', cron: '10 4 * * *', run: () => removeOrphans(services(), system) },
  ],
} satisfies Feature

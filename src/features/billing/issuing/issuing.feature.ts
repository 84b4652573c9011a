import type { Feature } from '#core/feature/feature'
import { removeOrphanedDocuments } from './remove-orphaned-documents.ts'

export const feature = {
  name: 'issuing',
  jobs: ({ services, system }) => [
    { name: 'archive-orphans', cron: '10 4 * * *', run: () => removeOrphanedDocuments(services(), system) },
  ],
} satisfies Feature

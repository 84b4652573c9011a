import type { Feature } from '#core/feature/feature'
import { askForLeftPreviews } from './left-previews.ts'
import { makePreviewJob } from './make-preview.ts'
import { PreviewResolver } from './preview.resolver.ts'
import { removePreview, removePreviewJob } from './remove-preview.ts'

export const feature = {
  name: 'previews',
  resolvers: [PreviewResolver],
  jobs: ({ services, system }) => [
    makePreviewJob(services, system),
    removePreviewJob(services, system),
    { name: 'left-previews', cron: '*/15 * * * *', run: () => askForLeftPreviews(services(), system) },
  ],
  onDelete: { File: removePreview },
} satisfies Feature

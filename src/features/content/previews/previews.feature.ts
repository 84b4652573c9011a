import type { Feature } from '#core/feature/feature'
import { createPreviewJob } from './make-preview.ts'
import { enqueueMissingPreviews } from './missing-previews.ts'
import { PreviewResolver } from './preview.resolver.ts'
import { createRemovePreviewJob, scheduleRemovePreview } from './remove-preview.ts'

export const feature = {
  name: 'previews',
  resolvers: [PreviewResolver],
  jobs: ({ services, system }) => [
    createPreviewJob(services, system),
    createRemovePreviewJob(services, system),
    { name: 'left-previews', cron: '*/15 * * * *', run: () => enqueueMissingPreviews(services(), system) },
  ],
  onDelete: { File: scheduleRemovePreview },
} satisfies Feature

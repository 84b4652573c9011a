import type { Feature } from '#core/feature/feature'
import { assistantJob } from './assistant.job.ts'

export const feature = {
  name: 'assistant',
  jobs: ({ services, schema, config, log }) => [assistantJob(services, schema, config.assistant, log)],
} satisfies Feature

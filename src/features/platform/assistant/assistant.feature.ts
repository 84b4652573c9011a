import type { Feature } from '#core/feature/feature'
import { createAssistantJob } from './assistant.job.ts'

export const feature = {
  name: 'assistant',
  jobs: ({ services, schema, config, log }) => [createAssistantJob(services, schema, config.assistant, log)],
} satisfies Feature

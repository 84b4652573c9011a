import type { Feature } from '#core/feature/feature'
import { securityEventsTable } from './security-events-table.ts'
import { examples } from './security-log.examples.ts'
import { SecurityLogResolver } from './security-log.resolver.ts'

export const feature = {
  name: 'security-log',
  resolvers: [SecurityLogResolver],
  partitioned: [securityEventsTable],
  examples,
} satisfies Feature

import type { Feature } from '#core/feature/feature'
import { examples } from './security-log.examples.ts'
import { SecurityLogResolver } from './security-log.resolver.ts'
import { storedSecurityEvents } from './stored-security-events.ts'

export const feature = {
  name: 'security-log',
  resolvers: [SecurityLogResolver],
  partitioned: [storedSecurityEvents],
  examples,
} satisfies Feature

import { lostRace } from '#core/errors/failure'
import type { Feature } from '#core/feature/feature'
import { examples } from './audit-log.examples.ts'
import { AuditLogResolver } from './audit-log.resolver.ts'

export const feature = {
  name: 'audit-log',
  resolvers: [AuditLogResolver],
  constraints: { audit_entries_sequence_key: lostRace },
  examples,
} satisfies Feature

import { concurrentChange } from '#core/errors/database-error'
import type { Feature } from '#core/feature/feature'
import { anchorAuditLogs } from './audit-anchors.ts'
import { examples } from './audit-log.examples.ts'
import { AuditLogResolver } from './audit-log.resolver.ts'

export const feature = {
  name: 'audit-log',
  resolvers: [AuditLogResolver],
  // Before most nightly backups.
  jobs: ({ services, system, log }) => [
    { name: 'audit-anchors', cron: '40 1 * * *', run: () => anchorAuditLogs({ ...services(), system, log }) },
  ],
  constraints: { audit_entries_sequence_key: concurrentChange },
  examples,
} satisfies Feature

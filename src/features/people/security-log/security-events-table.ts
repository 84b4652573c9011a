import type { PartitionedTable } from '#core/database/partitions'

/** Days that the security log goes back. Rows are deleted by month, the last of them up to a month later. */
export const securityLogDays = 90

export const securityEventsTable: PartitionedTable = {
  table: 'security_events',
  column: 'created_at',
  unit: 'month',
  retentionMs: securityLogDays * 24 * 60 * 60 * 1000,
}

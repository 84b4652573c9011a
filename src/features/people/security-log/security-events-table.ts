import type { PartitionedTable } from '#core/database/partitions'

/** Rows are deleted by month, so that some stay up to a month longer. */
export const securityLogDays = 90

export const securityEventsTable: PartitionedTable = {
  table: 'security_events',
  column: 'created_at',
  unit: 'month',
  retentionMs: securityLogDays * 24 * 60 * 60 * 1000,
}

import sql from 'sql-template-tag'
import type { DatabaseMetric } from '#core/database/metric'

/** Read from the database, so the same in every process. */
export const jobMetrics: readonly DatabaseMetric[] = [
  {
    name: 'kontor_jobs',
    help: 'Jobs by queue and state, as counted some seconds ago.',
    labels: ['queue', 'state'],
    sql: () => sql`select name as queue, state, value from pgboss.queue,
            lateral (values ('deferred', deferred_count), ('ready', ready_count), ('active', active_count), ('failed', failed_count)) as counted (state, value)
          where name not like '\\_\\_%'`,
  },
]

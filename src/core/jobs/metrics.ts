import sql from 'sql-template-tag'
import type { DatabaseMetric } from '#core/database/metric'

/** What operators watch of the queues. The same from every process, for the database knows it. */
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

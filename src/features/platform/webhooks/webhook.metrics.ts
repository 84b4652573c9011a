import sql from 'sql-template-tag'
import type { DatabaseMetric } from '#core/database/metric'

export const webhookMetrics: readonly DatabaseMetric[] = [
  {
    name: 'kontor_webhook_deliveries_pending',
    help: 'Deliveries that are not yet settled.',
    sql: (reached) =>
      sql`select count(*)::float8 as value from webhook_deliveries where status = 'pending' and ${reached('organization_id')}`,
  },
  {
    name: 'kontor_webhook_delivery_delay_seconds',
    help: 'How long the oldest delivery has been due.',
    sql: (reached) => sql`select coalesce(extract(epoch from now() - min(next_attempt_at)), 0)::float8 as value
          from webhook_deliveries where status = 'pending' and next_attempt_at <= now() and ${reached('organization_id')}`,
  },
  {
    name: 'kontor_event_lag_events',
    help: 'Events that are not yet turned into deliveries.',
    sql: (reached) => sql`select coalesce(sum(s.last - coalesce(c.sequence, 0)), 0)::float8 as value
          from event_sequences s left join webhook_cursors c on c.organization_id = s.organization_id and ${reached('c.organization_id')}
          where ${reached('s.organization_id')}`,
  },
  {
    name: 'kontor_event_lag_seconds',
    help: 'Age of the oldest event that is not yet turned into deliveries.',
    sql: (reached) => sql`select coalesce(extract(epoch from now() - min(e.created_at)), 0)::float8 as value
          from event_sequences s left join webhook_cursors c on c.organization_id = s.organization_id and ${reached('c.organization_id')}
          join events e on e.organization_id = s.organization_id and e.sequence = coalesce(c.sequence, 0) + 1
          where s.last > coalesce(c.sequence, 0) and ${reached('s.organization_id', 'e.organization_id')}`,
  },
]

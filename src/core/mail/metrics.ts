import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { queryAllTenants } from '#core/database/cross-tenant'
import type { DatabaseMetric } from '#core/database/metric'

/** Mails of erased guests have no recipients and are not counted. */
export const mailMetrics: readonly DatabaseMetric[] = [
  {
    name: 'kontor_mails',
    help: 'Mails that wait (queued), were refused or given up for at least one recipient (failed), or came back (bounced), as counted some seconds ago.',
    labels: ['state'],
    sql: (reached) => sql`select state, value from (
          select count(*) filter (where status = 'queued') as queued,
            count(*) filter (where status = 'failed') as failed,
            count(*) filter (where status = 'bounced') as bounced
          from mails where status <> 'sent' and recipients <> '{}' and ${reached('organization_id')}
        ) counts, lateral (values ('queued', queued), ('failed', failed), ('bounced', bounced)) as counted (state, value)`,
  },
]

/** Mails of all organizations that failed or bounced within a day. */
export async function countUndelivered(system: Pool): Promise<number> {
  const [found] = await queryAllTenants<{ count: string }>(
    system,
    (reached) => sql`select count(*) as count from mails
        where status in ('failed', 'bounced') and recipients <> '{}' and updated_at > now() - interval '24 hours'
          and ${reached('organization_id')}`,
  )
  return Number(found?.count ?? 0)
}

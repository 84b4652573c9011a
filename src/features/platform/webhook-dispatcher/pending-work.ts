import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { queryAllTenants } from '#core/database/cross-tenant'

/** Webhooks with due deliveries in one organization or in all (null). Takes one index probe per webhook. */
export async function findDueWebhooks(
  system: Pool,
  organizationId: string | null,
): Promise<{ organizationId: string; webhookId: string }[]> {
  return queryAllTenants(
    system,
    (reached) => sql`select w.organization_id as "organizationId", w.id as "webhookId" from webhooks w
     where w.active and (${organizationId}::uuid is null or w.organization_id = ${organizationId}) and ${reached('w.organization_id')}
     and exists (
       select from webhook_deliveries d
       where d.organization_id = w.organization_id and d.webhook_id = w.id and d.status = 'pending' and d.next_attempt_at <= now()
         and ${reached('d.organization_id')}
     )`,
  )
}

export async function findOrganizationsWithNewEvents(system: Pool): Promise<string[]> {
  const rows = await queryAllTenants<{ organization_id: string }>(
    system,
    (reached) => sql`select s.organization_id from event_sequences s
     left join webhook_cursors c on c.organization_id = s.organization_id and ${reached('c.organization_id')}
     where s.last > coalesce(c.sequence, 0) and ${reached('s.organization_id')}`,
  )
  return rows.map((row) => row.organization_id)
}

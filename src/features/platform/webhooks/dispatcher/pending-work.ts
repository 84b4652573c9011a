import type { Pool } from 'pg'

/** The webhooks with something due, of one organization or of all (null): one probe of an index for each. */
export async function waitingWebhooks(
  system: Pool,
  organizationId: string | null,
): Promise<{ organizationId: string; webhookId: string }[]> {
  const { rows } = await system.query(
    `select w.organization_id as "organizationId", w.id as "webhookId" from webhooks w
     where w.active and ($1::uuid is null or w.organization_id = $1) and exists (
       select from webhook_deliveries d
       where d.organization_id = w.organization_id and d.webhook_id = w.id and d.status = 'pending' and d.next_attempt_at <= now()
     )`,
    [organizationId],
  )
  return rows
}

/** The organizations with events that are not yet turned into deliveries. */
export async function withNewEvents(system: Pool): Promise<string[]> {
  const { rows } = await system.query<{ organization_id: string }>(
    `select s.organization_id from event_sequences s
     left join webhook_cursors c on c.organization_id = s.organization_id
     where s.last > coalesce(c.sequence, 0)`,
  )
  return rows.map((row) => row.organization_id)
}

import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import { invalidField } from '#core/errors/problem'
import { eventRetentionMs } from '#core/events/stored-events'
import type { Context } from '#core/operation/context'
import { wakeDispatcherAfterCommit } from './delivery.reads.ts'
import { Webhook } from './webhook.entity.ts'
import { createCursorIfMissing } from './webhook-cursor.ts'

/**
 * Delivers all subscribed events since a moment again, in order and with their original ids. Pending deliveries stay as they are, so that
 * simultaneous replays add nothing. Returns the number of deliveries.
 */
export async function replayEvents(context: Context, webhookId: string, since: Date): Promise<number> {
  const { organizationId } = context
  // Locks out dispatchers, which would write the same rows and deadlock.
  await context.write(createCursorIfMissing(organizationId))
  await context.query(select`from webhook_cursors where organization_id = ${organizationId} for update`)
  const webhook = await context.load(Webhook, webhookId)
  const now = context.clock.now().getTime()
  if (since.getTime() > now) throw invalidField('since', { de: 'liegt in der Zukunft', en: 'lies in the future' })
  if (since.getTime() < now - eventRetentionMs)
    throw invalidField('since', { de: 'liegt mehr als 90 Tage zurück', en: 'is more than 90 days ago' })
  webhook.assertActive()
  const [{ count } = { count: 0 }] = await context.writeReturning<{ count: number }>(
    sql`with replayed as (
          insert into webhook_deliveries as d
            (organization_id, id, created_at, updated_at, webhook_id, event_id, event_at, event_name, sequence, next_attempt_at)
          select e.organization_id, gen_random_uuid(), now(), now(), ${webhook.id}, e.id, e.created_at, e.name, e.sequence, now()
          from events e
          where e.organization_id = ${organizationId} and e.created_at >= ${since.toISOString()}::timestamptz
            and (${webhook.events}::text[] = '{*}' or e.name = any(${webhook.events}::text[]))
          order by e.sequence
          on conflict (organization_id, webhook_id, event_id, event_at) do update
            set status = 'pending', disabled_reason = null, attempt_count = 0, unknown_outcomes = 0, next_attempt_at = excluded.next_attempt_at,
              updated_at = excluded.updated_at, version = d.version + 1
            where d.status <> 'pending'
          returning 1
        )
        select count(*) as count from replayed`,
  )
  wakeDispatcherAfterCommit(context)
  return count
}

import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import { Delivery } from './delivery.entity.ts'
import { wakeDispatcherAfterCommit } from './delivery.reads.ts'
import type { Webhook } from './webhook.entity.ts'

/**
 * Sends a `webhook.test` event, which is neither in the catalogue nor in the feed. Its `data` is the webhook.
 */
export async function sendTestEvent(context: Context, webhook: Webhook): Promise<Row<Delivery>> {
  webhook.assertActive()
  const { organizationId, actor } = context
  const eventId = randomUUID()
  const deliveryId = randomUUID()
  const body = JSON.stringify({
    id: eventId,
    event: 'webhook.test',
    created_at: context.clock.now().toISOString(),
    organization_id: organizationId,
    actor: { type: actor.type, id: actor.id, name: actor.name },
    sequence: null,
    data: await context.services.represent('Webhook', webhook, context),
  })
  await context.write(
    sql`insert into webhook_deliveries
          (organization_id, id, created_at, updated_at, webhook_id, event_id, event_at, event_name, body, next_attempt_at)
        values (${organizationId}, ${deliveryId}, now(), now(), ${webhook.id}, ${eventId}, now(), 'webhook.test', ${body}, now())`,
  )
  wakeDispatcherAfterCommit(context)
  return context.read(Delivery, deliveryId)
}

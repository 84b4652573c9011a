import sql from 'sql-template-tag'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import { Delivery } from './delivery.entity.ts'
import { wakeDispatcherAfterCommit } from './delivery.reads.ts'

/** Sends a delivery again, with six new attempts; 409 while it is pending or its webhook inactive. */
export async function repeatDelivery(context: Context, delivery: Delivery): Promise<Row<Delivery>> {
  delivery.assertSettled()
  const webhook = await delivery.webhook.loadOrFail()
  webhook.assertActive()
  await context.write(
    sql`update webhook_deliveries
        set status = 'pending', disabled_reason = null, attempt_count = 0, unknown_outcomes = 0, next_attempt_at = now(), updated_at = now(), version = version + 1
        where organization_id = ${context.organizationId} and id = ${delivery.id}`,
  )
  wakeDispatcherAfterCommit(context)
  return context.read(Delivery, delivery.id)
}

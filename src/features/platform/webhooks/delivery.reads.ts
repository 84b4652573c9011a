import sql from 'sql-template-tag'
import type { Context } from '#core/context'
import { columnsOf } from '#core/database/columns'
import { notFound } from '#core/errors'
import { type ListArgs, narrowed, orderBy, type Page, slice, where } from '#core/graphql/list'
import { Delivery, type DeliveryStatus } from './delivery.entity.ts'

/** A page of a webhook's deliveries, newest first. */
export function readDeliveries(
  context: Context,
  webhookId: string,
  status: DeliveryStatus | undefined,
  args: ListArgs,
): Promise<Page<Delivery>> {
  return context.page<Delivery>(
    columnsOf(context, Delivery, 'd'),
    sql`from webhook_deliveries d
        where d.organization_id = ${context.organizationId} and d.webhook_id = ${webhookId}${where(status, sql`d.status = ${status}`)}${narrowed(args, 'd', ['d.event_name'])}`,
    orderBy(args.sort, { created_at: 'created_at' }, 'd'),
    slice(args),
  )
}

/** A delivery of the organization as it stands now; 404 where there is none. */
export async function readDelivery(context: Context, id: string): Promise<Delivery> {
  const [delivery] = await context.query<Delivery>(
    sql`select ${columnsOf(context, Delivery, 'd')} from webhook_deliveries d
        where d.organization_id = ${context.organizationId} and d.id = ${id}`,
  )
  if (!delivery) throw notFound()
  return delivery
}

/** Tells the dispatchers, once it is committed, that there is something to send. */
export const ringAfterCommit = ({ services, organizationId, afterCommit }: Context) =>
  afterCommit.push(() => services.bus.ring(organizationId))

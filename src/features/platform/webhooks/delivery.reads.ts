import sql from 'sql-template-tag'
import { selectAllColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import { andWhere, filterList, type ListArgs, limitOffset, orderBy, type Page } from '#core/schema/list'
import type { Row } from '#core/schema/row'
import { Delivery, type DeliveryStatus } from './delivery.entity.ts'

/** Newest first. */
export function readDeliveries(
  context: Context,
  webhookId: string,
  status: DeliveryStatus | undefined,
  args: ListArgs,
): Promise<Page<Row<Delivery>>> {
  return context.page<Delivery>(
    selectAllColumns(context, Delivery, 'd'),
    sql`from webhook_deliveries d
        where d.organization_id = ${context.organizationId} and d.webhook_id = ${webhookId}${andWhere(status, sql`d.status = ${status}`)}${filterList(args, 'd', ['d.event_name'])}`,
    orderBy(args.sort, { created_at: 'created_at' }, 'd'),
    limitOffset(args),
  )
}

export const wakeDispatcherAfterCommit = (context: Context) =>
  context.afterCommit(({ bus }) => bus.notify(context.organizationId))

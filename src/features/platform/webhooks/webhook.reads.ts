import sql from 'sql-template-tag'
import type { Context } from '#core/context'
import { columnsOf } from '#core/database/columns'
import { notFound } from '#core/errors'
import { Webhook } from './webhook.entity.ts'

/** A subscription of the organization; 404 where there is none. */
export async function readWebhook(context: Context, id: string): Promise<Webhook> {
  const [webhook] = await context.query<Webhook>(
    sql`select ${columnsOf(context, Webhook, 'w')} from webhooks w
        where w.organization_id = ${context.organizationId} and w.id = ${id}`,
  )
  if (!webhook) throw notFound()
  return webhook
}

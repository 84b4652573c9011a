import sql from 'sql-template-tag'
import type { Context } from '#core/context'
import { columnsOf } from '#core/database/columns'
import { tallyOf } from '#core/database/tally'
import { narrowed, orderBy, type Page, slice, where } from '#core/graphql/list'
import { Client } from './client.entity.ts'
import type { ClientListArgs } from './client.inputs.ts'

const searched = ['c.name', 'c.email', 'c.city', 'c.customer_number', 'c.contact_name', 'c.vat_id']

/** One client by its id. */
export async function readClient(context: Context, id: string): Promise<Client | undefined> {
  const [client] = await context.query<Client>(
    sql`select ${columnsOf(context, Client, 'c')} from clients c
        where c.organization_id = ${context.organizationId} and c.id = ${id}`,
  )
  return client
}

/** A page of clients. */
export async function readClients(context: Context, args: ClientListArgs): Promise<Page<Client>> {
  const all = sql`from clients c where c.organization_id = ${context.organizationId}`
  const matching = sql`${all}${where(
    args.archived,
    sql`c.archived = ${args.archived}`,
  )}${where(args.country, sql`c.country = ${args.country}`)}${narrowed(args, 'c', searched)}`
  const order = orderBy(args.sort, { created_at: 'created_at', name: 'name' }, 'c')
  return context.page<Client>(
    columnsOf(context, Client, 'c'),
    matching,
    order,
    slice(args),
    matching.text === all.text ? tallyOf(context, ['clients']) : undefined,
  )
}

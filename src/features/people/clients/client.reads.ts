import type { GraphQLResolveInfo } from 'graphql'
import sql from 'sql-template-tag'
import { alphabeticalOrderSql } from '#core/database/alphabetical-order'
import { sumCounters } from '#core/database/counter'
import { select } from '#core/database/select'
import { selectedColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import { andWhere, filterList, limitOffset, orderBy, type Page } from '#core/schema/list'
import type { Row } from '#core/schema/row'
import { Client } from './client.entity.ts'
import type { ClientListArgs } from './client.inputs.ts'

export async function readClients(
  context: Context,
  args: ClientListArgs,
  info: GraphQLResolveInfo,
): Promise<Page<Row<Client>>> {
  const all = sql`from clients c where c.organization_id = ${context.organizationId}`
  const matching = sql`${all}${andWhere(
    args.archived,
    sql`c.archived = ${args.archived}`,
  )}${andWhere(args.country, sql`c.country = ${args.country}`)}${filterList(args, 'c', ['c.search_name', 'c.search_text'])}`
  const order = orderBy(args.sort, { created_at: 'created_at', name: alphabeticalOrderSql('name') }, 'c')
  return context.page<Client>(
    selectedColumns(context, Client, 'c', info, 'clients'),
    matching,
    order,
    limitOffset(args),
    matching.text === all.text ? select`${sumCounters(context, ['clients'])} as total` : undefined,
  )
}

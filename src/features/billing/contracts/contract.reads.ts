import type { GraphQLResolveInfo } from 'graphql'
import sql from 'sql-template-tag'
import { alphabeticalOrderSql } from '#core/database/alphabetical-order'
import { sumCounters } from '#core/database/counter'
import { select } from '#core/database/select'
import { filterByDelivery } from '#core/mail/delivery'
import { selectedColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import { andWhere, filterList, limitOffset, orderBy, type Page } from '#core/schema/list'
import type { Row } from '#core/schema/row'
import { Contract, contractMailKinds } from './contract.entity.ts'
import type { ContractListArgs } from './contract.inputs.ts'

const sortable = {
  created_at: 'created_at',
  title: alphabeticalOrderSql('title'),
  number: 'number',
  starts_on: 'starts_on',
  ends_on: 'ends_on',
}

export function readContracts(
  context: Context,
  args: ContractListArgs,
  info: GraphQLResolveInfo,
): Promise<Page<Row<Contract>>> {
  const { status, delivery, clientId, rejected } = args
  const all = sql`from contracts k join clients c on c.organization_id = k.organization_id and c.id = k.client_id
    where k.organization_id = ${context.organizationId}`
  const matching = sql`${all}${andWhere(status, sql`k.status = any(${status ?? []}::text[])`)}${andWhere(
    clientId,
    sql`k.client_id = ${clientId}`,
  )}${andWhere(rejected, rejected ? sql`k.rejected_at is not null` : sql`k.rejected_at is null`)}${filterByDelivery(context, delivery, contractMailKinds, 'k')}${filterList(args, 'k', ['k.search_name', 'k.search_text', 'c.search_name', 'c.search_text'])}`
  return context.page<Contract>(
    selectedColumns(context, Contract, 'k', info, 'contracts'),
    matching,
    orderBy(args.sort, sortable, 'k'),
    limitOffset(args),
    matching.text === all.text ? select`${sumCounters(context, ['contracts'])} as total` : undefined,
  )
}

export const readContractContent = (context: Context, id: string): Promise<string> =>
  context.batch(
    'contract.content',
    id,
    (ids) =>
      context.queryBatched<{ id: string; content: string }>(
        ids,
        select`id, content from contracts
            where organization_id = ${context.organizationId} and id = any(${ids}::uuid[])`,
      ),
    (rows, contractId) => rows.find((row) => row.id === contractId)?.content ?? '',
  )

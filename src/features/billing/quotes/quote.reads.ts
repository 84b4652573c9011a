import type { GraphQLResolveInfo } from 'graphql'
import sql from 'sql-template-tag'
import { sumCounters } from '#core/database/counter'
import { select } from '#core/database/select'
import { filterByDelivery } from '#core/mail/delivery'
import { selectedColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import { andWhere, filterList, limitOffset, orderBy, type Page } from '#core/schema/list'
import type { Row } from '#core/schema/row'
import { Quote, quoteMailKinds } from './quote.entity.ts'
import type { QuoteListArgs } from './quote.inputs.ts'

const sortable = {
  created_at: 'created_at',
  issue_date: 'issue_date',
  // Sorting by `due_date` works as for invoices.
  due_date: 'valid_until',
  valid_until: 'valid_until',
  number: 'number',
  total_cents: 'total_cents',
}

export function readQuotes(context: Context, args: QuoteListArgs, info: GraphQLResolveInfo): Promise<Page<Row<Quote>>> {
  const { status, delivery, clientId, projectId } = args
  const all = sql`from quotes u join clients c on c.organization_id = u.organization_id and c.id = u.client_id
    where u.organization_id = ${context.organizationId}`
  const matching = sql`${all}${andWhere(status, sql`u.status = any(${status ?? []}::text[])`)}${andWhere(
    clientId,
    sql`u.client_id = ${clientId}`,
  )}${andWhere(projectId, sql`u.project_id = ${projectId}`)}${filterByDelivery(context, delivery, quoteMailKinds, 'u')}${filterList(args, 'u', ['u.search_name', 'u.search_text', 'c.search_name', 'c.search_text'])}`
  return context.page<Quote>(
    selectedColumns(context, Quote, 'u', info, 'quotes'),
    matching,
    orderBy(args.sort, sortable, 'u'),
    limitOffset(args),
    matching.text === all.text ? select`${sumCounters(context, ['quotes'])} as total` : undefined,
  )
}

import type { GraphQLResolveInfo } from 'graphql'
import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import { tallyOf } from '#core/database/tally'
import { whereDelivery } from '#core/mail/delivery'
import { selectedColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import { narrowed, orderBy, type Page, slice, where } from '#core/schema/list'
import type { Row } from '#core/schema/row'
import { Quote, quoteMails } from './quote.entity.ts'
import type { QuoteListArgs } from './quote.inputs.ts'

const sortable = {
  created_at: 'created_at',
  issue_date: 'issue_date',
  // What invoices call the day until which the client is asked to act.
  due_date: 'valid_until',
  valid_until: 'valid_until',
  number: 'number',
  total_cents: 'total_cents',
}

/** A page of quotes. */
export function readQuotes(context: Context, args: QuoteListArgs, info: GraphQLResolveInfo): Promise<Page<Row<Quote>>> {
  const { status, delivery, clientId, projectId } = args
  const all = sql`from quotes u join clients c on c.organization_id = u.organization_id and c.id = u.client_id
    where u.organization_id = ${context.organizationId}`
  const matching = sql`${all}${where(status, sql`u.status = any(${status ?? []}::text[])`)}${where(
    clientId,
    sql`u.client_id = ${clientId}`,
  )}${where(projectId, sql`u.project_id = ${projectId}`)}${whereDelivery(context, delivery, quoteMails, 'u')}${narrowed(args, 'u', ['u.search_name', 'u.search_text', 'c.search_name', 'c.search_text'])}`
  return context.page<Quote>(
    selectedColumns(context, Quote, 'u', info, 'quotes'),
    matching,
    orderBy(args.sort, sortable, 'u'),
    slice(args),
    matching.text === all.text ? select`${tallyOf(context, ['quotes'])} as total` : undefined,
  )
}

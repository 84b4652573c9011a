import type { GraphQLResolveInfo } from 'graphql'
import sql, { type Sql } from 'sql-template-tag'
import { sumCounters } from '#core/database/counter'
import { select } from '#core/database/select'
import { filterByDelivery } from '#core/mail/delivery'
import { selectedColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import { andWhere, filterList, limitOffset, orderBy, type Page } from '#core/schema/list'
import type { Row } from '#core/schema/row'
import { assertDateRange } from '#core/time/date-range'
import { Invoice, InvoiceStatus, invoiceMailKinds } from './invoice.entity.ts'
import type { InvoiceListArgs } from './invoice.inputs.ts'

const sortable = {
  created_at: 'created_at',
  issue_date: 'issue_date',
  due_date: 'due_date',
  number: 'number',
  total_cents: 'total_cents',
}

/** Number and totals of all matching invoices. */
interface InvoiceFigures {
  total: number
  sumTotalCents: number
  sumOpenCents: number
  sumRefundDueCents: number
}

export function readInvoices(
  context: Context,
  args: InvoiceListArgs,
  info: GraphQLResolveInfo,
): Promise<Page<Row<Invoice>> & InvoiceFigures> {
  const { status, kind, delivery, clientId, projectId, overdue, from, to } = args
  assertDateRange(args)
  const all = sql`from invoices i join clients c on c.organization_id = i.organization_id and c.id = i.client_id
    where i.organization_id = ${context.organizationId}`
  const matching = sql`${all}${andWhere(status, sql`i.status = any(${status ?? []}::text[])`)}${andWhere(
    kind,
    sql`i.kind = ${kind}`,
  )}${filterByDelivery(context, delivery, invoiceMailKinds, 'i')}${andWhere(clientId, sql`i.client_id = ${clientId}`)}${andWhere(projectId, sql`i.project_id = ${projectId}`)}${andWhere(
    overdue,
    overdue ? sql`i.status = ${InvoiceStatus.overdue}` : sql`i.status <> ${InvoiceStatus.overdue}`,
  )}${andWhere(from, sql`i.issue_date >= ${from}`)}${andWhere(to, sql`i.issue_date <= ${to}`)}${filterList(args, 'i', ['i.search_name', 'i.search_text', 'c.search_name', 'c.search_text'])}`
  return context.page<Invoice, InvoiceFigures>(
    selectedColumns(context, Invoice, 'i', info, 'invoices'),
    matching,
    orderBy(args.sort, sortable, 'i'),
    limitOffset(args),
    matching.text === all.text ? selectCountedFigures(context) : selectFigures(matching),
  )
}

const selectFigures = (matching: Sql) =>
  select`count(*) as total, coalesce(sum(i.total_cents), 0)::bigint as "sumTotalCents",
      coalesce(sum(i.open_cents) filter (where i.status <> 'draft' and i.open_cents > 0), 0)::bigint as "sumOpenCents",
      coalesce(sum(i.refund_due_cents), 0)::bigint as "sumRefundDueCents" ${matching}`

/** Figures of all invoices of the organization, from counters. */
const selectCountedFigures = (context: Context) =>
  select`${sumCounters(context, ['invoices'])} as total, ${sumCounters(context, ['invoices:total_cents'])} as "sumTotalCents",
      ${sumCounters(context, ['invoices:open_cents'])} as "sumOpenCents",
      ${sumCounters(context, ['invoices:refund_due_cents'])} as "sumRefundDueCents"`

import sql, { raw } from 'sql-template-tag'
import { Args, ArgsType, Ctx, Field, Int, ObjectType, Query, Resolver, registerEnumType } from 'type-graphql'
import { May } from '#core/access/authorization'
import { alphabeticalOrder } from '#core/database/alphabetical-order'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import { ListCost } from '#core/schema/cost'
import { Rest } from '#core/schema/rest'
import { CalendarDate, Cents, UUID } from '#core/schema/scalars'
import { invoices } from '#features/billing/invoices/invoice.policy'
import { isMoneyMovedSql, paymentMovementsSql } from '#features/billing/invoices/payments/payment-movements'
import { PeriodArgs, resolvePeriod } from './period.ts'

enum RevenueGroup {
  month = 'month',
  quarter = 'quarter',
  year = 'year',
  client = 'client',
}
registerEnumType(RevenueGroup, { name: 'RevenueGroup', description: 'Grouping of a report.' })

@ArgsType()
class RevenueReportArgs extends PeriodArgs {
  @Field(() => RevenueGroup, { nullable: true, description: 'Grouping; defaults to `month`.' })
  groupBy?: RevenueGroup
}

@ObjectType({
  simpleResolvers: true,
  description:
    'Issued invoices less credit notes, each by its own date, so that a cancelled invoice and its credit note offset each other.',
})
class Revenue {
  @Field(() => Cents, { description: 'Net amount in cents.' })
  netCents!: number

  @Field(() => Cents, { description: 'VAT in cents.' })
  taxCents!: number

  @Field(() => Cents, { description: 'Gross amount in cents.' })
  grossCents!: number

  @Field(() => Int, { description: 'Number of invoices.' })
  invoiceCount!: number

  @Field(() => Int, { description: 'Number of credit notes.' })
  creditNoteCount!: number

  @Field(() => Cents, {
    description:
      "Payments received by date of payment in cents, less refunds; a client's credit counts when it is used.",
  })
  paidCents!: number
}

@ObjectType({ simpleResolvers: true, description: 'Revenue of one group.' })
class RevenueReportRow extends Revenue {
  @Field(() => UUID, { nullable: true, description: 'Id of the client; null for a period.' })
  id!: string | null

  @Field(() => String, { description: 'Key of the group: the id of the client, or `2026-03`, `2026-Q1`, `2026`.' })
  name!: string
}

@ObjectType({ simpleResolvers: true, description: 'Revenue by month, quarter, year or client.' })
class RevenueReport {
  @Field(() => CalendarDate, { description: 'First day, inclusive.' })
  from!: string

  @Field(() => CalendarDate, { description: 'Last day, inclusive.' })
  to!: string

  @ListCost(200)
  @Field(() => [RevenueReportRow], { description: 'Periods in chronological order, clients by revenue.' })
  rows!: RevenueReportRow[]

  @Field(() => Revenue, { description: 'Totals of all rows.' })
  totals!: Revenue
}

const periodFormats = { month: 'YYYY-MM', quarter: 'YYYY-"Q"Q', year: 'YYYY' }
const columns = ['netCents', 'taxCents', 'grossCents', 'invoiceCount', 'creditNoteCount', 'paidCents'] as const

@Resolver()
export class RevenueReportResolver {
  @Rest('GET /reports/revenue')
  @May(invoices.read)
  @Query(() => RevenueReport, { description: 'Revenue by month, quarter, year or client.' })
  async revenueReport(
    @Ctx() context: Context,
    @Args(() => RevenueReportArgs) args: RevenueReportArgs,
  ): Promise<RevenueReport> {
    const period = resolvePeriod(context, args)
    const rows = await readRevenue(context, period, args.groupBy ?? RevenueGroup.month)
    const totals = Object.fromEntries(
      columns.map((column) => [column, rows.reduce((sum, row) => sum + row[column], 0)]),
    ) as unknown as Revenue
    return { ...period, rows, totals }
  }
}

function readRevenue(context: Context, { from, to }: { from: string; to: string }, group: RevenueGroup) {
  const { organizationId: organization } = context
  const byClient = group === RevenueGroup.client
  const name = byClient ? sql`null::text` : sql`to_char(b.day, ${raw(`'${periodFormats[group]}'`)})`
  return context.query<RevenueReportRow>(
    select`g.id, coalesce(c.name, g.name) as name, g."netCents", g."taxCents", g."grossCents", g."invoiceCount", g."creditNoteCount", g."paidCents"
        from (
          select ${byClient ? sql`b.client_id` : sql`null::uuid`} as id, ${name} as name, sum(b.net)::float8 as "netCents",
            sum(b.tax)::float8 as "taxCents", sum(b.net + b.tax)::float8 as "grossCents", sum(b.invoices)::int as "invoiceCount",
            sum(b.credit_notes)::int as "creditNoteCount", sum(b.paid)::float8 as "paidCents"
          from (
            select i.issue_date as day, i.client_id, i.subtotal_cents as net, i.tax_cents as tax,
              (i.kind <> 'credit_note')::int as invoices, (i.kind = 'credit_note')::int as credit_notes, 0 as paid
            from invoices i where i.organization_id = ${organization} and i.status <> 'draft' and i.issue_date between ${from} and ${to}
            union all
            select m.day, p.client_id, 0, 0, 0, 0,
              m.times * case when p.paid_back then -p.amount_cents else p.amount_cents - p.credit_cents end
            from payments p cross join lateral ${paymentMovementsSql} as m (day, times)
            where p.organization_id = ${organization} and ${isMoneyMovedSql} and m.day between ${from} and ${to}
              and (p.paid_at between ${from} and ${to} or p.returned_at between ${from} and ${to})
          ) b group by 1, 2
        ) g left join clients c on c.organization_id = ${organization} and c.id = g.id
        order by ${byClient ? sql`g."netCents" desc, ` : sql``} ${alphabeticalOrder('coalesce(c.name, g.name)')}, g.id`,
  )
}

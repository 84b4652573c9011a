import sql, { raw } from 'sql-template-tag'
import { Args, ArgsType, Ctx, Field, Int, ObjectType, Query, Resolver, registerEnumType } from 'type-graphql'
import { May } from '#core/access/may'
import type { Context } from '#core/context'
import { CountedAs } from '#core/graphql/cost'
import { CalendarDate, Cents, UUID } from '#core/graphql/scalars'
import { Rest } from '#core/rest/rest'
import { invoices } from '#features/billing/invoices/invoice.policy'
import { PeriodArgs, periodOf } from './period.ts'

export enum RevenueGroup {
  month = 'month',
  quarter = 'quarter',
  year = 'year',
  client = 'client',
}
registerEnumType(RevenueGroup, { name: 'RevenueGroup', description: 'What a row of the report stands for.' })

@ArgsType()
class RevenueReportArgs extends PeriodArgs {
  @Field(() => RevenueGroup, { nullable: true, description: '`month` unless sent.' })
  groupBy?: RevenueGroup
}

@ObjectType({
  simpleResolvers: true,
  description:
    'Issued invoices less credit notes, each by its own date: an invoice that was cancelled and its credit note cancel out.',
})
class Revenue {
  @Field(() => Cents, { description: 'Net of tax.' })
  netCents!: number

  @Field(() => Cents, { description: 'The tax.' })
  taxCents!: number

  @Field(() => Cents, { description: 'With tax.' })
  grossCents!: number

  @Field(() => Int, { description: 'How many invoices.' })
  invoiceCount!: number

  @Field(() => Int, { description: 'How many credit notes.' })
  creditNoteCount!: number

  @Field(() => Cents, {
    description: "Money received, by the day of payment, less what was given back; a client's credit when it is used.",
  })
  paidCents!: number
}

@ObjectType({ simpleResolvers: true, description: 'The revenue of a stretch of time or a client.' })
class RevenueReportRow extends Revenue {
  @Field(() => UUID, { nullable: true, description: "The client's; null for a stretch of time." })
  id!: string | null

  @Field(() => String, { description: 'The client, `2026-03`, `2026-Q1` or `2026`.' })
  name!: string
}

@ObjectType({ simpleResolvers: true })
class RevenueReport {
  @Field(() => CalendarDate, { description: 'The first day.' })
  from!: string

  @Field(() => CalendarDate, { description: 'The last day.' })
  to!: string

  @CountedAs(200)
  @Field(() => [RevenueReportRow], { description: 'Stretches of time in their order; clients by their revenue.' })
  rows!: RevenueReportRow[]

  @Field(() => Revenue, { description: 'The sums of the rows.' })
  totals!: Revenue
}

const stretches = { month: 'YYYY-MM', quarter: 'YYYY-"Q"Q', year: 'YYYY' }
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
    const period = periodOf(context, args)
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
  const name = byClient ? sql`null::text` : sql`to_char(b.day, ${raw(`'${stretches[group]}'`)})`
  return context.query<RevenueReportRow>(
    sql`select g.id, coalesce(c.name, g.name) as name, g."netCents", g."taxCents", g."grossCents", g."invoiceCount", g."creditNoteCount", g."paidCents"
        from (
          select ${byClient ? sql`b.client_id` : sql`null::uuid`} as id, ${name} as name, sum(b.net)::float8 as "netCents",
            sum(b.tax)::float8 as "taxCents", sum(b.net + b.tax)::float8 as "grossCents", sum(b.invoices)::int as "invoiceCount",
            sum(b.credit_notes)::int as "creditNoteCount", sum(b.paid)::float8 as "paidCents"
          from (
            select i.issue_date as day, i.client_id, i.subtotal_cents as net, i.tax_cents as tax,
              (i.kind = 'invoice')::int as invoices, (i.kind = 'credit_note')::int as credit_notes, 0 as paid
            from invoices i where i.organization_id = ${organization} and i.status <> 'draft' and i.issue_date between ${from} and ${to}
            union all
            select p.paid_at, i.client_id, 0, 0, 0, 0, case i.kind when 'invoice' then p.amount_cents - p.credit_cents else -p.amount_cents end
            from payments p join invoices i on i.organization_id = p.organization_id and i.id = p.invoice_id
            where p.organization_id = ${organization} and p.reversed_at is null and p.paid_at between ${from} and ${to}
          ) b group by 1, 2
        ) g left join clients c on c.organization_id = ${organization} and c.id = g.id
        order by ${byClient ? sql`g."netCents" desc, ` : sql``} name, id`,
  )
}

import sql from 'sql-template-tag'
import { Args, Ctx, Field, Float, ObjectType, Query, Resolver } from 'type-graphql'
import { May } from '../core/access/may.ts'
import type { Context } from '../core/context.ts'
import { CalendarDate, Cents } from '../core/graphql/scalars.ts'
import { Rest } from '../core/rest/rest.ts'
import { invoices } from '../invoices/invoice.policy.ts'
import { TaxCategory } from '../invoices/line-item.ts'
import { readOrganization } from '../organizations/organization.reads.ts'
import { type Period, PeriodArgs, periodOf } from './period.ts'
import { type Received, type VatRow, vatOfPayments } from './vat-of-payments.ts'

@ObjectType({ simpleResolvers: true, description: 'Tax of one category and rate.' })
class VatReportRow {
  @Field(() => TaxCategory, { description: 'Of EN 16931.' })
  taxCategory!: string

  @Field(() => Float, { description: 'In percent.' })
  taxRate!: number

  @Field(() => Cents, { description: 'What is taxed.' })
  netCents!: number

  @Field(() => Cents, { description: 'The tax.' })
  taxCents!: number
}

@ObjectType({ simpleResolvers: true })
class VatReport {
  @Field(() => CalendarDate, { description: 'The first day.' })
  from!: string

  @Field(() => CalendarDate, { description: 'The last day.' })
  to!: string

  @Field(() => String, { description: "The organization's: `accrual` by what was supplied, `cash` by what was paid." })
  vatAccounting!: string

  @Field(() => [VatReportRow], { description: 'The highest rate first.' })
  rows!: VatReportRow[]

  @Field(() => Cents, { description: 'The sum of the rows.' })
  netCents!: number

  @Field(() => Cents, { description: 'The sum of the rows.' })
  taxCents!: number
}

@Resolver()
export class VatReportResolver {
  @Rest('GET /reports/vat')
  @May(invoices.read)
  @Query(() => VatReport, {
    description:
      'VAT by category and rate: in accrual accounting by the last day of service, credit notes by their date (§ 13, § 17 UStG); in cash accounting by the day of payment (§ 20 UStG).',
  })
  async vatReport(@Ctx() context: Context, @Args(() => PeriodArgs) args: PeriodArgs): Promise<VatReport> {
    const period = periodOf(context, args)
    const { vatAccounting } = await readOrganization(context)
    const rows =
      vatAccounting === 'cash'
        ? vatOfPayments(await readReceived(context, period))
        : await readSupplied(context, period)
    const sum = (column: 'netCents' | 'taxCents') => rows.reduce((total, row) => total + row[column], 0)
    return { ...period, vatAccounting, rows, netCents: sum('netCents'), taxCents: sum('taxCents') }
  }
}

const readSupplied = (context: Context, { from, to }: Period) =>
  context.query<VatRow>(
    sql`select t->>'taxCategory' as "taxCategory", (t->>'taxRate')::float8 as "taxRate",
          sum((t->>'netCents')::bigint)::float8 as "netCents", sum((t->>'taxCents')::bigint)::float8 as "taxCents"
        from invoices i cross join jsonb_array_elements(i.tax_breakdown) t
        where i.organization_id = ${context.organizationId} and i.status <> 'draft'
          and case i.kind when 'invoice' then coalesce(i.service_to, i.issue_date) else i.issue_date end between ${from} and ${to}
        group by 1, 2 order by 2 desc, 1`,
  )

const readReceived = (context: Context, { from, to }: Period) =>
  context.query<Received>(
    sql`select (case i.kind when 'invoice' then 1 else -1 end * (p.amount_cents - p.charges_cents))::float8 as cents,
          i.tax_breakdown as "taxBreakdown"
        from payments p join invoices i on i.organization_id = p.organization_id and i.id = p.invoice_id
        where p.organization_id = ${context.organizationId} and p.reversed_at is null and p.paid_at between ${from} and ${to}
        order by p.paid_at, p.created_at, p.id`,
  )

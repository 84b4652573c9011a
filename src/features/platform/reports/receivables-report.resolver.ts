import { Ctx, Field, Int, ObjectType, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import { alphabeticalOrder } from '#core/database/alphabetical-order'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import { ListCost } from '#core/schema/cost'
import { Rest } from '#core/schema/rest'
import { CalendarDate, Cents, UUID } from '#core/schema/scalars'
import { invoices } from '#features/billing/invoices/invoice.policy'

@ObjectType({ simpleResolvers: true, description: 'Open amount of a range of days overdue.' })
class AgedReceivables {
  @Field(() => Int, { description: 'First day of the range of days overdue; 0 means not yet overdue.' })
  fromDays!: number

  @Field(() => Int, {
    nullable: true,
    description: 'Last day of the range; null for the last range, which has no end.',
  })
  toDays!: number | null

  @Field(() => Cents, { description: 'Amount still to be paid, in cents.' })
  openCents!: number
}

@ObjectType({ simpleResolvers: true, description: 'Open amounts and refunds.' })
class Receivables {
  @Field(() => Cents, { description: 'Amount still to be paid, in cents.' })
  openCents!: number

  @ListCost(5)
  @Field(() => [AgedReceivables], {
    description: 'Open amounts by days overdue: 0, 1–30, 31–60, 61–90, more than 90.',
  })
  ages!: AgedReceivables[]

  @Field(() => Cents, {
    description: 'Amount to be paid back on credit notes, in cents; not deducted from what is open.',
  })
  refundDueCents!: number

  @Field(() => Int, { description: 'Number of open invoices.' })
  openCount!: number

  @Field(() => Int, { description: 'Number of overdue invoices.' })
  overdueCount!: number
}

@ObjectType({ simpleResolvers: true, description: 'Open amounts of a client.' })
class ClientReceivables extends Receivables {
  @Field(() => UUID, { description: 'Id of the client.' })
  id!: string

  @Field(() => String, { description: 'Name of the client.' })
  name!: string
}

@ObjectType({ simpleResolvers: true, description: 'Open amounts by client and by days overdue.' })
class ReceivablesReport {
  @Field(() => CalendarDate, { description: 'Reporting date: today (Europe/Berlin).' })
  asOf!: string

  @ListCost(200)
  @Field(() => [ClientReceivables], { description: 'Clients, those who owe most first.' })
  rows!: ClientReceivables[]

  @Field(() => Receivables, { description: 'Totals of all rows.' })
  totals!: Receivables
}

/** First day of each range of days overdue. */
const ages = [0, 1, 31, 61, 91] as const

@Resolver()
export class ReceivablesReportResolver {
  @Rest('GET /reports/receivables')
  @May(invoices.read)
  @Query(() => ReceivablesReport, {
    description: 'Open amounts by client and by days overdue.',
  })
  async receivablesReport(@Ctx() context: Context): Promise<ReceivablesReport> {
    const asOf = context.clock.today()
    const rows = (await readReceivables(context, asOf)).map(({ byAge, ...row }) => ({
      ...row,
      ages: groupByAge(byAge),
    }))
    const sum = (of: (row: ClientReceivables) => number) => rows.reduce((total, row) => total + of(row), 0)
    const totals = {
      openCents: sum((row) => row.openCents),
      ages: groupByAge(ages.map((_, index) => sum((row) => row.ages[index]?.openCents ?? 0))),
      refundDueCents: sum((row) => row.refundDueCents),
      openCount: sum((row) => row.openCount),
      overdueCount: sum((row) => row.overdueCount),
    }
    return { asOf, rows, totals }
  }
}

const groupByAge = (byAge: readonly number[]): AgedReceivables[] =>
  ages.map((fromDays, index) => {
    const next = ages[index + 1]
    return { fromDays, toDays: next === undefined ? null : next - 1, openCents: byAge[index] ?? 0 }
  })

const readReceivables = (context: Context, today: string) =>
  context.query<Omit<ClientReceivables, 'ages'> & { byAge: number[] }>(
    select`c.id, c.name, coalesce(sum(o.open), 0)::float8 as "openCents",
          array(select coalesce(sum(a.open) filter (where a.age = n), 0)::float8
                from unnest(array_agg(o.age), array_agg(o.open)) a (age, open), generate_series(1, ${ages.length}::int) n
                group by n order by n) as "byAge",
          coalesce(sum(o.refund), 0)::float8 as "refundDueCents",
          (count(*) filter (where o.open > 0))::int as "openCount",
          (count(*) filter (where o.open > 0 and o.age > 1))::int as "overdueCount"
        from (
          select i.client_id, greatest(i.open_cents, 0) as open, i.refund_due_cents as refund,
            width_bucket(greatest(${today}::date - i.due_date, 0), ${[...ages]}::int[]) as age
          from invoices i where i.organization_id = ${context.organizationId} and i.status <> 'draft'
            and (i.open_cents > 0 or i.refund_due_cents > 0)
        ) o join clients c on c.organization_id = ${context.organizationId} and c.id = o.client_id
        group by c.id, c.name order by 3 desc, ${alphabeticalOrder('c.name')}, c.id`,
  )

import sql from 'sql-template-tag'
import { Ctx, Field, Int, ObjectType, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/may'
import type { Context } from '#core/context'
import { CountedAs } from '#core/graphql/cost'
import { CalendarDate, Cents, UUID } from '#core/graphql/scalars'
import { Rest } from '#core/rest/rest'
import { invoices } from '#features/billing/invoices/invoice.policy'

@ObjectType({ simpleResolvers: true, description: 'What has been due for so many days.' })
class AgedReceivables {
  @Field(() => Int, { description: '0 is what is not due yet.' })
  fromDays!: number

  @Field(() => Int, { nullable: true, description: 'Null without an end.' })
  toDays!: number | null

  @Field(() => Cents, { description: 'Still to be paid.' })
  openCents!: number
}

@ObjectType({ simpleResolvers: true, description: 'What is still to be paid.' })
class Receivables {
  @Field(() => Cents, { description: 'All of it.' })
  openCents!: number

  @CountedAs(5)
  @Field(() => [AgedReceivables], {
    description: 'The same by how long it has been due: 0, 1–30, 31–60, 61–90 days, longer.',
  })
  ages!: AgedReceivables[]

  @Field(() => Cents, { description: 'To be given back on credit notes; not taken off what is open.' })
  refundDueCents!: number

  @Field(() => Int, { description: 'How many invoices are open.' })
  openCount!: number

  @Field(() => Int, { description: 'Of them those that are overdue.' })
  overdueCount!: number
}

@ObjectType({ simpleResolvers: true, description: 'What a client owes.' })
class ClientReceivables extends Receivables {
  @Field(() => UUID, { description: "The client's." })
  id!: string

  @Field(() => String, { description: "The client's." })
  name!: string
}

@ObjectType({ simpleResolvers: true })
class ReceivablesReport {
  @Field(() => CalendarDate, { description: 'The day it is about: today in Berlin.' })
  asOf!: string

  @CountedAs(200)
  @Field(() => [ClientReceivables], { description: 'Who owes most comes first.' })
  rows!: ClientReceivables[]

  @Field(() => Receivables, { description: 'The sums of the rows.' })
  totals!: Receivables
}

/** The first day of each age. */
const ages = [0, 1, 31, 61, 91] as const

@Resolver()
export class ReceivablesReportResolver {
  @Rest('GET /reports/receivables')
  @May(invoices.read)
  @Query(() => ReceivablesReport, {
    description: 'What is still to be paid, by client and by how long it has been due.',
  })
  async receivablesReport(@Ctx() context: Context): Promise<ReceivablesReport> {
    const asOf = context.clock.today()
    const rows = (await readReceivables(context, asOf)).map(({ byAge, ...row }) => ({ ...row, ages: aged(byAge) }))
    const sum = (of: (row: ClientReceivables) => number) => rows.reduce((total, row) => total + of(row), 0)
    const totals = {
      openCents: sum((row) => row.openCents),
      ages: aged(ages.map((_, index) => sum((row) => row.ages[index]?.openCents ?? 0))),
      refundDueCents: sum((row) => row.refundDueCents),
      openCount: sum((row) => row.openCount),
      overdueCount: sum((row) => row.overdueCount),
    }
    return { asOf, rows, totals }
  }
}

const aged = (byAge: readonly number[]): AgedReceivables[] =>
  ages.map((fromDays, index) => {
    const next = ages[index + 1]
    return { fromDays, toDays: next === undefined ? null : next - 1, openCents: byAge[index] ?? 0 }
  })

const readReceivables = (context: Context, today: string) =>
  context.query<Omit<ClientReceivables, 'ages'> & { byAge: number[] }>(
    sql`select c.id, c.name, coalesce(sum(o.open), 0)::float8 as "openCents",
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
        group by c.id, c.name order by 3 desc, c.name, c.id`,
  )

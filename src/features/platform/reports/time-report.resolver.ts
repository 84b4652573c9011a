import { Args, Ctx, Field, Float, Int, ObjectType, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/may'
import type { Context } from '#core/context'
import { CountedAs } from '#core/graphql/cost'
import { CalendarDate, Cents, SafeInt, UUID } from '#core/graphql/scalars'
import { Rest } from '#core/rest/rest'
import { seesRate, timeEntries } from '#features/work/time-entries/time-entry.policy'
import { periodOf } from './period.ts'
import { TimeReportArgs } from './time-report.inputs.ts'
import { readTimeReport, type TimeRow } from './time-report.reads.ts'

@ObjectType({ simpleResolvers: true, description: 'Time that was worked; a running timer counts nothing yet.' })
class WorkedTime {
  @Field(() => SafeInt, { description: 'Whole seconds.' })
  seconds!: number

  @Field(() => SafeInt, { description: 'Of them those that may be invoiced.' })
  billableSeconds!: number

  @Field(() => Float, { nullable: true, description: 'Their share, in percent to two decimals.' })
  billablePercent!: number | null

  @Field(() => SafeInt, { description: 'Of them those that stand on an invoice.' })
  invoicedSeconds!: number

  @Field(() => Cents, {
    nullable: true,
    description:
      "Billable hours at the rates of their entries, rounded half away from zero in each row. Null unless the role may read the rates of others or the time is the reader's own.",
  })
  amountCents!: number | null
}

@ObjectType({ simpleResolvers: true, description: 'The time of a project, a client, a person or a stretch of time.' })
class TimeReportRow extends WorkedTime {
  @Field(() => UUID, {
    nullable: true,
    description: "The project's, client's or person's; null for a stretch of time.",
  })
  id!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Its name, `2026-03`, `2026-W10` or `2026-03-02`; null without a client.',
  })
  name!: string | null

  @Field(() => Int, { nullable: true, description: 'Of a project.' })
  budgetMinutes!: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'How much of the budget all of its time has used, in percent to two decimals.',
  })
  budgetUsedPercent!: number | null
}

@ObjectType({ simpleResolvers: true })
class TimeReport {
  @Field(() => CalendarDate, { description: 'The first day.' })
  from!: string

  @Field(() => CalendarDate, { description: 'The last day.' })
  to!: string

  @CountedAs(200)
  @Field(() => [TimeReportRow], { description: 'Most time first; stretches of time in their order.' })
  rows!: TimeReportRow[]

  @Field(() => WorkedTime, { description: 'The sums of the rows.' })
  totals!: WorkedTime
}

@Resolver()
export class TimeReportResolver {
  @Rest('GET /reports/time')
  @May(timeEntries.read)
  @Query(() => TimeReport, { description: 'Worked time by project, client, person, month, week or day.' })
  async timeReport(@Ctx() context: Context, @Args(() => TimeReportArgs) args: TimeReportArgs): Promise<TimeReport> {
    const period = periodOf(context, args)
    const rows = await readTimeReport(context, period, args)
    const sum = (name: 'seconds' | 'billableSeconds' | 'invoicedSeconds') =>
      rows.reduce((total, row) => total + row[name], 0)
    const amounts = rows.map(({ amountCents }) => amountCents)
    const seesAmounts = seesRate(context.caller, args.userId ?? '')
    const totals = {
      seconds: sum('seconds'),
      billableSeconds: sum('billableSeconds'),
      invoicedSeconds: sum('invoicedSeconds'),
      amountCents: seesAmounts ? amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0) : null,
    }
    return { ...period, rows: rows.map(withShares), totals: { ...totals, billablePercent: shareOf(totals) } }
  }
}

const withShares = (row: TimeRow): TimeReportRow => ({
  ...row,
  billablePercent: shareOf(row),
  budgetUsedPercent: row.budgetMinutes ? percent(row.lifetimeSeconds ?? 0, row.budgetMinutes * 60) : null,
})

const shareOf = ({ billableSeconds, seconds }: Pick<TimeRow, 'billableSeconds' | 'seconds'>) =>
  seconds ? percent(billableSeconds, seconds) : null

const percent = (part: number, whole: number) => Math.round((part / whole) * 10_000) / 100

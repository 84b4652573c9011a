import { Args, Ctx, Field, Float, Int, ObjectType, Query, Resolver } from 'type-graphql'
import { May } from '#core/access/authorization'
import type { Context } from '#core/operation/context'
import { createTicketUrl, getTicketExpiry } from '#core/operation/ticket'
import { ListCost } from '#core/schema/cost'
import { Rest } from '#core/schema/rest'
import { CalendarDate, Cents, DateTime, SafeInt, UUID } from '#core/schema/scalars'
import { snakeCase } from '#core/text/naming'
import { canSeeRate, timeEntries } from '#features/work/time-entries/time-entry.policy'
import { resolvePeriod } from './period.ts'
import { TimeReportArgs } from './time-report.inputs.ts'
import { readTimeReport, type TimeRow } from './time-report.reads.ts'

@ObjectType({ simpleResolvers: true, description: 'Tracked time; running timers are not yet counted.' })
class WorkedTime {
  @Field(() => SafeInt, { description: 'Tracked seconds.' })
  seconds!: number

  @Field(() => SafeInt, { description: 'Seconds that may be invoiced.' })
  billableSeconds!: number

  @Field(() => Float, { nullable: true, description: 'Share of billable time in percent, with two decimals.' })
  billablePercent!: number | null

  @Field(() => SafeInt, { description: 'Seconds that have been invoiced.' })
  invoicedSeconds!: number

  @Field(() => Cents, {
    nullable: true,
    description:
      "Billable hours at the rates of their entries, rounded half away from zero in each row. Null unless the role may read the rates of others or the time is the reader's own.",
  })
  amountCents!: number | null
}

@ObjectType({ simpleResolvers: true, description: 'Tracked time of one group.' })
class TimeReportRow extends WorkedTime {
  @Field(() => UUID, {
    nullable: true,
    description: 'Id of the project, client, task or member; null for a period, and for time without a client or task.',
  })
  id!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Name of the group, or `2026-03`, `2026-W10`, `2026-03-02`; null for time without a client or task.',
  })
  name!: string | null

  @Field(() => Int, { nullable: true, description: 'Time budget of the project in minutes; null without one.' })
  budgetMinutes!: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'Share of the time budget that is used, in percent with two decimals.',
  })
  budgetUsedPercent!: number | null
}

@ObjectType({
  simpleResolvers: true,
  description: 'Tracked time by project, client, task, member, day, week or month.',
})
class TimeReport {
  @Field(() => CalendarDate, { description: 'First day, inclusive.' })
  from!: string

  @Field(() => CalendarDate, { description: 'Last day, inclusive.' })
  to!: string

  @ListCost(200)
  @Field(() => [TimeReportRow], { description: 'Most time first; periods in chronological order.' })
  rows!: TimeReportRow[]

  @Field(() => WorkedTime, { description: 'Totals of all rows.' })
  totals!: WorkedTime
}

@ObjectType({ simpleResolvers: true, description: 'A download of the entries of a report.' })
class TimeExportAddress {
  @Field(() => String, { description: 'URL of the CSV file, valid for five minutes.' })
  exportUrl!: string

  @Field(() => DateTime, { description: 'When the URL expires.' })
  expiresAt!: Date
}

/** Where a browser finds the entries by an address that was signed for it; its query is that of the report. */
export const exportPath = '/documents/time'

@Resolver()
export class TimeReportResolver {
  @Rest('GET /reports/time')
  @May(timeEntries.read)
  @Query(() => TimeReport, { description: 'Tracked time by project, client, task, member, month, week or day.' })
  async timeReport(@Ctx() context: Context, @Args(() => TimeReportArgs) args: TimeReportArgs): Promise<TimeReport> {
    const period = resolvePeriod(context, args)
    const rows = await readTimeReport(context, period, args)
    const sum = (name: 'seconds' | 'billableSeconds' | 'invoicedSeconds') =>
      rows.reduce((total, row) => total + row[name], 0)
    const amounts = rows.map(({ amountCents }) => amountCents)
    const seesAmounts = canSeeRate(context.caller, args.userId ?? '')
    const totals = {
      seconds: sum('seconds'),
      billableSeconds: sum('billableSeconds'),
      invoicedSeconds: sum('invoicedSeconds'),
      amountCents: seesAmounts ? amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0) : null,
    }
    return { ...period, rows: rows.map(withShares), totals: { ...totals, billablePercent: billableShare(totals) } }
  }

  @May(timeEntries.read)
  @Query(() => TimeExportAddress, {
    description: 'Returns the URL of the entries of the time report as CSV.',
  })
  async timeExport(
    @Ctx() context: Context,
    @Args(() => TimeReportArgs) args: TimeReportArgs,
  ): Promise<TimeExportAddress> {
    resolvePeriod(context, args)
    const expiresAt = getTicketExpiry(context.clock)
    const address = new URL(await createTicketUrl(context, exportPath, expiresAt))
    for (const [name, value] of Object.entries(args))
      if (value != null) address.searchParams.set(snakeCase(name), String(value))
    return { exportUrl: address.href, expiresAt }
  }
}

const withShares = (row: TimeRow): TimeReportRow => ({
  ...row,
  billablePercent: billableShare(row),
  budgetUsedPercent: row.budgetMinutes ? percent(row.lifetimeSeconds ?? 0, row.budgetMinutes * 60) : null,
})

const billableShare = ({ billableSeconds, seconds }: Pick<TimeRow, 'billableSeconds' | 'seconds'>) =>
  seconds ? percent(billableSeconds, seconds) : null

const percent = (part: number, whole: number) => Math.round((part / whole) * 10_000) / 100

import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import { andDuringDays, andWhere } from '#core/schema/list'
import { canSeeRate } from '#features/work/time-entries/time-entry.policy'
import type { Period } from './period.ts'
import { TimeGroup, type TimeReportArgs } from './time-report.inputs.ts'

export interface TimeRow {
  id: string | null
  name: string | null
  seconds: number
  billableSeconds: number
  invoicedSeconds: number
  /** Null if it would disclose another member's rate. */
  amountCents: number | null
  budgetMinutes: number | null
  /** Total of the project, not only of the period. */
  lifetimeSeconds: number | null
}

const day = (format: string) => raw(`to_char(e.started_at at time zone 'Europe/Berlin', '${format}')`)

/** SQL of the columns `id`, `name`, `budgetMinutes` and `lifetimeSeconds` and of the grouping, by group. */
const createGroups = ({ organizationId }: Context): Readonly<Record<TimeGroup, { columns: Sql; by: Sql }>> => ({
  project: {
    columns: sql`p.id, p.name, p.budget_minutes as "budgetMinutes",
      coalesce((select l.total from tallies l
        where l.organization_id = ${organizationId} and l.name = 'seconds:' || p.id), 0)::float8 as "lifetimeSeconds"`,
    by: sql`p.id, p.name, p.budget_minutes`,
  },
  client: named(sql`c.id`, sql`c.name`),
  task: named(
    sql`e.task_id`,
    sql`(select t.title from tasks t where t.organization_id = ${organizationId} and t.id = e.task_id)`,
    sql`e.task_id`,
  ),
  person: named(sql`e.user_id`, sql`coalesce(m.name, max(e.user_name))`, sql`e.user_id, m.name`),
  month: named(sql`null::uuid`, day('YYYY-MM'), day('YYYY-MM')),
  week: named(sql`null::uuid`, day('IYYY-"W"IW'), day('IYYY-"W"IW')),
  day: named(sql`null::uuid`, day('YYYY-MM-DD'), day('YYYY-MM-DD')),
})

function named(id: Sql, name: Sql, by: Sql = sql`${id}, ${name}`) {
  return {
    columns: sql`${id} as id, ${name} as name, null::int as "budgetMinutes", null::float8 as "lifetimeSeconds"`,
    by,
  }
}

/** SQL of the entries of a report: stopped ones, by the day in Berlin on which they began. */
export const fromReportedEntries = (context: Context, period: Period, filter: Omit<TimeReportArgs, 'groupBy'>) =>
  sql`from time_entries e
    join projects p on p.organization_id = e.organization_id and p.id = e.project_id
    left join clients c on c.organization_id = p.organization_id and c.id = p.client_id
    left join members m on m.organization_id = e.organization_id and m.id = e.user_id
    where e.organization_id = ${context.organizationId} and e.status = 'stopped'${andDuringDays('e.started_at', period)}${andWhere(
      filter.clientId,
      sql`p.client_id = ${filter.clientId}`,
    )}${andWhere(filter.projectId, sql`e.project_id = ${filter.projectId}`)}${andWhere(
      filter.userId,
      sql`e.user_id = ${filter.userId}`,
    )}${andWhere(filter.billable, sql`e.billable = ${filter.billable}::boolean`)}${andWhere(
      filter.invoiced,
      sql`(e.invoice_id is not null) = ${filter.invoiced}::boolean`,
    )}`

/** Whether the caller may see the rates of all members in the report. */
const canSeeRates = ({ caller }: Context, { userId }: Pick<TimeReportArgs, 'userId'>) =>
  canSeeRate(caller, userId ?? '')

/** Periods are in chronological order, other groups by time. */
export function readTimeReport(context: Context, period: Period, args: TimeReportArgs): Promise<TimeRow[]> {
  const group = args.groupBy ?? TimeGroup.project
  const { columns, by } = createGroups(context)[group]
  const isTime = group === TimeGroup.month || group === TimeGroup.week || group === TimeGroup.day
  return context.query<TimeRow>(
    select`${columns}, sum(e.duration_seconds)::float8 as seconds,
          coalesce(sum(e.duration_seconds) filter (where e.billable), 0)::float8 as "billableSeconds",
          coalesce(sum(e.duration_seconds) filter (where e.invoice_id is not null), 0)::float8 as "invoicedSeconds",
          case when ${canSeeRates(context, args)} then
            coalesce(round(sum(e.duration_seconds::numeric * e.hourly_rate_cents) filter (where e.billable) / 3600), 0)
          end::float8 as "amountCents"
        ${fromReportedEntries(context, period, args)} group by ${by}
        order by ${isTime ? empty : sql`sum(e.duration_seconds) desc,`} 2, 1`,
  )
}

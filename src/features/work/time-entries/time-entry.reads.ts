import type { GraphQLResolveInfo } from 'graphql'
import sql, { raw } from 'sql-template-tag'
import { noId } from '#core/database/entity'
import { select } from '#core/database/select'
import { selectAllColumns, selectedColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import { andWhere, filterList, limitOffset, orderBy, type Page } from '#core/schema/list'
import type { Row } from '#core/schema/row'
import { assertDateRange } from '#core/time/date-range'
import { TimeEntry, TimeEntryStatus } from './time-entry.entity.ts'
import type { TimeEntryListArgs } from './time-entry.inputs.ts'

export async function readRunningTimer(context: Context, userId: string): Promise<Row<TimeEntry> | undefined> {
  const [entry] = await context.query<TimeEntry>(
    select`${selectAllColumns(context, TimeEntry, 'e')} from time_entries e
        where e.organization_id = ${context.organizationId} and e.user_id = ${userId} and e.status = ${TimeEntryStatus.running}`,
  )
  return entry
}

/** Also returns the total seconds of all matching entries; running ones count as zero. */
export async function readTimeEntries(
  context: Context,
  args: TimeEntryListArgs,
  info: GraphQLResolveInfo,
): Promise<Page<Row<TimeEntry>> & { seconds: number }> {
  const { status, userId, clientId, projectId, taskId, billable, invoiced, from, to } = args
  assertDateRange(args)
  const matching = sql`from time_entries e
    join projects p on p.organization_id = e.organization_id and p.id = e.project_id
    left join tasks t on t.organization_id = e.organization_id and t.id = e.task_id
    where e.organization_id = ${context.organizationId}${andWhere(status, sql`e.status = ${status}`)}${andWhere(
      userId,
      sql`e.user_id = ${userId}`,
    )}${andWhere(clientId, sql`p.client_id = ${clientId}`)}${andWhere(projectId, sql`e.project_id = ${projectId}`)}${andWhere(
      taskId,
      sql`e.task_id = ${taskId}`,
    )}${andWhere(billable, sql`e.billable = ${billable}::boolean`)}${andWhere(
      invoiced,
      sql`(e.invoice_id is not null) = ${invoiced}::boolean`,
    )}${andWhere(from, sql`e.started_at >= ${from}::date::timestamp at time zone 'Europe/Berlin'`)}${andWhere(
      to,
      sql`e.started_at < (${to}::date + 1)::timestamp at time zone 'Europe/Berlin'`,
    )}${filterList(args, 'e', ['e.description', 'p.search_name', 't.search_name'])}`
  const order = orderBy(args.sort, { created_at: 'created_at', started_at: 'started_at' }, 'e')
  return context.page<TimeEntry, { total: number; seconds: number }>(
    selectedColumns(context, TimeEntry, 'e', info, 'timeEntries'),
    matching,
    order,
    limitOffset(args),
    select`count(*) as total, coalesce(sum(e.duration_seconds), 0)::bigint as seconds ${matching}`,
  )
}

// Entries are at most 31 days long, except forgotten timers, so earlier starts need not be searched.
/** Overlaps reported per entry. */
const mostOverlaps = 20

/** The first overlapping entries of the same member. */
export const readOverlaps = (context: Context, ids: readonly string[]) =>
  context.queryBatched<{ id: string; other: string }>(
    ids,
    select`e.id, o.id as other from time_entries e
        cross join lateral (
          select id, started_at from time_entries
          where organization_id = ${context.organizationId} and user_id = e.user_id and id <> e.id
            and started_at < coalesce(e.ended_at, 'infinity') and started_at > e.started_at - interval '31 days'
            and coalesce(ended_at, 'infinity') > e.started_at
          order by started_at, id limit ${mostOverlaps}
        ) o
        where e.organization_id = ${context.organizationId} and e.id = any(${ids}::uuid[])
        order by o.started_at, o.id`,
  )

/** The first rate set on task, project, client, member and organization. */
export async function readHourlyRate(
  context: Context,
  { projectId, taskId, userId }: Pick<TimeEntry, 'projectId' | 'taskId' | 'userId'>,
): Promise<number | null> {
  const [row] = await context.query<{ rate: number | null }>(
    select`coalesce(t.hourly_rate_cents, p.hourly_rate_cents, c.hourly_rate_cents, m.hourly_rate_cents,
          o.hourly_rate_cents) as rate
        from projects p join organizations o on o.id = p.organization_id
        left join tasks t on t.organization_id = p.organization_id and t.id = ${taskId ?? noId}
        left join clients c on c.organization_id = p.organization_id and c.id = p.client_id
        left join members m on m.organization_id = p.organization_id and m.id = ${userId}
        where p.organization_id = ${context.organizationId} and p.id = ${projectId}`,
  )
  return row?.rate ?? null
}

/** Tracked and billed seconds per task or project. */
export const readTrackedSeconds = (context: Context, column: 'task_id' | 'project_id', ids: readonly string[]) =>
  context.query<{ id: string; tracked: number; billed: number }>(
    select`e.${raw(column)} as id, coalesce(sum(e.duration_seconds), 0)::bigint as tracked,
          coalesce(sum(e.duration_seconds) filter (where e.invoice_id is not null), 0)::bigint as billed
        from time_entries e
        where e.organization_id = ${context.organizationId} and e.${raw(column)} = any(${ids}::uuid[])
        group by e.${raw(column)}`,
  )

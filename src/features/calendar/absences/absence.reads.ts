import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import { selectAllColumns, selectBatchedColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import { andWhere, filterList, limitOffset, orderBy, type Page, type PageArgs } from '#core/schema/list'
import type { Row } from '#core/schema/row'
import { assertDateRange } from '#core/time/date-range'
import { Task } from '#features/work/tasks/task.entity'
import { Absence } from './absence.entity.ts'
import type { AbsenceListArgs } from './absence.inputs.ts'

const sortColumns = { created_at: 'created_at', starts_on: 'starts_on' }

/** `q` only searches names of members, because notes are private. */
export async function readAbsences(context: Context, args: AbsenceListArgs): Promise<Page<Row<Absence>>> {
  assertDateRange(args)
  const { userId, from, to } = args
  return context.page<Absence>(
    selectAllColumns(context, Absence, 't'),
    sql`from absences t join members m on m.organization_id = t.organization_id and m.id = t.user_id
        where t.organization_id = ${context.organizationId}${andWhere(userId, sql`t.user_id = ${userId}`)}${andWhere(
          from,
          sql`t.ends_on >= ${from}`,
        )}${andWhere(to, sql`t.starts_on <= ${to}`)}${filterList(args, 't', ['m.name'])}`,
    orderBy(args.sort, sortColumns, 't'),
    limitOffset(args),
  )
}

/** Absences that overlap a window, as instants. Days and noons are those of the time zone in which the member can be booked. */
export async function readAbsenceTimes(context: Context, members: readonly string[], from: Date, to: Date) {
  const rows = await context.query<{ userId: string; start: string; end: string }>(
    select`away.* from (
          select t.user_id as "userId",
            (t.starts_on + case t.half when 'afternoon' then interval '12 hours' else interval '0' end)
              at time zone coalesce(a.timezone, m.timezone) as start,
            (t.ends_on + case t.half when 'morning' then interval '12 hours' else interval '1 day' end)
              at time zone coalesce(a.timezone, m.timezone) as "end"
          from absences t join members m on m.organization_id = t.organization_id and m.id = t.user_id
            left join booking_availabilities a on a.organization_id = t.organization_id and a.id = t.user_id
          where t.organization_id = ${context.organizationId} and t.user_id = any(${members}::uuid[])
            and t.ends_on >= ${from}::timestamptz::date - 2 and t.starts_on <= ${to}::timestamptz::date + 2
        ) away
        where away.start < ${to} and away."end" > ${from}`,
  )
  return rows.map(({ userId, start, end }) => ({ userId, start: new Date(start), end: new Date(end) }))
}

/** Open tasks that are due during an absence of their assignee, by due date. */
export const readTasksDue = (context: Context, absences: readonly string[], page: PageArgs) =>
  context.queryBatched<Task & { absenceId: string }>(
    absences,
    select`wanted.id as "absenceId", ${selectBatchedColumns(context, Task, 't')}
        from absences wanted cross join lateral (
          select t.* from task_assignees a join tasks t on t.organization_id = a.organization_id and t.id = a.task_id
          where a.organization_id = ${context.organizationId} and a.member_id = wanted.user_id
            and t.status = 'open' and t.due_date between wanted.starts_on and wanted.ends_on
          order by t.due_date, t.id ${limitOffset(page)}
        ) t
        where wanted.organization_id = ${context.organizationId} and wanted.id = any(${absences}::uuid[])
        order by t.due_date, t.id`,
  )

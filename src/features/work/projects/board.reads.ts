import sql, { type Sql } from 'sql-template-tag'
import { alphabeticalOrder } from '#core/database/alphabetical-order'
import { type Select, select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import type { BoardTask } from './board.type.ts'

/** Open tasks of columns with their counts, by one statement. */
export const readBoard = (context: Context, columnIds: readonly string[]): Promise<BoardTask[]> =>
  context.query<BoardTask>(
    boardOf(
      context.organizationId,
      sql`row_number() over (partition by t.column_id order by t.place) - 1`,
      sql`t.column_id = any(${columnIds}::uuid[])`,
    ),
  )

/** Undefined if the task is done or gone. */
export async function readBoardTask(context: Context, id: string): Promise<BoardTask | undefined> {
  const { organizationId } = context
  const position = sql`(select count(*) from tasks b where b.organization_id = ${organizationId}
    and b.column_id = t.column_id and b.status = 'open' and b.place < t.place)`
  const [task] = await context.query<BoardTask>(boardOf(organizationId, position, sql`t.id = ${id}`))
  return task
}

// Related rows are aggregated per table and then joined, at half the cost of subqueries per task.
const boardOf = (organizationId: string, position: Sql, which: Sql): Select => select`* from (
    with board as materialized (
      select t.project_id as "projectId", t.column_id as "columnId", t.id, t.title, t.due_date as "dueDate", t.priority,
        ${position} as position
      from tasks t where t.organization_id = ${organizationId} and t.status = 'open' and ${which}
    ), ids as materialized (
      select array_agg(id) as ids from board
    )
    select b.*, coalesce(s.total, 0) as "subtaskTotal", coalesce(s.completed, 0) as "subtaskCompleted",
      coalesce(c.total, 0) as "commentCount", coalesce(e.minutes, 0) as "timeTrackedMinutes",
      coalesce(g.tags, '[]') as tags, coalesce(a.assignees, '[]') as assignees
    from board b
    left join (
      select task_id, count(*) as total, count(*) filter (where done) as completed from subtasks
      where organization_id = ${organizationId} and task_id = any((select ids from ids)::uuid[]) group by task_id
    ) s on s.task_id = b.id
    left join (
      select task_id, count(*) as total from comments
      where organization_id = ${organizationId} and task_id = any((select ids from ids)::uuid[]) group by task_id
    ) c on c.task_id = b.id
    left join (
      select task_id, (sum(duration_seconds) / 60)::int as minutes from time_entries
      where organization_id = ${organizationId} and task_id = any((select ids from ids)::uuid[]) group by task_id
    ) e on e.task_id = b.id
    left join (
      select l.task_id, json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) order by ${alphabeticalOrder('g.name')}, g.id) as tags
      from task_tags l join tags g on g.organization_id = l.organization_id and g.id = l.tag_id
      where l.organization_id = ${organizationId} and l.task_id = any((select ids from ids)::uuid[]) group by l.task_id
    ) g on g.task_id = b.id
    left join (
      select l.task_id, json_agg(json_build_object('id', m.id, 'name', m.name) order by ${alphabeticalOrder('m.name')}, m.id) as assignees
      from task_assignees l join members m on m.organization_id = l.organization_id and m.id = l.member_id
      where l.organization_id = ${organizationId} and l.task_id = any((select ids from ids)::uuid[]) group by l.task_id
    ) a on a.task_id = b.id
  ) b order by "columnId", position`

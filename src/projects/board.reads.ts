import sql from 'sql-template-tag'
import type { Context } from '../core/context.ts'
import type { BoardTask } from './board.type.ts'

/** The open tasks of columns in their order, with everything counted: one statement, however many. */
export const readBoard = (context: Context, columnIds: readonly string[]): Promise<BoardTask[]> =>
  context.query<BoardTask>(
    sql`select t.column_id as "columnId", t.id, t.title, t.due_date as "dueDate", t.priority,
          row_number() over (partition by t.column_id order by t.rank) - 1 as position,
          s.total as "subtaskTotal", s.completed as "subtaskCompleted", c.total as "commentCount",
          0 as "timeTrackedMinutes", g.tags, a.assignees
        from tasks t
        cross join lateral (
          select count(*) as total, count(*) filter (where done) as completed from subtasks
          where organization_id = ${context.organizationId} and task_id = t.id
        ) s
        cross join lateral (
          select count(*) as total from comments where organization_id = ${context.organizationId} and task_id = t.id
        ) c
        cross join lateral (
          select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) order by g.name, g.id), '[]') as tags
          from task_tags l join tags g on g.organization_id = l.organization_id and g.id = l.tag_id
          where l.organization_id = ${context.organizationId} and l.task_id = t.id
        ) g
        cross join lateral (
          select coalesce(json_agg(json_build_object('id', m.id, 'name', m.name) order by m.name, m.id), '[]') as assignees
          from task_assignees l join members m on m.organization_id = l.organization_id and m.id = l.member_id
          where l.organization_id = ${context.organizationId} and l.task_id = t.id
        ) a
        where t.organization_id = ${context.organizationId} and t.status = 'open' and t.column_id = any(${columnIds}::uuid[])
        order by t.column_id, t.rank`,
  )

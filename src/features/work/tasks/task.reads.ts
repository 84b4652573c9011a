import sql, { raw, type Sql } from 'sql-template-tag'
import type { Context } from '#core/context'
import { columnsOf } from '#core/database/columns'
import { tallyOf } from '#core/database/tally'
import { notFound } from '#core/errors'
import { narrowed, orderBy, type Page, where } from '#core/graphql/list'
import { Member } from '#features/people/members/member.entity'
import { Tag } from '#features/work/tags/tag.entity'
import { Task } from './task.entity.ts'
import type { TaskFilter } from './task.inputs.ts'

/** One task by its id; 404 where there is none. */
export async function readTask(context: Context, id: string): Promise<Task> {
  const [task] = await context.query<Task>(
    sql`select ${columnsOf(context, Task, 't')} from tasks t
        where t.organization_id = ${context.organizationId} and t.id = ${id}`,
  )
  if (!task) throw notFound()
  return task
}

type Filter = TaskFilter & { projectId?: string }

/** Tasks that match, of one project or of all; a slice of them. */
export function readTasks(context: Context, filter: Filter, slice: Sql): Promise<Page<Task>> {
  const { all, matching, order } = chosen(context, filter)
  return context.page<Task>(
    columnsOf(context, Task, 't'),
    matching,
    order,
    slice,
    matching.text === all.text ? tallyOf(context, ['tasks']) : undefined,
  )
}

/** The ids of all tasks that match, in their order. */
export async function readTaskIds(context: Context, filter: Filter): Promise<string[]> {
  const { matching, order } = chosen(context, filter)
  const rows = await context.query<{ id: string }>(sql`select t.id ${matching} ${order}`)
  return rows.map(({ id }) => id)
}

/** Tasks by their ids, in no order. */
export const readTasksById = (context: Context, ids: readonly string[]) =>
  context.query<Task>(
    sql`select ${columnsOf(context, Task, 't')} from tasks t
        where t.organization_id = ${context.organizationId} and t.id = any(${ids}::uuid[])`,
  )

function chosen(context: Context, filter: Filter): { all: Sql; matching: Sql; order: Sql } {
  const { projectId, columnId, tagId, status, priority, dueBefore } = filter
  const assigneeId = filter.assigneeId === 'me' ? context.member.id : filter.assigneeId
  const all = sql`from tasks t where t.organization_id = ${context.organizationId}`
  const matching = sql`${all}${where(
    projectId,
    sql`t.project_id = ${projectId}`,
  )}${where(columnId, sql`t.column_id = ${columnId}`)}${where(status, sql`t.status = ${status}`)}${where(
    priority,
    sql`t.priority = ${priority}`,
  )}${where(dueBefore, sql`t.due_date < ${dueBefore}`)}${where(
    assigneeId,
    linked('task_assignees', 'member_id', assigneeId),
  )}${where(tagId, linked('task_tags', 'tag_id', tagId))}${narrowed(filter, 't', ['t.title', 't.description'])}`
  const order = orderBy(filter.sort, { created_at: 'created_at', due_date: 'due_date', priority: 'priority' }, 't')
  return { all, matching, order }
}

const linked = (table: string, column: string, id: string | undefined): Sql =>
  sql`exists (select from ${raw(table)} l
      where l.organization_id = t.organization_id and l.task_id = t.id and l.${raw(column)} = ${id})`

/**
 * Where each open task stands among the open ones of its column, from 0: what lies between it and the one before it of
 * those asked for is counted in the index, so that a column is counted once at most, however many of its tasks are shown.
 */
export const readPositions = (context: Context, taskIds: readonly string[]) =>
  context.query<{ id: string; position: number }>(
    sql`select id, sum(between_them) over (partition by column_id order by place) as position from (
          select id, column_id, place, (
            select count(*) from tasks t where t.organization_id = ${context.organizationId}
              and t.column_id = wanted.column_id and t.status = 'open' and t.place >= wanted.previous and t.place < wanted.place
          ) as between_them
          from (
            select id, column_id, place, lag(place, 1, '') over (partition by column_id order by place) as previous
            from tasks where organization_id = ${context.organizationId} and id = any(${taskIds}::uuid[]) and status = 'open'
          ) wanted
        ) counted`,
  )

/** Who each task is assigned to. */
export const readAssignees = (context: Context, taskIds: readonly string[]) =>
  context.query<Member & { taskId: string }>(
    sql`select a.task_id as "taskId", m.organization_id as "organizationId", ${columnsOf(context, Member, 'm')}
        from task_assignees a join members m on m.organization_id = a.organization_id and m.id = a.member_id
        where a.organization_id = ${context.organizationId} and a.task_id = any(${taskIds}::uuid[])
        order by m.name, m.id`,
  )

/** What each task is marked with. */
export const readTags = (context: Context, taskIds: readonly string[]) =>
  context.query<Tag & { taskId: string }>(
    sql`select l.task_id as "taskId", ${columnsOf(context, Tag, 'g')}
        from task_tags l join tags g on g.organization_id = l.organization_id and g.id = l.tag_id
        where l.organization_id = ${context.organizationId} and l.task_id = any(${taskIds}::uuid[])
        order by g.name, g.id`,
  )

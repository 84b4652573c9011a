import type { GraphQLResolveInfo } from 'graphql'
import sql, { raw, type Sql } from 'sql-template-tag'
import { alphabeticalOrder } from '#core/database/alphabetical-order'
import { sumCounters } from '#core/database/counter'
import { select } from '#core/database/select'
import { selectAllColumns, selectBatchedColumns, selectedColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import { andWhere, filterList, orderBy, type Page } from '#core/schema/list'
import type { Row } from '#core/schema/row'
import { Member } from '#features/people/members/member.entity'
import { Tag } from '#features/work/tags/tag.entity'
import { openTaskCounterKey, Task, TaskStatus, taskCounterKey } from './task.entity.ts'
import type { TaskFilter } from './task.inputs.ts'

const orders = { created_at: 'created_at', due_date: 'due_date', priority: 'priority', completed_at: 'completed_at' }

export function readTasks(
  context: Context,
  filter: TaskFilter,
  slice: Sql,
  info: GraphQLResolveInfo,
): Promise<Page<Row<Task>>> {
  const { tallied, matching, order } = chosen(context, filter)
  const figures = tallied && select`${sumCounters(context, tallied)} as total`
  return context.page<Task>(selectedColumns(context, Task, 't', info, 'tasks'), matching, order, slice, figures)
}

/** In order of the list. */
export async function readTaskIds(context: Context, filter: TaskFilter): Promise<string[]> {
  const { matching, order } = chosen(context, filter)
  const rows = await context.query<{ id: string }>(select`t.id ${matching} ${order}`)
  return rows.map(({ id }) => id)
}

/** Unordered. */
export const readTasksById = (context: Context, ids: readonly string[]) =>
  context.query<Task>(
    select`${selectAllColumns(context, Task, 't')} from tasks t
        where t.organization_id = ${context.organizationId} and t.id = any(${ids}::uuid[])`,
  )

function chosen(context: Context, filter: TaskFilter): { matching: Sql; tallied: string[] | undefined; order: Sql } {
  const { projectId, columnId, tagId, status, priority, dueBefore } = filter
  const assigneeId = filter.assigneeId === 'me' ? context.member.id : filter.assigneeId
  const placed = sql`from tasks t where t.organization_id = ${context.organizationId}${andWhere(
    projectId,
    sql`t.project_id = ${projectId}`,
  )}${andWhere(columnId, sql`t.column_id = ${columnId}`)}${andWhere(status, sql`t.status = ${status}`)}`
  const matching = sql`${placed}${andWhere(priority, sql`t.priority = ${priority}`)}${andWhere(
    dueBefore,
    sql`t.due_date < ${dueBefore}`,
  )}${andWhere(assigneeId, linked(context, 'task_assignees', 'member_id', assigneeId))}${andWhere(
    tagId,
    linked(context, 'task_tags', 'tag_id', tagId),
  )}${filterList(filter, 't', ['t.search_name', 't.search_text'])}`
  const tallied = matching.text === placed.text ? talliesOf(filter) : undefined
  const order = orderBy(filter.sort, orders, 't')
  return { matching, tallied, order }
}

/** Counters that give the total for a filter; undefined if none does. */
function talliesOf({ projectId, columnId, status }: TaskFilter): string[] | undefined {
  const place = columnId ?? projectId
  if (!place) return status ? undefined : ['tasks']
  if (columnId && projectId) return undefined
  return (status ? [status] : Object.values(TaskStatus)).map((each) => taskCounterKey(place, each))
}

const linked = ({ organizationId }: Context, table: string, column: string, id: string | undefined): Sql =>
  sql`exists (select from ${raw(table)} l
      where l.organization_id = ${organizationId} and l.task_id = t.id and l.${raw(column)} = ${id})`

/**
 * Positions of open tasks, from 0. Earlier ranges are counted by counters; within a task's own range, rows are counted by
 * index.
 */
export async function readPositions(context: Context, taskIds: readonly string[]) {
  const { organizationId, transaction } = context
  const rows = await context.queryBatched<{ id: string; columnId: string; stretch: string; position: number }>(
    taskIds,
    select`* from (
        with wanted as materialized (
          select id, column_id, place, left(place, 14) as stretch,
            lag(place, 1, '') over (partition by column_id, left(place, 14) order by place) as previous
          from tasks where organization_id = ${organizationId} and id = any(${taskIds}::uuid[]) and status = 'open'
        ), stretches as materialized (
          select s.column_id, s.stretch, (
            select coalesce(sum(total), 0) from tallies where organization_id = ${organizationId}
              and name >= 'open:' || s.column_id || ':' and name < 'open:' || s.column_id || ':' || s.stretch collate "default"
          ) as before_it
          from (select distinct column_id, stretch from wanted) s
        )
        select w.id, w.column_id as "columnId", w.stretch, s.before_it + sum((
            select count(*) from tasks t where t.organization_id = ${organizationId} and t.column_id = w.column_id
              and t.status = 'open' and t.place >= greatest(w.previous, w.stretch) and t.place < w.place
          )) over (partition by w.column_id, w.stretch order by w.place) as position
        from wanted w join stretches s on s.column_id = w.column_id and s.stretch = w.stretch) positions`,
  )
  return rows.map(({ id, columnId, stretch, position }) => ({
    id,
    position:
      position + transaction.getPendingCount(openTaskCounterKey(columnId, ''), openTaskCounterKey(columnId, stretch)),
  }))
}

/** Open and done tasks per project. */
export async function readTotals(context: Context, projectIds: readonly string[], today: string) {
  const { organizationId, transaction } = context
  const tallied = (status: TaskStatus) => sql`coalesce((select total from tallies
    where organization_id = ${organizationId} and name = 'tasks:' || p.id || ':' || ${status}::text), 0)`
  const rows = await context.queryBatched<{ projectId: string; open: number; overdue: number; done: number }>(
    projectIds,
    select`p.id as "projectId", ${tallied(TaskStatus.open)} as open, ${tallied(TaskStatus.done)} as done, (
          select count(*) from tasks t where t.organization_id = ${organizationId} and t.project_id = p.id
            and t.status = 'open' and t.due_date < ${today}::date
        ) as overdue
        from projects p where p.organization_id = ${organizationId} and p.id = any(${projectIds}::uuid[])`,
  )
  const now = (projectId: string, status: TaskStatus, written: number) =>
    written + transaction.getPendingCount(taskCounterKey(projectId, status))
  return rows.map(({ projectId, open, overdue, done }) => ({
    projectId,
    overdue,
    open: now(projectId, TaskStatus.open, open),
    done: now(projectId, TaskStatus.done, done),
  }))
}

export const readAssignees = (context: Context, taskIds: readonly string[]) =>
  context.queryBatched<Member & { taskId: string }>(
    taskIds,
    select`a.task_id as "taskId", ${selectBatchedColumns(context, Member, 'm')}
        from task_assignees a join members m on m.organization_id = a.organization_id and m.id = a.member_id
        where a.organization_id = ${context.organizationId} and a.task_id = any(${taskIds}::uuid[])
        order by ${alphabeticalOrder('m.name')}, m.id`,
  )

export const readTags = (context: Context, taskIds: readonly string[]) =>
  context.queryBatched<Tag & { taskId: string }>(
    taskIds,
    select`l.task_id as "taskId", ${selectBatchedColumns(context, Tag, 'g')}
        from task_tags l join tags g on g.organization_id = l.organization_id and g.id = l.tag_id
        where l.organization_id = ${context.organizationId} and l.task_id = any(${taskIds}::uuid[])
        order by ${alphabeticalOrder('g.name')}, g.id`,
  )

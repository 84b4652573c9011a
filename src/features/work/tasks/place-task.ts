import sql, { raw, type Sql } from 'sql-template-tag'
import { select } from '#core/database/select'
import { invalidField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { Task } from './task.entity.ts'

/** Decimals of a rank after which the column is renumbered (about a hundred moves into one gap). */
const mostDecimals = 100

/**
 * Locks a column until the end of the operation, which serializes placements; undefined if it does not exist. Columns are
 * locked before tasks to avoid deadlocks, and the project before its column, as its deletion does.
 */
export async function lockColumn(context: Context, id: string): Promise<{ projectId: string } | undefined> {
  const [column] = await context.query<{ projectId: string }>(
    select`p.id as "projectId"
        from project_columns c join projects p on p.organization_id = c.organization_id and p.id = c.project_id
        where c.organization_id = ${context.organizationId} and c.id = ${id} for key share of p for no key update of c`,
  )
  return column
}

/** The column's project; 422 if the column does not exist or another project is given. */
export function requireProjectId(column: { projectId: string } | undefined, projectId?: string | null): string {
  if (!column || (projectId && projectId !== column.projectId))
    throw invalidField('columnId', {
      de: column ? 'gehört zu einem anderen Projekt' : 'existiert nicht',
      en: column ? 'belongs to another project' : 'does not exist',
    })
  return column.projectId
}

/** The rank after all tasks of a locked column. */
export async function nextRank(context: Context, columnId: string): Promise<string> {
  const [row] = await context.query<{ rank: string }>(
    select`(floor(rank) + 1)::text as rank from tasks
        where organization_id = ${context.organizationId} and column_id = ${columnId} order by place desc limit 1`,
  )
  return row?.rank ?? '0'
}

/** A new rank, and whether the position changes. */
export interface TaskPlacement {
  rank: string
  decimals: number
  moved: boolean
}

/**
 * Finds the rank for a position among the open tasks of a locked column; null or too large means the end. Between two ranks
 * there is always another: an integer if possible, else the middle with one more decimal.
 */
export async function findPlacement(
  context: Context,
  { taskId, columnId, position }: { taskId: string; columnId: string; position: number | null | undefined },
): Promise<TaskPlacement | undefined> {
  const { organizationId } = context
  const others = sql`from tasks o where o.organization_id = ${organizationId} and o.column_id = ${columnId}
    and o.place is distinct from (select place from own where column_id = ${columnId})`
  const last = sql`(select o.place ${others} and o.status = 'open' order by o.place desc limit 1)`
  const below =
    position === 0
      ? sql`null::text`
      : position
        ? sql`coalesce((select o.place ${others} and o.status = 'open' order by o.place offset ${position - 1}::bigint limit 1), ${last})`
        : last
  const [place] = await context.query<TaskPlacement>(
    select`* from (
        with own as materialized (
          select column_id, status, place from tasks where organization_id = ${organizationId} and id = ${taskId}
        ), below as materialized (
          select coalesce(${below}, '') as place
        ), ranks as (
          select ${rankOf('below.place')} as below, ${rankOf(
            sql`(select o.place ${others} and o.place > below.place order by o.place limit 1)`,
          )} as above from below
        ), chosen as (
          select trim_scale(case
            when above is null then coalesce(floor(below) + 1, 0)
            when below is null then ceil(above) - 1
            when floor(below) + 1 < above then floor(below) + 1
            else (below + above) * 0.5 end) as rank from ranks
        )
        select chosen.rank::text as rank, scale(chosen.rank) as decimals, own.column_id <> ${columnId} or (
          own.status = 'open' and (own.place < below.place or exists (
            select ${others} and o.status = 'open' and o.place > below.place and o.place < own.place))) as moved
        from chosen, below, own) place`,
  )
  return place
}

/** The numeric rank behind its sortable text form; null if empty. */
const rankOf = (place: Sql | string): Sql =>
  sql`(nullif(${typeof place === 'string' ? raw(place) : place}, '')::numeric - 5000000000000000)`

/** Places a task; no event if it does not move. */
export async function placeTask(
  context: Context,
  task: Task,
  column: { id: string; projectId: string },
  { rank, decimals, moved }: TaskPlacement,
) {
  if (!moved) return
  context.assign(task, { columnId: column.id, projectId: column.projectId, rank })
  context.record('task.moved', task)
  if (decimals > mostDecimals) await renumber(context, column.id)
}

/** The fields that the counters of tasks depend on. */
type RankedTask = Record<'projectId' | 'columnId' | 'status' | 'rank', string>

/** Renumbers a locked column with integers above all old ranks, so that the unique key is never violated. */
async function renumber(context: Context, columnId: string) {
  const { organizationId } = context
  const tasks = await context.writeReturning<RankedTask & { before: string }>(
    sql`update tasks t set rank = fresh.rank from (
          select id, rank as before, ceil(max(rank) over ()) + row_number() over (order by rank) as rank from tasks
          where organization_id = ${organizationId} and column_id = ${columnId}
        ) fresh where t.organization_id = ${organizationId} and t.id = fresh.id
        returning t.project_id as "projectId", t.column_id as "columnId", t.status, t.rank::text as rank, fresh.before::text as before`,
  )
  for (const { before, ...task } of tasks) context.transaction.countRowChange(Task, { ...task, rank: before }, task)
}

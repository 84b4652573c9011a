import sql, { raw, type Sql } from 'sql-template-tag'
import { select } from '#core/database/select'
import { invalidField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { Task } from './task.entity.ts'

/** Decimals of a rank after which a column's ranks are written anew: a hundred moves into one gap. */
const mostDecimals = 100

/**
 * Locks a column until the end of the operation, so that two placements in it take turns; undefined where there is
 * none. Columns are locked before tasks: whoever waits for a column holds no task. Its project is kept from going before that,
 * as whoever deletes a project begins with it.
 */
export async function lockColumn(context: Context, id: string): Promise<{ projectId: string } | undefined> {
  const [column] = await context.query<{ projectId: string }>(
    select`p.id as "projectId"
        from project_columns c join projects p on p.organization_id = c.organization_id and p.id = c.project_id
        where c.organization_id = ${context.organizationId} and c.id = ${id} for key share of p for no key update of c`,
  )
  return column
}

/** The project of a column that a body names; 422 where there is no such column, or another project is named beside it. */
export function requireProjectId(column: { projectId: string } | undefined, projectId?: string | null): string {
  if (!column || (projectId && projectId !== column.projectId))
    throw invalidField('columnId', {
      de: column ? 'gehört zu einem anderen Projekt' : 'existiert nicht',
      en: column ? 'belongs to another project' : 'does not exist',
    })
  return column.projectId
}

/** The rank after all tasks of a column, which is locked. */
export async function nextRank(context: Context, columnId: string): Promise<string> {
  const [row] = await context.query<{ rank: string }>(
    select`(floor(rank) + 1)::text as rank from tasks
        where organization_id = ${context.organizationId} and column_id = ${columnId} order by place desc limit 1`,
  )
  return row?.rank ?? '0'
}

/** Where a task comes to stand: a rank between its new neighbours, and whether that is another place than now. */
export interface TaskPlacement {
  rank: string
  decimals: number
  moved: boolean
}

/**
 * The place at an index among the open tasks of a locked column; the end where it is null or beyond. Between two ranks
 * there is always another: a whole number where one fits, else the exact middle, one decimal longer.
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

/** The rank behind a place, which is the same number as a text that sorts; null behind an empty one. */
const rankOf = (place: Sql | string): Sql =>
  sql`(nullif(${typeof place === 'string' ? raw(place) : place}, '')::numeric - 5000000000000000)`

/** Puts a task in its place; without an event where it stands there already. */
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

/** What the tallies of tasks go by. */
type RankedTask = Record<'projectId' | 'columnId' | 'status' | 'rank', string>

/** Writes the ranks of a locked column anew as whole numbers, all of them above the old ones: the key holds in between. */
async function renumber(context: Context, columnId: string) {
  const { organizationId } = context
  const tasks = await context.writeReturning<RankedTask & { before: string }>(
    sql`update tasks t set rank = fresh.rank from (
          select id, rank as before, ceil(max(rank) over ()) + row_number() over (order by rank) as rank from tasks
          where organization_id = ${organizationId} and column_id = ${columnId}
        ) fresh where t.organization_id = ${organizationId} and t.id = fresh.id
        returning t.project_id as "projectId", t.column_id as "columnId", t.status, t.rank::text as rank, fresh.before::text as before`,
  )
  for (const { before, ...task } of tasks) context.transaction.tallyChange(Task, { ...task, rank: before }, task)
}

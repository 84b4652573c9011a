import sql from 'sql-template-tag'
import type { Context } from '../core/context.ts'
import { invalid } from '../core/errors.ts'
import type { Task } from './task.entity.ts'

/** Decimals of a rank after which a column's ranks are written anew: a hundred moves into one gap. */
const mostDecimals = 100

/**
 * Locks a column until the end of the operation, so that two placements in it take turns; undefined where there is
 * none. Columns are locked before tasks: whoever waits for a column holds no task.
 */
export async function lockColumn(context: Context, id: string): Promise<{ projectId: string } | undefined> {
  const [column] = await context.query<{ projectId: string }>(
    sql`select project_id as "projectId" from project_columns
        where organization_id = ${context.organizationId} and id = ${id} for no key update`,
  )
  return column
}

/** The project of a column that a body names; 422 where there is no such column, or another project is named beside it. */
export function projectOf(column: { projectId: string } | undefined, projectId?: string | null): string {
  if (!column || (projectId && projectId !== column.projectId))
    throw invalid('columnId', {
      de: column ? 'gehört zu einem anderen Projekt' : 'verweist auf nichts, das es gibt',
      en: column ? 'belongs to another project' : 'refers to nothing that exists',
    })
  return column.projectId
}

/** The rank after all tasks of a column, which is locked. */
export async function lastRank(context: Context, columnId: string): Promise<string> {
  const [row] = await context.query<{ rank: string }>(
    sql`select (coalesce(floor(max(rank)), -1) + 1)::text as rank from tasks
        where organization_id = ${context.organizationId} and column_id = ${columnId}`,
  )
  return row?.rank ?? '0'
}

/** Where a task comes to stand: a rank between its new neighbours, and whether that is another place than now. */
export interface Place {
  rank: string
  decimals: number
  moved: boolean
}

/**
 * The place at an index among the open tasks of a locked column; the end where it is null or beyond. Between two ranks
 * there is always another: a whole number where one fits, else the exact middle, one decimal longer.
 */
export async function findPlace(
  context: Context,
  { taskId, columnId, position }: { taskId: string; columnId: string; position: number | null | undefined },
): Promise<Place | undefined> {
  const { organizationId } = context
  const [place] = await context.query<Place>(
    sql`with others as (
          select rank, row_number() over (order by rank) - 1 as index from tasks
          where organization_id = ${organizationId} and column_id = ${columnId} and status = 'open' and id <> ${taskId}
        ), target as (
          select least(coalesce(${position ?? null}::bigint, count(*)), count(*)) as index from others
        ), below as (
          select (select rank from others o where o.index = target.index - 1) as rank from target
        ), gap as (
          select below.rank as below, (
            select min(rank) from tasks where organization_id = ${organizationId} and column_id = ${columnId}
              and id <> ${taskId} and (below.rank is null or rank > below.rank)
          ) as above from below
        ), place as (
          select trim_scale(case
            when above is null then coalesce(floor(below) + 1, 0)
            when below is null then ceil(above) - 1
            when floor(below) + 1 < above then floor(below) + 1
            else (below + above) * 0.5 end) as rank from gap
        )
        select place.rank::text as rank, scale(place.rank) as decimals, t.column_id <> ${columnId} or (
          t.status = 'open' and target.index <> (select count(*) from others where others.rank < t.rank)) as moved
        from place, target, tasks t where t.organization_id = ${organizationId} and t.id = ${taskId}`,
  )
  return place
}

/** Puts a task in its place; without an event where it stands there already. */
export async function placeTask(
  context: Context,
  task: Task,
  column: { id: string; projectId: string },
  { rank, decimals, moved }: Place,
) {
  if (!moved) return
  context.assign(task, { columnId: column.id, projectId: column.projectId, rank })
  context.record('task.moved', task)
  if (decimals > mostDecimals) {
    await context.settle()
    await renumber(context, column.id)
  }
}

/** Writes the ranks of a locked column anew as whole numbers, all of them above the old ones: the key holds in between. */
async function renumber(context: Context, columnId: string) {
  const { organizationId } = context
  await context.query(
    sql`update tasks t set rank = fresh.rank from (
          select id, ceil(max(rank) over ()) + row_number() over (order by rank) as rank from tasks
          where organization_id = ${organizationId} and column_id = ${columnId}
        ) fresh where t.organization_id = ${organizationId} and t.id = fresh.id`,
  )
}

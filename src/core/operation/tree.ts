import { raw } from 'sql-template-tag'
import { select } from '#core/database/select'
import type { Context } from './context.ts'

// For tables whose rows are nested by `parent_id`.

/** Serializes moves within an organization, because two concurrent moves could create a cycle. Call it before locking rows. */
export const lockTree = (context: Context, table: string) =>
  context.query(select`pg_advisory_xact_lock(hashtextextended(${`${table} ${context.organizationId}`}, 0))`)

/** Ids; empty if there is no such row. */
export async function findSelfAndAncestors(context: Context, table: string, id: string): Promise<string[]> {
  const { organizationId } = context
  const rows = await context.query<{ id: string }>(
    select`* from (
          with recursive above as (
            select id, parent_id from ${raw(table)} where organization_id = ${organizationId} and id = ${id}
            union
            select t.id, t.parent_id from ${raw(table)} t join above on t.id = above.parent_id
            where t.organization_id = ${organizationId}
          ) select id from above
        ) path`,
  )
  return rows.map((row) => row.id)
}

export const isSelfOrDescendant = async (
  context: Context,
  table: string,
  id: string,
  other: string,
): Promise<boolean> => (await findSelfAndAncestors(context, table, id)).includes(other)

/** Ids of a row (depth 0) and all its descendants. */
export function findSubtree(context: Context, table: string, id: string): Promise<{ id: string; depth: number }[]> {
  const { organizationId } = context
  return context.query<{ id: string; depth: number }>(
    select`* from (
          with recursive below as (
            select id, 0 as depth from ${raw(table)} where organization_id = ${organizationId} and id = ${id}
            union all
            select t.id, below.depth + 1 from ${raw(table)} t join below on t.parent_id = below.id
            where t.organization_id = ${organizationId}
          ) select id, depth from below
        ) subtree`,
  )
}

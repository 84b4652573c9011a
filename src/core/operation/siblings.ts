import sql, { raw } from 'sql-template-tag'
import { select } from '#core/database/select'
import { andWhere } from '#core/schema/list'
import type { Context } from './context.ts'

/** A table of rows under one parent, numbered from 0 without gaps. */
export interface Siblings {
  table: string
  parent: string
  order: string
}

/** Shifts the siblings from `first` to `last` by one, except `except`. The parent's row must be locked. */
export function shiftSiblings(
  context: Context,
  { table, parent, order }: Siblings,
  parentId: string,
  { first, last = 2 ** 31 - 1, by, except }: { first: number; last?: number; by: 1 | -1; except?: string },
): Promise<void> {
  return context.write(
    sql`update ${raw(table)} set ${raw(order)} = ${raw(order)} + ${by}::int, version = version + 1, updated_at = now()
        where organization_id = ${context.organizationId} and ${raw(parent)} = ${parentId}${andWhere(except, sql`id <> ${except}`)}
          and ${raw(order)} between ${first}::int and ${last}::int`,
  )
}

async function countSiblings(
  context: Context,
  { table, parent }: Omit<Siblings, 'order'>,
  parentId: string,
): Promise<number> {
  const [row] = await context.query<{ count: number }>(
    select`count(*) from ${raw(table)} where organization_id = ${context.organizationId} and ${raw(parent)} = ${parentId}`,
  )
  return row?.count ?? 0
}

/** Shifts those in between. The caller writes the moved one at the position that this returns. */
export async function shiftSiblingsForMove(
  context: Context,
  siblings: Siblings,
  parentId: string,
  { id, from, to }: { id: string; from: number; to: number },
): Promise<number> {
  const target = Math.min(to, (await countSiblings(context, siblings, parentId)) - 1)
  if (target > from)
    await shiftSiblings(context, siblings, parentId, { first: from + 1, last: target, by: -1, except: id })
  if (target < from)
    await shiftSiblings(context, siblings, parentId, { first: target, last: from - 1, by: 1, except: id })
  return target
}

/** Shifts siblings for a new one and returns its position: the end by default. */
export async function makeRoomForSibling(
  context: Context,
  siblings: Siblings,
  parentId: string,
  at: number | null | undefined,
): Promise<number> {
  const count = await countSiblings(context, siblings, parentId)
  const target = Math.min(at ?? count, count)
  if (target < count) await shiftSiblings(context, siblings, parentId, { first: target, by: 1 })
  return target
}

import sql from 'sql-template-tag'
import { noId } from '#core/database/entity'
import { select } from '#core/database/select'
import { invalidField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { findSelfAndAncestors, findSubtree } from '#core/operation/tree'
import { Page } from './page.entity.ts'

/** Depth of the page tree, limited because it is returned as nested JSON. */
export const maxPageDepth = 500

/** Between pages that are appended; halved by insertions. */
export const rankGap = 2 ** 20

interface Target {
  /** Undefined keeps the parent; null is the top level. */
  parentId?: string | null
  /** Null or too large means the end; undefined keeps the position if the parent stays. */
  position?: number | null
}

/** Places a page. The caller has locked the tree (`lockTree`) before moving a page. */
export async function placePage(context: Context, page: Page, target: Target): Promise<void> {
  const parentId = target.parentId === undefined ? page.parentId : target.parentId
  const stays = parentId === page.parentId
  if (stays && target.position === undefined) return
  if (parentId && !stays) await assertBelow(context, page, parentId)
  const rank = await findRank(context, { ...page, parentId }, target.position ?? undefined, stays)
  if (rank === undefined) return
  context.assign(page, { parentId, rank } as Partial<Page>)
  context.markFieldChanged(page, 'position')
}

/** 422 if the parent is unknown, a descendant, or too deep. */
async function assertBelow(context: Context, page: Page, parentId: string) {
  await context.readReferenced(Page, parentId, 'parentId')
  const path = await findSelfAndAncestors(context, 'pages', parentId)
  if (path.includes(page.id))
    throw invalidField('parentId', { de: 'liegt in dieser Seite selbst', en: 'lies in the page itself' })
  const below = await findSubtree(context, 'pages', page.id)
  assertPageDepth(path.length + 1 + below.reduce((most, { depth }) => Math.max(most, depth), 0))
}

/** 422 if pages would be nested too deeply. */
export function assertPageDepth(depth: number) {
  if (depth > maxPageDepth)
    throw invalidField('parentId', {
      de: `liegt zu tief: mehr als ${maxPageDepth} Ebenen gibt es nicht`,
      en: `lies too deep: there are no more than ${maxPageDepth} levels`,
    })
}

interface Around {
  /** Number of siblings, and how many are before the page. */
  count: number
  before: number
  below: number | null
  above: number | null
}

/** The rank for a position among siblings; undefined if the page is already there. */
export async function findRank(
  context: Context,
  page: Pick<Page, 'id' | 'parentId' | 'rank'>,
  position = Number.MAX_SAFE_INTEGER,
  stays = false,
): Promise<number | undefined> {
  const siblings = page.parentId ?? noId
  for (let mayStay = stays; ; mayStay = false) {
    const [around] = await context.query<Around>(
      select`* from (
          with others as materialized (
            select id, rank, row_number() over (order by rank, id) - 1 as place from pages
            where organization_id = ${context.organizationId} and siblings = ${siblings} and id <> ${page.id}
          ), counted as materialized (
            select count(*) as count, count(*) filter (where (rank, id) < (${page.rank}::bigint, ${page.id}::uuid)) as before
            from others
          )
          select count, before, (select rank from others where place = least(${position}::bigint, count) - 1) as below,
            (select rank from others where place = ${position}::bigint) as above
          from counted) around`,
    )
    const { count = 0, before, below = null, above = null } = around ?? {}
    if (mayStay && Math.min(position, count) === before) return undefined
    if (below === null) return above === null ? 0 : above - rankGap
    if (above === null) return below + rankGap
    if (above - below > 1) return below + Math.floor((above - below) / 2)
    await renumber(context, siblings, page.id)
  }
}

/** Renumbers the siblings in their order. Neither their positions nor their versions change. */
const renumber = (context: Context, siblings: string, id: string) =>
  context.write(
    sql`update pages p set rank = fresh.rank from (
          select id, row_number() over (order by rank, id) * ${rankGap}::bigint as rank from pages
          where organization_id = ${context.organizationId} and siblings = ${siblings} and id <> ${id}
        ) fresh where p.organization_id = ${context.organizationId} and p.id = fresh.id`,
  )

import sql from 'sql-template-tag'
import { noId } from '#core/database/entity'
import { select } from '#core/database/select'
import { invalidField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { pathTo, subtreeOf } from '#core/operation/tree'
import { Page } from './page.entity.ts'

/** Levels of pages: the tree is answered as JSON, which readers of it nest no deeper. */
export const maxPageDepth = 500

/** Between two pages that were put one after the other; halved by each that comes between them. */
export const rankGap = 2 ** 20

interface Target {
  /** The parent stays where it is undefined; null is the top. */
  parentId?: string | null
  /** At the end where it is null or beyond; where the page stands now if it stays under its parent. */
  position?: number | null
}

/** Puts a page in its place. Who moves one has locked the tree before (`lockTree`). */
export async function placePage(context: Context, page: Page, target: Target): Promise<void> {
  const parentId = target.parentId === undefined ? page.parentId : target.parentId
  const stays = parentId === page.parentId
  if (stays && target.position === undefined) return
  if (parentId && !stays) await assertBelow(context, page, parentId)
  const rank = await findRank(context, { ...page, parentId }, target.position ?? undefined, stays)
  if (rank === undefined) return
  context.assign(page, { parentId, rank } as Partial<Page>)
  context.touch(page, 'position')
}

/** 422 where the parent is unknown, or lies in the page itself, or too deep. */
async function assertBelow(context: Context, page: Page, parentId: string) {
  await context.refer(Page, parentId, 'parentId')
  const path = await pathTo(context, 'pages', parentId)
  if (path.includes(page.id))
    throw invalidField('parentId', { de: 'liegt in dieser Seite selbst', en: 'lies in the page itself' })
  const below = await subtreeOf(context, 'pages', page.id)
  assertPageDepth(path.length + 1 + below.reduce((most, { depth }) => Math.max(most, depth), 0))
}

/** 422 where pages would lie so deep. */
export function assertPageDepth(depth: number) {
  if (depth > maxPageDepth)
    throw invalidField('parentId', {
      de: `liegt zu tief: mehr als ${maxPageDepth} Ebenen gibt es nicht`,
      en: `lies too deep: there are no more than ${maxPageDepth} levels`,
    })
}

interface Around {
  /** How many others there are under the parent, and how many of them stand before the page. */
  count: number
  before: number
  below: number | null
  above: number | null
}

/** The rank at an index among the pages under a parent; undefined where the page has it already. */
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

/** Writes the ranks of the others under a parent anew, in their order: nothing that is shown of them changes, and no version. */
const renumber = (context: Context, siblings: string, id: string) =>
  context.write(
    sql`update pages p set rank = fresh.rank from (
          select id, row_number() over (order by rank, id) * ${rankGap}::bigint as rank from pages
          where organization_id = ${context.organizationId} and siblings = ${siblings} and id <> ${id}
        ) fresh where p.organization_id = ${context.organizationId} and p.id = fresh.id`,
  )

import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import { findSubtree } from '#core/operation/tree'
import type { Project } from '#features/work/projects/project.entity'
import { Page } from './page.entity.ts'
import { rememberContent } from './resolve-content.ts'
import { notifyPageChanged } from './write-content.ts'

/** Deletes a page with its descendants. */
export async function deletePage(context: Context, id: string) {
  const page = await context.load(Page, id)
  await context.runDeleteHandlers(page)
  const below = await findSubtree(context, 'pages', id)
  await remove(
    context,
    below.map((each) => each.id),
    page,
  )
}

/** Deletes the pages of a project with their descendants. Pages of other projects among them move to the top level. */
export async function removePagesOfProject(context: Context, { id }: Project) {
  const { organizationId } = context
  const pages = await context.query<{ id: string; goes: boolean }>(
    select`* from (
          with recursive below as (
            select id, true as goes from pages where organization_id = ${organizationId} and project_id = ${id}
            union
            select p.id, p.project_id is null or p.project_id = ${id} from pages p join below on p.parent_id = below.id and below.goes
            where p.organization_id = ${organizationId}
          ) select id, goes from below
        ) found`,
  )
  const staying = pages.filter(({ goes }) => !goes).map((page) => page.id)
  for (const page of staying.length ? await context.em.find(Page, { id: { $in: staying } }) : []) {
    page.parentId = null
    context.record('page.updated', page)
  }
  await remove(
    context,
    pages.filter(({ goes }) => goes).map((page) => page.id),
  )
}

/** Records one event per page, children first. Only the requested page's event contains its content, as there may be many. */
async function remove(context: Context, ids: readonly string[], asked?: Page) {
  if (!ids.length) return
  const pages = innerFirst(await context.em.find(Page, { id: { $in: [...ids] } }))
  for (const page of pages) if (page !== asked) rememberContent(page, { content: null, warnings: [] })
  const lastStates = await Promise.all(pages.map((page) => context.snapshot('Page', page)))
  const gone = await context.writeReturning<{ id: string }>(
    sql`delete from pages where organization_id = ${context.organizationId} and id = any(${ids}::uuid[]) returning id`,
  )
  for (const page of gone) context.transaction.countRowChange(Page, page, undefined)
  pages.forEach((page, index) => {
    const lastState = lastStates[index]
    if (lastState) context.record('page.deleted', page, lastState)
  })
  notifyPageChanged(context)
}

function innerFirst(pages: readonly Page[]): Page[] {
  const ids = new Set(pages.map(({ id }) => id))
  const within = Map.groupBy(pages, ({ parentId }) => (parentId && ids.has(parentId) ? parentId : null))
  const outerFirst = [...(within.get(null) ?? [])]
  // Grows while it is iterated.
  for (const { id } of outerFirst) outerFirst.push(...(within.get(id) ?? []))
  return outerFirst.reverse()
}

import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import { subtreeOf } from '#core/operation/tree'
import type { Project } from '#features/work/projects/project.entity'
import { Page } from './page.entity.ts'
import { pageChanged } from './write-content.ts'

/** A page goes with all that lies under it; the event of the page stands for them. */
export async function deletePage(context: Context, id: string) {
  const page = await context.load(Page, id)
  const lastState = await context.snapshot('Page', page)
  await context.release(page)
  await remove(
    context,
    (await subtreeOf(context, 'pages', id)).map((each) => each.id),
  )
  context.record('page.deleted', page, lastState)
}

/** A project goes with its pages and what lies under them; what of that is another project's goes to the top. */
export async function removePagesOf(context: Context, { id }: Project) {
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

async function remove(context: Context, ids: readonly string[]) {
  if (!ids.length) return
  const gone = await context.writeReturning<{ id: string }>(
    sql`delete from pages where organization_id = ${context.organizationId} and id = any(${ids}::uuid[]) returning id`,
  )
  for (const page of gone) context.transaction.tallyChange(Page, page, undefined)
  pageChanged(context)
}

import sql from 'sql-template-tag'
import { alphabeticalOrderSql } from '#core/database/alphabetical-order'
import { select } from '#core/database/select'
import { selectAllColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import { andWhere, filterList, type ListArgs, limitOffset, orderBy, type Page as PageOf } from '#core/schema/list'
import type { Row } from '#core/schema/row'
import { Page } from './page.entity.ts'
import type { PageListArgs, PageVersionListArgs } from './page.inputs.ts'
import { PageVersion } from './page-version.entity.ts'

const order = { created_at: 'created_at', updated_at: 'updated_at', title: alphabeticalOrderSql('title') }

export function readPages(context: Context, args: PageListArgs): Promise<PageOf<Row<Page>>> {
  const { parentId, projectId, template, sort } = args
  const matching = sql`from pages p where p.organization_id = ${context.organizationId}${andWhere(
    parentId,
    sql`p.parent_id = ${parentId}`,
  )}${andWhere(projectId, sql`p.project_id = ${projectId}`)}${andWhere(
    template,
    sql`p.template = ${template}`,
  )}${filterList(args, 'p', ['p.search_name', 'p.search_text'])}`
  return context.page<Page>(
    selectAllColumns(context, Page, 'p'),
    matching,
    orderBy(sort, order, 'p'),
    limitOffset(args),
  )
}

/** Pages that link to a page. */
export function readBacklinks(context: Context, id: string, args: ListArgs): Promise<PageOf<Row<Page>>> {
  const { organizationId } = context
  const matching = sql`from page_links l join pages p on p.organization_id = l.organization_id and p.id = l.page_id
    where l.organization_id = ${organizationId} and l.target_id = ${id}${filterList(args, 'p', ['p.search_name', 'p.search_text'])}`
  return context.page<Page>(
    selectAllColumns(context, Page, 'p'),
    matching,
    orderBy(args.sort, order, 'p'),
    limitOffset(args),
  )
}

/** Current version first. */
export function readVersions(
  context: Context,
  id: string,
  args: PageVersionListArgs,
): Promise<PageOf<Row<PageVersion>>> {
  const { organizationId } = context
  const matching = sql`from page_versions v join pages p on p.organization_id = v.organization_id and p.id = v.page_id
    where v.organization_id = ${organizationId} and v.page_id = ${id}${andWhere(
      args.refused,
      sql`v.refused = ${args.refused}`,
    )}${filterList(args, 'v', ['v.author_name'])}`
  const newest = sql`order by v.id = p.content_id desc, v.created_at desc, v.id desc`
  return context.page<PageVersion>(
    selectAllColumns(context, PageVersion, 'v'),
    matching,
    args.sort ? orderBy(args.sort, order, 'v') : newest,
    limitOffset(args),
  )
}

/** Those of the given versions that are current. */
export const readCurrentVersionIds = (context: Context, ids: readonly string[]) =>
  context.queryBatched<{ id: string }>(
    ids,
    select`content_id as id from pages
        where organization_id = ${context.organizationId} and content_id = any(${ids}::uuid[])`,
  )

/** Positions among siblings, from 0. */
export const readPositions = (context: Context, ids: readonly string[]) =>
  context.queryBatched<{ id: string; position: number }>(
    ids,
    select`* from (
          select id, (row_number() over (partition by siblings order by rank, id) - 1)::int as position from pages
          where organization_id = ${context.organizationId} and siblings = any(
            select siblings from pages where organization_id = ${context.organizationId} and id = any(${ids}::uuid[]))
        ) standing where id = any(${ids}::uuid[])`,
  )

/** Current contents by page id. */
export const readContents = (context: Context, ids: readonly string[]) =>
  context.queryBatched<{ id: string; content: object }>(
    ids,
    select`p.id, v.content from pages p
        join page_versions v on v.organization_id = p.organization_id and v.id = p.content_id
        where p.organization_id = ${context.organizationId} and p.id = any(${ids}::uuid[])`,
  )

/** Contents by version id. */
export const readVersionContents = (context: Context, ids: readonly string[]) =>
  context.queryBatched<{ id: string; content: object }>(
    ids,
    select`id, content from page_versions
        where organization_id = ${context.organizationId} and id = any(${ids}::uuid[])`,
  )

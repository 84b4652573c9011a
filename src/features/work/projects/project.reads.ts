import type { GraphQLResolveInfo } from 'graphql'
import sql from 'sql-template-tag'
import { alphabeticalOrderSql } from '#core/database/alphabetical-order'
import { select } from '#core/database/select'
import { selectBatchedColumns, selectedColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import { andWhere, filterList, limitOffset, orderBy, type Page } from '#core/schema/list'
import type { Row } from '#core/schema/row'
import { Column } from './column.entity.ts'
import { Project, ProjectStatus } from './project.entity.ts'
import type { ProjectListArgs } from './project.inputs.ts'

export function readProjects(
  context: Context,
  args: ProjectListArgs,
  info: GraphQLResolveInfo,
): Promise<Page<Row<Project>>> {
  const { archived, clientId, status } = args
  const matching = sql`from projects p
    left join clients c on c.organization_id = p.organization_id and c.id = p.client_id
    where p.organization_id = ${context.organizationId}${andWhere(
      archived,
      sql`(p.status = ${ProjectStatus.archived}) = ${archived}::boolean`,
    )}${andWhere(clientId, sql`p.client_id = ${clientId}`)}${andWhere(status, sql`p.status = ${status}`)}${filterList(
      args,
      'p',
      ['p.search_name', 'p.search_text', 'c.search_name'],
    )}`
  const order = orderBy(args.sort, { created_at: 'created_at', name: alphabeticalOrderSql('name') }, 'p')
  return context.page<Project>(
    selectedColumns(context, Project, 'p', info, 'projects'),
    matching,
    order,
    limitOffset(args),
  )
}

/** Ordered by position. */
export const readColumns = (context: Context, projectIds: readonly string[]): Promise<Row<Column>[]> =>
  context.queryBatched<Column>(
    projectIds,
    select`${selectBatchedColumns(context, Column, 'k')} from project_columns k
        where k.organization_id = ${context.organizationId} and k.project_id = any(${projectIds}::uuid[])
        order by k.project_id, k.sort_order, k.created_at, k.id`,
  )

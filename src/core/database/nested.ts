import sql, { raw } from 'sql-template-tag'
import type { Context } from '#core/context'
import { type PageArgs, slice } from '#core/graphql/list'
import { columnsOf } from './columns.ts'
import type { TenantEntity } from './entity.ts'
import { rowsOf } from './rows-of.ts'

type TenantClass<Entity extends TenantEntity> = (new () => Entity) & { name: string }

const ofParent = rowsOf((row: { parentId: string }) => row.parentId)

/**
 * A page of the rows that refer to one by a column, the newest first unless said: a list that is nested in a
 * resource. However many ask at once, it is one statement.
 */
export function nestedRows<Entity extends TenantEntity>(
  context: Context,
  type: TenantClass<Entity>,
  column: string,
  id: string,
  page: PageArgs,
  direction: 'asc' | 'desc' = 'desc',
): Promise<Entity[]> {
  const { tableName } = context.services.database.orm.getMetadata().get(type)
  const order = (alias: string) => raw(`order by ${alias}.created_at ${direction}, ${alias}.id ${direction}`)
  return context.batch(
    `${tableName}.${column} ${page.page} ${page.perPage}`,
    id,
    (ids) =>
      context.query<Entity & { parentId: string }>(
        sql`select wanted.id as "parentId", ${columnsOf(context, type, 't')}
            from unnest(${ids}::uuid[]) as wanted(id)
            cross join lateral (
              select * from ${raw(tableName)} r
              where r.organization_id = ${context.organizationId} and r.${raw(column)} = wanted.id
              ${order('r')} ${slice(page)}
            ) t ${order('t')}`,
      ),
    ofParent,
  )
}

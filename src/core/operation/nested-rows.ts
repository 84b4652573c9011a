import type { GraphQLResolveInfo } from 'graphql'
import { raw } from 'sql-template-tag'
import type { TenantEntity } from '#core/database/entity'
import { createRowPicker } from '#core/database/row-picker'
import { select } from '#core/database/select'
import { assertResponseSize, limitOffset, type PageArgs } from '#core/schema/list'
import type { Row } from '#core/schema/row'
import { linkedColumns, selectAllColumns, selectedProperties } from './columns.ts'
import type { Context } from './context.ts'

type TenantClass<Entity extends TenantEntity> = (new () => Entity) & { name: string }

const ofParent = createRowPicker((row: { parentId: string }) => row.parentId)

/**
 * Loads a page of rows that refer to a parent, newest first by default, for a list nested in a resource. All parents share one
 * statement. With `info` only the columns of links, or those selected, are read.
 */
export function loadNestedRows<Entity extends TenantEntity>(
  context: Context,
  type: TenantClass<Entity>,
  column: string,
  id: string,
  page: PageArgs,
  { direction = 'desc', info }: { direction?: 'asc' | 'desc'; info?: GraphQLResolveInfo } = {},
): Promise<Row<Entity>[]> {
  const { tableName } = context.services.database.orm.getMetadata().get(type)
  const linked = info && linkedColumns(info)
  const columns = linked ?? (info && selectedProperties(context, type, info))
  type Found = Row<Entity> & { parentId: string }
  const order = (alias: string) => raw(`order by ${alias}.created_at ${direction}, ${alias}.id ${direction}`)
  return context.batch(
    `${tableName}.${column} ${page.page} ${page.perPage} ${columns ?? ''}`,
    id,
    async (ids) => {
      const [only, ...others] = ids
      // For a single parent a plain statement costs a sixth of the lateral join.
      if (!others.length) {
        const statement = select`t.${raw(column)} as "parentId", ${selectAllColumns(context, type, 't', columns)} from ${raw(tableName)} t
              where t.organization_id = ${context.organizationId} and t.${raw(column)} = ${only} ${order('t')} ${limitOffset(page)}`
        return linked ? context.transaction.queryBatched<Found>(statement) : context.transaction.query<Found>(statement)
      }
      const rows = await context.transaction.query<Found>(
        select`wanted.id as "parentId", ${selectAllColumns(context, type, 't', columns)}
            from unnest(${ids}::uuid[]) as wanted(id)
            cross join lateral (
              select * from ${raw(tableName)} r
              where r.organization_id = ${context.organizationId} and r.${raw(column)} = wanted.id
              ${order('r')} ${limitOffset(page)}
            ) t ${order('t')}`,
      )
      return assertResponseSize(rows)
    },
    ofParent,
  )
}

import { type GraphQLResolveInfo, getNamedType } from 'graphql'
import { raw, type Sql } from 'sql-template-tag'
import type { Context } from './context.ts'

const selections = new Map<string, Sql>()

/** The properties that a REST link shows of a resource, where each is a column; undefined where others are asked for. */
export const linkedColumns = (info: GraphQLResolveInfo): readonly string[] | undefined =>
  getNamedType(info.returnType).extensions.columns as string[] | undefined

/**
 * The columns of an entity in TypeScript spelling, for a read in SQL: `c.id, c.created_at as "createdAt", …`; all that are
 * not hidden, or those of the properties named.
 */
export const columnsOf = (context: Context, type: new () => object, alias: string, only?: readonly string[]): Sql =>
  selectionOf(context, type, alias, false, only)

/** The same for `queryOf`: moments are the texts that the driver gives, which JSON would write otherwise. */
export const gatheredColumnsOf = (context: Context, type: new () => object, alias: string): Sql =>
  selectionOf(context, type, alias, true)

function selectionOf(
  context: Context,
  type: new () => object,
  alias: string,
  isGathered: boolean,
  only?: readonly string[],
): Sql {
  const key = `${type.name} ${alias} ${isGathered} ${only ?? ''}`
  const known = selections.get(key)
  if (known) return known
  const columns = context.services.database.orm
    .getMetadata()
    .get(type)
    .props.filter(
      ({ persist, hidden, fieldNames, name }) =>
        persist !== false &&
        !hidden &&
        fieldNames &&
        name !== 'organizationId' &&
        (only === undefined || only.includes(name)),
    )
    .map(({ name, kind, fieldNames, columnTypes }) => {
      if (kind !== 'scalar') return `${alias}.${fieldNames[1]} as "${name}Id"`
      const [columnType = ''] = columnTypes
      if (isGathered && columnType === 'bytea') throw new Error(`${type.name}.${name} cannot be read as JSON.`)
      const cast = isGathered && columnType.startsWith('timestamp') ? '::text' : ''
      return `${alias}.${fieldNames[0]}${cast} as "${name}"`
    })
  const selection = raw(columns.join(', '))
  selections.set(key, selection)
  return selection
}

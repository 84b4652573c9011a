import { raw, type Sql } from 'sql-template-tag'
import type { Context } from './context.ts'

const selections = new Map<string, Sql>()

/** The columns of an entity in TypeScript spelling, for a read in SQL: `c.id, c.created_at as "createdAt", …`. */
export function columnsOf(context: Context, type: new () => object, alias: string): Sql {
  const key = `${type.name} ${alias}`
  const known = selections.get(key)
  if (known) return known
  const columns = context.services.database.orm
    .getMetadata()
    .get(type)
    .props.filter(
      ({ persist, hidden, fieldNames, name }) =>
        persist !== false && !hidden && fieldNames && name !== 'organizationId',
    )
    .map(({ name, kind, fieldNames }) =>
      kind === 'scalar' ? `${alias}.${fieldNames[0]} as "${name}"` : `${alias}.${fieldNames[1]} as "${name}Id"`,
    )
  const selection = raw(columns.join(', '))
  selections.set(key, selection)
  return selection
}

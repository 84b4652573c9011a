import { type GraphQLResolveInfo, getNamedType, isObjectType, Kind, type SelectionSetNode } from 'graphql'
import { LRUCache } from 'lru-cache'
import { raw, type Sql } from 'sql-template-tag'
import type { RequestContext } from './request-context.ts'

/** Bounded, because clients decide which selections there are. */
const selections = new LRUCache<string, Sql>({ max: 2000 })

/** Columns that a REST link shows; undefined if the type declares none. */
export const linkedColumns = (info: GraphQLResolveInfo): readonly string[] | undefined =>
  getNamedType(info.returnType).extensions.columns as string[] | undefined

/**
 * Columns of an entity for SQL in TypeScript spelling: `c.id, c.created_at as "createdAt", …`; all except hidden ones, or only those
 * named.
 */
export const selectAllColumns = (
  context: RequestContext,
  type: new () => object,
  alias: string,
  only?: readonly string[],
): Sql => selectionOf(context, type, alias, false, only)

/**
 * Properties to read for the rows of a field, or of its list field `list`. Text and JSON columns are left out unless the query selects
 * them, so resolvers of other fields must not read these.
 */
export function selectedProperties(
  context: RequestContext,
  type: new () => object,
  info: GraphQLResolveInfo,
  list?: string,
): readonly string[] {
  const asked = new Set(info.fieldNodes.flatMap(({ selectionSet }) => namesIn(selectionSet, info, list)))
  const answered = getNamedType(info.returnType)
  const listed = list && isObjectType(answered) ? answered.getFields()[list]?.type : undefined
  const rows = listed ? getNamedType(listed) : answered
  const fields = isObjectType(rows) ? rows.getFields() : {}
  return context.services.database.orm
    .getMetadata()
    .get(type)
    .props.map(({ name, columnTypes, enum: isEnum }) => ({ name, isLong: isLong(columnTypes?.[0]) && !isEnum }))
    .filter(({ name, isLong }) => !isLong || !fields[name] || asked.has(name))
    .map(({ name }) => name)
}

export const selectedColumns = (
  context: RequestContext,
  type: new () => object,
  alias: string,
  info: GraphQLResolveInfo,
  list?: string,
): Sql => selectAllColumns(context, type, alias, selectedProperties(context, type, info, list))

const isLong = (columnType = '') => ['text', 'jsonb', 'json'].includes(columnType)

/** Selected fields, directly or within the list field, including those of fragments. */
function namesIn(set: SelectionSetNode | undefined, info: GraphQLResolveInfo, list?: string): string[] {
  return (set?.selections ?? []).flatMap((node) => {
    if (node.kind === Kind.INLINE_FRAGMENT) return namesIn(node.selectionSet, info, list)
    if (node.kind === Kind.FRAGMENT_SPREAD) return namesIn(info.fragments[node.name.value]?.selectionSet, info, list)
    if (list === undefined) return node.name.value
    return node.name.value === list ? namesIn(node.selectionSet, info) : []
  })
}

/** The same for `queryBatched`: timestamps are formatted as the driver does, not as JSON. */
export const selectBatchedColumns = (context: RequestContext, type: new () => object, alias: string): Sql =>
  selectionOf(context, type, alias, true)

function selectionOf(
  context: RequestContext,
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

import { type GraphQLResolveInfo, getNamedType, isObjectType, Kind, type SelectionSetNode } from 'graphql'
import { LRUCache } from 'lru-cache'
import { raw, type Sql } from 'sql-template-tag'
import type { RequestContext } from './request-context.ts'

/** Bounded, because clients decide which selections there are. */
const selections = new LRUCache<string, Sql>({ max: 2000 })

/** The properties that a REST link shows of a resource, where each is a column; undefined where others are asked for. */
export const linkedColumns = (info: GraphQLResolveInfo): readonly string[] | undefined =>
  getNamedType(info.returnType).extensions.columns as string[] | undefined

/**
 * The columns of an entity in TypeScript spelling, for a read in SQL: `c.id, c.created_at as "createdAt", …`; all that are
 * not hidden, or those of the properties named.
 */
export const selectAllColumns = (
  context: RequestContext,
  type: new () => object,
  alias: string,
  only?: readonly string[],
): Sql => selectionOf(context, type, alias, false, only)

/**
 * The properties of an entity that are read for the rows which a field answers, directly or as its list of a name: texts and JSON that
 * no part of the query asks for are not. A resolver of another field reads none of these.
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

/** The SQL columns of `selectedProperties`. */
export const selectedColumns = (
  context: RequestContext,
  type: new () => object,
  alias: string,
  info: GraphQLResolveInfo,
  list?: string,
): Sql => selectAllColumns(context, type, alias, selectedProperties(context, type, info, list))

const isLong = (columnType = '') => ['text', 'jsonb', 'json'].includes(columnType)

/** The fields that are selected, of a list of that name or directly; those of fragments with them. */
function namesIn(set: SelectionSetNode | undefined, info: GraphQLResolveInfo, list?: string): string[] {
  return (set?.selections ?? []).flatMap((node) => {
    if (node.kind === Kind.INLINE_FRAGMENT) return namesIn(node.selectionSet, info, list)
    if (node.kind === Kind.FRAGMENT_SPREAD) return namesIn(info.fragments[node.name.value]?.selectionSet, info, list)
    if (list === undefined) return node.name.value
    return node.name.value === list ? namesIn(node.selectionSet, info) : []
  })
}

/** The same for `queryBatched`: moments are the texts that the driver gives, which JSON would write otherwise. */
export const selectJsonColumns = (context: RequestContext, type: new () => object, alias: string): Sql =>
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

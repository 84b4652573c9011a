import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import type { Permission } from '#core/access/policy'
import type { Context } from '#core/operation/context'

type Field = GraphQLField<unknown, Context>

/** Permission of each type's get-one query, such as `invoice(id)`. */
function readersOf(schema: GraphQLSchema): ReadonlyMap<GraphQLObjectType, Permission> {
  const readers = new Map<GraphQLObjectType, Permission>()
  for (const { type, args, extensions } of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    const named = getNamedType(type)
    const isOne = !isListType(isNonNullType(type) ? type.ofType : type) && args.some(({ name }) => name === 'id')
    if (isOne && isObjectType(named) && extensions.may) readers.set(named, extensions.may as Permission)
  }
  return readers
}

/**
 * Guards every edge between resources with the permission of the target: null without it. Edges that some readers may not follow must be
 * nullable.
 */
export function guardRelatedResources(schema: GraphQLSchema) {
  const readers = readersOf(schema)
  for (const [from, mayLook] of readers)
    for (const field of Object.values(from.getFields()) as Field[]) {
      const to = getNamedType(field.type)
      const may = isObjectType(to) ? readers.get(to) : undefined
      if (!may || [...mayLook].every((role) => may.has(role))) continue
      if (isNonNullType(field.type))
        throw new Error(`${from.name}.${field.name} must be nullable: not everybody who comes to it may read it.`)
      const { resolve } = field
      if (!resolve) throw new Error(`${from.name}.${field.name} has no resolver.`)
      field.resolve = (parent, args, context, info) =>
        context.mayRead(may) ? resolve(parent, args, context, info) : null
    }
}

/** Makes the root fields of queries nullable, so that a failed one does not affect others. */
export function makeRootFieldsNullable(schema: GraphQLSchema) {
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {}))
    if (isNonNullType(field.type)) field.type = field.type.ofType
}

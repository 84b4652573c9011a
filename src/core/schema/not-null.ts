import {
  type GraphQLArgument,
  type GraphQLInputField,
  GraphQLNonNull,
  type GraphQLNullableType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isInputObjectType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { getMetadataStorage } from 'type-graphql'
import { nullNotAllowed } from '#core/errors/problem'

interface Marked {
  extensions?: Readonly<Record<string, unknown>> | undefined
}

/** True for fields with `@NotNull`, including inherited ones. */
export const isMarkedNotNull = ({ extensions }: Marked) => extensions?.notNull === true

/** True for optional fields with `@NotNull`; required ones are reported as missing. */
export const isOptionalNotNull = ({
  type,
  defaultValue,
  ...field
}: Marked & { type: GraphQLType; defaultValue?: unknown }) =>
  isMarkedNotNull(field) && !(isNonNullType(type) && defaultValue === undefined)

/** Gives optional non-null fields their default, or mentions it in the description. */
export function applyNotNull(schema: GraphQLSchema) {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isInputObjectType(type)) continue
    const defaults = defaultsOf(schema, /^Create(\w+)Input$/.exec(type.name)?.[1])
    for (const field of Object.values(type.getFields())) {
      if (!isOptionalNotNull(field) || isNonNullType(field.type)) continue
      const value = defaults[field.name]
      if (value === undefined || value === null || typeof value === 'object')
        field.description = [field.description, 'Never null.'].filter(Boolean).join(' ')
      else {
        field.type = new GraphQLNonNull(field.type as GraphQLNullableType & GraphQLInputField['type'])
        field.defaultValue = value
      }
    }
  }
}

/** Initial values of a new resource. */
function defaultsOf(schema: GraphQLSchema, resource = ''): Record<string, unknown> {
  const target = isObjectType(schema.getType(resource))
    ? getMetadataStorage().objectTypes.find(({ name }) => name === resource)?.target
    : undefined
  return target ? { ...(new (target as new () => object)() as Record<string, unknown>) } : {}
}

/** Throws 400 for null in a non-null field. */
export function assertNoNulls(fields: readonly (GraphQLArgument | GraphQLInputField)[], values: Given, path = '') {
  for (const field of fields) {
    const value = values[field.name]
    if (value === undefined) continue
    const name = path + field.name
    if (value === null && isOptionalNotNull(field)) throw nullNotAllowed(name)
    const type = getNamedType(field.type)
    if (!isInputObjectType(type)) continue
    const fields = Object.values(type.getFields())
    // Fields of `input` are reported without a prefix.
    const inner = path === '' && field.name === 'input' ? '' : `${name}.`
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) assertNoNulls(fields, item as Given, `${inner}${index}.`)
    else if (value) assertNoNulls(fields, value as Given, inner)
  }
}

/** Replaces null by the argument's default. */
export const replaceNullsByDefaults = (fields: readonly GraphQLArgument[], values: Given): Record<string, unknown> => ({
  ...values,
  ...Object.fromEntries(
    fields.filter(({ name }) => values[name] === null).map(({ name, defaultValue }) => [name, defaultValue]),
  ),
})

type Given = Readonly<Record<string, unknown>>

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

/** True for what is marked `@NotNull`, by itself or where it is inherited from. */
export const isMarkedNotNull = ({ extensions }: Marked) => extensions?.notNull === true

/** True for what is marked `@NotNull` and may be left out: what is required is refused as missing. */
export const isOptionalNotNull = ({
  type,
  defaultValue,
  ...place
}: Marked & { type: GraphQLType; defaultValue?: unknown }) =>
  isMarkedNotNull(place) && !(isNonNullType(type) && defaultValue === undefined)

/** Completes the fields that are never null: a default where one is known, a word in the description elsewhere. */
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

/** What a new resource of this name begins as. */
function defaultsOf(schema: GraphQLSchema, resource = ''): Record<string, unknown> {
  const target = isObjectType(schema.getType(resource))
    ? getMetadataStorage().objectTypes.find(({ name }) => name === resource)?.target
    : undefined
  return target ? { ...(new (target as new () => object)() as Record<string, unknown>) } : {}
}

/** Refuses null in what must not be, and names it. */
export function assertNoNulls(places: readonly (GraphQLArgument | GraphQLInputField)[], values: Given, path = '') {
  for (const place of places) {
    const value = values[place.name]
    if (value === undefined) continue
    const name = path + place.name
    if (value === null && isOptionalNotNull(place)) throw nullNotAllowed(name)
    const type = getNamedType(place.type)
    if (!isInputObjectType(type)) continue
    const fields = Object.values(type.getFields())
    // The fields of `input` are the request's own.
    const inner = path === '' && place.name === 'input' ? '' : `${name}.`
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) assertNoNulls(fields, item as Given, `${inner}${index}.`)
    else if (value) assertNoNulls(fields, value as Given, inner)
  }
}

/** The arguments without each null that may be one: it means the default, as if the argument were left out. */
export const replaceNullsByDefaults = (places: readonly GraphQLArgument[], values: Given): Record<string, unknown> => ({
  ...values,
  ...Object.fromEntries(
    places.filter(({ name }) => values[name] === null).map(({ name, defaultValue }) => [name, defaultValue]),
  ),
})

type Given = Readonly<Record<string, unknown>>

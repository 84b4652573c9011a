import {
  type GraphQLField,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLFieldConfigMap,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  type GraphQLNullableType,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  GraphQLString,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type ObjectTypeDefinitionNode,
} from 'graphql'
import type { Problem } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { RestRoute } from '#core/schema/rest'
import { JSONValue } from '#core/schema/scalars'
import { findArgumentProblems, findInputProblems } from '#core/schema/validation'
import { snakeCase, toRestSpelling } from '#core/text/naming'

/** What REST shows of a resource: a row (also used in events), the detail of get-one, or some fields. */
type View = 'row' | 'detail' | { only: readonly string[]; of: string }

/** Validates the part of the input that could be parsed. */
export type CheckInput = (given: Record<string, unknown>) => Problem[]

type Fields = Record<string, unknown>
type AnyField = GraphQLField<unknown, Context>

/** The schema of the REST API and the types that represent each resource. */
export interface RestSchema {
  schema: GraphQLSchema
  /** Row types in REST spelling by resource name. */
  rows: Map<string, GraphQLObjectType>
}

/**
 * Derives the REST schema: root fields with `@Rest`, names in snake_case, `input` flattened into the body. Relations are
 * omitted unless embedded or linked.
 */
export function deriveRestSchema(graphql: GraphQLSchema): RestSchema {
  const outputs = new Map<string, GraphQLObjectType>()
  const inputs = new Map<string, GraphQLInputObjectType>()

  const output = (type: GraphQLOutputType, view: View): GraphQLOutputType =>
    rewrap(type, (named) => (isObjectType(named) ? object(named, view) : named)) as GraphQLOutputType

  const input = (type: GraphQLInputType): GraphQLInputType =>
    rewrap(type, (named) =>
      isInputObjectType(named) ? inputObject(named) : valuesOf(named) ? GraphQLString : named,
    ) as GraphQLInputType

  function object(type: GraphQLObjectType, view: View): GraphQLObjectType {
    const detailed = view === 'detail' && Object.values(type.getFields()).some(({ extensions }) => isDetail(extensions))
    const name = typeof view === 'object' ? view.of : detailed ? `${type.name}Detail` : type.name
    const known = outputs.get(name)
    if (known) return known
    const made: GraphQLObjectType = new GraphQLObjectType({
      name,
      description: toRestSpelling(type.description),
      extensions: typeof view === 'object' && columnsAlone(type, view.only) ? { columns: view.only } : {},
      fields: () => fieldsOf(type, view, name),
    })
    outputs.set(name, made)
    return made
  }

  function fieldsOf(type: GraphQLObjectType, view: View, owner: string): GraphQLFieldConfigMap<unknown, Context> {
    const fields: GraphQLFieldConfigMap<unknown, Context> = {}
    for (const field of Object.values(type.getFields())) {
      const { embed, linked, graphqlOnly } = field.extensions as {
        embed?: string[]
        linked?: string[]
        graphqlOnly?: boolean
      }
      if (graphqlOnly || (typeof view === 'object' && !view.only.includes(field.name))) continue
      if (isDetail(field.extensions) && view !== 'detail') continue
      const named = getNamedType(field.type)
      const only = embed ?? linked
      if (only) fields[snakeCase(field.name)] = spell(field, { only, of: `${owner}${capital(field.name)}` })
      else if (!isResource(named) || !isResource(type)) fields[snakeCase(field.name)] = spell(field, 'row')
    }
    return fields
  }

  function spell(field: AnyField, view: View): GraphQLFieldConfig<unknown, Context> {
    const { name } = field
    const resolve = withDefaults(field)
    if (field.extensions.verbatim)
      return {
        type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(JSONValue))),
        description: toRestSpelling(field.description),
        extensions: field.extensions,
        resolve: (parent) => (parent as Record<string, { stored: unknown }[]>)[name]?.map(({ stored }) => stored),
      }
    return {
      type: output(field.type, view),
      description: toRestSpelling(field.description),
      extensions: field.extensions,
      // Fields without a resolver are compiled inline, so one with the same spelling gets none.
      ...(resolve ? { resolve } : snakeCase(name) !== name && { resolve: (parent) => (parent as Fields)[name] }),
    }
  }

  function inputObject(type: GraphQLInputObjectType): GraphQLInputObjectType {
    const known = inputs.get(type.name)
    if (known) return known
    const made = new GraphQLInputObjectType({
      name: type.name,
      description: toRestSpelling(type.description),
      fields: () =>
        Object.fromEntries(
          Object.values(type.getFields()).map(({ name, type: of, description, defaultValue, extensions }) => [
            snakeCase(name),
            {
              type: input(of),
              description: toRestSpelling(description),
              defaultValue,
              extensions: { ...extensions, camel: name },
            },
          ]),
        ),
    })
    inputs.set(type.name, made)
    return made
  }

  function root(type: GraphQLObjectType | null | undefined): GraphQLObjectType | null {
    if (!type) return null
    const fields: GraphQLFieldConfigMap<unknown, Context> = {}
    for (const field of Object.values(type.getFields())) {
      const route = field.extensions.rest as RestRoute | undefined
      if (!route) continue
      // Details are only shown when the resource itself is requested.
      const view = route.method === 'GET' && !isResourceList(field.type) ? 'detail' : 'row'
      const { args, arrange, check, bodySchema } = flatten(field)
      const resolve = field.resolve
      if (!resolve) throw new Error(`${type.name}.${field.name} has no resolver.`)
      fields[field.name] = {
        type: output(field.type, view),
        description: toRestSpelling(field.description),
        extensions: { ...field.extensions, check, bodySchema, takesVersion: field.args.some(isVersion) },
        args,
        resolve: (parent, given, context, info) => resolve(parent, arrange(given), context, info),
      }
    }
    return Object.keys(fields).length
      ? new GraphQLObjectType({ name: type.name, fields, astNode: astNode(type.name) })
      : null
  }

  function flatten(field: AnyField) {
    const args: GraphQLFieldConfigArgumentMap = {}
    const places: { rest: string; camel: string; type: GraphQLInputType; inInput: boolean }[] = []
    const add = (name: string, config: GraphQLFieldConfigArgumentMap[string], inInput: boolean) => {
      const rest = snakeCase(name)
      if (args[rest]) throw new Error(`${field.name}: the argument "${rest}" stands twice in its REST route.`)
      const values = valuesOf(getNamedType(config.type))
      const extensions = values ? { ...config.extensions, schema: { enum: values } } : config.extensions
      args[rest] = { ...config, description: toRestSpelling(config.description), extensions, type: input(config.type) }
      places.push({ rest, camel: name, type: args[rest].type, inInput })
    }
    for (const { name, type, description, defaultValue, extensions } of field.args) {
      const named = getNamedType(type)
      if (isVersion({ name })) continue
      if (name !== 'input' || !isInputObjectType(named))
        add(name, { type, description, defaultValue, extensions }, false)
      else for (const part of Object.values(named.getFields())) add(part.name, part, true)
    }
    const whole = getNamedType(field.args.find(({ name }) => name === 'input')?.type)
    const takesInput = isInputObjectType(whole)
    const arrange = (given: Record<string, unknown>): Record<string, unknown> => {
      const arranged: Record<string, unknown> = {}
      const body: Record<string, unknown> = {}
      for (const { rest, camel, type, inInput } of places)
        if (rest in given) (inInput ? body : arranged)[camel] = toCamel(type, given[rest])
      return takesInput ? { ...arranged, input: body } : arranged
    }
    const check: CheckInput = (given) => {
      const arranged = arrange(given)
      return [
        ...findArgumentProblems(field.name, arranged),
        ...(takesInput ? findInputProblems(whole, arranged.input) : []),
      ]
    }
    return { args, arrange, check, bodySchema: takesInput ? whole.extensions.schema : undefined }
  }

  const rows = new Map<string, GraphQLObjectType>()
  for (const type of Object.values(graphql.getTypeMap())) if (isResource(type)) rows.set(type.name, object(type, 'row'))
  const schema = new GraphQLSchema({
    query: root(graphql.getQueryType()),
    mutation: root(graphql.getMutationType()),
    types: [...rows.values()],
  })
  return { schema, rows }
}

/** SOFA needs an AST node of root types; without one it prints and parses the type for each variable. */
const astNode = (name: string): ObjectTypeDefinitionNode => ({
  kind: Kind.OBJECT_TYPE_DEFINITION,
  name: { kind: Kind.NAME, value: name },
  fields: [],
})

/** REST uses If-Match instead. */
const isVersion = ({ name }: { name: string }) => name === 'version'

/** A type with an id, which can be linked, embedded and used in events. */
const isResource = (type: GraphQLNamedType): type is GraphQLObjectType =>
  isObjectType(type) && !type.name.startsWith('_') && 'id' in type.getFields()

const isResourceList = (type: GraphQLOutputType) => {
  const named = getNamedType(type)
  return !isResource(named)
}

/** True if no field has a resolver, so rows can be serialized directly. JSON columns contain no timestamps. */
const columnsAlone = (type: GraphQLObjectType, names: readonly string[]) =>
  names.every((name) => {
    const field = type.getFields()[name]
    return field?.resolve === undefined && getNamedType(field?.type)?.name !== 'DateTime'
  })

const isDetail = (extensions: Readonly<Record<string, unknown>>) => Boolean(extensions.linked ?? extensions.detailOnly)

/** Enum values in REST spelling: `-name` for `name_desc`. */
const valuesOf = (type: GraphQLNamedType): unknown[] | undefined =>
  isEnumType(type) && type.getValues().some(({ name, value }) => name !== value)
    ? type.getValues().map(({ value }) => value)
    : undefined

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** Resolver for nested fields with arguments; REST uses the defaults. */
function withDefaults({ args, resolve }: AnyField): AnyField['resolve'] {
  if (!resolve || !args.length) return resolve
  const defaults = Object.fromEntries(args.map(({ name, defaultValue }) => [name, defaultValue]))
  return (parent, _given, context, info) => resolve(parent, defaults, context, info)
}

/** Replaces the named type inside lists and non-nulls. */
function rewrap(type: GraphQLType, map: (named: GraphQLNamedType) => GraphQLNamedType): GraphQLType {
  if (isNonNullType(type)) return new GraphQLNonNull(rewrap(type.ofType, map) as GraphQLNullableType)
  if (isListType(type)) return new GraphQLList(rewrap(type.ofType, map))
  return map(type)
}

/** Converts keys to camelCase by type; JSON values stay unchanged. */
function toCamel(type: GraphQLInputType, value: unknown): unknown {
  if (value === null || value === undefined) return value
  if (isNonNullType(type)) return toCamel(type.ofType, value)
  if (isListType(type)) return (value as unknown[]).map((item) => toCamel(type.ofType, item))
  if (!isInputObjectType(type)) return value
  const given = value as Record<string, unknown>
  const renamed: Record<string, unknown> = {}
  for (const field of Object.values(type.getFields()))
    if (field.name in given) renamed[field.extensions.camel as string] = toCamel(field.type, given[field.name])
  return renamed
}

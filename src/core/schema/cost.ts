import {
  type ArgumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql'
import { Extensions } from 'type-graphql'

/** The number of values that a field counts as: the usual length of an unbounded list, or the size of a large JSON value. */
export const ListCost = (items: number) => Extensions({ items })

/** Additional cost per item of a list in `input`. */
export const ListCostPerItem = (list: string, each: number) => Extensions({ sent: { list, each } satisfies Counted })

interface Counted {
  list: string
  each: number
}

type AnyField = GraphQLField<unknown, unknown>
type Variables = Readonly<Record<string, unknown>>

/** Reading an object means reading a whole row. */
const objectCost = 3
const valueCost = 1

/**
 * The cost of an operation: 1 per value and 3 per object in the response, multiplied by the length of lists (`perPage` or
 * `@ListCost`), plus `@ListCostPerItem` for the input.
 */
export function calculateCost(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  variables: Variables,
): number {
  const defaults = new Map(
    operation.variableDefinitions?.map(({ variable, defaultValue }) => [variable.name.value, defaultValue]),
  )

  const numberOf = (argument: ArgumentNode | undefined): number | undefined => {
    const { value } = argument ?? {}
    const node = value?.kind === Kind.VARIABLE ? defaults.get(value.name.value) : value
    const given = value?.kind === Kind.VARIABLE ? variables[value.name.value] : undefined
    if (typeof given === 'number') return given
    // Null means the default of the argument, not of the variable.
    if (given === null) return undefined
    return node?.kind === Kind.INT ? Number(node.value) : undefined
  }

  const costOfSent = (node: FieldNode, { extensions }: AnyField): number => {
    const { list, each } = (extensions.sent ?? {}) as Partial<Counted>
    const argument = node.arguments?.find(({ name }) => name.value === 'input')
    if (!list || !each || !argument) return 0
    const given = { ...valuesOf(defaults), ...variables }
    const input = valueFromASTUntyped(argument.value, given) as Variables | null | undefined
    const items = input?.[list]
    return each * (Array.isArray(items) ? items.length : 1)
  }

  /** `page` is the number of items of the list in this object, if its parent has `perPage`. */
  const costOfSelections = (set: SelectionSetNode, type: GraphQLObjectType, page: number | undefined): number => {
    const fields = type.getFields()
    let cost = 0
    for (const node of set.selections) {
      if (node.kind === Kind.INLINE_FRAGMENT) {
        cost += costOfSelections(node.selectionSet, type, page)
        continue
      }
      if (node.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(node.name.value)
        if (fragment) cost += costOfSelections(fragment.selectionSet, type, page)
        continue
      }
      const field = fields[node.name.value] ?? metaFields[node.name.value]
      if (!field) {
        cost += valueCost
        continue
      }
      const perPage = field.args.find(({ name }) => name === 'perPage')
      const asked =
        perPage && (numberOf(node.arguments?.find(({ name }) => name.value === 'perPage')) ?? perPage.defaultValue)
      const own = typeof asked === 'number' ? asked : itemsOf(schema, type, field)
      const items = isList(field) ? (own ?? page ?? 1) : 1
      cost += costOfSent(node, field)
      const named = getNamedType(field.type)
      cost +=
        items *
        (node.selectionSet && isObjectType(named)
          ? objectCost + costOfSelections(node.selectionSet, named, isList(field) ? undefined : own)
          : isList(field)
            ? valueCost
            : ((field.extensions.items as number | undefined) ?? valueCost))
    }
    return cost
  }

  const root = schema.getRootType(operation.operation)
  return root ? costOfSelections(operation.selectionSet, root, undefined) : 0
}

const valuesOf = (defaults: ReadonlyMap<string, ValueNode | undefined>): Variables =>
  Object.fromEntries([...defaults].map(([name, node]) => [name, node && valueFromASTUntyped(node)]))

const isList = (field: AnyField) => isListType(getNullableType(field.type))

const metaFields: Readonly<Record<string, AnyField>> = {
  [SchemaMetaFieldDef.name]: SchemaMetaFieldDef,
  [TypeMetaFieldDef.name]: TypeMetaFieldDef,
}

function itemsOf(schema: GraphQLSchema, type: GraphQLObjectType, { name, extensions }: AnyField): number | undefined {
  return type.name.startsWith('__') ? introspectionItems(schema)[name] : (extensions.items as number | undefined)
}

const counted = new WeakMap<GraphQLSchema, Readonly<Record<string, number>>>()

/** Lengths of introspection lists: the number of types, and averages for the rest. */
function introspectionItems(schema: GraphQLSchema): Readonly<Record<string, number>> {
  const known = counted.get(schema)
  if (known) return known
  const types = Object.values(schema.getTypeMap())
  const fields = types.filter(isObjectType).map((type) => Object.keys(type.getFields()).length)
  const average = Math.ceil(fields.reduce((sum, length) => sum + length, 0) / fields.length)
  const items = {
    types: types.length,
    fields: average,
    inputFields: average,
    enumValues: average,
    args: 3,
    directives: schema.getDirectives().length,
    locations: 5,
    interfaces: 1,
    possibleTypes: 1,
  }
  counted.set(schema, items)
  return items
}

/** Start-up check: every list is bounded by `perPage` or `@ListCost`. */
export function assertListsHaveCosts(schema: GraphQLSchema) {
  const objects = Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('__'),
  )
  const paged = new Set<string>()
  const fields = objects.flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
  for (const { field } of fields)
    if (field.args.some(({ name }) => name === 'perPage')) paged.add(getNamedType(field.type).name)
  for (const { type, field } of fields)
    if (isList(field) && !field.extensions.items && !paged.has(type.name))
      if (!field.args.some(({ name }) => name === 'perPage'))
        throw new Error(`${type.name}.${field.name} says neither by perPage nor by @ListCost how long it may be.`)
}

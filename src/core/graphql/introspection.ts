import {
  type DocumentNode,
  executeSync,
  type FieldNode,
  type GraphQLSchema,
  getIntrospectionQuery,
  Kind,
  parse,
  type SelectionSetNode,
  visit,
} from 'graphql'

/** Selected fields with fragments expanded; `all` includes deprecated ones. */
type IntrospectionSelection = Map<string, { all: boolean; of: IntrospectionSelection }>

/** Apollo Client and urql add the type name to each selection. */
const typename: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } }

const standard = parse(
  getIntrospectionQuery({
    descriptions: true,
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
    oneOf: true,
  }),
)
const whole = visit(standard, {
  Field: ({ selectionSet, ...node }) =>
    selectionSet && { ...node, selectionSet: { ...selectionSet, selections: [...selectionSet.selections, typename] } },
})

/** Recognizes the standard introspection query of graphql-js and its parts; null for other documents. Its answer never changes. */
export function matchStandardIntrospection(document: DocumentNode): IntrospectionSelection | null {
  const [operation, ...others] = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)
  if (!operation || others.length || operation.operation !== 'query' || operation.variableDefinitions?.length)
    return null
  const asked = askedOf(document, operation.selectionSet)
  return asked?.size === 1 && asked.has('__schema') && isPartOf(asked, all()) ? asked : null
}

let known: IntrospectionSelection | null = null
const all = (): IntrospectionSelection => {
  const [operation] = whole.definitions
  known ??= operation?.kind === Kind.OPERATION_DEFINITION ? askedOf(whole, operation.selectionSet) : null
  return known as IntrospectionSelection
}

/** Limits expansion, as fragments may be exponential; the standard query has a few dozen. */
const maxSpreads = 500

function askedOf(
  document: DocumentNode,
  set: SelectionSetNode,
  left = { spreads: maxSpreads },
): IntrospectionSelection | null {
  const asked: IntrospectionSelection = new Map()
  const add = ({ selections }: SelectionSetNode): boolean =>
    selections.every((node) => {
      if (node.directives?.length) return false
      if (node.kind === Kind.INLINE_FRAGMENT) return add(node.selectionSet)
      if (node.kind === Kind.FRAGMENT_SPREAD) {
        if (--left.spreads < 0) return false
        const fragment = document.definitions.find(
          (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === node.name.value,
        )
        return fragment?.kind === Kind.FRAGMENT_DEFINITION && add(fragment.selectionSet)
      }
      if (node.alias || !hasPlainArguments(node)) return false
      if (asked.has(node.name.value)) return !node.selectionSet
      const of = node.selectionSet ? askedOf(document, node.selectionSet, left) : new Map()
      if (of) asked.set(node.name.value, { all: wantsDeprecated(node), of })
      return of !== null
    })
  return add(set) ? asked : null
}

const hasPlainArguments = ({ arguments: given = [] }: FieldNode) =>
  given.every(({ name, value }) => name.value === 'includeDeprecated' && value.kind === Kind.BOOLEAN)

const wantsDeprecated = ({ arguments: given = [] }: FieldNode) =>
  given.some(({ value }) => value.kind === Kind.BOOLEAN && value.value)

const isPartOf = (asked: IntrospectionSelection, of: IntrospectionSelection): boolean =>
  [...asked].every(([name, part]) => {
    const same = of.get(name)
    return same !== undefined && isPartOf(part.of, same.of)
  })

const answers = new WeakMap<GraphQLSchema, unknown>()

/** Picks the requested part of the cached full answer. */
export function answerStandardIntrospection(
  schema: GraphQLSchema,
  asked: IntrospectionSelection,
): Record<string, unknown> {
  const answer = answers.get(schema) ?? executeSync({ schema, document: whole }).data
  answers.set(schema, answer)
  return pick(answer, asked, true) as Record<string, unknown>
}

function pick(value: unknown, asked: IntrospectionSelection, deprecated: boolean): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value))
    return (deprecated ? value : value.filter(({ isDeprecated }) => !isDeprecated)).map((item) =>
      pick(item, asked, true),
    )
  if (!asked.size) return value
  const picked: Record<string, unknown> = {}
  for (const [name, { all: wanted, of }] of asked) {
    const part = (value as Record<string, unknown>)[name]
    picked[name] = pick(part, of, wanted || !Array.isArray(part))
  }
  return picked
}

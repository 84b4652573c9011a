import { type ASTVisitor, GraphQLError, Kind, type SelectionSetNode, type ValidationContext } from 'graphql'

/** Limits below both facades and the socket: what a document may ask for at most. */
export const limits = { depth: 10, aliases: 15, tokens: 1000, rootFields: 10 }

/** Refuses documents that are too deep, or that ask for too much at once by aliases or root fields. */
export function limitDocument(context: ValidationContext): ASTVisitor {
  const tooMuch = (what: string, most: number) =>
    context.reportError(new GraphQLError(`The document has more than ${most} ${what}.`))

  // Each fragment is measured once, however often it is spread; a cycle (refused elsewhere) measures as nothing.
  const fragments = new Map<string, number>()
  const fragmentDepth = (name: string): number => {
    const known = fragments.get(name)
    if (known !== undefined) return known
    fragments.set(name, 0)
    const fragment = context.getFragment(name)
    const depth = fragment ? depthOf(fragment.selectionSet) : 0
    fragments.set(name, depth)
    return depth
  }

  /** Introspection does not count: it is deep by nature. */
  const depthOf = ({ selections }: SelectionSetNode): number =>
    Math.max(
      0,
      ...selections.map((node) => {
        if (node.kind === Kind.FRAGMENT_SPREAD) return fragmentDepth(node.name.value)
        if (node.kind === Kind.INLINE_FRAGMENT) return depthOf(node.selectionSet)
        if (node.name.value.startsWith('__')) return 0
        return 1 + (node.selectionSet ? depthOf(node.selectionSet) : 0)
      }),
    )

  let aliases = 0
  return {
    Field(node) {
      if (node.alias && ++aliases === limits.aliases + 1) tooMuch('aliases', limits.aliases)
    },
    OperationDefinition(node) {
      if (node.selectionSet.selections.length > limits.rootFields) tooMuch('root fields', limits.rootFields)
      if (depthOf(node.selectionSet) > limits.depth) tooMuch('levels', limits.depth)
    },
  }
}

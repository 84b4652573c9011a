import { type ASTVisitor, GraphQLError, Kind, type SelectionSetNode, type ValidationContext } from 'graphql'

/** Limits below both facades and the socket: what a document may ask for at most. */
export const limits = { depth: 10, aliases: 15, tokens: 1000, rootFields: 10, selections: 1000 }

/** How deep a selection goes, and how many selections it is once every fragment stands where it is spread. */
interface Size {
  depth: number
  selections: number
}

/**
 * Refuses documents that are too deep, or that ask for too much at once. Fragments count as often as they are spread:
 * sixty that each spread the next one twice are few tokens, and 2^60 selections.
 */
export function limitDocument(context: ValidationContext): ASTVisitor {
  const tooMuch = (what: string, most: number) =>
    context.reportError(new GraphQLError(`The document has more than ${most} ${what}.`))

  // Each fragment is measured once; a cycle (refused by another rule) measures as nothing.
  const fragments = new Map<string, Size>()
  const fragmentSize = (name: string): Size => {
    const known = fragments.get(name)
    if (known) return known
    fragments.set(name, { depth: 0, selections: 0 })
    const fragment = context.getFragment(name)
    const size = fragment ? sizeOf(fragment.selectionSet) : { depth: 0, selections: 0 }
    fragments.set(name, size)
    return size
  }

  /** Introspection does not count: it is deep by nature. */
  const sizeOf = ({ selections }: SelectionSetNode): Size => {
    const whole: Size = { depth: 0, selections: 0 }
    for (const node of selections) {
      const isField = node.kind === Kind.FIELD
      if (isField && node.name.value.startsWith('__')) continue
      const inner =
        node.kind === Kind.FRAGMENT_SPREAD
          ? fragmentSize(node.name.value)
          : node.selectionSet
            ? sizeOf(node.selectionSet)
            : { depth: 0, selections: 0 }
      whole.depth = Math.max(whole.depth, inner.depth + (isField ? 1 : 0))
      whole.selections += inner.selections + 1
    }
    return whole
  }

  let aliases = 0
  return {
    Field(node) {
      if (node.alias && ++aliases === limits.aliases + 1) tooMuch('aliases', limits.aliases)
    },
    OperationDefinition(node) {
      if (node.selectionSet.selections.length > limits.rootFields) tooMuch('root fields', limits.rootFields)
      const { depth, selections } = sizeOf(node.selectionSet)
      if (depth > limits.depth) tooMuch('levels', limits.depth)
      if (selections > limits.selections) tooMuch('selections', limits.selections)
    },
  }
}

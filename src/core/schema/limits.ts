import { type DocumentNode, GraphQLError, Kind, type SelectionSetNode } from 'graphql'

/** Limits of one request, over HTTP, sockets and subscriptions alike. */
export const limits = {
  /** Values in a response; see `cost.ts`. */
  cost: 30_000,
  /** Bytes of a response, including REST. */
  answerBytes: 5 * 1024 * 1024,
  /** Bytes of rows read by one request. */
  readBytes: 32 * 1024 * 1024,
  /** Bytes of an unpaged list. */
  wholeBytes: 32 * 1024 * 1024,
  /** Items of lists inside the rows of a page, such as line items. */
  itemsInRows: 10_000,
  /** GraphQL documents: characters, tokens, depth, aliases, root fields and selections with fragments expanded. */
  characters: 64 * 1024,
  tokens: 1000,
  depth: 10,
  aliases: 15,
  rootFields: 10,
  selections: 1000,
  /** Errors per response. */
  errors: 20,
  /** Items of a list in a request. */
  listItems: 1000,
  /** Characters of any text field. */
  textCharacters: 200_000,
  /** Depth of JSON in a request. */
  jsonDepth: 100,
  /** Object keys of JSON in a request. */
  jsonNames: 50_000,
  /** Unexpired tokens of a member. */
  tokensPerMember: 100,
  /** Keys of a single object: many different keys cost V8 more than the same keys in many objects. */
  jsonNamesOfObject: 10_000,
  /** Open sockets and subscriptions. */
  socketsPerToken: 50,
  socketsPerMember: 250,
  socketsPerOrganization: 500,
  subscriptionsPerSocket: 20,
  subscriptionsPerMember: 500,
  subscriptionsPerOrganization: 1000,
} as const

/** Depth and number of selections with fragments expanded. */
interface Size {
  depth: number
  selections: number
}

const nothing: Size = { depth: 0, selections: 0 }

/** The size of a document and the limits that it exceeds. */
export interface DocumentSize {
  selections: number
  excess: readonly GraphQLError[]
}

/**
 * Measures a document before anything expensive is done with it. Fragments count each time they are spread: 60 that spread the
 * next one twice are few tokens but 2^60 selections.
 */
export function measureDocument(document: DocumentNode): DocumentSize {
  const definitions = new Map<string, SelectionSetNode>()
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) definitions.set(node.name.value, node.selectionSet)

  // Cached per fragment; a cycle, which validation rejects, counts as nothing.
  const fragments = new Map<string, Size>()
  const fragmentSize = (name: string): Size => {
    const known = fragments.get(name)
    if (known) return known
    fragments.set(name, nothing)
    const selections = definitions.get(name)
    const size = selections ? sizeOf(selections) : nothing
    fragments.set(name, size)
    return size
  }

  let aliases = 0
  const sizeOf = ({ selections }: SelectionSetNode): Size => {
    const whole: Size = { ...nothing }
    for (const node of selections) {
      const isField = node.kind === Kind.FIELD
      if (isField && node.alias) aliases += 1
      const inner =
        node.kind === Kind.FRAGMENT_SPREAD
          ? fragmentSize(node.name.value)
          : node.selectionSet
            ? sizeOf(node.selectionSet)
            : nothing
      whole.depth = Math.max(whole.depth, inner.depth + (isField ? 1 : 0))
      whole.selections += inner.selections + 1
    }
    return whole
  }

  const excess: GraphQLError[] = []
  const compare = (what: string, much: number, most: number) => {
    if (much > most) excess.push(new GraphQLError(`The document has more than ${most} ${what}.`))
  }
  let selections = 0
  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION) continue
    const size = sizeOf(node.selectionSet)
    selections += size.selections
    compare('root fields', node.selectionSet.selections.length, limits.rootFields)
    compare('levels', size.depth, limits.depth)
  }
  compare('selections', selections, limits.selections)
  compare('aliases', aliases, limits.aliases)
  return { selections, excess }
}

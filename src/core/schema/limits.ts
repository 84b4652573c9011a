import { type DocumentNode, GraphQLError, Kind, type SelectionSetNode } from 'graphql'

/** What one request may ask for at most: over HTTP, the socket and in each subscription alike. */
export const limits = {
  /** Values that the answer may have at most, lists as long as they may be; see `cost.ts`. */
  cost: 30_000,
  /** Bytes of the answer, over REST too. */
  answerBytes: 5 * 1024 * 1024,
  /** Bytes of rows that one request reads before it shows them. */
  readBytes: 32 * 1024 * 1024,
  /** Bytes of a list that REST answers whole. */
  wholeBytes: 32 * 1024 * 1024,
  /** Items of the lists inside the rows of a page together, such as lines of invoices. */
  itemsInRows: 10_000,
  /** Characters, tokens, levels, aliases, fields of the first level and selections of a document, fragments spread out. */
  characters: 64 * 1024,
  tokens: 1000,
  depth: 10,
  aliases: 15,
  rootFields: 10,
  selections: 1000,
  /** Errors that one answer reports. */
  errors: 20,
  /** Items of a list that is sent, before they are looked at. */
  listItems: 1000,
  /** Characters of the longest text that a field takes. */
  textCharacters: 200_000,
  /** Levels of objects and lists in JSON that is sent. */
  jsonDepth: 100,
  /** Named values in JSON that is sent, read or ignored. */
  jsonNames: 50_000,
  /** Tokens of a member that have not expired. */
  tokensPerMember: 100,
  /** The same of one object: so many different names cost the engine more than as many in objects alike. */
  jsonNamesOfObject: 10_000,
  /** Sockets that are open at once, and what they subscribe to. */
  socketsPerToken: 50,
  socketsPerMember: 250,
  socketsPerOrganization: 500,
  subscriptionsPerSocket: 20,
  subscriptionsPerMember: 500,
  subscriptionsPerOrganization: 1000,
} as const

/** How deep a selection goes, and how many selections it is once every fragment stands where it is spread. */
interface Size {
  depth: number
  selections: number
}

const nothing: Size = { depth: 0, selections: 0 }

/** How much a document is, and what is too much about it. */
export interface DocumentSize {
  selections: number
  excess: readonly GraphQLError[]
}

/**
 * Measures a document, before anything is done with it that takes longer the more there is. Fragments
 * count as often as they are spread: sixty that each spread the next one twice are few tokens, and 2^60 selections.
 */
export function measureDocument(document: DocumentNode): DocumentSize {
  const definitions = new Map<string, SelectionSetNode>()
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) definitions.set(node.name.value, node.selectionSet)

  // Each fragment is measured once; a cycle (refused by validation) measures as nothing.
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

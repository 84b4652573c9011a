import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  parse,
  validate,
} from 'graphql'
import { queryTooExpensive } from '#core/errors/problem'
import { costOf } from '#core/schema/cost'
import { limits, measure } from '#core/schema/limits'
import { standardIntrospection } from './introspection.ts'
import { rules } from './literals.ts'

/** Reads and checks a document; answers the errors where it is refused. */
export type Prepare = (query: string) => DocumentNode | readonly GraphQLError[]

interface Checked {
  prepared: ReturnType<Prepare>
  /** What it is to keep it, compiled too. */
  weight: number
}

/** A document of a hundred selections, compiled, is some hundred kilobytes. */
const mostKept = 50_000

/** What reads and checks documents, each once, over HTTP and over the socket. */
export function createPrepare(schema: GraphQLSchema): Prepare {
  const known = new Map<string, ReturnType<Prepare>>()
  let kept = 0
  return (query) => {
    const found = known.get(query)
    if (found) return found
    if (query.length > limits.characters)
      return [new GraphQLError(`The document has more than ${limits.characters} characters.`)]
    const { prepared, weight } = check(schema, query)
    if (kept + weight > mostKept) {
      known.clear()
      kept = 0
    }
    known.set(query, prepared)
    kept += weight
    return prepared
  }
}

function check(schema: GraphQLSchema, query: string): Checked {
  try {
    const document = parse(query, { maxTokens: limits.tokens })
    const { selections, excess } = measure(document)
    // The standard introspection is deep, and answered from what is known.
    if (excess.length && !standardIntrospection(document)) return refused(excess, query)
    const errors = validate(schema, document, rules, { maxErrors: limits.errors })
    if (errors.length) return refused(errors, query)
    return { prepared: document, weight: selections + query.length / 20 }
  } catch (error) {
    return refused([error instanceof GraphQLError ? error : new GraphQLError('The document cannot be read.')], query)
  }
}

const refused = (errors: readonly GraphQLError[], query: string): Checked => ({
  prepared: errors,
  weight: 1 + query.length / 20,
})

const fragments = new WeakMap<DocumentNode, ReadonlyMap<string, FragmentDefinitionNode>>()

/** 422 where what a document asks for with these variables costs more than one request may. */
export function assertAffordable(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Readonly<Record<string, unknown>>,
) {
  const operation = getOperationAST(document, operationName)
  if (!operation) return
  const named =
    fragments.get(document) ??
    new Map(
      document.definitions
        .filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION)
        .map((node) => [node.name.value, node]),
    )
  fragments.set(document, named)
  const cost = costOf(schema, operation, named, variables)
  if (cost > limits.cost) throw queryTooExpensive(cost, limits.cost)
}

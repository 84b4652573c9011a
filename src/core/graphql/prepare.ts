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
import { Problem, queryTooExpensive } from '#core/errors/problem'
import { costOf } from '#core/schema/cost'
import { limits, measure } from '#core/schema/limits'
import { standardIntrospection } from './introspection.ts'
import { rules } from './literals.ts'

type Prepared = DocumentNode | readonly GraphQLError[]

/** Reads and checks a document that has the operation asked for; answers the errors where it is refused. */
export type Prepare = (query: string, operationName: string | null | undefined) => Prepared

interface Checked {
  prepared: Prepared
  /** What it is to keep it, compiled too. */
  weight: number
}

/** A document of a hundred selections, compiled, is some hundred kilobytes. */
const mostKept = 50_000

/** What reads and checks documents, each once, over HTTP and over the socket. */
export function createPrepare(schema: GraphQLSchema): Prepare {
  const known = new Map<string, Prepared>()
  let kept = 0
  const read = (query: string): Prepared => {
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
  return (query, operationName) => {
    const prepared = read(query)
    if (!('kind' in prepared) || getOperationAST(prepared, operationName)) return prepared
    return [new GraphQLError('no operation', { originalError: noOperation(operationName) })]
  }
}

/** An empty name is one that no operation has: the compiler would take it for none, and run whatever there is. */
const noOperation = (name: string | null | undefined) =>
  new Problem(
    400,
    'bad_request',
    name == null
      ? {
          de: 'Das Dokument hat mehrere Operationen: operationName muss eine davon nennen.',
          en: 'The document has several operations: operationName must name one of them.',
        }
      : {
          de: `Eine Operation „${name.slice(0, 50)}“ gibt es nicht.`,
          en: `There is no operation "${name.slice(0, 50)}".`,
        },
  )

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

import { type DocumentNode, GraphQLError, type GraphQLSchema, parse, specifiedRules, validate } from 'graphql'
import { limitDocument, limits } from './limits.ts'

/** What every document must pass, over HTTP and over the socket. */
export const rules = [...specifiedRules, limitDocument]

const mostDocuments = 1000

/** Reads and checks the documents of a socket, each once. Answers the errors where it is refused. */
export function createPrepare(schema: GraphQLSchema) {
  const known = new Map<string, DocumentNode | readonly GraphQLError[]>()
  return (query: string): DocumentNode | readonly GraphQLError[] => {
    const found = known.get(query)
    if (found) return found
    if (known.size >= mostDocuments) known.clear()
    const prepared = check(schema, query)
    known.set(query, prepared)
    return prepared
  }
}

function check(schema: GraphQLSchema, query: string): DocumentNode | readonly GraphQLError[] {
  try {
    const document = parse(query, { maxTokens: limits.tokens })
    const errors = validate(schema, document, rules)
    return errors.length ? errors : document
  } catch (error) {
    return [error instanceof GraphQLError ? error : new GraphQLError('The document cannot be read.')]
  }
}

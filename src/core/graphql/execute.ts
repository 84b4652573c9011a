import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
} from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import type { Context } from '../context.ts'
import { type Admitted, type Credentials, operate, operateLive } from '../operation.ts'
import type { Services } from '../services.ts'

interface Compiled {
  query: CompiledQuery
  writes: boolean
}

/** What GraphQL answers where an operation cannot even be compiled (an unknown operation name, say). */
class NotCompiled extends Error {
  readonly result: ExecutionResult
  constructor(result: ExecutionResult) {
    super('not compiled')
    this.result = result
  }
}

/** An execution that failed and must leave nothing: carries the answer out of its transaction. */
class Undone extends Error {
  readonly result: ExecutionResult
  constructor(result: ExecutionResult) {
    super('undone')
    this.result = result
  }
}

const compiled = new WeakMap<DocumentNode, Map<string, Compiled>>()

function compile(schema: GraphQLSchema, document: DocumentNode, operationName: string | null | undefined): Compiled {
  const key = operationName ?? ''
  const byName = compiled.get(document) ?? new Map<string, Compiled>()
  compiled.set(document, byName)
  let known = byName.get(key)
  if (!known) {
    const query = compileQuery(schema, document, operationName ?? undefined)
    if (!isCompiledQuery(query)) throw new NotCompiled(query)
    known = { query, writes: getOperationAST(document, operationName)?.operation === 'mutation' }
    byName.set(key, known)
  }
  return known
}

/** Runs a compiled document inside an operation that is already open. */
export async function resolve(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Record<string, unknown>,
  context: Context,
): Promise<ExecutionResult> {
  return compile(schema, document, operationName).query.query(undefined, context, variables)
}

/**
 * The one way into the schema: one GraphQL operation in one transaction. A mutation with any error is rolled back
 * whole and answers `data: null`; a query keeps what it could read.
 */
export async function execute(
  services: Services,
  credentials: Credentials,
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Record<string, unknown>,
): Promise<ExecutionResult> {
  return answered(async () => {
    const { query, writes } = compile(schema, document, operationName)
    return operate(services, credentials, writes ? 'write' : 'read', async (context) => {
      const result = await query.query(undefined, context, variables)
      if (writes && result.errors?.length) throw new Undone({ data: null, errors: result.errors })
      return result
    })
  })
}

/** What a subscription answers to one of its events. */
export function deliver(
  services: Services,
  session: Admitted & { credentials: Credentials },
  { schema, document, operationName, variableValues }: ExecutionArgs,
  event: unknown,
): Promise<ExecutionResult> {
  return answered(async () => {
    const { query } = compile(schema, document, operationName)
    return operateLive(services, session, session.credentials.language, async (context) =>
      query.query(event, context, variableValues ?? {}),
    )
  })
}

async function answered(run: () => Promise<ExecutionResult>): Promise<ExecutionResult> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof NotCompiled || error instanceof Undone) return error.result
    return { data: null, errors: [new GraphQLError((error as Error).message, { originalError: error as Error })] }
  }
}

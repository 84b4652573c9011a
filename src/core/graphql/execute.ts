import { setImmediate } from 'node:timers/promises'
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
} from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import { jsonTooDeep, responseTooLarge } from '#core/errors/problem'
import type { RestResponse } from '#core/http/idempotency'
import type { Context } from '#core/operation/context'
import { type AdmittedMember, type Credentials, operate, operateForSubscription } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import { fitsAsJson, measureJson } from '#core/runtime/json-size'
import { limits } from '#core/schema/limits'
import { assertAffordable } from './document-cache.ts'
import { assertMayCallMutation, isPublicDocument, MutationRun } from './guard.ts'
import { answerStandardIntrospection, matchStandardIntrospection } from './introspection.ts'
import { readVariables } from './variables.ts'

interface Compiled {
  query: CompiledQuery
  writes: boolean
  isPublic: boolean
}

class NotCompiled extends Error {
  readonly result: ExecutionResult
  constructor(result: ExecutionResult) {
    super('not compiled')
    this.result = result
  }
}

/** Rolls the transaction back and carries the result out. */
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
    const writes = getOperationAST(document, operationName)?.operation === 'mutation'
    known = { query, writes, isPublic: isPublicDocument(schema, document, operationName) }
    byName.set(key, known)
  }
  return known
}

/** Runs a compiled document in an open operation. */
export async function executeDocument(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Record<string, unknown>,
  context: Context,
  run = new MutationRun(),
): Promise<ExecutionResult> {
  return fitting(await compile(schema, document, operationName).query.query(run, context, variables))
}

/** 422 if the response is too large. */
function fitting(result: ExecutionResult): ExecutionResult {
  if (!fitsAsJson(result.data, limits.answerBytes)) throw responseTooLarge(limits.answerBytes)
  return result
}

/** Runs a mutation once per `Idempotency-Key`, or returns its first response. */
export type RunOnce = (context: Context, work: () => Promise<RestResponse>) => Promise<RestResponse>

/**
 * Executes a GraphQL operation in one transaction. A mutation with any error is rolled back and returns `data: null`; queries return
 * what they could read.
 */
export async function executeRequest(
  services: Services,
  credentials: Credentials,
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  given: Record<string, unknown>,
  once?: RunOnce,
): Promise<ExecutionResult> {
  return answered(async () => {
    const asked = matchStandardIntrospection(document)
    if (asked) {
      if (credentials.bearer) await operate(services, credentials, 'read', async () => {})
      return { data: answerStandardIntrospection(schema, asked) }
    }
    const variables = accepted(schema, document, operationName, given)
    const { query, writes, isPublic } = compile(schema, document, operationName)
    const caller = isPublic ? { ...credentials, bearer: null } : credentials
    return operate(services, caller, writes ? 'write' : 'read', async (context) => {
      const run = async () => {
        const shown = await query.query(new MutationRun(), context, variables)
        await yieldAfterMuch(credentials)
        const result = fitting(shown)
        await yieldAfterMuch(credentials)
        if (writes && result.errors?.length) throw new Undone({ data: null, errors: result.errors })
        return result
      }
      if (!once || !writes || !context.caller) return run()
      assertMayCallMutation(schema, document, operationName, context)
      const { body } = await once(context, async () => ({ status: 200, body: JSON.stringify(await run()) }))
      return JSON.parse(body ?? '{}') as ExecutionResult
    })
  })
}

/** Large results get separate turns of the event loop. */
const yieldAfterMuch = async ({ memorySlot }: Credentials) => {
  if (memorySlot?.isTaken) await setImmediate()
}

/** Returns the errors of a rejected subscription, or null. */
export async function checkSubscription({
  schema,
  document,
  operationName,
  variableValues,
}: ExecutionArgs): Promise<ExecutionResult | null> {
  const { data, errors } = await answered(async () => {
    accepted(schema, document, operationName, variableValues ?? {})
    return {}
  })
  return errors ? { data, errors } : null
}

export function executeForEvent(
  services: Services,
  session: AdmittedMember & { credentials: Credentials },
  { schema, document, operationName, variableValues }: ExecutionArgs,
  event: unknown,
): Promise<ExecutionResult> {
  return answered(async () => {
    const { query } = compile(schema, document, operationName)
    return operateForSubscription(services, session, session.credentials.language, async (context) =>
      fitting(await query.query(event, context, variableValues ?? {})),
    )
  })
}

/** Parses variables; throws if they are too deep or invalid, or the cost is too high. */
function accepted(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  given: Record<string, unknown>,
): Record<string, unknown> {
  if (measureJson(given).depth > limits.jsonDepth) throw jsonTooDeep(limits.jsonDepth)
  const variables = readVariables(schema, document, operationName, given)
  assertAffordable(schema, document, operationName, variables)
  return variables
}

async function answered(run: () => Promise<ExecutionResult>): Promise<ExecutionResult> {
  try {
    return reported(await run())
  } catch (error) {
    if (error instanceof NotCompiled || error instanceof Undone) return reported(error.result)
    return { data: null, errors: [new GraphQLError((error as Error).message, { originalError: error as Error })] }
  }
}

/** Limits the number of reported errors. */
const reported = (result: ExecutionResult): ExecutionResult =>
  result.errors ? { ...result, errors: result.errors.slice(0, limits.errors) } : result

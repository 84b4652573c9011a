import {
  type DocumentNode,
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isInputObjectType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import type { Permission } from '#core/access/policy'
import { conflict, forbidden, Problem, unauthorized } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { createEventLoopTurns } from '#core/runtime/fair-queue'
import { traceSpan } from '#core/runtime/tracing'
import { assertNoNulls, replaceNullsByDefaults } from '#core/schema/not-null'

type RootField = GraphQLField<unknown, Context>
type Resolve = NonNullable<RootField['resolve']>

/** 401 without a token, 403 without the root field's permission. */
export function assertMayCall(
  field: { extensions: Readonly<Record<string, unknown>> },
  context: Pick<Context, 'caller'>,
  writes: boolean,
) {
  if (field.extensions.public) return
  const { caller } = context
  if (!caller && field.extensions.anybody) return
  if (!caller) throw unauthorized()
  if (caller.scope === 'setup' && !field.extensions.duringSetup) throw new Problem(403, 'second_factor_required')
  // Members of an ended organization may still sign out and set up their sign-in.
  if (writes && caller.hasEnded) {
    if (!field.extensions.duringSetup) throw new Problem(403, 'organization_ended')
  } else {
    if (writes && caller.scope === 'read') throw forbidden()
  }
  if (!(field.extensions.may as Permission).has(caller.role)) throw forbidden()
}

/** Checks every root field before any of them runs. */
export function assertMayCallMutation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  context: Pick<Context, 'caller'>,
) {
  for (const field of rootFieldsOf(schema, document, operationName)) assertMayCall(field, context, true)
}

function rootFieldsOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
): RootField[] {
  const operation = getOperationAST(document, operationName)
  const fields = (operation && schema.getRootType(operation.operation)?.getFields()) ?? {}
  const within = ({ selections }: SelectionSetNode): RootField[] =>
    selections.flatMap((node) => {
      if (node.kind === Kind.FIELD) return fields[node.name.value] ?? []
      if (node.kind === Kind.INLINE_FRAGMENT) return within(node.selectionSet)
      return document.definitions.flatMap((fragment) =>
        fragment.kind === Kind.FRAGMENT_DEFINITION && fragment.name.value === node.name.value
          ? within(fragment.selectionSet)
          : [],
      )
    })
  return operation ? within(operation.selectionSet) : []
}

/** True if the operation needs no token; a token sent along is ignored, as in REST. 422 for a mix of both. */
export function isPublicDocument(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
): boolean {
  const fields = rootFieldsOf(schema, document, operationName)
  const open = fields.filter(({ extensions }) => extensions.public)
  if (open.length && open.length < fields.length) throw mixed()
  return open.length > 0
}

const mixed = () =>
  new Problem(422, 'validation_failed', {
    de: 'Was ohne Token geht, und was eines braucht, sind getrennte Anfragen.',
    en: 'What needs no token, and what needs one, are asked for apart.',
  })

const notRun = () =>
  conflict('conflict', {
    de: 'Nicht ausgeführt: eine Operation davor ist gescheitert.',
    en: 'Not run: an operation before it failed.',
  })

/** Root value shared by a mutation's root fields, which run one after the other. */
export class MutationRun {
  failed = false
  readonly results: unknown[] = []
}

/** Root fields of a query start together, and validating thousands of lines blocks the event loop. */
const inputTurns = createEventLoopTurns()

export function guardRootFields(schema: GraphQLSchema): GraphQLSchema {
  const mutations = new Set(Object.values(schema.getMutationType()?.getFields() ?? {}))
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type) && !type.name.startsWith('__') && !roots.includes(type))
      for (const field of Object.values(type.getFields()) as RootField[])
        if (field.args.length) {
          const resolve = field.resolve ?? defaultFieldResolver
          field.resolve = (parent, args, context, info) =>
            resolve(parent, replaceNullsByDefaults(field.args, args), context, info)
        }
  for (const field of roots.flatMap((type) => Object.values(type?.getFields() ?? {})) as RootField[]) {
    if (!field.extensions.public && !field.extensions.may)
      throw new Error(`${field.name} says neither @May nor @Public.`)
    const writes = mutations.has(field)
    const takesInput = field.args.some(({ type }) => isInputObjectType(getNamedType(type)))
    const resolve = field.resolve ?? defaultFieldResolver
    const guarded: Resolve = async (parent, args, context, info) => {
      assertMayCall(field, context, writes)
      if (takesInput && !writes) await inputTurns.next(context.organizationId)
      assertNoNulls(field.args, args)
      return resolve(parent, replaceNullsByDefaults(field.args, args), context, info)
    }
    const resolveInTurn = writes ? oneAfterTheOther(guarded) : guarded
    const kind = writes ? 'mutation' : 'query'
    field.resolve = (...given) =>
      traceSpan(
        () => ({
          name: `${kind} ${field.name}`,
          attributes: { 'graphql.operation.type': kind, 'graphql.field.name': field.name },
        }),
        () => resolveInTurn(...given) as Promise<unknown>,
      )
    const subscribe = field.subscribe
    if (subscribe)
      field.subscribe = (parent, args, context, info) => {
        assertMayCall(field, context, false)
        return subscribe(parent, replaceNullsByDefaults(field.args, args), context, info)
      }
  }
  return schema
}

/** Runs a mutation's root field with the changes of earlier ones, and rejects those after a failed one, since everything is rolled back. */
const oneAfterTheOther =
  (resolve: Resolve): Resolve =>
  async (parent, args, context, info) => {
    const run = parent as MutationRun
    if (run.failed) throw notRun()
    try {
      if (run.results.length) {
        await context.recorder.takeSnapshots(context)
        context.clearReadCache()
      }
      const work = () => resolve(parent, args, context, info)
      const { id = null, version } = args
      const result = await (version == null ? work() : context.withExpectedVersion({ id, versions: [version] }, work))
      // The result shows versions, timestamps and constraint errors of the written rows.
      await context.transaction.flush()
      run.results.push(result)
      return result
    } catch (error) {
      run.failed = true
      throw error
    }
  }

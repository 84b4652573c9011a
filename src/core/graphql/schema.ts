import { type GraphQLSchema, isInputObjectType } from 'graphql'
import { buildSchemaSync, getMetadataStorage, type NonEmptyArray } from 'type-graphql'
import { assertDistinct } from '#core/schema/assert-distinct'
import { assertListsHaveCosts } from '#core/schema/cost'
import { inheritDescriptions } from '#core/schema/descriptions'
import { applyNotNull } from '#core/schema/not-null'
import { validateArgument } from '#core/schema/validation'
import { guardRootFields } from './guard.ts'
import { guardRelatedResources } from './related-resources.ts'

export function createSchema(resolvers: readonly (new () => object)[]): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: resolvers as NonEmptyArray<new () => object>,
    validate: false,
    validateFn: validateArgument,
    disableInferringDefaultValues: true,
    pubSub: {
      publish() {},
      subscribe: () =>
        ({ [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }) }) as never,
    },
  })
  assertFieldsAreDistinct(resolvers)
  assertFieldsAreRead()
  inheritExtensions(schema)
  inheritDescriptions(schema)
  assertListsHaveCosts(schema)
  applyNotNull(schema)
  guardRelatedResources(schema)
  return guardRootFields(schema)
}

/** Throws for types whose fields TypeGraphQL would resolve by functions, which graphql-jit reads directly otherwise. */
function assertFieldsAreRead() {
  for (const { target, simpleResolvers } of getMetadataStorage().objectTypes)
    if (!simpleResolvers) throw new Error(`${target.name} is declared without simpleResolvers.`)
}

/** Throws if two resolvers declare the same field; TypeGraphQL silently uses the last. */
function assertFieldsAreDistinct(resolvers: readonly (new () => object)[]) {
  const { queries, mutations, subscriptions, fieldResolvers } = getMetadataStorage()
  const own = <Part extends { target: unknown }>(all: readonly Part[]) =>
    all.filter(({ target }) => resolvers.includes(target as never))
  for (const [what, all] of Object.entries({ query: queries, mutation: mutations, subscription: subscriptions }))
    assertDistinct(
      what,
      own(all).map(({ schemaName }) => schemaName),
    )
  assertDistinct(
    'field',
    own(fieldResolvers).map(
      ({ schemaName, getObjectType, resolverClassMetadata }) =>
        `${(getObjectType ?? resolverClassMetadata?.getObjectType)?.().name}.${schemaName}`,
    ),
  )
}

/** TypeGraphQL drops extensions of inherited input fields, and with them the documented checks. */
function inheritExtensions(schema: GraphQLSchema) {
  const { inputTypes } = getMetadataStorage()
  for (const { name, target } of inputTypes) {
    const type = schema.getType(name)
    if (!isInputObjectType(type)) continue
    const fields = type.getFields()
    for (let from: object | null = target; from; from = Object.getPrototypeOf(from))
      for (const { schemaName, extensions } of inputTypes.find((input) => input.target === from)?.fields ?? []) {
        const field = fields[schemaName]
        if (field) field.extensions = { ...extensions, ...field.extensions }
      }
  }
}

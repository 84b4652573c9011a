import type { GraphQLSchema } from 'graphql'
import { buildSchemaSync, type NonEmptyArray } from 'type-graphql'
import { guardRootFields } from './guard.ts'
import { validateArgument } from './validation.ts'

/** The one definition of the service, from the resolvers of every feature. */
export function createSchema(resolvers: NonEmptyArray<new () => object>): GraphQLSchema {
  return guardRootFields(
    buildSchemaSync({
      resolvers,
      validate: false,
      validateFn: validateArgument,
      disableInferringDefaultValues: true,
      pubSub: {
        publish() {},
        subscribe: () =>
          ({ [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }) }) as never,
      },
    }),
  )
}

import { buildOperationNodeForField } from '@graphql-tools/utils'
import { GraphQLObjectType, GraphQLSchema, Kind } from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import type { Represent } from '#core/operation/services'
import type { RestSchema } from './schema.ts'

/** Compiles the REST selection of each resource once. */
export function createRepresent({ rows }: RestSchema): Represent {
  const fields = [...rows].map(([name, type]) => [name, { type, resolve: (entity: unknown) => entity }])
  const schema = new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Represent', fields: Object.fromEntries(fields) }),
  })
  const compiled = new Map<string, CompiledQuery>()
  const selection = (resource: string): CompiledQuery => {
    const known = compiled.get(resource)
    if (known) return known
    const operation = buildOperationNodeForField({
      kind: 'query' as never,
      schema,
      field: resource,
      models: [],
      ignore: [],
      circularReferenceDepth: 1,
    })
    const query = compileQuery(schema, { kind: Kind.DOCUMENT, definitions: [operation] })
    if (!isCompiledQuery(query)) throw new Error(`${resource} has no representation.`)
    compiled.set(resource, query)
    return query
  }
  return async (resource, entity, context) => {
    const { data, errors } = await selection(resource).query(entity, context, {})
    if (errors?.[0]) throw errors[0].originalError ?? errors[0]
    return data?.[resource] as Record<string, unknown>
  }
}

import { type GraphQLSchema, getNamedType, isInputObjectType, isObjectType } from 'graphql'
import { findExample } from '#core/rest/openapi-examples'
import { createOperationId } from '#core/rest/openapi-operation'
import { generateRestRoutes } from '#core/rest/routes'
import { camelCase } from '#core/text/naming'
import { createSchemas, examples } from '../../src/app.ts'

const { schema, rest } = createSchemas()

const camel = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(camel)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [camelCase(key), camel(part)]))
}

/** An operation with one root field, which is sent what its example in the OpenAPI document sends, with the ids of examples. */
export interface ExampleOperation {
  text: string
  variables: Record<string, unknown>
}

const routes = new Map(generateRestRoutes(rest).map(({ route }) => [route.operation, route]))

/** Whether a root field has a route, and so an example. */
export const hasRoute = (name: string) => routes.has(name)

/** The operation of a root field; `variables` where it has no route. */
export function exampleOperation(
  kind: 'query' | 'mutation' | 'subscription',
  name: string,
  variables?: Record<string, unknown>,
): ExampleOperation {
  const { args, type } = rootOf(schema, kind)[name] ?? fail(`There is no ${kind} ${name}.`)
  const route = routes.get(name)
  const { parameters, body = {} } = route ? findExample(examples, createOperationId(route), route.path) : {}
  const sent = variables ?? (camel({ ...body, ...parameters }) as Record<string, unknown>)
  const given = args
    .map((arg) => {
      const isInput = isInputObjectType(getNamedType(arg.type)) && !variables
      return { arg, value: isInput ? camel(body) : sent[arg.name] }
    })
    .filter(({ value }) => value !== undefined)
  const declared = given.map(({ arg }) => `$${arg.name}: ${arg.type}`).join(', ')
  const passed = given.map(({ arg }) => `${arg.name}: $${arg.name}`).join(', ')
  const leaf = isObjectType(getNamedType(type)) ? ' { __typename }' : ''
  return {
    text: `${kind}${declared && `(${declared})`} { ${name}${passed && `(${passed})`}${leaf} }`,
    variables: Object.fromEntries(given.map(({ arg, value }) => [arg.name, value])),
  }
}

/** The root fields of a kind. */
export function rootOf(of: GraphQLSchema, kind: 'query' | 'mutation' | 'subscription') {
  const types = { query: of.getQueryType(), mutation: of.getMutationType(), subscription: of.getSubscriptionType() }
  return types[kind]?.getFields() ?? {}
}

function fail(message: string): never {
  throw new Error(message)
}

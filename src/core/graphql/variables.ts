import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getOperationAST,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  typeFromAST,
  valueFromASTUntyped,
} from 'graphql'
import { invalidField, missingField, nullNotAllowed, type Problem, tooManyItems } from '#core/errors/problem'
import { limits } from '#core/schema/limits'
import { parseLeaf } from '#core/schema/parse-leaf'

type Values = Readonly<Record<string, unknown>>

/**
 * Reads variables like a REST body, with the same messages, status and field paths, and applies defaults. (graphql-jit would use its own
 * messages, and require non-null fields with a default.)
 */
export function readVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  given: Values,
): Record<string, unknown> {
  const variables: Record<string, unknown> = { ...given }
  for (const { variable, type: node, defaultValue } of getOperationAST(document, operationName)?.variableDefinitions ??
    []) {
    const name = variable.name.value
    const type = typeFromAST(schema, node)
    if (!isInputType(type)) continue
    const value = given[name] === undefined && defaultValue ? valueFromASTUntyped(defaultValue) : given[name]
    const read = readValue(type, value, name, true)
    if (read !== undefined) variables[name] = read
  }
  return variables
}

const refuse = (problem: Problem): never => {
  throw problem
}

/** `isWhole`: the variable itself. Fields within it are named without the variable. */
function readValue(type: GraphQLInputType, value: unknown, path: string, isWhole = false): unknown {
  if (isNonNullType(type)) {
    if (value === undefined || value === null) throw missingField(path)
    return readValue(type.ofType, value, path, isWhole)
  }
  if (value === undefined || value === null) return value
  if (isListType(type)) {
    if (!Array.isArray(value)) return readValue(type.ofType, value, path)
    if (value.length > limits.listItems) throw tooManyItems(path, limits.listItems)
    return value.map((item, index) => readValue(type.ofType, item, `${path}.${index}`))
  }
  if (!isInputObjectType(type)) {
    const read = parseLeaf(type, value, path, refuse)
    // graphql-jit expects the enum's name.
    return isEnumType(type) ? type.serialize(read) : read
  }
  if (typeof value !== 'object' || Array.isArray(value))
    throw invalidField(path, { de: 'muss ein Objekt sein', en: 'must be an object' })
  const inner = isWhole ? '' : `${path}.`
  const fields = type.getFields()
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(fields, name))
  if (unknown !== undefined)
    throw invalidField(inner + unknown, { de: 'gibt es hier nicht', en: 'is not a known field' })
  const read: Record<string, unknown> = {}
  for (const field of Object.values(fields)) {
    const sent = (value as Values)[field.name]
    if (sent === null && field.defaultValue !== undefined) throw nullNotAllowed(inner + field.name)
    const part = readValue(field.type, sent === undefined ? field.defaultValue : sent, inner + field.name)
    if (part !== undefined) read[field.name] = part
  }
  return read
}

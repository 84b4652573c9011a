import { getMetadataStorage as decorators, type ValidationError, validateSync } from 'class-validator'
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import { getMetadataStorage } from 'type-graphql'
import { combineProblems, invalidField, maxReportedProblems, type Problem } from '#core/errors/problem'
import { cleanText } from '#core/text/characters'
import { type FieldMessage, getNormalization, isTextField } from './checks.ts'

// class-validator searches the decorators of all classes for each value, which took a tenth of a request's CPU time.
const storage = decorators()
storage.getTargetValidationMetadatas = memoized(storage.getTargetValidationMetadatas.bind(storage))
storage.groupByPropertyName = memoized(storage.groupByPropertyName.bind(storage))

/** Memoizes by the first argument. */
function memoized<Key extends object, Others extends unknown[], Found>(find: (key: Key, ...others: Others) => Found) {
  const known = new WeakMap<Key, Found>()
  return (key: Key, ...others: Others): Found => {
    const found = known.get(key) ?? find(key, ...others)
    known.set(key, found)
    return found
  }
}

/** Validates an argument's object and throws all problems. Scalars were parsed by the schema. */
export function validateArgument(argument: unknown): void {
  if (argument === null || typeof argument !== 'object' || Array.isArray(argument)) return
  const problem = combineProblems(problemsOf(argument))
  if (problem) throw problem
}

export function validateInput<Input extends object>(input: Input, values: Partial<Input>): Input {
  Object.assign(input, values)
  validateArgument(input)
  return input
}

function problemsOf(argument: object): Problem[] {
  readTexts(argument)
  return problemsIn(argument, '').take(maxReportedProblems).toArray()
}

/** A generator, so that validation stops at the limit of reported problems. */
function* problemsIn(input: object, path: string): Generator<Problem> {
  for (const error of validateSync(input, { skipMissingProperties: true, forbidUnknownValues: false }))
    yield refusal(error, path)
  for (const [key, value] of Object.entries(input))
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) if (isInput(item)) yield* problemsIn(item, `${path}${key}.${index}.`)
    } else if (isInput(value)) yield* problemsIn(value, `${path}${key}.`)
}

/** Cleans and normalizes all texts before validation. */
function readTexts(input: object): void {
  for (const [key, value] of Object.entries(input)) {
    const normalize = getNormalization(input, key) ?? cleanText
    if (typeof value === 'string') {
      if (isTextField(input, key) || normalize !== cleanText) Object.assign(input, { [key]: normalize(value) })
    } else if (Array.isArray(value)) {
      for (const item of value) if (isInput(item)) readTexts(item)
      Object.assign(input, { [key]: value.map((item) => (typeof item === 'string' ? normalize(item) : item)) })
    } else if (isInput(value)) readTexts(value)
    else if (value && isTextField(input, key)) Object.assign(input, { [key]: readMap(value) })
  }
}

const readMap = (map: object) =>
  Object.fromEntries(Object.entries(map).map(([key, text]) => [cleanText(key), cleanText(String(text))]))

/** True for instances of input types, not for JSON values. */
function isInput(value: unknown): value is object {
  const prototype = typeof value === 'object' && value !== null ? Object.getPrototypeOf(value) : null
  return prototype !== null && prototype !== Object.prototype && !(value instanceof Date)
}

function refusal({ property, constraints, contexts, value }: ValidationError, path: string): Problem {
  const [name = ''] = Object.keys(constraints ?? {})
  const words = (contexts?.[name] as FieldMessage | undefined) ?? { de: 'ist nicht gültig', en: 'is not valid' }
  return invalidField(path + property, 'of' in words ? words.of(value) : words)
}

/** Problems of an input that could only be parsed in part. */
export const findInputProblems = (type: GraphQLInputObjectType, values: unknown): Problem[] =>
  problemsOf(instanceOf(type, values) as object)

/** Problems of arguments beside `input`. */
export function findArgumentProblems(operation: string, values: object): Problem[] {
  const { queries, mutations } = getMetadataStorage()
  const { params = [] } = [...queries, ...mutations].find(({ schemaName }) => schemaName === operation) ?? {}
  return params.flatMap((param) => {
    if (param.kind !== 'args') return []
    const { prototype } = param.getType() as { prototype: object }
    return problemsOf(Object.assign(Object.create(prototype), values))
  })
}

function instanceOf(type: GraphQLInputType, value: unknown): unknown {
  if (value === null || value === undefined) return value
  if (isNonNullType(type)) return instanceOf(type.ofType, value)
  // Items that could not be parsed keep their index.
  if (isListType(type)) return (value as unknown[]).map((item) => instanceOf(type.ofType, item ?? {}))
  if (!isInputObjectType(type)) return value
  const { target } = getMetadataStorage().inputTypes.find(({ name }) => name === type.name) ?? {}
  const given = value as Record<string, unknown>
  const read = Object.entries(type.getFields()).map(([name, field]) => [name, instanceOf(field.type, given[name])])
  return Object.assign(Object.create((target?.prototype as object | undefined) ?? null), Object.fromEntries(read))
}

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

// class-validator looks through the decorators of all classes for each value that it checks: a tenth of a request's CPU.
const storage = decorators()
storage.getTargetValidationMetadatas = memoized(storage.getTargetValidationMetadatas.bind(storage))
storage.groupByPropertyName = memoized(storage.groupByPropertyName.bind(storage))

/** Keeps what a function answers to its first parameter; the others are always the same. */
function memoized<Key extends object, Others extends unknown[], Found>(find: (key: Key, ...others: Others) => Found) {
  const known = new WeakMap<Key, Found>()
  return (key: Key, ...others: Others): Found => {
    const found = known.get(key) ?? find(key, ...others)
    known.set(key, found)
    return found
  }
}

/** Checks an argument's object by its decorators; throws all that is wrong with it. Scalars were read by the schema already. */
export function validateArgument(argument: unknown): void {
  if (argument === null || typeof argument !== 'object' || Array.isArray(argument)) return
  const problem = combineProblems(problemsOf(argument))
  if (problem) throw problem
}

/** An input with values that came by another way than the schema, checked by its decorators. */
export function validateInput<Input extends object>(input: Input, values: Partial<Input>): Input {
  Object.assign(input, values)
  validateArgument(input)
  return input
}

function problemsOf(argument: object): Problem[] {
  readTexts(argument)
  return problemsIn(argument, '').take(maxReportedProblems).toArray()
}

/** What is wrong with an input, then with those within it, while somebody asks: a thousand lines may all be wrong. */
function* problemsIn(input: object, path: string): Generator<Problem> {
  for (const error of validateSync(input, { skipMissingProperties: true, forbidUnknownValues: false }))
    yield refusal(error, path)
  for (const [key, value] of Object.entries(input))
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) if (isInput(item)) yield* problemsIn(item, `${path}${key}.${index}.`)
    } else if (isInput(value)) yield* problemsIn(value, `${path}${key}.`)
}

/** Takes out of every text what nobody sees, and brings it into its one form, before it is checked for anything else. */
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

/** True for what was made of an input type, and not for a JSON value, which passes unchanged. */
function isInput(value: unknown): value is object {
  const prototype = typeof value === 'object' && value !== null ? Object.getPrototypeOf(value) : null
  return prototype !== null && prototype !== Object.prototype && !(value instanceof Date)
}

function refusal({ property, constraints, contexts, value }: ValidationError, path: string): Problem {
  const [name = ''] = Object.keys(constraints ?? {})
  const words = (contexts?.[name] as FieldMessage | undefined) ?? { de: 'ist nicht gültig', en: 'is not valid' }
  return invalidField(path + property, 'of' in words ? words.of(value) : words)
}

/** What the checks of an input type say to values that are not an argument yet: some of the others cannot be read. */
export const findInputProblems = (type: GraphQLInputObjectType, values: unknown): Problem[] =>
  problemsOf(instanceOf(type, values) as object)

/** The same for the arguments of an operation that stand beside an input. */
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
  // An item that could not be read keeps its place.
  if (isListType(type)) return (value as unknown[]).map((item) => instanceOf(type.ofType, item ?? {}))
  if (!isInputObjectType(type)) return value
  const { target } = getMetadataStorage().inputTypes.find(({ name }) => name === type.name) ?? {}
  const given = value as Record<string, unknown>
  const read = Object.entries(type.getFields()).map(([name, field]) => [name, instanceOf(field.type, given[name])])
  return Object.assign(Object.create((target?.prototype as object | undefined) ?? null), Object.fromEntries(read))
}

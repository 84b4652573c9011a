import { ValidateNested, type ValidationError, validateSync } from 'class-validator'
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import { getMetadataStorage } from 'type-graphql'
import { allOf, invalid, type Problem } from '../errors.ts'
import type { Bilingual } from '../text/language.ts'

export { ValidateNested as Nested }

/** Checks an argument's object by its decorators; throws all that is wrong with it. Scalars were read by the schema already. */
export function validateArgument(argument: unknown): void {
  if (argument === null || typeof argument !== 'object' || Array.isArray(argument)) return
  const problem = allOf(problemsOf(argument))
  if (problem) throw problem
}

const problemsOf = (argument: object): Problem[] =>
  validateSync(argument, { skipMissingProperties: true, forbidUnknownValues: false }).flatMap((error) =>
    refusals(error, ''),
  )

function refusals(error: ValidationError, parent: string): Problem[] {
  const path = parent + error.property
  if (error.children?.length) return error.children.flatMap((child) => refusals(child, `${path}.`))
  const [name = ''] = Object.keys(error.constraints ?? {})
  return [
    invalid(path, (error.contexts?.[name] as Bilingual | undefined) ?? { de: 'ist nicht gültig', en: 'is not valid' }),
  ]
}

/** What the checks of an input type say to values that are not an argument yet: some of the others cannot be read. */
export const problemsOfInput = (type: GraphQLInputObjectType, values: unknown): Problem[] =>
  problemsOf(instanceOf(type, values) as object)

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

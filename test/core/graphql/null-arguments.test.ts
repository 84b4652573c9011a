import {
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isNonNullType,
  isScalarType,
} from 'graphql'
import { expect, test } from 'vitest'
import { createSchemas } from '../../../src/app.ts'
import { house } from '../../harness/house.ts'

const at = house()

/** Literals of required arguments, for objects that do not exist. */
const literals: Record<string, string> = {
  UUID: '"00000000-0000-4000-8000-000000000000"',
  Date: '"2026-01-01"',
  DateTime: '"2026-01-01T00:00:00Z"',
  String: '"x"',
  Int: '1',
  Boolean: 'true',
}

const literal = (type: GraphQLInputType) => {
  const named = getNamedType(type)
  return isEnumType(named) ? named.getValues()[0]?.name : (literals[named.name] ?? '{}')
}

const selection = ({ type }: GraphQLField<unknown, unknown>) => {
  const named = getNamedType(type)
  return isScalarType(named) || isEnumType(named) ? '' : '{ __typename }'
}

test('null for an optional argument of a query means its default', async () => {
  const fields = Object.values(createSchemas().schema.getQueryType()?.getFields() ?? {})
  const cases = fields.flatMap((field) => {
    const optional = field.args.filter(({ type }) => !isNonNullType(type) && !isInputObjectType(getNamedType(type)))
    const required = field.args.filter(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined)
    const ask = (nulls: readonly string[]) => {
      const args = [...required.map(({ name, type }) => `${name}: ${literal(type)}`), ...nulls]
      return `{ ${field.name}${args.length ? `(${args.join(', ')})` : ''} ${selection(field)} }`
    }
    const nulls = [
      ...optional.map(({ name }) => [`${name}: null`]),
      field.args.flatMap(({ name, type }) => (isNonNullType(type) ? [] : [`${name}: null`])),
    ]
    return nulls.filter(({ length }) => length > 0).map((some) => ({ without: ask([]), withNull: ask(some) }))
  })
  expect(cases.length).toBeGreaterThan(100)
  const fell: unknown[] = []
  for (const { without, withNull } of cases) {
    const codes = async (document: string) =>
      ((await at.owner.graphql(document)).errors ?? []).map(({ extensions }) => [extensions.code, extensions.field])
    const [plain, nulled] = [await codes(without), await codes(withNull)]
    if (JSON.stringify(plain) !== JSON.stringify(nulled)) fell.push({ withNull, plain, nulled })
  }
  expect(fell).toEqual([])
})

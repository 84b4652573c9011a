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

/** For required arguments; the objects do not exist. */
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

test('null for the page of a list means the first, with its default length and cost', async () => {
  await at.owner.rest('POST', '/clients', { name: 'Acme' })
  const counted = async (document: string, variables?: object) => {
    const { data, errors } = await at.owner.graphql(document, variables)
    return errors ?? data.clients.clients.length
  }
  expect(await counted('{ clients(page: null, perPage: null) { clients { id } } }')).toBe(1)
  const document = 'query ($page: Int, $each: Int = 1) { clients(page: $page, perPage: $each) { clients { id } } }'
  expect(await counted(document, { page: null, each: null })).toBe(1)
  const nested = 'projects(page: null, perPage: null) { id } invoices(page: null, perPage: null) { id }'
  const { errors } = await at.owner.graphql(`{ clients { clients { ${nested} } } }`)
  expect(errors).toBeUndefined()
})

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
      ...optional.flatMap(({ name }) => (['page', 'perPage'].includes(name) ? [] : [[`${name}: null`]])),
      field.args.flatMap(({ name, type }) => (isNonNullType(type) ? [] : [`${name}: null`])),
    ]
    return nulls.filter(({ length }) => length > 0).map((some) => ({ without: ask([]), withNull: ask(some) }))
  })
  expect(cases.length).toBeGreaterThan(100)
  const fell: unknown[] = []
  const known = new Map<string, unknown>()
  const codes = async (document: string) => {
    const { errors = [] } = known.has(document) ? {} : await at.owner.graphql(document)
    const found = known.get(document) ?? errors.map(({ extensions }) => [extensions.code, extensions.field])
    known.set(document, found)
    return found
  }
  for (const { without, withNull } of cases) {
    const [plain, nulled] = [await codes(without), await codes(withNull)]
    if (JSON.stringify(plain) !== JSON.stringify(nulled)) fell.push({ withNull, plain, nulled })
  }
  expect(fell).toEqual([])
})

import fc from 'fast-check'
import {
  type GraphQLArgument,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { expect, test } from 'vitest'
import { createSchemas } from '../../../src/app.ts'
import { fuzzOptions, fuzzTestOptions } from '../../harness/fuzz.ts'
import { house } from '../../harness/house.ts'

// Documents generated from the schema, valid or not, must not cause internal errors.

const at = house()
const { schema } = createSchemas()

/** Arguments get literals of their own or another type. */
const literals = [
  ...[
    'null',
    'true',
    '0',
    '1',
    '-1',
    '2147483648',
    '9007199254740993',
    '1e400',
    '0.1',
    '[]',
    '{}',
    '[null]',
    '{a: {b: []}}',
  ],
  ...[
    '""',
    '"x"',
    '"\\u0000"',
    '"\\ud800"',
    '"%"',
    '"é"',
    '"\\u00ad"',
    '"""a\nb"""',
    'UNKNOWN',
    '$missing',
    '__proto__',
  ],
  ...[
    '"00000000-0000-4000-8000-000000000000"',
    '"2026-01-01"',
    '"9999-12-31"',
    '"2026-01-01T00:00:00Z"',
    '"-created_at"',
  ],
]

const literalOf = ({ type }: GraphQLArgument): fc.Arbitrary<string> => {
  const named = getNamedType(type)
  const any = fc.constantFrom(...literals)
  if (isEnumType(named)) return fc.oneof(fc.constantFrom(...named.getValues().map(({ name }) => name)), any)
  if (!isInputObjectType(named)) return any
  const names = Object.keys(named.getFields())
  return fc
    .array(fc.tuple(fc.constantFrom(...names), any), { maxLength: 4 })
    .map((fields) => `{ ${fields.map(([name, value]) => `${name}: ${value}`).join(', ')} }`)
}

const argumentsOf = (args: readonly GraphQLArgument[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...args.map((arg) =>
        literalOf(arg).chain((literal) =>
          fc.constantFrom(`${arg.name}: ${literal}`, ...(isNonNullType(arg.type) ? [] : [''])),
        ),
      ),
    )
    .map((parts) => parts.filter(Boolean))
    .map((parts) => (parts.length ? `(${parts.join(', ')})` : ''))

function selectionOf(type: GraphQLOutputType, depth: number): fc.Arbitrary<string> {
  const named = getNamedType(type)
  if (!isCompositeType(named)) return fc.constant('')
  const fields = isObjectType(named) ? fieldsOf(named, depth) : []
  if (!fields.length) return fc.constant('{ __typename }')
  return fc
    .array(fc.oneof(...fields), { minLength: 1, maxLength: 3 })
    .map((some) => `{ ${some.map((field, index) => `f${index}: ${field}`).join(' ')} }`)
}

const fieldsOf = (type: GraphQLObjectType, depth: number): fc.Arbitrary<string>[] =>
  Object.values(type.getFields())
    .filter((field) => depth > 0 || !isCompositeType(getNamedType(field.type)))
    .map((field) =>
      fc
        .tuple(argumentsOf(field.args), selectionOf(field.type, depth - 1))
        .map((parts) => field.name + parts.join(' ')),
    )

/** These mutations may revoke the caller's access. */
const endsAccess = /^(delete|revoke|end|signOut|change|set|reset).*(Token|Session|Member|Own|Password)/i

const roots = ['query', 'mutation'] as const
const documents = roots.flatMap((operation) => {
  const type = operation === 'query' ? schema.getQueryType() : schema.getMutationType()
  return Object.values(type?.getFields() ?? {}).flatMap((field) =>
    endsAccess.test(field.name)
      ? []
      : fc
          .tuple(argumentsOf(field.args), selectionOf(field.type, 1))
          .map((parts) => `${operation} { ${field.name}${parts.join(' ')} }`),
  )
})

test('random documents never cause an internal error or a stack trace', fuzzTestOptions, async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(...documents), async (document) => {
      const answer = await at.owner.graphql(document)
      const codes = (answer.errors ?? []).map(({ extensions }) => extensions?.code)
      expect(codes, document).not.toContain('internal_error')
      expect(JSON.stringify(answer)).not.toMatch(/stacktrace|node_modules|\.ts:\d/)
    }),
    fuzzOptions(200),
  )
  expect((await at.owner.graphql('{ me { id } }')).data?.me).toBeTruthy()
})

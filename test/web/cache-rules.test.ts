import { globSync, readFileSync } from 'node:fs'
import { buildSchema, type GraphQLObjectType } from 'graphql'
import { expect, test } from 'vitest'
import type { CacheRules } from '../../src/web/graphql/cache-rules.ts'
import { featureCaches } from '../../src/web/shell/feature-caches.ts'

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'))
const fields = (type: GraphQLObjectType | null | undefined) => Object.keys(type?.getFields() ?? {})
const rules: readonly CacheRules[] = featureCaches

test('every *.cache.ts is registered', () => {
  expect(rules).toHaveLength(globSync('src/web/**/*.cache.ts').length)
})

test('rules name mutations, queries and types of the schema', () => {
  const mutations = rules.flatMap(({ invalidates, updates, optimistic }) =>
    Object.keys({ ...invalidates, ...updates, ...optimistic }),
  )
  expect(fields(schema.getMutationType())).toEqual(expect.arrayContaining(mutations))
  const queries = rules.flatMap(({ invalidates }) => Object.values(invalidates).flat())
  expect(fields(schema.getQueryType())).toEqual(expect.arrayContaining(queries))
  for (const { keys } of rules) for (const type of Object.keys(keys ?? {})) expect(schema.getType(type)).toBeDefined()
})

test('no two features declare the same rule', () => {
  for (const kind of ['invalidates', 'updates', 'optimistic', 'keys'] as const) {
    const names = rules.flatMap((each) => Object.keys(each[kind] ?? {}))
    expect(new Set(names).size).toBe(names.length)
  }
})

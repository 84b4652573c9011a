import { setImmediate } from 'node:timers/promises'
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  isInputObjectType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#core/operation/context'
import { createOperationId } from '#core/rest/openapi-operation'
import { generateRestRoutes } from '#core/rest/routes'
import type { RestRoute } from '#core/schema/rest'
import { createSchemas, examples } from '../src/app.ts'
import { createFixtures, exampleNameFor, fixtures } from './harness/fixtures.ts'
import { house } from './harness/house.ts'
import { recordStatements } from './harness/statements.ts'

// However many rows there are, a query is as many statements: every root field of the schema with what is nested in it,
// and every GET route, with a little data and with a lot. A new one is walked as soon as it is declared.

const { schema, rest } = createSchemas()
const statements = recordStatements()
afterAll(statements.stop)
const at = house()

/** What is asked for by its id: each has more of everything the second time. */
const shop = createFixtures(at)
let ids: Record<string, string> = {}

/** So many more of everything: below what is asked for, and elsewhere. */
async function more(count: number) {
  for (let index = 0; index < count; index++) {
    for (const name of Object.keys(fixtures)) await shop.moreBelow(name)
    await createFixtures(at).all()
  }
}

type Field = GraphQLField<unknown, Context>

const isPaged = ({ args }: Field) => args.some(({ name }) => name === 'perPage')

/** All that is nested in a type and all that it has to look up, so many objects deep. */
function selection(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type)
  if (!isObjectType(named)) return ''
  const fields = (Object.values(named.getFields()) as Field[]).filter(
    ({ args }) => !args.some((arg) => isNonNullType(arg.type) && arg.defaultValue === undefined),
  )
  const nested = fields
    .filter((field) => isObjectType(getNamedType(field.type)) && depth > 1)
    .map((field) => `${field.name}${isPaged(field) ? '(perPage: 4)' : ''} ${selection(field.type, depth - 1)}`)
  const looked = fields
    .filter((field) => field.resolve && !isObjectType(getNamedType(field.type)))
    .map(({ name }) => name)
  return `{ __typename ${[...nested, ...looked].join(' ')} }`
}

/** How often a call sends each statement, by its text. */
type Counts = Map<string, number>

async function count(call: () => Promise<unknown>): Promise<Counts> {
  await call() // a token that is not known yet costs one more
  // What the process does meanwhile falls into one of three rounds: the fewest count.
  const rounds: string[][] = []
  for (let round = 0; round < 3; round++) {
    statements.take()
    await call()
    rounds.push(statements.take())
  }
  const times = (texts: string[], text: string) => texts.filter((each) => each === text).length
  const texts = new Set(rounds.flat())
  return new Map([...texts].map((text) => [text, Math.min(...rounds.map((round) => times(round, text)))]))
}

const calls = new Map<string, () => Promise<unknown>>()

/** The values of what a field requires: the ids of things, and days. */
function argumentOf({ name, type }: GraphQLArgument, field: Field): string {
  const rest = field.extensions.rest as RestRoute | undefined
  const thing = /^\w+Id$/.test(name)
    ? name.slice(0, -2)
    : rest?.path.includes('{')
      ? exampleNameFor(rest.path)
      : Object.keys(ids).find((each) => field.name.startsWith(each))
  if (/^UUID!?$/.test(String(type)))
    return JSON.stringify(ids[thing ?? ''] ?? expect.unreachable(`${field.name}: ${name}`))
  if (/^Date!?$/.test(String(type))) return JSON.stringify(name === 'to' ? '2026-12-31' : '2026-01-01')
  if (/^DateTime!?$/.test(String(type)))
    return JSON.stringify(name === 'to' ? '2026-12-31T00:00:00Z' : '2026-01-01T00:00:00Z')
  return expect.unreachable(`${field.name}: no value for ${name}: ${type}`)
}

const isOfOne = (route?: RestRoute) => route?.method === 'POST' && /\{\w+\}.*\/preview$/.test(route.path)
/** What would come of what is sent, or of the next step of one thing: it reads no list. */
const isPreview = ({ args, extensions }: Field) =>
  args.some(({ type }) => isInputObjectType(getNamedType(type))) || isOfOne(extensions.rest as RestRoute | undefined)
// What a public address opens has a test of its own: its token is in no answer.
const byLink = ({ extensions }: Field) => Boolean(extensions.public)

for (const field of Object.values(schema.getQueryType()?.getFields() ?? {}) as Field[]) {
  if (byLink(field) || isPreview(field)) continue
  calls.set(`{ ${field.name} }`, async () => {
    const required = field.args.filter((arg) => isNonNullType(arg.type) && arg.defaultValue === undefined)
    const given = required.map((arg) => `${arg.name}: ${argumentOf(arg, field)}`)
    if (isPaged(field)) given.push('perPage: 8')
    const list = getNamedType(field.type)
    const isList = isObjectType(list) && !('id' in list.getFields())
    const head = given.length ? `(${given.join(', ')})` : ''
    const { errors } = await at.owner.graphql(`{ ${field.name}${head} ${selection(field.type, isList ? 4 : 3)} }`)
    expect(errors, field.name).toBeUndefined()
  })
}

for (const { route } of generateRestRoutes(rest)) {
  if (route.method !== 'GET' || route.field.extensions.public) continue
  calls.set(`GET ${route.path}`, async () => {
    const path = route.path.includes('{')
      ? route.path.replace(/\{\w+\}/, ids[exampleNameFor(route.path)] as string)
      : route.path
    const given = Object.entries(examples.operations[createOperationId(route)]?.parameters ?? {})
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
    for (const { name, in: where, type } of route.table)
      if (where !== 'query' || !isNonNullType(type)) query.delete(name)
    const answer = await at.owner.rest('GET', query.size ? `${path}?${query}` : path)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  })
}

/** What leads to others of its kind, once there are many: what hangs on those is read once more. */
const leadsBack = new Set(['{ calendarEvent }', '{ calendarEvents }'])

describe('number of statements is independent of the number of rows', () => {
  const few = new Map<string, Counts>()
  const many = new Map<string, Counts>()

  beforeAll(async () => {
    ids = await shop.all()
    // What an export to DATEV asks for.
    const accounting = { chart: 'SKR03', datev_consultant_number: '29098', datev_client_number: '55003' }
    await at.owner.rest('PUT', '/organization', { accounting })
    await more(1)
    for (const [name, call] of calls) few.set(name, await count(call))
    await more(2)
    for (const [name, call] of calls) many.set(name, await count(call))
  }, 120_000)

  for (const name of calls.keys())
    test(name, () => {
      const before = few.get(name)
      const after = many.get(name)
      // What was asked for in one tick may take two, and a list may show what it had none of: one more of a statement.
      // A statement a row is two more of it, at least.
      const allowed = leadsBack.has(name) ? 2 : 1
      const perRow = [...(after ?? [])].filter(([text, times]) => times > (before?.get(text) || 1) + allowed)
      expect([before?.size, perRow]).toEqual([expect.any(Number), []])
    })

  test('answers a caller whose role has changed since the last request', async () => {
    const lost: unknown[] = []
    const note = (reason: unknown) => lost.push(reason)
    process.on('unhandledRejection', note)
    try {
      for (const [name, call] of calls) {
        const { status } = await at.owner.rest('PUT', `/members/${at.owner.id}`, { name: `Neu ${name}`.slice(0, 60) })
        expect(status).toBe(200)
        await call()
        await setImmediate()
        expect([name, lost]).toEqual([name, []])
      }
    } finally {
      process.off('unhandledRejection', note)
    }
  })

  test('a board takes two statements and the begin of its transaction', () => {
    const counts = many.get('GET /projects/{id}/columns')?.values() ?? []
    expect([...counts].reduce((sum, times) => sum + times, 0)).toBe(4)
  })
})

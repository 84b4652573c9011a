import {
  type ASTNode,
  buildClientSchema,
  getIntrospectionQuery,
  type IntrospectionOptions,
  Kind,
  lexicographicSortSchema,
  parse,
  print,
  printSchema,
  visit,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { limits } from '#core/schema/limits'
import { createSchemas } from '../../../src/app.ts'
import { house } from '../../harness/house.ts'

const at = house()

const ask = (query: string, variables?: object, headers: Record<string, string> = {}) =>
  at.app.server.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${at.owner.token}`, 'accept-language': 'en', ...headers },
    payload: { query, variables },
  })

const nested = (page: string) =>
  `{ clients(perPage: ${page}) { clients { projects { client { projects { client { projects { client { projects { id } } } } } } } } } }`

describe('query cost', () => {
  test('multiplies by the maximum length of lists, and rejects expensive queries with the figures', async () => {
    const { statusCode, body } = await ask(nested('100'))
    expect(statusCode).toBe(422)
    const [{ message, extensions }] = JSON.parse(body).errors
    expect(extensions).toEqual({
      code: 'query_too_expensive',
      status: 422,
      cost: expect.any(Number),
      limit: limits.cost,
    })
    expect(extensions.cost).toBeGreaterThan(10_000_000)
    expect(message).toBe(
      `The query costs ${extensions.cost}, and ${limits.cost} is the limit: shorter pages, fewer fields or fewer levels cost less.`,
    )
  })
  test('is the same for a variable, its default, a fragment and an alias', async () => {
    const rows = 'clients { projects(perPage: 100) { id name invoices: client { id name } } }'
    const code = async (query: string, variables?: object) =>
      JSON.parse((await ask(query, variables)).body).errors?.[0].extensions.code
    const byVariable = `query ($n: Int!) { clients(perPage: $n) { ${rows} } }`
    expect(await code(byVariable, { n: 100 })).toBe('query_too_expensive')
    expect(await code(byVariable, { n: 10 })).toBeUndefined()
    expect(await code(`query ($n: Int! = 100) { clients(perPage: $n) { ${rows} } }`)).toBe('query_too_expensive')
    const part = `fragment rows on ClientList { ${rows} }`
    expect(await code(`{ clients(perPage: 100) { ...rows } } ${part}`)).toBe('query_too_expensive')
    expect(
      await code(
        `{ ${'abcde'
          .split('')
          .map((a) => `${a}: clients(perPage: 25) { ...rows }`)
          .join(' ')} } ${part}`,
      ),
    ).toBe('query_too_expensive')
  })
  test('allows a dashboard of six sections with a hundred rows each', async () => {
    const { statusCode, body } = await ask(`query Dashboard($n: Int! = 100) {
      clients(perPage: $n) { total clients { id name email city country archived customerNumber createdAt updatedAt } }
      projects(perPage: $n, archived: false) { total projects { id name status color budgetMinutes client { id name } } }
      tasks(perPage: $n, status: open) { total tasks { id title status priority dueDate project { id name } assignees { id name } } }
      invoices(perPage: $n) { total sumTotalCents sumOpenCents invoices { id number status issueDate dueDate totalCents openCents client { id name } } }
      timeEntries(perPage: $n) { total timeEntries { id description startedAt endedAt durationSeconds billable project { id name } task { id title } } }
      members(perPage: $n) { total members { id name slug role } }
    }`)
    expect(JSON.parse(body).errors).toBeUndefined()
    expect(statusCode).toBe(200)
  })
  test('counts nested lists by their own page size', async () => {
    const { body: client } = await at.owner.rest('POST', '/clients', { name: 'Viele Projekte' })
    for (let index = 0; index < 3; index++)
      await at.owner.rest('POST', '/projects', { name: `P${index}`, client_id: client.id })
    const names = async (args: string) =>
      JSON.parse(
        (await ask(`{ client(id: "${client.id}") { projects${args} { name } } }`)).body,
      ).data.client.projects.map(({ name }: { name: string }) => name)
    expect(await names('(perPage: 2)')).toEqual(['P2', 'P1'])
    expect(await names('(perPage: 2, page: 2)')).toEqual(['P0'])
    const refused = JSON.parse((await ask(`{ client(id: "${client.id}") { projects(perPage: 101) { id } } }`)).body)
    expect(refused.errors[0].extensions).toMatchObject({ field: 'perPage', status: 422 })
    expect((await at.owner.rest('GET', `/clients/${client.id}`)).body.projects).toHaveLength(3)
  })
})

const ofType = (depth: number): string => `kind name${depth ? ` ofType { ${ofType(depth - 1)} }` : ''}`
const rover = `query GraphIntrospectQuery {
  __schema {
    queryType { name } mutationType { name } subscriptionType { name }
    types { ...FullType }
    directives { name description locations args { ...InputValue } }
  }
}
fragment FullType on __Type {
  kind name description
  fields(includeDeprecated: true) { name description args { ...InputValue } type { ...TypeRef } isDeprecated deprecationReason }
  inputFields { ...InputValue } interfaces { ...TypeRef }
  enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }
  possibleTypes { ...TypeRef }
}
fragment InputValue on __InputValue { name description type { ...TypeRef } defaultValue }
fragment TypeRef on __Type { ${ofType(7)} }`

describe('introspection', () => {
  const { schema } = createSchemas()
  const asNobody = (query: string) => at.app.server.inject({ method: 'POST', url: '/graphql', payload: { query } })

  test('answers variants of the standard query', async () => {
    const options: IntrospectionOptions[] = [
      {},
      { descriptions: false },
      {
        inputValueDeprecation: true,
        schemaDescription: true,
        specifiedByUrl: true,
        directiveIsRepeatable: true,
        oneOf: true,
      },
    ]
    for (const option of options) {
      const { body } = await asNobody(getIntrospectionQuery(option))
      const rebuilt = printSchema(lexicographicSortSchema(buildClientSchema(JSON.parse(body).data)))
      if (option.descriptions !== false) expect(rebuilt).toBe(printSchema(lexicographicSortSchema(schema)))
      else expect(rebuilt).not.toContain('"""')
    }
    // GraphiQL's query has a name, and the former depth of seven.
    const old = getIntrospectionQuery().replace('query IntrospectionQuery', 'query Again').replace(/\s+/g, ' ')
    expect((await asNobody(old)).statusCode).toBe(200)
  })
  test('answers the standard query with __typename, as clients send it', async () => {
    const rewritten = visit(parse(getIntrospectionQuery({ descriptions: false })), {
      SelectionSet(node, _key, parent) {
        if (!parent || Array.isArray(parent) || (parent as ASTNode).kind === Kind.OPERATION_DEFINITION) return undefined
        return {
          ...node,
          selections: [...node.selections, { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } }],
        }
      },
    })
    const { statusCode, body } = await asNobody(print(rewritten))
    expect([statusCode, JSON.parse(body).errors]).toEqual([200, undefined])
    const { __schema: answered } = JSON.parse(body).data
    expect([answered.__typename, answered.types[0].__typename]).toEqual(['__Schema', '__Type'])
    expect(buildClientSchema({ __schema: answered }).getMutationType()?.getFields()).toHaveProperty('createClient')
  })
  test('answers the part that Rover requests', async () => {
    const { body } = await asNobody(rover)
    expect(JSON.parse(body).data.__schema.types.length).toBe(Object.keys(schema.getTypeMap()).length)
  })
  test('counts other queries like any field', async () => {
    const aliased = `{ ${'abcdefghij'
      .split('')
      .map((name) => `${name}: __schema { ...all }`)
      .join(' ')} }
      fragment all on __Schema { types { fields { name args { type { ...ref } } type { ...ref } } inputFields { type { ...ref } } } }
      fragment ref on __Type { kind name ofType { kind name fields { name } } }`
    const { statusCode, body } = await asNobody(aliased)
    expect([statusCode, JSON.parse(body).errors[0].extensions.code]).toEqual([422, 'query_too_expensive'])
  })
  test('allows small queries of its own', async () => {
    const { body } = await asNobody('{ __type(name: "Client") { name fields { name type { name ofType { name } } } } }')
    expect(JSON.parse(body).data.__type.fields.length).toBeGreaterThan(20)
    expect(
      JSON.parse((await asNobody('{ __schema { types { name } } }')).body).data.__schema.types.length,
    ).toBeGreaterThan(100)
  })
})

describe('request input', () => {
  test('is rejected beyond a hundred levels, over REST and GraphQL, even if ignored', async () => {
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
    for (const [url, wrap] of [
      ['/api/v1/clients', (json: string) => `{"name":"x","ignored":${json}}`],
      ['/graphql', (json: string) => `{"query":"{ __typename }","variables":{"ignored":${json}}}`],
    ] as const) {
      const send = (json: string) =>
        at.app.server.inject({
          method: 'POST',
          url,
          headers: { authorization: `Bearer ${at.owner.token}`, 'content-type': 'application/json' },
          payload: wrap(json),
        })
      const { statusCode, body } = await send(deep(400_000))
      expect([statusCode, JSON.parse(body).error]).toEqual([400, 'invalid_json'])
      expect((await send(deep(50))).statusCode).toBeLessThan(300)
      expect((await send(`"${'['.repeat(200)}\\""`)).statusCode).toBeLessThan(300)
    }
  })
  test('is rejected with too many keys, over REST and GraphQL, even if ignored', async () => {
    const names = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join()}}`
    const objects = (count: number) => `{"k":[${Array.from({ length: count - 1 }, () => '{"x":1}').join()}]}`
    for (const [url, wrap] of [
      ['/api/v1/clients', (json: string) => `{"name":"x:","ignored":${json}}`],
      ['/graphql', (json: string) => `{"query":"{ __typename }","variables":${json}}`],
    ] as const)
      for (const [json, status] of [
        [objects(limits.jsonNames + 1), 413],
        [names(limits.jsonNamesOfObject + 1), 413],
        [objects(1000), url === '/graphql' ? 200 : 201],
        [names(1000), url === '/graphql' ? 200 : 201],
      ] as const) {
        const { statusCode } = await at.app.server.inject({
          method: 'POST',
          url,
          headers: { authorization: `Bearer ${at.owner.token}`, 'content-type': 'application/json' },
          payload: wrap(json),
        })
        expect(statusCode, `${url} ${json.slice(0, 20)}… ${json.length}`).toBe(status)
      }
  })
  test('is rejected with lists that are too long, over REST and GraphQL', async () => {
    const items = Array.from({ length: 1001 }, () => ({}))
    const answer = await at.owner.rest('POST', '/invoices', { line_items: items }, { 'accept-language': 'en' })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toContainEqual({
      field: 'line_items',
      message: 'line_items must have at most 1000 entries.',
    })
    const query = 'mutation ($input: CreateInvoiceInput!) { createInvoice(input: $input) { id } }'
    const input = { clientId: at.owner.id, issueDate: '2026-01-01', dueDate: '2026-01-15', lineItems: items }
    const [error] = JSON.parse((await ask(query, { input })).body).errors
    expect(error.extensions).toMatchObject({ field: 'lineItems', status: 422, code: 'validation_failed' })
  })
  test('reports only the first errors', async () => {
    const input = { lineItems: Array.from({ length: 1000 }, () => ({ quantity: 'x', unitPriceCents: 'y' })) }
    const { body } = await ask('mutation ($input: CreateInvoiceInput!) { createInvoice(input: $input) { id } }', {
      input,
    })
    const { errors } = JSON.parse(body)
    expect(errors.length).toBeLessThanOrEqual(limits.errors)
    expect(errors[0].extensions.status).toBeGreaterThanOrEqual(400)
  })
})

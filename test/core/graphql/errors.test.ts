import { getIntrospectionQuery } from 'graphql'
import { describe, expect, test } from 'vitest'
import { house } from '../../harness/house.ts'

const at = house()
const nobody = '00000000-0000-4000-8000-000000000000'

const post = async (payload: object, headers: Record<string, string> = {}) => {
  const {
    statusCode,
    body,
    headers: answered,
  } = await at.app.server.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${at.owner.token}`, ...headers },
    payload,
  })
  return { status: statusCode, body: JSON.parse(body), raw: body, headers: answered }
}

const extensions = async (query: string, variables?: object) =>
  (await at.owner.graphql(query, variables)).errors?.[0].extensions

describe('an invalid value', () => {
  const line = { description: 'x', quantity: 1, unitPriceCents: 1, taxRate: 19 }
  const invoice = { clientId: nobody, issueDate: '2026-01-01', dueDate: '2026-01-15' }
  const create = 'mutation ($input: CreateInvoiceInput!) { createInvoice(input: $input) { id } }'

  test.each([
    ['a scalar', 'query ($id: UUID!) { client(id: $id) { id } }', { id: 'x' }, 422, 'id'],
    ['a scalar that is missing', 'query ($id: UUID!) { client(id: $id) { id } }', {}, 400, 'id'],
    ['an enum', 'query ($kind: InvoiceKind) { invoices(kind: $kind) { total } }', { kind: 'x' }, 422, 'kind'],
    ['a number', 'query ($n: Int!) { clients(perPage: $n) { total } }', { n: 'x' }, 422, 'n'],
    [
      'a scalar in a list',
      create,
      { input: { ...invoice, lineItems: [{ ...line, taxRate: 'x' }] } },
      422,
      'lineItems.0.taxRate',
    ],
    [
      'what is missing in a list',
      create,
      { input: { ...invoice, lineItems: [{ description: 'x' }] } },
      400,
      'lineItems.0.quantity',
    ],
    ['a date', create, { input: { ...invoice, lineItems: [line], dueDate: '2026-02-30' } }, 422, 'dueDate'],
    ['a field that there is not', create, { input: { ...invoice, lineItems: [line], colour: 'x' } }, 422, 'colour'],
  ])('is told by its path: %s', async (_, query, variables, status, field) => {
    expect(await extensions(query, variables)).toMatchObject({ code: 'validation_failed', status, field })
  })

  test('is reported alike as a literal', async () => {
    const failed = { code: 'validation_failed', status: 422 }
    expect(await extensions('{ client(id: "x") { id } }')).toMatchObject({ ...failed, field: 'id' })
    expect(await extensions('{ client { id } }')).toMatchObject({ ...failed, status: 400, field: 'id' })
    expect(await extensions('{ invoices(kind: x) { total } }')).toMatchObject({ ...failed, field: 'kind' })
    expect(await extensions('mutation { createClient(input: { name: 5 }) { id } }')).toMatchObject({
      ...failed,
      field: 'name',
    })
    expect(await extensions('mutation { createClient(input: {}) { id } }')).toMatchObject({
      status: 400,
      field: 'name',
    })
  })

  test('is reported once', async () => {
    expect((await at.owner.graphql('{ client(id: "x") { id } }')).errors).toHaveLength(1)
  })
})

describe('validation errors', () => {
  test.each([
    ['{ clients { nonsense } }', 'ClientList hat kein Feld nonsense.', 'ClientList has no field nonsense.'],
    ['{ clients }', 'clients braucht eine Auswahl von Feldern, denn es ist ClientList.', undefined],
    ['{ clients(nonsense: 1) { total } }', 'Query.clients hat kein Argument nonsense.', undefined],
    ['{ clients {', 'Das Dokument ist kein GraphQL.', 'The document is not GraphQL.'],
    ['query ($a: Int) { clients { total } }', 'Die Variable a wird nicht benutzt.', undefined],
    ['query ($a: String) { clients(page: $a) { total } }', 'Die Variable a ist String, gebraucht wird Int.', undefined],
  ])('%s is told in German and English', async (query, german, english) => {
    const { status, body } = await post({ query })
    expect([status, body.errors[0].message]).toEqual([400, german])
    expect(body.errors[0].extensions).toMatchObject({ code: 'validation_failed', status: 422 })
    const inEnglish = (await post({ query }, { 'accept-language': 'en' })).body.errors[0].message
    if (english) expect(inEnglish).toBe(english)
    else expect(inEnglish).not.toBe(german)
  })

  test('contain no messages of the engine', async () => {
    for (const query of [
      '{ ...a } fragment a on Query { ...a }',
      'query { me { ... on Client { id } } }',
      '{ __type { name } }',
    ])
      for (const { message } of (await post({ query }, { 'accept-language': 'en' })).body.errors)
        expect(message).not.toMatch(/Cannot|Expected|Fragment "|Field "/)
  })
})

test('an authenticated program may query by GET', async () => {
  const ask = (headers: Record<string, string>) =>
    at.app.server.inject({ method: 'GET', url: '/graphql?query={me{role}}', headers })
  const { statusCode, body } = await ask({ authorization: `Bearer ${at.owner.token}` })
  expect([statusCode, JSON.parse(body)]).toEqual([200, { data: { me: { role: 'owner' } } }])
  expect((await ask({})).statusCode).toBe(400)
})

describe('operationName', () => {
  const create = (name: string) => `mutation A { createTag(input: { name: "${name}" }) { id } }`
  const ask = (parameters: Record<string, string>) =>
    at.app.server.inject({
      method: 'GET',
      url: `/graphql?${new URLSearchParams(parameters)}`,
      headers: { authorization: `Bearer ${at.owner.token}` },
    })
  const tags = async () => (await at.owner.rest('GET', '/tags')).body.total

  test.each(['Z', ''])('that the document lacks is refused, and nothing is written: "%s"', async (operationName) => {
    const before = await tags()
    const query = create('Unbenannt')
    for (const key of [null, `named-${operationName}`]) {
      const { status, body } = await post({ query, operationName }, key ? { 'idempotency-key': key } : {})
      expect([status, body.errors[0].extensions.code, body.data]).toEqual([400, 'bad_request', undefined])
      expect(body.errors[0].message).toBe(`Eine Operation „${operationName}“ gibt es nicht.`)
    }
    expect((await ask({ query, operationName })).statusCode).toBe(400)
    expect((await ask({ query })).statusCode).toBe(405)
    expect(await tags()).toBe(before)
  })
  test.each(['query A { me { role } }', 'query A { __schema { types { name } } }', getIntrospectionQuery()])(
    'is asked of everybody, of queries too: %#',
    async (query) => {
      const payload = { query, operationName: 'Z' }
      expect((await post(payload)).status).toBe(400)
      expect((await at.app.server.inject({ method: 'POST', url: '/graphql', payload })).statusCode).toBe(400)
    },
  )
  test('is required for several operations, and selects one', async () => {
    const query = `query A { me { role } } ${create('Gemeint').replace('A', 'B')}`
    const { status, body } = await post({ query })
    expect([status, body.errors[0].message]).toEqual([400, expect.stringContaining('operationName')])
    expect((await post({ query, operationName: 'A' })).body.data).toEqual({ me: { role: 'owner' } })
    expect((await post({ query: 'query A { me { role } }', operationName: null })).status).toBe(200)
    expect((await post({ query, operationName: 'B' })).body.data.createTag.id).toEqual(expect.any(String))
  })
})

describe('Idempotency-Key on a mutation', () => {
  const query = 'mutation ($name: String!) { createClient(input: { name: $name }) { id name } }'
  const send = (key: string, variables: object, who = at.owner) =>
    post({ query, variables }, { 'idempotency-key': key, authorization: `Bearer ${who.token}` })
  const count = async (q: string) => (await at.owner.rest('GET', `/clients?q=${q}`)).body.total

  test('replays the first response', async () => {
    const first = await send('g1', { name: 'Einmalig' })
    const again = await send('g1', { name: 'Einmalig' })
    expect(again.body).toEqual(first.body)
    expect(first.body.data.createClient.name).toBe('Einmalig')
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true'])
    expect(await count('Einmalig')).toBe(1)
  })
  test('rejects another body', async () => {
    await send('g2', { name: 'Erstens' })
    const { body } = await send('g2', { name: 'Zweitens' })
    expect(body.data).toBeNull()
    expect(body.errors[0].extensions).toMatchObject({ code: 'idempotency_key_reused', status: 422 })
  })
  test("belongs to its token, and not to REST's paths", async () => {
    await send('g3', { name: 'Geteilt' })
    expect((await send('g3', { name: 'Geteilt' }, at.admin)).headers['idempotent-replayed']).toBeUndefined()
    const rest = await at.owner.rest('POST', '/clients', { name: 'Geteilt' }, { 'idempotency-key': 'g3' })
    expect(rest.status).toBe(201)
    expect(await count('Geteilt')).toBe(3)
  })
  test('runs again after an error', async () => {
    expect((await send('g4', { name: '' })).body.errors[0].extensions.field).toBe('name')
    expect((await send('g4', { name: '' })).body.errors[0].extensions.field).toBe('name')
    expect((await send('g4', { name: 'Nun doch' })).body.data.createClient.name).toBe('Nun doch')
  })
  test('runs once for eight concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => send('g5', { name: 'Achtfach' })))
    for (const { body } of answers)
      expect(body.data?.createClient.name ?? body.errors[0].extensions.code).toMatch(/^(Achtfach|request_in_progress)$/)
    expect(await count('Achtfach')).toBe(1)
  })
  test('is not replayed without the permission', async () => {
    const { statusCode, body } = await at.app.server.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: `Bearer ${at.viewer.token}`, 'idempotency-key': 'g6' },
      payload: { query, variables: { name: 'x' } },
    })
    expect([statusCode, JSON.parse(body).errors[0].extensions.code]).toEqual([200, 'forbidden'])
  })
})

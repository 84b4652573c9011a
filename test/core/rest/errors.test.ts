import { expect, test } from 'vitest'
import { house } from '../../harness/house.ts'

// All problems are reported at once; `field` and `message` are the first one's.

const at = house()

const fields = ({ body }: { body: { errors?: { field: string }[] } }) => body.errors?.map(({ field }) => field)

test('reports missing, mistyped and invalid fields together', async () => {
  const line = { description: '', quantity: 'viel', unit_price_cents: -1, tax_rate: 19 }
  const sent = { client_id: 'x', issue_date: '2026-02-30', line_items: [{ ...line, unit_price_cents: 1 }, line] }
  const answer = await at.owner.rest('POST', '/invoices', { ...sent, language: 'fr' }, { 'accept-language': 'en' })
  expect([answer.status, answer.body.error, answer.body.field]).toEqual([422, 'validation_failed', 'client_id'])
  expect(new Set(fields(answer))).toEqual(
    new Set([
      'client_id',
      'issue_date',
      'due_date',
      'line_items.0.quantity',
      'line_items.1.quantity',
      'line_items.0.description',
      'line_items.1.description',
      'line_items.1.unit_price_cents',
      'language',
    ]),
  )
  expect(answer.body.errors[0]).toEqual({ field: 'client_id', message: answer.body.message })
  expect(answer.body.errors).toContainEqual({ field: 'due_date', message: 'due_date is required.' })
})

test('reports checks in the requested language', async () => {
  const answer = await at.owner.rest('POST', '/clients', { name: ' ', email: 'x', hourly_rate_cents: -1 })
  expect(fields(answer)).toEqual(['name', 'email', 'hourly_rate_cents'])
  expect(answer.body.errors[2].message).toBe('hourly_rate_cents muss mindestens 0 sein.')
})

test('a query', async () => {
  expect(fields(await at.owner.rest('GET', '/tasks?page=0&per_page=x&status='))).toEqual(['per_page', 'status', 'page'])
})

test('reports invalid query and body beside a path id as such, not as 404', async () => {
  const { body: webhook } = await at.owner.rest('POST', '/webhooks', { url: 'https://example.com/x', events: ['*'] })
  const list = await at.owner.rest('GET', `/webhooks/${webhook.id}/deliveries?status=lost`)
  expect([list.status, fields(list)]).toEqual([422, ['status']])
  const replay = await at.owner.rest('POST', `/webhooks/${webhook.id}/replay`, { since: 'yesterday' })
  expect([replay.status, fields(replay)]).toEqual([422, ['since']])
  expect((await at.owner.rest('GET', '/webhooks/nothing/deliveries?status=lost')).status).toBe(404)
})

test("reports a verb's error alone", async () => {
  const nobody = '11111111-1111-4111-8111-111111111111'
  const answer = await at.owner.rest('POST', '/projects', { name: 'x', client_id: nobody })
  expect([answer.status, fields(answer)]).toEqual([422, ['client_id']])
})

test('reports no fields for something other than an input', async () => {
  expect((await at.viewer.rest('POST', '/clients', {})).body.errors).toBeUndefined()
  expect((await at.owner.rest('GET', `/clients/${at.owner.id}`)).body.errors).toBeUndefined()
})

test('limits the number of reported errors', async () => {
  const { body } = await at.owner.rest('POST', '/tags', { name: 'x', color: 'x' })
  expect(body.errors).toHaveLength(1)
  const line_items = Array.from({ length: 1000 }, () => ({}))
  expect((await at.owner.rest('POST', '/invoices', { line_items })).body.errors).toHaveLength(50)
})

test('reports the same errors in GraphQL spelling', async () => {
  const input = { name: ' ', email: 'x', hourlyRateCents: -1 }
  const { errors } = await at.owner.graphql(
    'mutation ($input: CreateClientInput!) { createClient(input: $input) { id } }',
    {
      input,
    },
  )
  expect(errors?.[0].extensions).toMatchObject({ code: 'validation_failed', field: 'name' })
  expect(errors?.[0].extensions.errors.map(({ field }: { field: string }) => field)).toEqual([
    'name',
    'email',
    'hourlyRateCents',
  ])
})

test('reports checks beside unparsable fields', async () => {
  const sent = { url: 'http://x', events: ['nope'], active: null }
  const webhook = await at.owner.rest('POST', '/webhooks', sent)
  expect(new Set(fields(webhook))).toEqual(new Set(['url', 'events', 'active']))
  const list = await at.owner.rest('GET', '/invoices?status=sent,nope&per_page=500&page=0&from=2026-02-30')
  expect(new Set(fields(list))).toEqual(new Set(['status', 'per_page', 'page', 'from']))
})

test('reports null for a non-null field, alone and with others', async () => {
  expect(fields(await at.owner.rest('POST', '/tasks', { title: 5, tag_ids: null }))).toEqual(
    expect.arrayContaining(['title', 'tag_ids', 'project_id', 'column_id']),
  )
  const { status, body } = await at.owner.rest('PUT', `/tasks/${at.owner.id}`, { tag_ids: null })
  expect([status, body.field]).toEqual([400, 'tag_ids'])
})

test('reports the maximum for integers beyond 32 bits', async () => {
  const { body } = await at.owner.rest('POST', '/tasks', { estimate_minutes: 2 ** 31 }, { 'accept-language': 'en' })
  expect(body.errors).toContainEqual({
    field: 'estimate_minutes',
    message: 'estimate_minutes must be at most 2147483647.',
  })
})

test('names an invalid Idempotency-Key', async () => {
  for (const key of ['', 'x'.repeat(300)]) {
    const { status, body } = await at.owner.rest('POST', '/clients', { name: 'Nord' }, { 'idempotency-key': key })
    expect([status, body.field]).toEqual([422, 'Idempotency-Key'])
  }
})

test('names an event given twice, or beside *', async () => {
  const events = async (given: string[]) =>
    (await at.owner.rest('POST', '/webhooks', { url: 'https://example.com/x', events: given })).body.events
  expect(await events(['client.created', 'client.created'])).toEqual(['client.created'])
  expect(await events(['client.created', '*'])).toEqual(['*'])
})

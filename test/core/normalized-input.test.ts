import { describe, expect, test } from 'vitest'
import { house } from '../harness/house.ts'

// Unambiguous input is normalized, other input rejected.

const at = house()
const client = (fields: object) => at.owner.rest('POST', '/clients', { name: 'Acme', ...fields })
const organization = (fields: object) => at.owner.rest('PUT', '/organization', fields)

describe('a client', () => {
  test.each([
    ['email', ' anna@example.com\u00a0', 'anna@example.com'],
    ['email', '\tBea@Example.com\n', 'Bea@Example.com'],
    ['invoice_email', 'rechnung@example.com ', 'rechnung@example.com'],
    ['vat_id', ' de136695976 ', 'DE136695976'],
    ['vat_id', 'atu12345678', 'ATU12345678'],
    ['vat_id', 'de 136 695 976', 'DE136695976'],
    ['vat_id', 'FR-40.303.265.045', 'FR40303265045'],
    ['vat_id', 'che-123.456.788 mwst', 'CHE-123.456.788 MWST'],
    ['country', ' de', 'DE'],
    ['country', 'At', 'AT'],
    ['color', '#ABC', '#aabbcc'],
    ['color', ' #f0a ', '#ff00aa'],
    ['color', ' #1a2b3c', '#1a2b3c'],
    ['buyer_reference', ' 991-12345-06 ', '991-12345-06'],
    ['customer_number', ' 4711 ', '4711'],
    ['registration_number', 'HRB 1 ', 'HRB 1'],
    ['website', 'HTTPS://WWW.Example.COM/Über?Q=A', 'https://www.example.com/Über?Q=A'],
    ['website', ' WWW.Example.COM ', 'www.example.com'],
    ['postal_code', ' 10115 ', '10115'],
    ['phone', ' +49 30 1 ', '+49 30 1'],
  ])('%s: %j', async (field, sent, kept) => {
    const answer = await client({ [field]: sent })
    expect([answer.status, answer.body[field]]).toEqual([201, kept])
    const changed = await at.owner.rest('PUT', `/clients/${answer.body.id}`, { [field]: sent })
    expect(changed.body[field]).toBe(kept)
  })

  test.each([
    ['email', 'anna @example.com'],
    ['email', '  '],
    ['vat_id', 'DE12345678'],
    ['country', 'Deutschland'],
    ['country', 'D E'],
    ['color', 'abc'],
    ['color', '#abcd'],
    ['color', '# abc'],
    ['website', 'http://exa mple.com'],
  ])('%s: %j stays refused', async (field, sent) => {
    const answer = await client({ [field]: sent })
    expect([answer.status, answer.body.field]).toEqual([422, field])
  })
})

test.each([
  ['iban', ' de02 1203 0000 0000 2020 51 ', 'DE02120300000000202051'],
  ['bic', ' byladem1001', 'BYLADEM1001'],
  ['tax_number', ' 22/123/45678 ', '22/123/45678'],
  ['vat_id', 'de136695976\ufeff', 'DE136695976'],
  ['country', 'de', 'DE'],
  ['accent_color', '#0AF', '#00aaff'],
  ['email', ' hallo@example.com', 'hallo@example.com'],
  ['privacy_url', 'HTTPS://Example.com/Datenschutz', 'https://example.com/Datenschutz'],
])('the organization’s %s: %j', async (field, sent, kept) => {
  const answer = await organization({ [field]: sent })
  expect([answer.status, answer.body[field]]).toEqual([200, kept])
})

test('also normalizes filters, lists of addresses and GraphQL', async () => {
  await client({ country: 'ch' })
  expect((await at.owner.rest('GET', '/clients?country=ch')).body.total).toBe(1)
  const times = { start_time: '2126-01-05T09:00:00Z', end_time: '2126-01-05T10:00:00Z' }
  const event = await at.owner.rest('POST', '/calendar/events', {
    ...{ title: 'x', ...times, attendee_emails: [' anna@example.com '] },
  })
  expect([event.status, JSON.stringify(event.body.attendees)]).toEqual([
    201,
    expect.stringContaining('"anna@example.com"'),
  ])
  const create = 'mutation ($input: CreateClientInput!) { createClient(input: $input) { vatId color } }'
  const { data } = await at.owner.graphql(create, { input: { name: 'Acme', vatId: ' de136695976', color: '#ABC' } })
  expect(data.createClient).toEqual({ vatId: 'DE136695976', color: '#aabbcc' })
})

test("keeps the path of a webhook's URL", async () => {
  const { body } = await at.owner.rest('POST', '/webhooks', { url: ' HTTPS://Example.COM:8443/Hook ', events: ['*'] })
  expect(body.url).toBe('https://example.com:8443/Hook')
})

describe('two keys of an object that normalize to the same text', () => {
  const [composed, decomposed] = ['gr\u00f6\u00dfe', 'gro\u0308\u00dfe']
  test.each([
    ['in two forms', { [composed]: 'a', [decomposed]: 'b' }],
    ['but for what nobody sees', { farbe: 'a', 'far\u200bbe': 'b' }],
  ])('are refused in metadata: %s', async (_, metadata) => {
    const answer = await client({ metadata })
    expect([answer.status, answer.body.field]).toEqual([422, 'metadata'])
    const create = 'mutation ($input: CreateClientInput!) { createClient(input: $input) { id } }'
    const { errors } = await at.owner.graphql(create, { input: { name: 'Acme', metadata } })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'validation_failed', field: 'metadata' })
  })
  test.each([
    ['scene', { elements: [{ [composed]: 1, [decomposed]: 2 }] }],
    ['scene', { [composed]: 1, [decomposed]: 2 }],
  ])('are refused in JSON: %s', async (field, value) => {
    const answer = await at.owner.rest('POST', '/whiteboards', { title: 'x', [field]: value })
    expect([answer.status, answer.body.field]).toEqual([422, field])
  })
  test('a single key is normalized', async () => {
    const answer = await client({ metadata: { [decomposed]: 'a' } })
    expect(answer.body.metadata).toEqual({ [composed]: 'a' })
  })
})

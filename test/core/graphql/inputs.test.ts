import { setImmediate } from 'node:timers/promises'
import { getMetadataStorage } from 'class-validator'
import { expect, test, vi } from 'vitest'
import { house } from '../../harness/house.ts'

const at = house()

test('a missing or null page is the default, which limits the list, over GraphQL and REST', async () => {
  for (let index = 0; index < 26; index++) await at.owner.rest('POST', '/tags', { name: `${index}` })
  expect((await at.owner.graphql('{ tags { tags { id } } }')).data.tags.tags).toHaveLength(25)
  const document = 'query ($n: Int) { tags(perPage: $n) { tags { id } } }'
  for (const variables of [undefined, { n: null }])
    expect((await at.owner.graphql(document, variables)).data.tags.tags).toHaveLength(25)
  expect((await at.owner.graphql('{ tags(page: null, perPage: null) { tags { id } } }')).data.tags.tags).toHaveLength(
    25,
  )
  expect((await at.owner.rest('GET', '/tags')).body.tags).toHaveLength(25)
  expect((await at.owner.rest('GET', '/tags?per_page=3')).body.tags).toHaveLength(3)
})

test('null for an optional non-null field is rejected by name over GraphQL too', async () => {
  const { id } = (await at.owner.rest('POST', '/clients', { name: 'x' })).body
  const document = 'mutation ($id: UUID!, $input: UpdateClientInput!) { updateClient(id: $id, input: $input) { id } }'
  const { errors } = await at.owner.graphql(document, { id, input: { kind: null } })
  expect(errors?.[0].extensions).toMatchObject({ code: 'validation_failed', status: 400, field: 'kind' })
  const { body, status } = await at.owner.rest('PUT', `/clients/${id}`, { kind: null }, { 'accept-language': 'en' })
  expect([status, body.message]).toEqual([400, 'kind may be left out, but not be null.'])
})

test('null for a required field is reported as missing, except in updates', async () => {
  const document = 'mutation ($input: CreateAbsenceInput!) { createAbsence(input: $input) { id } }'
  const { errors } = await at.owner.graphql(document, { input: { startsOn: null, endsOn: '2026-12-01' } })
  expect(errors?.[0].extensions).toMatchObject({ status: 400, field: 'startsOn' })
  expect(errors?.[0].message).toMatch(/fehlt/)
  for (const [path, body] of [
    ['/absences', { starts_on: null, ends_on: '2026-12-01' }],
    ['/clients', { name: null }],
    ['/calendar/events', { title: null, start_time: '2026-12-01T09:00:00Z', end_time: '2026-12-01T10:00:00Z' }],
  ] as const) {
    const { body: refused, status } = await at.owner.rest('POST', path, body, { 'accept-language': 'en' })
    expect([status, refused.message]).toEqual([400, expect.stringMatching(/^\w+ is required\.$/)])
  }
})

test('create inputs show defaults in their type', async () => {
  const { data } = await at.owner.graphql('{ __type(name: "CreateClientInput") { inputFields { name defaultValue } } }')
  const fields = Object.fromEntries(
    data.__type.inputFields.map(({ name, defaultValue }: { name: string; defaultValue: string }) => [
      name,
      defaultValue,
    ]),
  )
  expect(fields).toMatchObject({ kind: 'business', archived: 'false', email: null })
  const made = await at.owner.graphql('mutation { createClient(input: { name: "y" }) { kind archived } }')
  expect(made.data.createClient).toEqual({ kind: 'business', archived: false })
})

test('a sort order can be given by a variable, in both directions', async () => {
  for (const name of ['a', 'c', 'b']) await at.owner.rest('POST', '/clients', { name: `Order ${name}` })
  const document = (given: string) => `query (${given}) { clients(q: "Order", sort: $sort) { clients { name } } }`
  const names = async (given: string, variables: object) => {
    const { data } = await at.owner.graphql(document(given), variables)
    return data?.clients.clients.map(({ name }: { name: string }) => name.at(-1)).join('')
  }
  expect(await names('$sort: ClientSort', { sort: 'name' })).toBe('abc')
  expect(await names('$sort: ClientSort', { sort: 'name_desc' })).toBe('cba')
  expect(await names('$sort: ClientSort = name_desc', {})).toBe('cba')
  const { errors } = await at.owner.graphql(document('$sort: ClientSort'), { sort: '-name' })
  expect(errors?.[0].extensions).toMatchObject({ code: 'validation_failed', field: 'sort' })
})

test('the input of each root field is checked in its own turn of the event loop', async () => {
  const checked = vi.spyOn(getMetadataStorage(), 'getTargetValidationMetadatas')
  const line = { description: 'Arbeit', quantity: 1, unitPriceCents: 100, taxRate: 19 }
  const input = { lineItems: Array.from({ length: 1000 }, () => line) }
  /** Maximum of objects validated in one turn of the event loop. */
  const mostOf = async (count: number, given = '$input') => {
    const fields = Array.from(
      { length: count },
      (_, index) => `p${index}: invoicePreview(input: ${given}) { totalCents }`,
    )
    const variable = given === '$input' ? '($input: InvoicePreviewInput!)' : '($lines: [LineItemInput!]!)'
    let isAsked = true
    const variables = given === '$input' ? { input } : { lines: input.lineItems }
    const asked = at.owner.graphql(`query ${variable} { ${fields} }`, variables).finally(() => {
      isAsked = false
    })
    let most = 0
    while (isAsked) {
      checked.mockClear()
      await setImmediate()
      most = Math.max(most, checked.mock.calls.length)
    }
    const { data } = await asked
    expect(Object.values(data)).toEqual(fields.map(() => ({ totalCents: 119_000 })))
    return most
  }
  const one = await mostOf(1)
  expect(one).toBeGreaterThan(1000)
  expect(await mostOf(10)).toBe(one)
  expect(await mostOf(10, '{ lineItems: $lines }')).toBe(one)
  checked.mockRestore()
})

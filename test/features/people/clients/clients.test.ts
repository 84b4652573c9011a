import { beforeAll, describe, expect, test } from 'vitest'
import {
  CountClientsDocument,
  CreateClientDocument,
  CreateThreeClientsDocument,
  UpdateClientDocument,
} from '#schema/client/graphql'
import { house, openHouse, scenario } from '../../../harness/house.ts'

const at = house()
let client = ''

beforeAll(async () => {
  client = (await at.owner.rest('POST', '/clients', { name: 'Acme', email: 'kontakt@acme.example', color: '#FF8800' }))
    .body.id
})

describe('creating a client', () => {
  scenario(at, 'answers the client and drops what it does not know', {
    post: '/clients',
    send: { name: 'Müller & Söhne', vat_id: 'DE136695976', country: 'DE', nonsense: { a: 1 } },
    status: 201,
    body: { name: 'Müller & Söhne', kind: 'business', vat_id: 'DE136695976', archived: false, version: 1 },
    events: ['client.created'],
  })
  scenario(at, 'is open to a member', {
    as: 'member',
    post: '/clients',
    send: { name: 'M' },
    status: 201,
    events: ['client.created'],
  })
  scenario(at, 'is refused to a viewer, whatever the body', {
    as: 'viewer',
    post: '/clients',
    send: {},
    status: 403,
    body: { error: 'forbidden' },
  })
  scenario(at, 'is refused to an auditor', { as: 'auditor', post: '/clients', send: { name: 'x' }, status: 403 })
  scenario(at, 'is refused without a token', {
    as: 'nobody',
    post: '/clients',
    send: { name: 'x' },
    status: 401,
    body: { error: 'unauthorized' },
  })
  scenario(at, 'needs a name', {
    post: '/clients',
    send: {},
    status: 400,
    body: { error: 'validation_failed', field: 'name' },
  })
  scenario(at, 'needs a name that is not null', {
    post: '/clients',
    send: { name: null },
    status: 400,
    body: { field: 'name' },
  })
  scenario(at, 'refuses a taken email address, whatever its case', {
    post: '/clients',
    send: { name: 'Zwei', email: 'KONTAKT@acme.example' },
    status: 409,
    body: { error: 'email_taken', field: 'email' },
  })
  const wrong: [string, object, string][] = [
    ['an empty name', { name: '' }, 'name'],
    ['a blank name', { name: '   ' }, 'name'],
    ['a number for a name', { name: 42 }, 'name'],
    ['an overlong name', { name: 'x'.repeat(201) }, 'name'],
    ['a name that nobody sees', { name: '\u200b\u2060\ufeff' }, 'name'],
    ['a name of joiners and marks of direction', { name: '\u200d\u200e' }, 'name'],
    ['a character that no font has', { name: 'Ra \u{13000}' }, 'name'],
    ['a bad email address', { name: 'x', email: 'nobody' }, 'email'],
    ['a colour in words', { name: 'x', color: 'rot' }, 'color'],
    ['a colour of four digits', { name: 'x', color: '#ffff' }, 'color'],
    ['a country in words', { name: 'x', country: 'Deutschland' }, 'country'],
    ['a VAT ID of the wrong length', { name: 'x', vat_id: 'DE12' }, 'vat_id'],
    ['a Greek VAT ID under GR', { name: 'x', vat_id: 'GR123456789' }, 'vat_id'],
    ['an unknown kind', { name: 'x', kind: 'alien' }, 'kind'],
    ['cents with a fraction', { name: 'x', hourly_rate_cents: 1.5 }, 'hourly_rate_cents'],
    ['negative cents', { name: 'x', hourly_rate_cents: -1 }, 'hourly_rate_cents'],
    ['cents beyond 2^53', { name: 'x', hourly_rate_cents: 2 ** 53 }, 'hourly_rate_cents'],
    ['a debtor number outside its range', { name: 'x', debtor_number: 70000 }, 'debtor_number'],
    ['an unknown language', { name: 'x', language: 'fr' }, 'language'],
    ['text for a boolean', { name: 'x', archived: 'yes' }, 'archived'],
  ]
  for (const [what, send, field] of wrong)
    scenario(at, `refuses ${what}`, {
      post: '/clients',
      send,
      status: 422,
      body: { error: 'validation_failed', field },
    })
  scenario(at, 'refuses an array as the body', { post: '/clients', send: [1], status: 422 })
  scenario(at, 'refuses a bare value as the body', { post: '/clients', send: '"x"', status: 422 })
  scenario(at, 'refuses what is not JSON', {
    post: '/clients',
    send: '{"name": ',
    status: 400,
    body: { error: 'invalid_json' },
  })
  scenario(at, 'refuses null as the body', { post: '/clients', send: 'null', status: 422 })
  scenario(at, 'refuses null where there is always something', {
    post: '/clients',
    send: { name: 'x', kind: null },
    status: 400,
    body: { error: 'validation_failed', field: 'kind' },
  })
  scenario(at, 'refuses half a character', {
    post: '/clients',
    send: '{"name": "\\ud83d"}',
    status: 400,
    body: { error: 'invalid_json' },
  })
  scenario(at, 'takes a whole one that is escaped', {
    post: '/clients',
    send: '{"name": "x", "notes": "\\u00fc"}',
    status: 201,
    body: { notes: 'ü' },
    events: ['client.created'],
  })
  scenario(at, 'refuses another content type', {
    post: '/clients',
    send: 'name=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    status: 415,
    body: { error: 'unsupported_media_type' },
  })
})

describe('reading clients', () => {
  scenario(at, 'get-one carries its linked lists', () => ({
    get: `/clients/${client}`,
    status: 200,
    body: { id: client, name: 'Acme', invoices: [], open_cents: 0, revenue_cents: 0 },
  }))
  scenario(at, 'get-one hides money from a member', () => ({
    as: 'member',
    get: `/clients/${client}`,
    status: 200,
    body: { invoices: null, open_cents: null, revenue_cents: null },
  }))
  test('lists show rows without linked lists, and the total', async () => {
    const { body } = await at.viewer.rest('GET', '/clients?per_page=1')
    expect(body.clients).toHaveLength(1)
    expect(body.total).toBeGreaterThan(1)
    expect(body.clients[0]).not.toHaveProperty('invoices')
  })
  test('a page beyond the end is empty and keeps the total', async () => {
    const { body } = await at.owner.rest('GET', '/clients?page=900')
    expect(body.clients).toEqual([])
    expect(body.total).toBeGreaterThan(1)
  })
  test('q finds every word in any field, and takes wildcards as they are', async () => {
    await at.owner.rest('POST', '/clients', { name: 'Süßholz Raspler', city: 'Köln' })
    const found = async (q: string) => (await at.owner.rest('GET', `/clients?q=${encodeURIComponent(q)}`)).body.total
    expect(await found('RASPL köln')).toBe(1)
    expect(await found('Raspler Acme')).toBe(0)
    expect(await found('%')).toBe(0)
  })
  test('sort goes both ways', async () => {
    const names = async (sort: string) =>
      (await at.owner.rest('GET', `/clients?per_page=100&sort=${sort}`)).body.clients.map(
        ({ name }: { name: string }) => name,
      )
    expect(await names('-name')).toEqual((await names('name')).toReversed())
  })
  for (const [query, field] of [
    ['page=0', 'page'],
    ['page=abc', 'page'],
    ['per_page=101', 'per_page'],
    ['per_page=0', 'per_page'],
    ['sort=email', 'sort'],
    ['archived=maybe', 'archived'],
    ['country=Deutschland', 'country'],
  ])
    scenario(at, `refuses ?${query}`, {
      get: `/clients?${query}`,
      status: 422,
      body: { error: 'validation_failed', field },
    })
  scenario(at, 'a malformed id is not found', { get: '/clients/not-a-uuid', status: 404, body: { error: 'not_found' } })
  scenario(at, 'another method is 405 with Allow', {
    patch: '/clients',
    send: {},
    status: 405,
    body: { error: 'method_not_allowed' },
  })
})

describe('changing and deleting a client', () => {
  scenario(at, 'changes what is sent and says so', () => ({
    put: `/clients/${client}`,
    send: { city: 'Bonn' },
    status: 200,
    body: { name: 'Acme', city: 'Bonn', version: 2 },
    events: ['client.updated'],
  }))
  scenario(at, 'says nothing when nothing changed', () => ({
    put: `/clients/${client}`,
    send: { city: 'Bonn' },
    status: 200,
    body: { version: 2 },
  }))
  scenario(at, 'null clears', () => ({
    put: `/clients/${client}`,
    send: { city: null },
    status: 200,
    body: { city: null },
    events: ['client.updated'],
  }))
  scenario(at, 'null does not clear what is required', () => ({
    put: `/clients/${client}`,
    send: { name: null },
    status: 400,
    body: { field: 'name' },
  }))
  test('the ETag of get-one guards a change, and a stale one is refused', async () => {
    const { headers, body } = await at.owner.rest('GET', `/clients/${client}`)
    expect(headers.etag).toBe(`"${body.version}"`)
    const fresh = await at.owner.rest(
      'PUT',
      `/clients/${client}`,
      { city: 'Ulm' },
      { 'if-match': String(headers.etag) },
    )
    expect(fresh.status).toBe(200)
    expect(fresh.headers.etag).toBe(`"${body.version + 1}"`)
    for (const [method, send] of [
      ['PUT', { city: 'Kiel' }],
      ['DELETE', undefined],
    ] as const)
      for (const id of [client, client.toUpperCase()]) {
        const stale = await at.owner.rest(method, `/clients/${id}`, send, { 'if-match': String(headers.etag) })
        expect([stale.status, stale.body.error]).toEqual([412, 'precondition_failed'])
      }
  })
  test('the event of a change names the fields in REST spelling', async () => {
    await at.owner.rest('PUT', `/clients/${client}`, { postal_code: '53113', contact_name: 'Jo' })
    const { body } = await at.owner.rest('GET', '/events?per_page=100')
    expect(body.events.at(-1)).toMatchObject({
      event: 'client.updated',
      changes: ['contact_name', 'postal_code'],
      data: { id: client, postal_code: '53113' },
      actor: { type: 'user', id: at.owner.id },
    })
  })
  test('deletes a client, and its event shows the last state', async () => {
    const { body } = await at.owner.rest('POST', '/clients', { name: 'Weg' })
    expect((await at.owner.rest('DELETE', `/clients/${body.id}`)).status).toBe(204)
    expect((await at.owner.rest('GET', `/clients/${body.id}`)).status).toBe(404)
    const feed = await at.owner.rest('GET', '/events?names=client.deleted&per_page=100')
    expect(feed.body.events.at(-1).data).toMatchObject({ id: body.id, name: 'Weg' })
  })
})

describe('over GraphQL', () => {
  test('the same operation answers in camelCase', async () => {
    const { data } = await at.owner.graphql(CreateClientDocument, { input: { name: 'Graph', paymentTermsDays: 30 } })
    expect(data?.createClient).toMatchObject({ vatId: null, paymentTermsDays: 30 })
  })
  test('a failing mutation among three leaves nothing', async () => {
    await at.events()
    const { data, errors } = await at.owner.graphql(CreateThreeClientsDocument, {
      first: { name: 'Erster' },
      second: { name: 'Zweiter', email: 'kaputt' },
      third: { name: 'Dritter' },
    })
    expect(data).toBeNull()
    expect(errors?.[0].extensions).toMatchObject({ code: 'validation_failed', status: 422, field: 'email' })
    expect((await at.owner.graphql(CountClientsDocument, { q: 'Erster' })).data?.clients?.total).toBe(0)
    expect(await at.events()).toEqual([])
  })
  test('a version is that of the one operation it is sent with', async () => {
    const { id, version } = (await at.owner.rest('POST', '/clients', { name: 'Zweimal' })).body
    const { data, errors } = await at.owner.graphql(
      `mutation ($id: UUID!, $version: Int!) {
        first: updateClient(id: $id, version: $version, input: { city: "Ulm" }) { version }
        second: updateClient(id: $id, input: { city: "Kiel" }) { version }
      }`,
      { id, version },
    )
    expect([data, errors]).toEqual([{ first: { version: version + 1 }, second: { version: version + 2 } }, undefined])
  })
  test('a stale version is refused', async () => {
    const { errors } = await at.owner.graphql(UpdateClientDocument, { id: client, version: 1, input: { city: 'X' } })
    expect(errors?.[0].extensions.code).toBe('precondition_failed')
  })
})

describe('importing clients', () => {
  const unique = () => Math.random().toString(36).slice(2)

  test('creates who is new, leaves who is known, and may be sent twice', async () => {
    const [email, number] = [`Post@${unique()}.example`, `K-${unique()}`]
    const { body: known } = await at.owner.rest('POST', '/clients', { name: 'Bekannt', email })
    const clients = [
      { name: 'Neu', customer_number: number, kind: 'consumer' },
      { name: 'Ein anderer Name', email: email.toLowerCase() },
      { name: 'Auch neu' },
    ]
    const before = (await at.owner.rest('GET', '/clients')).body.total
    const preview = await at.member.rest('POST', '/clients/import/preview', { clients })
    expect(preview.body).toEqual({ known: [{ index: 1, client_id: known.id }] })
    expect((await at.owner.rest('GET', '/clients')).body.total).toBe(before)
    const { status, body } = await at.member.rest('POST', '/clients/import', { clients })
    expect(status).toBe(200)
    expect(body.clients.map(({ name }: { name: string }) => name)).toEqual(['Neu', 'Auch neu'])
    expect(body.known).toEqual([{ index: 1, client_id: known.id }])
    expect((await at.owner.rest('GET', `/clients/${known.id}`)).body).toMatchObject({ name: 'Bekannt', version: 1 })
    const again = await at.member.rest('POST', '/clients/import', { clients: clients.slice(0, 2) })
    expect(again.body).toMatchObject({
      clients: [],
      known: [{ index: 0, client_id: body.clients[0].id }, { index: 1 }],
    })
    const { events } = (await at.owner.rest('GET', '/events?per_page=2')).body
    expect(events.map(({ event }: { event: string }) => event)).toEqual(['client.created', 'client.created'])
  })

  test('names all that is wrong by its position, and then keeps nothing', async () => {
    const email = `${unique()}@doppelt.example`
    const before = (await at.owner.rest('GET', '/clients')).body.total
    const wrong = [
      { name: 'Gut', email: 'keine Adresse' },
      { name: '', vat_id: 'DE1' },
    ]
    const twice = [
      { name: 'Eins', email },
      { name: 'Zwei', email: email.toUpperCase() },
      { name: 'Amt', kind: 'public', country: 'DE', buyer_reference: 'falsch' },
    ]
    for (const path of ['/clients/import/preview', '/clients/import']) {
      const first = await at.owner.rest('POST', path, { clients: wrong })
      expect(first.status).toBe(422)
      expect(first.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
        'clients.0.email',
        'clients.1.name',
        'clients.1.vat_id',
      ])
      const second = await at.owner.rest('POST', path, { clients: twice })
      expect(second.status).toBe(422)
      expect(second.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
        'clients.1.email',
        'clients.2.buyer_reference',
      ])
      expect((await at.owner.rest('POST', path, { clients: [] })).status).toBe(422)
      expect((await at.owner.rest('POST', path, { clients: Array(101).fill({ name: 'x' }) })).status).toBe(422)
      expect((await at.viewer.rest('POST', path, { clients: [{ name: 'x' }] })).status).toBe(403)
    }
    expect((await at.owner.rest('GET', '/clients')).body.total).toBe(before)
  })

  test('does not see the clients of another organization', async () => {
    const email = `${unique()}@fremd.example`
    const other = await openHouse(at.app)
    await other.owner.rest('POST', '/clients', { name: 'Fremd', email })
    const { body } = await at.owner.rest('POST', '/clients/import', { clients: [{ name: 'Eigen', email }] })
    expect(body).toMatchObject({ clients: [{ name: 'Eigen' }], known: [] })
  })
})

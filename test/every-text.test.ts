import { beforeAll, describe, expect, test } from 'vitest'
import { Nfc } from '../migrations/0108-nfc.ts'
import { upload } from './features/content/files/upload.ts'
import { house } from './harness/house.ts'

const at = house()
const post = (path: string, body: object, headers?: Record<string, string>) =>
  at.owner.rest('POST', path, body, headers)
const line = { description: 'Beratung', quantity: 1, unit_price_cents: 10000, tax_rate: 19 }
const dates = { issue_date: '2026-01-05', due_date: '2126-01-19' }

describe('text', () => {
  let project = { id: '', columns: [{ id: '' }] }
  beforeAll(async () => {
    project = (await post('/projects', { name: 'Projekt' })).body
  })

  test('accepts and finds every character, except in documents', async () => {
    const every = 'Ra \u{13000} 漢字 שלום 😀 \u{1f9ff}'
    const task = { title: every, description: every, project_id: project.id, column_id: project.columns[0]?.id }
    const made = await post('/tasks', task)
    expect([made.status, made.body.title]).toEqual([201, every])
    expect((await post('/tags', { name: '\u{13000} 漢' })).status).toBe(201)
    expect((await post('/clients', { name: 'Acme', notes: every })).body.notes).toBe(every)
    const found = await at.owner.rest('GET', `/tasks?q=${encodeURIComponent('\u{13000}')}`)
    expect(found.body.total).toBe(1)
  })

  test('loses invisible characters, but keeps joiners, soft hyphens and direction marks', async () => {
    const { body } = await post('/clients', { name: '\ufeffAc\u200bme\u0000 \u2060GmbH\u0085', notes: 'a\n\tb\u0007' })
    expect([body.name, body.notes]).toEqual(['Acme GmbH', 'a\n\tb'])
    const kept = 'Dampf\u00adschiff \u200d\u200f'
    expect((await post('/clients', { name: kept })).body.name).toBe(kept)
    const { data } = await at.owner.graphql('mutation { createClient(input: { name: "Ac\\u200bme" }) { name } }')
    expect(data.createClient.name).toBe('Acme')
  })

  test('is stored in NFC, and found in any form', async () => {
    const [nfd, nfc] = ['Bu\u0308ro Cafe\u0301', 'Büro Café']
    const { body: client } = await post('/clients', { name: nfd, notes: nfd, metadata: { [nfd]: nfd } })
    expect([client.name, client.notes, client.metadata]).toEqual([nfc, nfc, { [nfc]: nfc }])
    const create = 'mutation ($input: CreateClientInput!) { createClient(input: $input) { name } }'
    expect((await at.owner.graphql(create, { input: { name: nfd } })).data.createClient.name).toBe(nfc)
    for (const q of [nfd, nfc]) {
      expect((await at.owner.rest('GET', `/clients?q=${encodeURIComponent(q)}`)).body.total).toBe(2)
      const found = await at.owner.rest('GET', `/search?q=${encodeURIComponent(q)}`)
      expect(found.body.results.map(({ name }: { name: string }) => name)).toEqual([nfc, nfc])
    }
    const paragraph = { type: 'paragraph', content: [{ type: 'text', text: nfd }] }
    for (const content of [`# ${nfd}`, { type: 'doc', content: [paragraph] }]) {
      const page = (await post('/pages', { title: nfd, content })).body
      expect([page.title, JSON.stringify(page.content).includes(nfc)]).toEqual([nfc, true])
    }
    const scene = { elements: [{ text: `a\n\u0303${nfd}` }] }
    expect((await post('/whiteboards', { title: nfd, scene })).body.title).toBe(nfc)
    expect((await post('/storage/folders', { name: nfd })).body.name).toBe(nfc)
    const { body: file } = await upload(at, 'owner', { file: ['a', `${nfd}.txt`] })
    expect(file.name).toBe(`${nfc}.txt`)
    expect((await at.owner.rest('PUT', `/storage/files/${file.id}`, { name: `x${nfd}` })).body.name).toBe(`x${nfc}`)
  })

  test('is converted to NFC by migration, except in unique columns', async () => {
    const { id } = (await post('/clients', { name: 'Acme', external_id: `x${at.organizationId}` })).body
    const nfd = 'Bu\u0308ro'
    await at.app.system.query(
      'update clients set name = $3, city = $3, external_id = $3 where organization_id = $1 and id = $2',
      [at.organizationId, id, nfd],
    )
    const statements: string[] = []
    await Object.assign(Object.create(Nfc.prototype), {
      addSql: (text: string) => void statements.push(text),
      execute: async (text: string) => (await at.app.system.query(text)).rows,
    }).up()
    for (const text of statements) await at.app.system.query(text)
    const { body } = await at.owner.rest('GET', `/clients/${id}`)
    expect([body.name, body.city, body.external_id]).toEqual(['Büro', 'Büro', nfd])
  })

  test('of names is a single line without direction overrides', async () => {
    const owner = at.owner
    for (const name of ['Kontor \u202egnureip', 'A\u2066b\u2069', 'Anna\nKontor', 'Anna\u2028Kontor']) {
      const members = [
        await owner.rest('PUT', `/members/${owner.id}`, { name }),
        await owner.rest('POST', '/members', { name, email: `${crypto.randomUUID()}@kontor.example`, role: 'viewer' }),
        await owner.rest('PUT', '/organization', { name }),
      ]
      expect(members.map(({ status, body }) => [status, body.field])).toEqual(members.map(() => [422, 'name']))
    }
    // Marks of direction turn nothing.
    expect((await owner.rest('PUT', `/members/${owner.id}`, { name: 'שרה\u200f' })).status).toBe(200)
  })

  test('is refused for its length first', async () => {
    const most = 200_000
    const message = (field: string) => `${field} must be at most ${most} characters long.`
    const english = { 'accept-language': 'en' }
    // What nobody sees would be taken out first, and the rest be let in.
    const name = `Acme${'\u0085'.repeat(2 * most)}`
    expect((await post('/clients', { name }, english)).body).toMatchObject({ message: message('name'), field: 'name' })
    const task_id = 'x'.repeat(2 * most + 1)
    const entry = { started_at: '2026-01-05T08:00:00Z', ended_at: '2026-01-05T09:00:00Z', task_id }
    expect((await post('/time-entries', entry, english)).body.message).toBe(message('task_id'))
    const create = 'mutation ($input: CreateClientInput!) { createClient(input: $input) { id } }'
    const { errors } = await at.owner.graphql(create, { input: { name } })
    expect(errors?.[0].extensions).toMatchObject({ status: 422, field: 'name' })
    expect((await post('/clients', { name: `Acme${'\u200b'.repeat(most)}` })).body.name).toBe('Acme')
  })

  test('names a character that no document can show, with its position', async () => {
    const refused = await post('/clients', { name: 'Ra \u{13000}' }, { 'accept-language': 'en' })
    expect(refused.body).toMatchObject({
      field: 'name',
      message: 'name contains the character \u{13000} (U+13000) at place 4, which no document can show.',
    })
    const { id } = (await post('/clients', { name: 'Acme' })).body
    const lines = [line, { ...line, description: 'a\u{13000}' }]
    expect((await post('/invoices', { client_id: id, ...dates, line_items: lines })).body.field).toBe(
      'line_items.1.description',
    )
  })

  test('from before the check is refused when sent, naming the field', async () => {
    await at.owner.rest('PUT', '/organization', {
      legal_name: 'Kontor GmbH',
      street: 'Weg 1',
      postal_code: '20457',
      city: 'Hamburg',
      tax_number: '22/123/45678',
      email: '日本@example.com',
    })
    const address = { street: 'Ring 2', postal_code: '10115', city: 'Berlin', country: 'DE' }
    const client = (await post('/clients', { name: '株式会社 😀', ...address })).body.id
    const draft = async () => (await post('/invoices', { client_id: client, ...dates, line_items: [line] })).body.id
    const send = async (id: string) => post(`/invoices/${id}/send`, { channel: 'none' })
    expect((await send(await draft())).status).toBe(200)
    await at.app.system.query('update organizations set email = $2 where id = $1', [
      at.organizationId,
      '\u{13000}@example.com',
    ])
    expect((await send(await draft())).body).toMatchObject({ error: 'validation_failed', field: 'organization.email' })
  })
})

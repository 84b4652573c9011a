import { describe, expect, test } from 'vitest'
import { measureLongestBlock } from '../../../harness/cpu-time.ts'
import { house, openHouse } from '../../../harness/house.ts'
import { upload } from '../../content/files/upload.ts'

const at = house()

const fileOf = async (content: string | Buffer, name = 'kunden.csv') =>
  (await upload(at, 'owner', { file: [content, name] })).body.id as string
const send = async (content: string | Buffer, more: object = {}) =>
  at.owner.rest('POST', '/clients/import', { file_id: await fileOf(content), ...more })
const total = async () => (await at.owner.rest('GET', '/clients')).body.total

test('a CSV file tells what becomes of each row, and keeps nothing in a dry run', async () => {
  const { body: known } = await at.owner.rest('POST', '/clients', { name: 'Bekannt', email: 'da@bekannt.example' })
  const csv = [
    'Firma;Vorname;Nachname;E-Mail;PLZ;Ort;Land;USt-IdNr.',
    'Müller GmbH;Anna;Müller;anna@mueller.example;10115;Berlin;Deutschland;de136695976',
    'Bekannt AG;;;DA@bekannt.example;;;;',
    'Falsch;;;keine Adresse;;;Atlantis;',
    ';Jörg;Süß;joerg@suess.example;1010;Wien;Austria;',
    'Zweimal;;;anna@mueller.example;;;;',
  ].join('\r\n')
  const before = await total()
  const dry = await send(csv, { dry_run: true })
  expect(dry.status).toBe(200)
  expect(dry.body.clients).toEqual([])
  expect(dry.body.known).toEqual([{ index: 1, client_id: known.id }])
  expect(dry.body.rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    ...['created', 'known', 'invalid', 'created', 'invalid'],
  ])
  expect(dry.body.rows[2].errors.map(({ field }: { field: string }) => field)).toEqual(['email', 'country'])
  expect(dry.body.rows[4].errors).toEqual([{ field: 'email', message: 'email steht schon weiter oben.' }])
  expect(await total()).toBe(before)
  await at.events()

  const done = await send(csv)
  expect(await total()).toBe(before + 2)
  expect(done.body.clients).toMatchObject([
    { name: 'Müller GmbH', contact_name: 'Anna Müller', country: 'DE', vat_id: 'DE136695976', kind: 'business' },
    { name: 'Jörg Süß', country: 'AT', kind: 'consumer' },
  ])
  expect(done.body.rows[0]).toEqual({ index: 0, outcome: 'created', client_id: done.body.clients[0].id, errors: [] })
  expect((await at.events()).filter((name) => name === 'client.created')).toHaveLength(2)
  expect((await send(csv)).body.clients).toEqual([])
})

test('a list answers the same, and stays all or nothing', async () => {
  const before = await total()
  const clients = [{ name: 'Liste Eins' }, { name: 'Liste Zwei' }]
  const dry = await at.owner.rest('POST', '/clients/import', { clients, dry_run: true })
  expect(dry.body).toMatchObject({
    clients: [],
    known: [],
    rows: [{ outcome: 'created', client_id: null }, { index: 1 }],
  })
  const wrong = await at.owner.rest('POST', '/clients/import', { clients: [...clients, { name: '' }], dry_run: true })
  expect([wrong.status, wrong.body.field]).toEqual([422, 'clients.2.name'])
  expect(await total()).toBe(before)
  const done = await at.owner.rest('POST', '/clients/import', { clients, dry_run: false })
  expect(done.body.rows.map(({ client_id }: { client_id: string }) => client_id)).toEqual(
    done.body.clients.map(({ id }: { id: string }) => id),
  )
})

describe('is refused', () => {
  test('without either, with both, and with a file that is none', async () => {
    const file_id = await fileOf('Name\nAcme\n')
    const nowhere = '11111111-1111-4111-8111-111111111111'
    const other = await openHouse(at.app)
    for (const [body, status, field] of [
      [{}, 400, 'clients'],
      [{ file_id, clients: [{ name: 'x' }] }, 422, 'file_id'],
      [{ file_id: nowhere }, 422, 'file_id'],
      [{ file_id: await fileOf('Umsatz;Jahr\n1;2026\n') }, 422, 'file_id'],
      [{ file_id: await fileOf('Name\n') }, 422, 'file_id'],
      [{ file_id: await fileOf(`Name\n${'Acme\n'.repeat(1001)}`) }, 422, 'file_id'],
      [{ file_id: await fileOf(`Name${',x'.repeat(200)}\nAcme\n`) }, 422, 'file_id'],
    ] as const) {
      const answer = await at.owner.rest('POST', '/clients/import', body)
      expect([answer.status, answer.body.field]).toEqual([status, field])
    }
    expect((await other.owner.rest('POST', '/clients/import', { file_id })).status).toBe(422)
    expect((await at.viewer.rest('POST', '/clients/import', { file_id })).status).toBe(403)
  })
})

test('nobody waits while a file is read', async () => {
  const file_id = await fileOf('name,'.repeat(400_000))
  const quotes = await fileOf('"x" '.repeat(500_000))
  const held = await measureLongestBlock(async () => {
    for (const id of [file_id, quotes])
      expect((await at.owner.rest('POST', '/clients/import', { file_id: id })).status).toBe(422)
  })
  expect(held).toBeLessThan(150)
})

test('a thousand rows are imported at once', async () => {
  const rows = Array.from({ length: 1000 }, (_, index) => `Viele ${index};viele-${index}@example.com`)
  const { status, body } = await send(`Name;E-Mail\n${rows.join('\n')}\n`)
  expect([status, body.rows.length, body.clients.length]).toEqual([200, 1000, 1000])
})

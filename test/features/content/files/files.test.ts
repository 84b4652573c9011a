import { createHash, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type House, openHouse, scenario, startApp } from '../../../harness/house.ts'
import { type Caller, sendBody, upload } from './upload.ts'

const at = {} as House
let started: Awaited<ReturnType<typeof startApp>>
const missingId = '00000000-0000-4000-8000-000000000000'
let other: House
let folder: string
let file: string
beforeAll(async () => {
  started = await startApp()
  Object.assign(at, await openHouse(started.app))
  other = await openHouse(at.app)
  folder = (await at.owner.rest('POST', '/storage/folders', { name: 'Belege' })).body.id
  file = (await upload(at, 'owner', { file: ['Inhalt', 'notiz.txt'] })).body.id
})

afterAll(() => started.stop())

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const keyOf = (id: string) => `files/${at.organizationId}/${id}`
const total = async () => (await at.owner.rest('GET', '/storage/files')).body.total as number

describe('uploading', () => {
  test('answers what was found in the bytes, whatever the form says', async () => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5000, 1)])
    const { status, body } = await upload(at, 'member', { folder_id: folder, file: [bytes, 'Übersicht „Mai“.pdf'] })
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        created_at: expect.any(String),
        updated_at: expect.any(String),
        version: 1,
        name: 'Übersicht „Mai“.pdf',
        folder_id: folder,
        size_bytes: bytes.length,
        content_type: 'application/pdf',
        sha256: sha256(bytes),
        uploaded_by: at.member.id,
        preview: 'pending',
      },
    ])
    expect(Buffer.from(await at.app.services.storage.read(keyOf(body.id))).equals(bytes)).toBe(true)
    expect((await at.viewer.rest('GET', `/storage/files/${body.id}`)).body).toEqual(body)
  })

  test('the order of the parts does not matter, and unknown text parts are ignored', async () => {
    const { body } = await upload(at, 'owner', { note: 'x', file: ['a', 'a.bin'], folder_id: folder })
    expect(body.folder_id).toBe(folder)
    expect((await upload(at, 'owner', { file: ['a', 'a.txt'], folder_id: '' })).body.folder_id).toBeNull()
  })

  test('types are sniffed: markup is text, an ending chooses only within its container', async () => {
    const typeOf = async (bytes: string | Uint8Array, name: string) =>
      (await upload(at, 'owner', { file: [bytes, name] })).body.content_type
    expect(await typeOf('<script>alert(1)</script>', 'x.png')).toBe('text/plain')
    expect(await typeOf('<svg xmlns="http://www.w3.org/2000/svg"/>', 'x.svg')).toBe('text/plain')
    expect(await typeOf('a;b\n1;2', 'x.CSV')).toBe('text/csv')
    expect(await typeOf(Buffer.from('PK\x03\x04aaaa', 'latin1'), 'x.docx')).toMatch(/wordprocessingml/)
    expect(await typeOf(Buffer.from('PK\x03\x04aaaa', 'latin1'), 'x.pdf')).toBe('application/zip')
    expect(await typeOf(Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'x.html')).toBe('image/jpeg')
    expect(await typeOf(Buffer.from([0, 1, 2, 255]), 'x.html')).toBe('application/octet-stream')
    // The last letter lies across the end of what is looked at.
    expect(await typeOf(`${'a'.repeat(4095)}ä`, 'x')).toBe('text/plain')
  })

  test('names lose paths, control characters and marks of direction, and stay short', async () => {
    const nameOf = async (name: string) => (await upload(at, 'owner', { file: ['x', name] })).body.name
    expect(await nameOf('../../etc/passwd')).toBe('passwd')
    expect(await nameOf('C:\\Windows\\cmd.exe')).toBe('cmd.exe')
    expect(await nameOf('Rechnung\u202efdp.exe')).toBe('Rechnungfdp.exe')
    expect(await nameOf('a\tb\u0007.txt')).toBe('ab.txt')
    expect(await nameOf('Bericht 😀.txt')).toBe('Bericht 😀.txt')
    expect(await nameOf('..')).toBe('file')
    expect(await nameOf(`${'ä'.repeat(400)}.pdf`)).toBe(`${'ä'.repeat(251)}.pdf`)
  })
  test.each([
    [' ', `a${' '.repeat(254)}`],
    ['.', `a${'.'.repeat(253)}b`],
  ])('names that are long for many %j are read at once, and cut', async (sign, cut) => {
    const name = `a${sign.repeat(200_000)}b`
    const file = await upload(at, 'owner', { file: ['x', 'a.txt'] })
    const answers = [
      await at.owner.rest('PUT', `/storage/files/${file.body.id}`, { name }),
      await at.owner.rest('POST', '/storage/folders', { name }),
      await at.owner.rest('PUT', `/storage/folders/${folder}`, { name }),
    ]
    expect(answers.map(({ status, body }) => [status, body.name])).toEqual(
      [200, 201, 200].map((status) => [status, cut]),
    )
  })

  for (const [title, form, status, body] of [
    ['a form without a file', { folder_id: missingId }, 400, { error: 'validation_failed', field: 'file' }],
    ['a file that is only text', { file: 'text' }, 400, { error: 'validation_failed', field: 'file' }],
    ['an empty file', { file: ['', 'leer.txt'] }, 422, { error: 'validation_failed', field: 'file' }],
    [
      'two files',
      [
        ['file', ['a', 'a.txt']],
        ['file', ['b', 'b.txt']],
      ],
      422,
      { error: 'validation_failed', field: 'file' },
    ],
    ['a file of another name', { upload: ['a', 'a.txt'] }, 422, { error: 'validation_failed', field: 'upload' }],
    [
      'a second file of another name',
      { file: ['a', 'a'], more: ['b', 'b'] },
      422,
      { error: 'validation_failed', field: 'more' },
    ],
    [
      'an unknown folder',
      { file: ['a', 'a.txt'], folder_id: missingId },
      422,
      { error: 'validation_failed', field: 'folder_id' },
    ],
    [
      'a folder that is no id',
      { folder_id: 'x', file: ['a', 'a.txt'] },
      422,
      { error: 'validation_failed', field: 'folder_id' },
    ],
  ] as const)
    test(`refuses ${title}, and keeps nothing`, async () => {
      const before = [await total(), await objects()]
      const answer = await upload(at, 'owner', form as never)
      const message = expect.any(String)
      const errors = 'field' in body ? { errors: [{ field: body.field, message }] } : {}
      expect([answer.status, answer.body]).toEqual([status, { message, ...errors, ...body }])
      expect([await total(), await objects()]).toEqual(before)
    })

  test('refuses another organization’s folder with the words for one that does not exist', async () => {
    const theirs = (await other.owner.rest('POST', '/storage/folders', { name: 'Fremd' })).body.id
    const known = await upload(at, 'owner', { folder_id: theirs, file: ['a', 'a'] })
    const unknown = await upload(at, 'owner', { folder_id: missingId, file: ['a', 'a'] })
    expect([known.status, known.body]).toEqual([422, unknown.body])
  })

  for (const [title, body] of [
    ['cut off in the file', '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc'],
    ['cut off in a header', '--x\r\nContent-Disposition: form-data; na'],
    ['nothing of a form', 'hello'],
  ])
    test(`refuses a form that is ${title}`, async () => {
      const before = [await total(), await objects()]
      const type = 'multipart/form-data; boundary=x'
      const answer = await sendBody(at, 'owner', Buffer.from(body as string), { 'content-type': type })
      expect([answer.status, answer.body.error]).toEqual([400, 'bad_request'])
      expect([await total(), await objects()]).toEqual(before)
    })

  test('refuses a form without a boundary, an empty body and other content types', async () => {
    const post = async (type: string, body = 'x') => {
      const answer = await sendBody(at, 'owner', Buffer.from(body), { 'content-type': type })
      return [answer.status, answer.body.error]
    }
    expect(await post('multipart/form-data')).toEqual([400, 'bad_request'])
    expect(await post('multipart/form-data; boundary=x', '')).toEqual([400, 'validation_failed'])
    expect(await post('application/json', '{}')).toEqual([415, 'unsupported_media_type'])
    expect(await post('text/plain')).toEqual([415, 'unsupported_media_type'])
  })

  test('is 401 without a token, 403 for who may not write and for a read token, before a byte is kept', async () => {
    const before = await objects()
    const read = (await at.owner.rest('POST', '/tokens', { name: 'r', scope: 'read' })).body.token
    const as = async (who: Caller, headers = {}) => (await upload(at, who, { file: ['a', 'a'] }, headers)).body.error
    expect(await as('nobody')).toBe('unauthorized')
    for (const who of ['viewer', 'accountant', 'auditor'] as const) expect(await as(who), who).toBe('forbidden')
    expect(await as('nobody', { authorization: `Bearer ${read}` })).toBe('forbidden')
    expect(await objects()).toEqual(before)
  })

  test('an Idempotency-Key keeps one file, and knows another by its bytes', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const before = await total()
    const first = await upload(at, 'owner', { file: ['same', 'same.txt'] }, key)
    const objectsAfter = await objects()
    const again = await upload(at, 'owner', { file: ['same', 'same.txt'] }, key)
    expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([201, first.body, 'true'])
    const changed = await upload(at, 'owner', { file: ['else', 'same.txt'] }, key)
    expect([changed.status, changed.body.error]).toEqual([422, 'idempotency_key_reused'])
    expect(await total()).toBe(before + 1)
    expect(await objects()).toEqual(objectsAfter)
  })

  test('another method is 405 with what there is', async () => {
    const { status, headers } = await at.owner.rest('PATCH', '/storage/files', {})
    expect(status).toBe(405)
    expect(String(headers.allow).split(', ').sort()).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST'])
  })
})

describe('lists and changes', () => {
  test('a list is of one folder, of words in the name, newest first', async () => {
    const inside = (await at.owner.rest('POST', '/storage/folders', { name: 'Liste' })).body.id
    for (const name of ['eins.txt', 'zwei.txt']) await upload(at, 'owner', { folder_id: inside, file: ['x', name] })
    const names = async (query: string) =>
      (await at.viewer.rest('GET', `/storage/files?${query}`)).body.files.map(({ name }: { name: string }) => name)
    expect(await names(`folder_id=${inside}`)).toEqual(['zwei.txt', 'eins.txt'])
    expect(await names(`folder_id=${inside}&q=EINS`)).toEqual(['eins.txt'])
    expect(await names(`folder_id=${missingId}`)).toEqual([])
  })
  scenario(at, 'refuses a folder_id that is none', {
    get: '/storage/files?folder_id=x',
    status: 422,
    body: { field: 'folder_id' },
  })
  scenario(at, 'renames and moves', () => ({
    as: 'member',
    put: `/storage/files/${file}`,
    send: { name: ' ../neu\u0000.txt ', folder_id: folder },
    status: 200,
    body: { name: '_neu.txt', folder_id: folder, version: 2 },
  }))
  scenario(at, 'null moves to the top', () => ({
    put: `/storage/files/${file}`,
    send: { folder_id: null },
    status: 200,
    body: { name: '_neu.txt', folder_id: null },
  }))
  for (const [title, send, status, field] of [
    ['a name of which nothing is left', { name: ' .. ' }, 422, 'name'],
    ['no name', { name: null }, 400, 'name'],
    ['an unknown folder', { folder_id: missingId }, 422, 'folder_id'],
  ] as const)
    scenario(at, `refuses ${title}`, () => ({ put: `/storage/files/${file}`, send, status, body: { field } }))
  scenario(at, 'a stale version is refused', () => ({
    put: `/storage/files/${file}`,
    send: { name: 'x' },
    headers: { 'if-match': '"1"' },
    status: 412,
  }))
  scenario(at, 'a viewer changes nothing', () => ({
    as: 'viewer',
    put: `/storage/files/${file}`,
    send: { name: 'x' },
    status: 403,
  }))
  scenario(at, 'an auditor reads money alone', { as: 'auditor', get: '/storage/files', status: 403 })

  test('two deletions at once: one is 204, the other 404, and the bytes go', async () => {
    const { body } = await upload(at, 'owner', { file: ['weg', 'weg.txt'] })
    expect(await at.app.services.storage.exists(keyOf(body.id))).toBe(true)
    const both = await Promise.all([1, 2].map(() => at.member.rest('DELETE', `/storage/files/${body.id}`)))
    expect(both.map(({ status }) => status).sort()).toEqual([204, 404])
    const { rows } = await at.app.system.query<{ data: object }>(
      `select data from pgboss.job where name = 'remove-object' and data ->> 'fileId' = $1 and start_after <= now()`,
      [body.id],
    )
    expect(rows).toEqual([{ data: { organizationId: at.organizationId, fileId: body.id } }])
  })

  test('the same over GraphQL', async () => {
    const { data } = await at.owner.graphql(
      `mutation ($id: UUID!) { updateFile(id: $id, input: { name: "graph.txt" }) { name sizeBytes } }`,
      { id: file },
    )
    expect(data.updateFile).toEqual({ name: 'graph.txt', sizeBytes: 6 })
    const read = await at.viewer.graphql('query ($id: UUID!) { fileDownload(id: $id) { url expiresAt } }', { id: file })
    expect(read.data.fileDownload.url).toMatch(/^http/)
  })
})

describe('folders', () => {
  const folderIn = async (parent: string | null, name = 'Ordner') =>
    (await at.member.rest('POST', '/storage/folders', { name, parent_id: parent })).body.id as string

  test('lie in each other, and a list is of one parent', async () => {
    const top = await folderIn(null, 'Oben')
    const below = await folderIn(top, 'Unten')
    const { body } = await at.viewer.rest('GET', `/storage/folders?parent_id=${top}`)
    expect([body.total, body.folders[0]]).toEqual([
      1,
      expect.objectContaining({ id: below, name: 'Unten', parent_id: top }),
    ])
    expect((await at.owner.rest('GET', `/storage/folders/${below}`)).headers.etag).toBe('"1"')
  })

  test('a circle is refused, at any depth', async () => {
    const a = await folderIn(null)
    const b = await folderIn(a)
    const c = await folderIn(b)
    for (const inside of [a, b, c]) {
      const { status, body } = await at.owner.rest('PUT', `/storage/folders/${a}`, { parent_id: inside })
      expect([status, body.field]).toEqual([422, 'parent_id'])
    }
    expect((await at.owner.rest('PUT', `/storage/folders/${c}`, { parent_id: a })).body.parent_id).toBe(a)
  })

  test('two moves at once do not close a circle', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await folderIn(null), await folderIn(null)]
      const answers = await Promise.all([
        at.owner.rest('PUT', `/storage/folders/${a}`, { parent_id: b }),
        at.owner.rest('PUT', `/storage/folders/${b}`, { parent_id: a }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    }
  })

  test('one in which something lies is not deleted', async () => {
    const parent = await folderIn(null)
    const child = await folderIn(parent)
    const remove = async (id: string) => (await at.owner.rest('DELETE', `/storage/folders/${id}`)).status
    expect(await remove(parent)).toBe(409)
    const inside = (await upload(at, 'owner', { folder_id: child, file: ['x', 'x.txt'] })).body.id
    expect(await remove(child)).toBe(409)
    await at.owner.rest('DELETE', `/storage/files/${inside}`)
    expect([await remove(child), await remove(parent), await remove(parent)]).toEqual([204, 204, 404])
  })

  for (const [title, send, status, field] of [
    ['no name', {}, 400, 'name'],
    ['a blank name', { name: ' ' }, 422, 'name'],
    ['an unknown parent', { name: 'x', parent_id: missingId }, 422, 'parent_id'],
  ] as const)
    scenario(at, `refuses ${title}`, { post: '/storage/folders', send, status, body: { field } })
  scenario(at, 'a viewer creates none', { as: 'viewer', post: '/storage/folders', send: { name: 'x' }, status: 403 })
})

/** What lies in storage for this organization, and what is under way. */
async function objects(): Promise<string[]> {
  const folders = ['.incoming', `files/${at.organizationId}`].map((folder) => join(started.directory, 'files', folder))
  return (await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])))).flat().sort()
}

import { createHash, randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createLinkToken } from '#core/access/link-token'
import { deleteOldShareAccess } from '#features/content/shares/delete-old-share-access'
import { type House, house, openHouse, scenario } from '../../../harness/house.ts'
import { recordStatements } from '../../../harness/statements.ts'
import { sharing, tokenOf } from './shared.ts'

const at = house()
const missingId = '00000000-0000-4000-8000-000000000000'
let other: House
let file: string
const { file: makeFile, folder: makeFolder, share, look, download, fetched, accesses } = sharing(at)

beforeAll(async () => {
  other = await openHouse(at.app)
  file = await makeFile()
})

afterEach(() => vi.restoreAllMocks())

/** Stands on the clock of the service from now on, until the test is over. */
function at_(moment: Date) {
  vi.spyOn(at.app.services.clock, 'now').mockReturnValue(moment)
}

const later = (milliseconds: number) => new Date(Date.now() + milliseconds)
const minute = 60_000

describe('sharing a file', () => {
  test('answers its address once, and keeps the hash of its token alone', async () => {
    const expires = later(60 * minute).toISOString()
    const how = { password: 'Alsterblick', expires_at: expires, max_downloads: 3 }
    const { status, body } = await at.member.rest('POST', `/storage/shares/${file}`, how)
    const { url, ...shown } = body
    expect([status, shown]).toEqual([
      201,
      {
        id: expect.any(String),
        created_at: expect.any(String),
        updated_at: expect.any(String),
        version: 1,
        file_id: file,
        file: { id: file, name: 'notiz.txt' },
        folder_id: null,
        folder: null,
        created_by: at.member.id,
        password_protected: true,
        expires_at: expires,
        max_downloads: 3,
        download_count: 0,
        revoked: false,
      },
    ])
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:4000\/share\/[0-9A-Za-z]{65}$/)
    expect((await at.viewer.rest('GET', `/storage/share-links/${body.id}`)).body).toEqual(shown)
    const { rows } = await at.app.system.query('select * from shares where id = $1', [body.id])
    expect(Buffer.from(rows[0].hash).equals(createHash('sha256').update(tokenOf(url)).digest())).toBe(true)
    expect(JSON.stringify(rows)).not.toContain(tokenOf(url).slice(22))
    expect(rows[0].password_hash).toMatch(/^scrypt\$15\$/)
  })

  test('each call is a link of its own; the list is of one file or folder, and of those that are revoked', async () => {
    const own = await makeFile('mehrfach.txt')
    const folder = await makeFolder('Liste')
    const [first, second, third] = [await share({ file: own }), await share({ file: own }), await share({ folder })]
    await at.member.rest('DELETE', `/storage/share-links/${first.id}`)
    const ids = async (query: string) =>
      (await at.viewer.rest('GET', `/storage/share-links?${query}`)).body.share_links.map(
        ({ id }: { id: string }) => id,
      )
    expect(await ids(`file_id=${own}`)).toEqual([second.id, first.id])
    expect(await ids(`file_id=${own}&revoked=false`)).toEqual([second.id])
    expect(await ids(`folder_id=${folder}`)).toEqual([third.id])
    expect(await ids('q=MEHRFACH&sort=created_at')).toEqual([first.id, second.id])
    expect(await ids(`file_id=${missingId}`)).toEqual([])
  })

  test('stands in the audit log, without its secrets', async () => {
    const { id } = await share({ file: await makeFile('geprüft.txt') }, { password: 'geheim' })
    await at.admin.rest('DELETE', `/storage/share-links/${id}`)
    const { body } = await at.admin.rest('GET', `/audit-log?resource_id=${id}&sort=created_at`)
    const told = body.entries.map(({ action, actor, before, after }: Record<string, unknown>) => [
      action,
      (actor as { name: string }).name,
      before,
      after,
    ])
    expect(told).toEqual([
      ['share.created', 'member', null, expect.objectContaining({ password_protected: true, revoked: false })],
      ['share.revoked', 'admin', { revoked: false }, { revoked: true }],
    ])
    expect(JSON.stringify(body)).not.toMatch(/scrypt|hash":"[^"]{20,}=/)
  })

  for (const [title, send, status, field] of [
    ['a moment that has passed', { expires_at: '2020-01-01T00:00:00Z' }, 422, 'expires_at'],
    ['a moment that is none', { expires_at: 'morgen' }, 422, 'expires_at'],
    ['no download', { max_downloads: 0 }, 422, 'max_downloads'],
    ['half a download', { max_downloads: 1.5 }, 422, 'max_downloads'],
    ['an empty password', { password: ' ' }, 422, 'password'],
    ['a password of a book', { password: 'a'.repeat(201) }, 422, 'password'],
  ] as const)
    scenario(at, `refuses ${title}`, () => ({
      post: `/storage/shares/${file}`,
      send,
      status,
      body: { error: 'validation_failed', field },
    }))
  scenario(at, 'takes null as nothing', () => ({
    post: `/storage/shares/${file}`,
    send: { password: null, expires_at: null, max_downloads: null },
    status: 201,
    body: { password_protected: false, expires_at: null, max_downloads: null },
  }))
  for (const [as, status] of [
    ['owner', 201],
    ['admin', 201],
    ['member', 201],
    ['viewer', 403],
    ['accountant', 403],
    ['auditor', 403],
    ['nobody', 401],
  ] as const)
    scenario(at, `by ${as} is ${status}`, () => ({ as, post: `/storage/shares/${file}`, status }))
  for (const path of ['shares', 'folder-shares'])
    scenario(at, `what is not there is 404 at ${path}`, { post: `/storage/${path}/${missingId}`, status: 404 })
  scenario(at, 'an auditor reads money alone', { as: 'auditor', get: '/storage/share-links', status: 403 })
  scenario(at, 'a viewer revokes nothing', () => ({
    as: 'viewer',
    delete: `/storage/share-links/${missingId}`,
    status: 403,
  }))

  test('another organization’s files, folders and links are not there', async () => {
    const theirs = sharing(other)
    const [id, folder] = [await theirs.file(), await theirs.folder('Fremd')]
    const link = await theirs.share({ file: id })
    const statuses = await Promise.all([
      at.owner.rest('POST', `/storage/shares/${id}`),
      at.owner.rest('POST', `/storage/folder-shares/${folder}`),
      at.owner.rest('GET', `/storage/share-links/${link.id}`),
      at.owner.rest('GET', `/storage/share-links/${link.id}/accesses`),
      at.owner.rest('DELETE', `/storage/share-links/${link.id}`),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect((await theirs.look(link.token)).status).toBe(200)
  })

  test('the same over GraphQL', async () => {
    const made = await at.member.graphql(
      'mutation ($id: UUID!) { shareFile(fileId: $id, input: { maxDownloads: 1 }) { id url file { name } } }',
      { id: file },
    )
    expect(made.data.shareFile.file.name).toBe('notiz.txt')
    const token = tokenOf(made.data.shareFile.url)
    const seen = await at.nobody.graphql('query ($t: String!) { publicShare(token: $t) { name downloadsLeft } }', {
      t: token,
    })
    expect(seen.data.publicShare).toEqual({ name: 'notiz.txt', downloadsLeft: 1 })
    const ten = Array.from({ length: 10 }, (_, n) => `d${n}: downloadShare(token: $t) { url }`).join(' ')
    const spent = await at.nobody.graphql(`mutation ($t: String!) { ${ten} }`, { t: token })
    // One operation, one transaction: what cannot be done whole is not done at all.
    expect(spent.errors?.[0].extensions.code).toBe('expired')
    expect((await look(token)).body.downloads_left).toBe(1)
  })

  test('a request that is repeated makes one link, and answers its address again', async () => {
    const own = await makeFile('wiederholt.txt')
    const key = { 'idempotency-key': randomUUID() }
    const [first, second] = [
      await at.member.rest('POST', `/storage/shares/${own}`, { password: 'geheim' }, key),
      await at.member.rest('POST', `/storage/shares/${own}`, { password: 'geheim' }, key),
    ]
    expect(second.body).toEqual(first.body)
    expect((await at.member.rest('GET', `/storage/share-links?file_id=${own}`)).body.total).toBe(1)
  })
})

describe('a link', () => {
  test('shows a file, costs nothing, and hands out its bytes', async () => {
    const { id, token } = await share({ file }, { max_downloads: 2 })
    for (let times = 0; times < 5; times++) expect((await look(token)).status).toBe(200)
    const { name } = (await at.owner.rest('GET', '/organization')).body
    expect((await look(token)).body).toEqual({
      ...{
        kind: 'file',
        name: 'notiz.txt',
        size_bytes: 6,
        preview_url: null,
        content_type: 'text/plain',
        shared_by: name,
      },
      ...{ password_protected: false, expires_at: null, downloads_left: 2, path: [], entries: [], total: 0 },
    })
    const { status, body } = await download(token)
    expect([status, Object.keys(body)]).toEqual([200, ['url', 'expires_at']])
    const seconds = (Date.parse(body.expires_at) - Date.now()) / 1000
    expect(seconds).toBeGreaterThan(290)
    expect(seconds).toBeLessThanOrEqual(300)
    const answer = await fetched(body.url)
    expect([answer.statusCode, answer.body]).toEqual([200, 'Inhalt'])
    expect(answer.headers['content-disposition']).toContain('notiz.txt')
    expect((await at.viewer.rest('GET', `/storage/share-links/${id}`)).body.download_count).toBe(1)
  })

  test('12 downloads at once of a maximum of 3 are exactly 3, and it is spent', async () => {
    const { id, token } = await share({ file }, { max_downloads: 3 })
    const answers = await Promise.all(Array.from({ length: 12 }, () => download(token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(3).fill(200), ...Array(9).fill(410)])
    expect(answers.filter(({ status }) => status === 410).map(({ body }) => body.error)).toEqual(
      Array(9).fill('expired'),
    )
    expect((await at.viewer.rest('GET', `/storage/share-links/${id}`)).body.download_count).toBe(3)
    expect((await look(token)).status).toBe(410)
  })

  test('12 at once with the right password are exactly 3 too: a right one is no try', async () => {
    const { token } = await share({ file }, { max_downloads: 3, password: 'Alsterblick' })
    const answers = await Promise.all(Array.from({ length: 12 }, () => download(token, { password: 'Alsterblick' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(3).fill(200), ...Array(9).fill(410)])
  })

  test('ends at its time, and no address that it hands out lasts longer', async () => {
    const ends = later(2 * minute)
    const { token } = await share({ file }, { expires_at: ends.toISOString() })
    const { body } = await download(token)
    expect(Date.parse(body.expires_at)).toBeLessThanOrEqual(ends.getTime())
    // An address is good for whole seconds, of which there is none any more.
    at_(new Date(Math.floor(ends.getTime() / 1000) * 1000))
    expect((await download(token)).status).toBe(410)
    at_(new Date(ends.getTime() + 1))
    expect([(await look(token)).status, (await download(token)).status]).toEqual([410, 410])
    expect((await fetched(body.url)).statusCode).toBe(410)
  })

  test('is revoked at once, and stays in the list', async () => {
    const { id, token } = await share({ file })
    expect((await at.member.rest('DELETE', `/storage/share-links/${id}`)).status).toBe(204)
    expect([(await look(token)).status, (await download(token)).status]).toEqual([410, 410])
    expect((await at.viewer.rest('GET', `/storage/share-links/${id}`)).body.revoked).toBe(true)
    expect((await at.member.rest('DELETE', `/storage/share-links/${id}`)).status).toBe(204)
  })

  test('goes with its file, its folder, and the member who made it', async () => {
    const own = await makeFile('kurzlebig.txt')
    const folder = await makeFolder('Kurzlebig')
    const [ofFile, ofFolder] = [await share({ file: own }), await share({ folder })]
    const leaving = (
      await at.admin.rest('POST', '/members', { email: `${randomUUID()}@kontor.example`, name: 'Geht', role: 'member' })
    ).body
    const ofMember = await share({ file })
    await at.app.system.query('update shares set created_by = $1 where id = $2', [leaving.id, ofMember.id])
    for (const path of [`/storage/files/${own}`, `/storage/folders/${folder}`, `/members/${leaving.id}`])
      expect((await at.owner.rest('DELETE', path)).status, path).toBe(204)
    for (const { id, token } of [ofFile, ofFolder, ofMember]) {
      expect((await look(token)).status).toBe(410)
      expect((await at.viewer.rest('GET', `/storage/share-links/${id}`)).body).toMatchObject({ revoked: true })
    }
    expect((await at.viewer.rest('GET', `/storage/share-links/${ofFile.id}`)).body).toMatchObject({
      file_id: null,
      file: null,
    })
  })

  test('works as long as whoever made it may share', async () => {
    const email = `${randomUUID()}@kontor.example`
    const { id } = (await at.admin.rest('POST', '/members', { email, name: 'Wechselt', role: 'member' })).body
    const made = await share({ file })
    await at.app.system.query('update shares set created_by = $1 where id = $2', [id, made.id])
    for (const [role, status] of [
      ['viewer', 410],
      ['auditor', 410],
      ['admin', 200],
    ] as const) {
      expect((await at.owner.rest('PUT', `/members/${id}`, { role })).status).toBe(200)
      expect([(await look(made.token)).status, (await download(made.token)).status], role).toEqual([status, status])
    }
    expect((await at.viewer.rest('GET', `/storage/share-links/${made.id}`)).body.revoked).toBe(false)
  })

  test('a file that is shared while it is deleted is not shared', async () => {
    for (let round = 0; round < 5; round++) {
      const own = await makeFile('rennen.txt')
      const [made] = await Promise.all([
        at.member.rest('POST', `/storage/shares/${own}`),
        at.owner.rest('DELETE', `/storage/files/${own}`),
      ])
      expect([201, 404]).toContain(made.status)
      if (made.status === 201) expect((await look(tokenOf(made.body.url))).status).toBe(410)
    }
  })

  test('is of the name and place that the file has now', async () => {
    const own = await makeFile('alt.txt')
    const { token } = await share({ file: own })
    await at.member.rest('PUT', `/storage/files/${own}`, { name: 'neu.txt', folder_id: await makeFolder('Woanders') })
    expect((await look(token)).body.name).toBe('neu.txt')
  })
})

describe('a shared folder', () => {
  let root: string
  let below: string
  let deep: string
  let outside: string
  let token: string
  beforeAll(async () => {
    root = await makeFolder('Übergabe')
    below = await makeFolder('Bilder', root)
    deep = await makeFile('tief.txt', 'tief', await makeFolder('Ganz unten', below))
    await makeFile('b.txt', 'bb', root)
    await makeFile('Äpfel.txt', 'a', root)
    outside = await makeFile('draußen.txt')
    token = (await share({ folder: root })).token
  })

  test('is a list by name, folders first, page by page', async () => {
    const { body } = await look(token)
    expect(body).toMatchObject({
      kind: 'folder',
      name: 'Übergabe',
      size_bytes: null,
      total: 3,
      path: [{ name: 'Übergabe' }],
    })
    expect(body.entries.map(({ name, kind, size_bytes }: Record<string, unknown>) => [kind, name, size_bytes])).toEqual(
      [
        ['folder', 'Bilder', null],
        ['file', 'Äpfel.txt', 1],
        ['file', 'b.txt', 2],
      ],
    )
    const second = (await look(token, '?per_page=2&page=2')).body
    expect([second.total, second.entries.map(({ name }: { name: string }) => name)]).toEqual([3, ['b.txt']])
  })

  test('leads into its folders, and nowhere else', async () => {
    const { body } = await look(token, `?folder_id=${below}`)
    expect([body.name, body.path.map(({ name }: { name: string }) => name)]).toEqual(['Bilder', ['Übergabe', 'Bilder']])
    const elsewhere = await makeFolder('Daneben')
    const theirs = await sharing(other).folder('Fremd')
    for (const id of [elsewhere, theirs, missingId])
      expect((await look(token, `?folder_id=${id}`)).status, id).toBe(404)
  })

  test('hands out a file at any depth, and none from outside', async () => {
    const { body } = await download(token, { file_id: deep })
    expect((await fetched(body.url)).body).toBe('tief')
    for (const [send, field] of [
      [{ file_id: outside }, 'file_id'],
      [{ file_id: missingId }, 'file_id'],
      [{ file_id: await sharing(other).file() }, 'file_id'],
      [{ folder_id: await makeFolder('Auch daneben') }, 'folder_id'],
      [{ file_id: deep, folder_id: root }, 'folder_id'],
    ] as const) {
      const { status, body } = await download(token, send)
      expect([status, body.field]).toEqual([422, field])
    }
    const ofFile = await share({ file: outside })
    expect((await download(ofFile.token, { file_id: deep })).status).toBe(422)
    expect((await download(ofFile.token, { folder_id: root })).status).toBe(422)
  })

  test('has what is put there later, and not what was moved away', async () => {
    const live = await makeFolder('Lebendig')
    const { token } = await share({ folder: live })
    const id = await makeFile('später.txt', 'x', live)
    expect((await look(token)).body.total).toBe(1)
    await at.member.rest('PUT', `/storage/files/${id}`, { folder_id: null })
    expect((await look(token)).body.total).toBe(0)
    expect((await download(token, { file_id: id })).status).toBe(422)
  })
})

describe('a password', () => {
  const right = { password: 'Übersee-Brücke' }

  test('is asked for before anything is shown', async () => {
    const { token } = await share({ file }, right)
    const { name } = (await at.owner.rest('GET', '/organization')).body
    expect((await look(token)).body).toMatchObject({
      password_protected: true,
      name: null,
      size_bytes: null,
      content_type: null,
      shared_by: name,
    })
    const open = (body?: object) => at.nobody.rest('POST', `/public/shares/${token}/open`, body)
    for (const body of [undefined, {}, { password: '' }, { password: null }, { password: 'falsch' }])
      expect([(await open(body)).status, (await download(token, body)).body.error]).toEqual([403, 'forbidden'])
    expect((await open(right)).body).toMatchObject({ name: 'notiz.txt', size_bytes: 6 })
    // However its letters are composed.
    expect((await open({ password: right.password.normalize('NFD') })).status).toBe(200)
    expect((await download(token, right)).status).toBe(200)
  })

  test('is tried 5 times in 15 minutes, whatever is tried at once, and then not at all', async () => {
    const { id, token } = await share({ file }, right)
    const many = await Promise.all(Array.from({ length: 20 }, (_, n) => download(token, { password: `falsch ${n}` })))
    expect(many.map(({ status }) => status).sort()).toEqual([...Array(5).fill(403), ...Array(15).fill(429)])
    const refused = await download(token, right)
    expect([refused.status, refused.body.error]).toEqual([429, 'rate_limited'])
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeGreaterThan(800)
    expect(wait).toBeLessThanOrEqual(900)
    // Without a password nothing is tried, and other links are not concerned.
    expect((await download(token)).status).toBe(403)
    expect((await download((await share({ file }, right)).token, right)).status).toBe(200)
    at_(later(15 * minute + 1000))
    expect((await download(token, right)).status).toBe(200)
    expect((await accesses(id)).map(({ kind }) => kind)).toEqual([...Array(5).fill('refused'), 'downloaded'])
  })

  test('is tried 25 times by visitors from everywhere', async () => {
    const { id, token } = await share({ file }, right)
    await at.app.system.query(
      `insert into share_tries (organization_id, share_id, visitor, started_at, tries) values ($1, $2, '*', now(), 24)`,
      [at.organizationId, id],
    )
    // A right one is no try.
    for (let times = 0; times < 2; times++) expect((await download(token, right)).status).toBe(200)
    expect((await download(token, { password: 'falsch' })).status).toBe(403)
    expect((await download(token, { password: 'falsch' })).status).toBe(429)
    for (let times = 0; times < 5; times++) expect((await download(token, right)).status).toBe(429)
    // Whoever was refused for the sake of others has their own tries still.
    await at.app.system.query(`delete from share_tries where share_id = $1 and visitor = '*'`, [id])
    expect((await download(token, right)).status).toBe(200)
  })
})

describe('who used a link', () => {
  test('is noted with a shortened address: looks once a visit, downloads and wrong passwords each', async () => {
    const { id, token } = await share({ file }, { password: 'geheim' })
    const open = (password: string) => at.nobody.rest('POST', `/public/shares/${token}/open`, { password })
    await open('geheim')
    await expect.poll(() => accesses(id)).toHaveLength(1)
    await open('geheim')
    await download(token, { password: 'falsch' })
    await download(token, { password: 'geheim' })
    expect((await accesses(id)).map(({ kind, name, address }) => [kind, name, address])).toEqual([
      ['viewed', null, '127.0.0.0'],
      ['refused', null, '127.0.0.0'],
      ['downloaded', 'notiz.txt', '127.0.0.0'],
    ])
    const { rows } = await at.app.system.query('select visitor from share_tries where share_id = $1', [id])
    expect(JSON.stringify(rows)).not.toContain('127')
  })

  test('is forgotten after 90 days, and tries with their window', async () => {
    const { id, token } = await share({ file }, { password: 'geheim' })
    await download(token, { password: 'falsch' })
    const left = async () =>
      (
        await at.app.system.query(
          `select (select count(*)::int from share_accesses where share_id = $1) as accesses,
             (select count(*)::int from share_tries where share_id = $1) as tries`,
          [id],
        )
      ).rows[0]
    expect(await left()).toEqual({ accesses: 1, tries: 2 })
    await deleteOldShareAccess(at.app.system, at.app.services.clock)
    expect(await left()).toEqual({ accesses: 1, tries: 2 })
    at_(later(16 * minute))
    await deleteOldShareAccess(at.app.system, at.app.services.clock)
    expect(await left()).toEqual({ accesses: 1, tries: 0 })
    at_(later(90 * 24 * 60 * minute - minute))
    await deleteOldShareAccess(at.app.system, at.app.services.clock)
    expect(await left()).toEqual({ accesses: 1, tries: 0 })
    at_(later(90 * 24 * 60 * minute + minute))
    await deleteOldShareAccess(at.app.system, at.app.services.clock)
    expect(await left()).toEqual({ accesses: 0, tries: 0 })
  })
})

test('guessed tokens: none hits, and none is told apart by body, status or what the database does', {
  timeout: 600_000,
}, async () => {
  const guesses = Number(process.env.SHARE_GUESSES ?? 600)
  const { token } = await share({ file }, { password: 'geheim' })
  const flipped = (at: number) => token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
  const kinds: Record<string, () => string> = {
    'of this organization': () => createLinkToken(at.organizationId).token,
    'of another one': () => createLinkToken(other.organizationId).token,
    'of none': () => createLinkToken(randomUUID()).token,
    'a letter off': () => flipped(22 + Math.floor(Math.random() * 43)),
  }
  const statements = recordStatements()
  const seen = new Set<string>()
  /** How often guesses by each method sent what: one that only some need would tell them apart to whoever asks often enough. */
  const work: Record<string, Map<string, number>> = { GET: new Map(), POST: new Map() }
  for (let number = 0; number < guesses; number++) {
    const guess = Object.values(kinds)[Math.floor(Math.random() * 4)] as () => string
    const url = `/api/v1/public/shares/${guess()}`
    const method = number % 2 ? 'POST' : 'GET'
    statements.take()
    const answer = await at.app.server.inject({ method, url: method === 'GET' ? url : `${url}/download` })
    for (const text of statements.take()) work[method]?.set(text, (work[method].get(text) ?? 0) + 1)
    seen.add(`${answer.statusCode} ${answer.body}`)
  }
  statements.stop()
  expect([...seen]).toEqual([expect.stringMatching(/^404 .*"not_found"/)])
  for (const [method, texts] of Object.entries(work)) {
    // The process itself sends a few meanwhile, the same ones too: each kind is a quarter of the guesses.
    const few = guesses / 2 / 20
    const often = [...texts].filter(([, times]) => times > few)
    expect(often.filter(([, times]) => Math.abs(times - guesses / 2) > few)).toEqual([])
    expect(
      often.filter(([text]) => / shares /.test(text)),
      method,
    ).toHaveLength(1)
  }
})

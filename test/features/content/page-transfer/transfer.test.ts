import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { deflateRawSync } from 'node:zlib'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createZip } from '#core/storage/zip'
import { assignPaths } from '#features/content/page-transfer/assign-paths'
import { planImport } from '#features/content/page-transfer/plan-import'
import { readCpuTime } from '../../../harness/cpu-time.ts'
import { house, openHouse, scenario } from '../../../harness/house.ts'
import { unzip } from '../../../harness/unzip.ts'
import { type Caller, upload } from '../files/upload.ts'

const at = house()
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const zipped = (files: Record<string, string | Uint8Array>) =>
  buffer(
    createZip(
      Readable.from(
        Object.entries(files).map(([name, content]) => ({ name, content: Buffer.from(content as string) })),
      ),
      new Date('2026-11-01'),
    ),
  )
const send = (zip: Uint8Array, as: Caller = 'member', headers = {}) =>
  upload(at, as, { file: [zip, 'notes.zip'] }, headers, '/pages/import')
const page = async (id: string, format = 'markdown') =>
  (await at.viewer.rest('GET', `/pages/${id}?format=${format}`)).body
const exported = async (query = '') => unzip((await at.viewer.rest('GET', `/pages/export${query}`)).raw)

const notes = {
  'Handbuch.md': '# 📘 Das Handbuch\n\nSiehe [Urlaub](Handbuch/Urlaub%20und%20mehr.md#x), ![Plan](bilder/plan.png).\n',
  'Handbuch/Urlaub und mehr.md': '---\nauthor: Anna\n---\n\n# Urlaub\n\nZurück zum [Handbuch](../Handbuch.md).\n',
  'Handbuch/Tief/index.md':
    '[x](fehlt.md) <blink>y</blink> ![z](https://a.b/c.png)\n\n![Plan](../../bilder/plan.png)\n',
  'Leer/Blatt.markdown': '[Liste](../bilder/liste.csv)\n',
  'bilder/plan.png': png,
  'bilder/liste.csv': 'a;b\n',
  'bilder/ungenutzt.png': png,
  '__MACOSX/._Handbuch.md': 'x',
  '.obsidian/app.json': '{}',
}

test('pages are planned as folders lie in each other', () => {
  expect(
    planImport(['a/b/c.md', 'a/b.md', 'a/README.md', 'd.png', 'e.md'])?.map(({ path, title, parent }) => [
      path,
      title,
      parent,
    ]),
  ).toEqual([
    ['a/README.md', 'a', null],
    ['a/b.md', 'b', 0],
    ['a/b/c.md', 'c', 1],
    ['e.md', 'e', null],
  ])
})

test('more pages than are made are not planned, however deep their paths', () => {
  const before = readCpuTime()
  expect(
    planImport(
      Array.from({ length: 20 }, (_, index) => `${index}/${'a/'.repeat(8_000)}x.md`),
      500,
    ),
  ).toBe(null)
  expect(readCpuTime() - before).toBeLessThan(1_000)
})

test('each page has a path of its own that stays in the ZIP and fits into it', () => {
  const branch = (title: string, ...children: never[]) => ({ id: title, title, icon: null, children })
  const pathsOf = (...tree: ReturnType<typeof branch>[]) => {
    const { pages, attached } = assignPaths(tree)
    return [...pages.map(({ path }) => path), attached]
  }
  expect(pathsOf(branch('.', branch('etc') as never), branch('..'), branch('A'), branch('a'))).toEqual([
    '_.md',
    '_ (2).md',
    'A.md',
    'a (2).md',
    '_/etc.md',
    'files/',
  ])
  expect(pathsOf(branch('Files', branch('bild') as never))).toEqual(['Files.md', 'Files/bild.md', 'files (2)/'])
  const deep = Array.from({ length: 500 }).reduce((below: ReturnType<typeof branch> | undefined) => {
    return branch('ä'.repeat(195), ...(below ? [below as never] : []))
  }, undefined)
  const longest = pathsOf(deep as never).map((path) => Buffer.byteLength(path))
  expect(longest).toHaveLength(501)
  expect(Math.max(...longest)).toBeLessThan(16_000)
})

describe('a folder of Markdown', () => {
  let made: { id: string; title: string; parent_id: string | null; path: string | null }[] = []
  const byTitle = (title: string) => made.find((one) => one.title === title) ?? made[0]

  beforeAll(async () => {
    const { status, body } = await send(await zipped(notes))
    expect(status, JSON.stringify(body)).toBe(200)
    made = body.pages
    expect(body.files).toBe(2)
    expect(body.report.map(({ path, kind }: { path: string; kind: string }) => [path, kind])).toEqual([
      ['Handbuch/Tief/index.md', 'html'],
      ['Handbuch/Tief/index.md', 'image'],
      ['Handbuch/Tief/index.md', 'missing'],
      ['bilder/ungenutzt.png', 'unused'],
    ])
  })

  test('becomes pages in each other, with their pictures and their links', async () => {
    expect(made.map(({ title, parent_id }) => [title, made.find(({ id }) => id === parent_id)?.title ?? null])).toEqual(
      [
        ['Das Handbuch', null],
        ['Tief', 'Das Handbuch'],
        ['Leer', null],
        ['Urlaub', 'Das Handbuch'],
        ['Blatt', 'Leer'],
      ],
    )
    const top = byTitle('Das Handbuch')?.id ?? ''
    const { icon, content } = await page(top)
    expect(icon).toBe('📘')
    expect(content).toMatch(
      new RegExp(
        `^Siehe \\[Urlaub\\]\\(/pages/${byTitle('Urlaub')?.id}#x\\), !\\[Plan\\]\\(/storage/files/[0-9a-f-]{36}\\)\\.\n$`,
      ),
    )
    const { backlinks } = (await at.viewer.rest('GET', `/pages/${top}/backlinks`)).body
    expect(backlinks.map(({ title }: { title: string }) => title)).toEqual(['Urlaub'])
    expect((await page(byTitle('Urlaub')?.id ?? '')).content).toMatch(/^---\nauthor: Anna\n---\n\nZurück/)
    const { files } = (await at.viewer.rest('GET', '/storage/files')).body
    expect(
      files.map(({ name, content_type }: { name: string; content_type: string }) => [name, content_type]).sort(),
    ).toEqual([
      ['liste.csv', 'text/csv'],
      ['plan.png', 'image/png'],
    ])
  })

  test('comes out as it went in', async () => {
    const files = await exported()
    expect([...files.keys()]).toEqual([
      'Das Handbuch.md',
      'Leer.md',
      'Das Handbuch/Tief.md',
      'Das Handbuch/Urlaub.md',
      'Leer/Blatt.md',
      'files/plan.png',
      'files/liste.csv',
      'pages.json',
    ])
    expect(files.get('Das Handbuch.md')?.toString()).toBe(
      '# 📘 Das Handbuch\n\nSiehe [Urlaub](Das%20Handbuch/Urlaub.md#x), ![Plan](files/plan.png).\n',
    )
    expect(files.get('Das Handbuch/Urlaub.md')?.toString()).toBe(
      '---\nauthor: Anna\n---\n\n# Urlaub\n\nZurück zum [Handbuch](../Das%20Handbuch.md).\n',
    )
    expect(files.get('files/plan.png')).toEqual(png)
    const other = await openHouse(at.app)
    const again = await upload(
      other,
      'member',
      { file: [await zipped(Object.fromEntries(files)), 'x.zip'] },
      {},
      '/pages/import',
    )
    expect(again.body).toMatchObject({ files: 2, report: [{ path: 'Das Handbuch/Tief.md', kind: 'missing' }] })
    expect(files.get('Leer/Blatt.md')?.toString()).toContain('[Liste](../files/liste.csv)')
    expect(again.body.pages.map(({ title }: { title: string }) => title).sort()).toEqual(
      made.map(({ title }) => title).sort(),
    )
    const back = unzip((await other.viewer.rest('GET', '/pages/export')).raw)
    expect([...back.keys()].sort()).toEqual([...files.keys()].sort())
    for (const [name, bytes] of files)
      if (/Handbuch/.test(name)) expect(back.get(name)?.toString()).toBe(bytes.toString())
  })

  test('is no empty file to who asks for its headers alone', async () => {
    const authorization = `Bearer ${at.viewer.token}`
    const { statusCode, headers } = await at.app.server.inject({
      method: 'HEAD',
      url: '/api/v1/pages/export',
      headers: { authorization },
    })
    expect([statusCode, headers['content-type'], headers['content-length']]).toEqual([
      200,
      'application/zip',
      undefined,
    ])
  })

  test('is put below a page, in its project, and comes out from there', async () => {
    const project = (await at.member.rest('POST', '/projects', { name: 'Umzug' })).body.id
    const top = (await at.member.rest('POST', '/pages', { title: 'Umzug', project_id: project })).body.id
    const zip = await zipped({ 'Kisten.md': '[Liste](Kisten/Liste.md)\n', 'Kisten/Liste.md': 'Bücher\n' })
    // The ZIP stays where it lies.
    const held = vi.spyOn(at.app.services.storage, 'read')
    const sent = await upload(at, 'member', { parent_id: top, file: [zip, 'x.zip'] }, {}, '/pages/import')
    expect(held).not.toHaveBeenCalled()
    held.mockRestore()
    const [boxes, list] = sent.body.pages
    expect([sent.status, boxes.parent_id, list.parent_id]).toEqual([200, top, boxes.id])
    expect((await page(list.id)).project_id).toBe(project)
    const file = (await upload(at, 'member', { file: [zip, 'x.zip'] })).body.id
    const again = await at.member.rest('POST', '/pages/import', { file_id: file, parent_id: boxes.id })
    expect(again.body.pages[0].parent_id).toBe(boxes.id)
    expect([...(await exported(`?page_id=${boxes.id}`)).keys()]).toEqual([
      'Kisten.md',
      'Kisten/Liste.md',
      'Kisten/Kisten.md',
      'Kisten/Kisten/Liste.md',
      'pages.json',
    ])
    const other = await openHouse(at.app)
    const foreign = (await other.member.rest('POST', '/pages', { title: 'Fremd' })).body.id
    for (const parent of [foreign, top.replace(/^./, (first: string) => (first === '0' ? '1' : '0')), 'oben']) {
      const refused = await at.member.rest('POST', '/pages/import', { file_id: file, parent_id: parent })
      expect([refused.status, refused.body.field]).toEqual([422, 'parent_id'])
    }
    expect([...(await exported(`?page_id=${foreign}`)).keys()]).toEqual([])
    const none = await at.viewer.rest('GET', '/pages/export?page_id=x')
    expect([none.status, none.body.field]).toEqual([422, 'page_id'])
  })

  test('says which files and members it names are not there, on both ways', async () => {
    const ghost = '00000000-0000-4000-8000-000000000000'
    const zip = await zipped({ 'Lücke.md': `[x](/storage/files/${ghost}) [@Y](mention:${ghost}) a[^1]\n\n[^1]: b\n` })
    const { body } = await send(zip, 'member', { 'accept-language': 'en' })
    expect(body.report.map(({ path, kind }: { path: string; kind: string }) => [path, kind])).toEqual([
      ['Lücke.md', 'footnote'],
      ['Lücke.md', 'unknown_file'],
      ['Lücke.md', 'unknown_member'],
    ])
    const files = await exported(`?page_id=${body.pages[0].id}`)
    expect(files.get('REPORT.txt')?.toString()).toContain(`/storage/files/${ghost}`)
  })

  test('sent twice under one key is taken once', async () => {
    const zip = await zipped({ 'once.md': '![](a.png)', 'a.png': png })
    const first = await send(zip, 'member', { 'idempotency-key': 'k' })
    const { storage } = at.app.services
    const put = vi.spyOn(storage, 'put')
    const second = await send(zip, 'member', { 'idempotency-key': 'k' })
    const keys = put.mock.calls.map(([key]) => key)
    put.mockRestore()
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys) await expect(storage.get(key)).rejects.toThrow()
    expect(second.body).toEqual(first.body)
    expect([first, second].map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, 'true'])
    expect((await at.viewer.rest('GET', '/pages?q=once')).body.total).toBe(1)
  })
})

describe('an import', () => {
  const kinds = ({ report }: { report: { kind: string; path: string }[] }) => report.map(({ kind }) => kind)
  const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
  test.each([
    ['UTF-16', { 'B.md': utf16('# Größe\n\nstraße') }, []],
    ['what Windows wrote', { 'B.md': Buffer.from('# Gr\xf6\xdfe\n\nstra\xdfe', 'latin1') }, ['encoding']],
  ])('reads %s', async (_, files, said) => {
    const { body } = await send(await zipped(files))
    expect([body.pages[0].title, kinds(body)]).toEqual(['Größe', said])
    expect((await page(body.pages[0].id)).content).toBe('straße\n')
  })

  test('says what it leaves as text, what it drops, and which path it has twice', async () => {
    const twice = Readable.from(
      ['eins', 'zwei'].map((content) => ({
        name: 'A.md',
        content: Buffer.from(`${content} [[B]] \`[[C]]\` <!-- d -->`),
      })),
    )
    const { body } = await send(await buffer(createZip(twice, new Date('2026-11-01'))))
    expect(kinds(body)).toEqual(['repeated', 'comment', 'wiki_link'])
    expect((await page(body.pages[0].id)).content).toContain('zwei')
  })

  test('finds files by links that are spelled in other code points, as on macOS', async () => {
    const { body } = await send(await zipped({ 'A.md': '[x](U\u0308b.md)\n', 'U\u0308b.md': 'x' }))
    const { id } = body.pages.find((one: { path: string }) => one.path === 'A.md')
    expect([(await page(id)).content, body.report]).toEqual([expect.stringContaining('(/pages/'), []])
  })

  test('of an export makes the same pages: their order, titles, icons and templates', async () => {
    const own = await openHouse(at.app)
    const make = async (fields: object) => (await own.member.rest('POST', '/pages', fields)).body.id
    const picture = (await upload(own, 'member', { file: [png, 'plan.md'] })).body.id
    const content = `![Plan](/storage/files/${picture})\n`
    const last = await make({ title: 'Zuletzt', content, template: true })
    await make({ title: 'Mitte', content, parent_id: last })
    await make({ title: 'Anfang', icon: '🎉', parent_id: last })
    for (const title of ['🎉 Anfang', 'Ein/Aus: wie?', '.', 'files']) await make({ title, content })
    const tree = async (house: typeof own) => {
      type Branch = { title: string; icon: string; children: Branch[] }
      const told = ({ title, icon, children }: Branch): unknown => [title, icon, children.map(told)]
      return (await house.member.rest('GET', '/pages/tree')).body.map(told)
    }
    const zip = (await own.member.rest('GET', '/pages/export')).raw
    const files = unzip(zip)
    // Each page that shows a picture leads to it.
    for (const path of ['Zuletzt.md', 'Zuletzt/Mitte.md'])
      expect(files.get(path)?.toString()).toMatch(/!\[Plan\]\([^)]*files%20.*plan\.md\)/)
    const next = await openHouse(at.app)
    const { body } = await upload(next, 'member', { file: [zip, 'n.zip'] }, {}, '/pages/import')
    expect(body.report).toEqual([])
    expect(await tree(next)).toEqual(await tree(own))
    const { pages } = (await next.member.rest('GET', '/pages?template=true')).body
    expect(pages.map(({ title }: { title: string }) => title)).toEqual(['Zuletzt'])
  })

  test('takes a heading that was changed since the export for its title', async () => {
    const told = { path: 'A.md', title: 'Alt', icon: null, template: false }
    const manifest = JSON.stringify({ format: 'kontor-pages-1', files: '', pages: [told, { path: 7 }] })
    const { body } = await send(await zipped({ 'A.md': '# Neu\n\nx', 'pages.json': manifest }))
    expect([body.pages[0].title, body.report]).toEqual(['Neu', []])
    const foreign = await send(await zipped({ 'A.md': '[x](pages.json)', 'pages.json': '[{]' }))
    expect([foreign.body.files, foreign.body.report]).toEqual([1, []])
  })
})

/** A ZIP of one file that says what it likes about its name and size. */
function forged(name: string, content: Buffer, size = content.length): Buffer {
  const packed = deflateRawSync(content)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(20, 4)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(size, 22)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(20, 6)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(size, 24)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(46 + name.length, 12)
  end.writeUInt32LE(30 + name.length + packed.length, 16)
  return Buffer.concat([local, Buffer.from(name), packed, entry, Buffer.from(name), end])
}

describe('refuses', () => {
  const total = async () => (await at.viewer.rest('GET', '/pages')).body.total
  test.each([
    ['no ZIP', async () => Buffer.from('x')],
    ['a path that leads out of it', async () => forged('../a.md', Buffer.from('x'))],
    ['a path from the root', async () => forged('/a.md', Buffer.from('x'))],
    ['a path of Windows', async () => forged('..\\a.md', Buffer.from('x'))],
    ['more than it says', async () => forged('a.md', Buffer.alloc(1_000_000), 10)],
    [
      'more entries than are looked at',
      async () => {
        const empty = { name: 'a/', content: Buffer.alloc(0), isCompressed: true }
        return buffer(
          createZip(
            Readable.from([
              ...Array.from({ length: 20_000 }, () => empty),
              { name: 'a.md', content: Buffer.from('x') },
            ]),
            new Date('2026-11-01'),
          ),
        )
      },
    ],
    ['folders without end', async () => forged(`${'a/'.repeat(501)}x.md`, Buffer.from('x'))],
    ['a path without end', async () => forged(`${'a'.repeat(16_001)}.md`, Buffer.from('x'))],
    ['what says that it is too large', async () => forged('a.md', Buffer.from('x'), 300 * 1024 ** 2)],
    ['more text than is read', async () => forged('a.md', Buffer.alloc(11 * 1024 ** 2))],
    // As JSON a quotation mark is two characters.
    [
      'more than one transaction holds',
      () => zipped(Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`${index}.md`, '"'.repeat(480_000)]))),
    ],
    ['no Markdown', () => zipped({ 'a.png': png })],
    [
      'too many pages',
      () => zipped(Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`${index}.md`, '']))),
    ],
  ])('%s', async (_, zip) => {
    const before = await total()
    const answer = await send(await zip())
    expect([answer.status, answer.body.field]).toEqual([422, 'file'])
    expect(await total()).toBe(before)
  })

  test('who may not write, and who has no token', async () => {
    const zip = await zipped({ 'a.md': 'x' })
    expect((await send(zip, 'viewer')).status).toBe(403)
    expect((await send(zip, 'auditor')).status).toBe(403)
    expect((await send(zip, 'nobody')).status).toBe(401)
  })
  scenario(at, 'no body', { as: 'member', post: '/pages/import', status: 415 })
  scenario(at, 'the pages of an organization to its auditor', { as: 'auditor', get: '/pages/export', status: 403 })
  scenario(at, 'them to somebody', { as: 'nobody', get: '/pages/export', status: 401 })

  test('to show another organization what is not theirs', async () => {
    const other = await openHouse(at.app)
    expect([...unzip((await other.viewer.rest('GET', '/pages/export')).raw).keys()]).toEqual([])
  })
})

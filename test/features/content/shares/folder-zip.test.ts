import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { assignZipPaths } from '#features/content/shares/zip-names'
import { type House, openHouse, startApp } from '../../../harness/house.ts'
import { unzip } from '../../../harness/unzip.ts'
import { findS3ServerProblem, type S3Server, settingsOf, startS3Server } from '../../../peers/s3-server.ts'
import { sharing } from './shared.ts'

const noS3 = findS3ServerProblem()
if (noS3) console.warn(`Skipped: ZIPs from S3. ${noS3}`)

afterEach(() => vi.restoreAllMocks())

describe.each(['on disk', 'in S3'])('a folder as a ZIP of files %s', (kind) => {
  const proof = test.skipIf(kind === 'in S3' && noS3 !== null)
  const at = {} as House
  let started: Awaited<ReturnType<typeof startApp>>
  let server: S3Server | undefined
  let base: string
  const { file, folder, share, look, download, accesses } = sharing(at)
  beforeAll(async () => {
    if (kind === 'in S3' && noS3) return
    if (kind === 'in S3') server = await startS3Server()
    started = await startApp({
      env: {
        DATABASE_POOL_SIZE: '3',
        ...(server && settingsOf(server)),
      },
    })
    Object.assign(at, await openHouse(started.app))
    base = await started.app.server.listen({ port: 0, host: '127.0.0.1' })
  }, 60_000)
  afterAll(async () => {
    await started?.stop()
    await server?.close()
  })

  /** The address of a download as this server's own. */
  const address = async (token: string, body?: object) =>
    (await download(token, body)).body.url.replace(/^https?:\/\/[^/]+/, base) as string
  const zipped = async (url: string) => unzip(Buffer.from(await (await fetch(url)).arrayBuffer()))
  /** Every stream of the storage that is opened from now on. */
  const opened = () => {
    const streams: Readable[] = []
    const get = started.app.services.storage.get
    vi.spyOn(started.app.services.storage, 'get').mockImplementation(async (...parameters) => {
      const stream = await get(...parameters)
      streams.push(stream)
      return stream
    })
    return streams
  }
  /** What has begun to arrive, and is not read on. */
  const begun = async (url: string) => {
    const asked = request(url).end()
    const [answer] = (await once(asked, 'response')) as [Readable]
    await once(answer, 'readable')
    return { answer, leave: () => asked.destroy() }
  }

  proof('has everything below it, whole and by its own names', async () => {
    const top = await folder('Übergabe: Juli')
    const below = await folder('Bilder', top)
    await folder('Leer', top)
    const picture = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(200_000)])
    await file('Plan.png', picture, below)
    const text = 'Grüße; '.repeat(50_000)
    await file('Äpfel & Birnen.txt', text, top)
    await file('notiz.txt', 'eins', top)
    await file('NOTIZ.txt', 'zwei', top)
    const { token, id } = await share({ folder: top }, { max_downloads: 2 })
    const answer = await fetch(await address(token))
    expect(await accesses(id)).toMatchObject([{ kind: 'downloaded', name: 'Übergabe: Juli.zip' }])
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
    expect(answer.headers.get('content-disposition')).toContain(
      `filename*=UTF-8''${encodeURIComponent('Übergabe: Juli.zip')}`,
    )
    const bytes = Buffer.from(await answer.arrayBuffer())
    const found = unzip(bytes)
    expect([...found.keys()].sort()).toEqual(
      ['Bilder/Plan.png', 'Leer/', 'NOTIZ (2).txt', 'notiz.txt', 'Äpfel & Birnen.txt'].map(
        (path) => `Übergabe_ Juli/${path}`,
      ),
    )
    expect(found.get('Übergabe_ Juli/Bilder/Plan.png')?.equals(picture)).toBe(true)
    expect(String(found.get('Übergabe_ Juli/Äpfel & Birnen.txt'))).toBe(text)
    expect(['eins', 'zwei']).toContain(String(found.get('Übergabe_ Juli/notiz.txt')))
    expect(bytes.length).toBeLessThan(picture.length + text.length / 10)
    // Another program reads it too, and from its beginning.
    const directory = mkdtempSync(join(tmpdir(), 'kontor-zip-'))
    try {
      writeFileSync(join(directory, 'a.zip'), bytes)
      const script =
        'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip()); z.extractall(sys.argv[2])'
      const out = execFileSync('python3', ['-c', script, join(directory, 'a.zip'), join(directory, 'out')])
      expect(String(out).trim()).toBe('None')
      expect(readdirSync(join(directory, 'out', 'Übergabe_ Juli')).sort()).toHaveLength(5)
    } finally {
      rmSync(directory, { recursive: true })
    }
    // One below it alone.
    const part = await zipped(await address(token, { folder_id: below }))
    expect([...part.keys()]).toEqual(['Bilder/Plan.png'])
    expect((await look(token)).status).toBe(410)
  })

  proof('is refused without a ticket of ours, after its time, and once the share is revoked', async () => {
    const top = await folder('Widerrufen')
    await file('a.txt', 'a', top)
    const { id, token } = await share({ folder: top })
    const url = await address(token)
    const status = async (asked: string) => (await fetch(asked)).status
    expect([await status(`${base}/share/zip`), await status(`${base}/share/zip?ticket=abc`)]).toEqual([403, 403])
    expect([await status(`${url.slice(0, -4)}AAAA`), await status(url)]).toEqual([403, 200])
    const head = await fetch(url, { method: 'HEAD' })
    const said = ['content-type', 'content-length'].map((name) => head.headers.get(name))
    expect([head.status, ...said]).toEqual([200, 'application/zip', null])
    const clock = vi.spyOn(at.app.services.clock, 'now').mockReturnValue(new Date(Date.now() + 301_000))
    expect(await status(url)).toBe(410)
    clock.mockRestore()
    await at.member.rest('DELETE', `/storage/share-links/${id}`)
    expect(await status(url)).toBe(410)
  })

  proof('tells what was deleted while it was made', async () => {
    const top = await folder('Löcher')
    const gone = await file('weg.txt', 'weg', top)
    await file('da.txt', 'da', top)
    const { token } = await share({ folder: top })
    await started.app.services.storage.delete(`files/${at.organizationId}/${gone}`)
    const answer = await fetch(await address(token), { headers: { 'accept-language': 'en' } })
    const found = unzip(Buffer.from(await answer.arrayBuffer()))
    expect([...found.keys()]).toEqual(['Löcher/da.txt', 'Löcher/NOT INCLUDED.txt'])
    expect(String(found.get('Löcher/NOT INCLUDED.txt'))).toContain('Löcher/weg.txt')
  })

  proof('breaks off where a file cannot be read to its end: nobody takes what came for whole', async () => {
    const top = await folder('Defekt')
    for (const name of ['1.bin', '2.bin']) await file(name, randomBytes(2 ** 20), top)
    const { token } = await share({ folder: top })
    const url = await address(token)
    const { storage } = started.app.services
    const get = storage.get
    const failing = vi.spyOn(storage, 'get').mockImplementation(async (...parameters) => {
      const stream = await get(...parameters)
      stream.once('data', () => stream.destroy(new Error('The disk is broken.')))
      return stream
    })
    await expect(fetch(url).then((answer) => answer.arrayBuffer())).rejects.toThrow()
    failing.mockRestore()
    // Its place is free again, and the same address still good.
    for (let times = 0; times < 4; times++) expect((await zipped(url)).size).toBe(2)
  })

  proof(
    'holds no connection to the database while it is read slowly, and takes turns',
    { timeout: 60_000 },
    async () => {
      const top = await folder('Groß')
      for (const name of ['1.bin', '2.bin', '3.bin']) await file(name, randomBytes(8 * 2 ** 20), top)
      const { token } = await share({ folder: top })
      const streams = opened()
      const urls = await Promise.all(Array.from({ length: 4 }, () => address(token)))
      // As many as the pool has connections.
      const readers = await Promise.all(urls.slice(0, 3).map(begun))
      const answers = await Promise.all(Array.from({ length: 6 }, () => look(token)))
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
      // A fourth of the organization waits until one has left.
      let arrived = false
      const fourth = begun(urls[3] as string).then((reader) => {
        arrived = true
        return reader
      })
      await look(token)
      expect(arrived).toBe(false)
      const open = () => streams.filter((stream) => !stream.destroyed)
      expect(open().length).toBeLessThanOrEqual(3)
      readers[0]?.leave()
      const last = await fourth
      for (const { leave } of [...readers, last]) leave()
      await expect.poll(() => open().length, { timeout: 10_000 }).toBe(0)
      // Nobody reads on: what follows was not opened.
      expect(streams.length).toBeLessThan(12)
    },
  )
})

describe('paths in a ZIP', () => {
  const root = { id: 'r', name: 'Wurzel', parentId: null }
  const of = (...names: string[]) =>
    assignZipPaths({
      folders: [root],
      files: names.map((name, index) => ({
        id: String(index),
        name,
        folderId: 'r',
        contentType: 'text/plain',
        createdAt: '2026-01-01T00:00:00Z',
      })),
    }).map(({ path }) => path.replace('Wurzel/', ''))

  test('lead nowhere else, and are names to every system', () => {
    expect(
      of(
        '..',
        '../../etc/passwd',
        'C:\\a',
        'a:b?.txt',
        'NUL.txt',
        'com1',
        ' .. ',
        'ende. ',
        'a\u0000b',
        'exe\u202efdp',
      ),
    ).toEqual(['_', '_.._etc_passwd', 'C__a', 'a_b_.txt', '_NUL.txt', '_com1', '_ (2)', 'ende', 'ab', 'exefdp'])
  })

  test('are each there once, whatever the case and however a letter is composed', () => {
    expect(of('a.txt', 'A.txt', 'a.txt', 'a (2).txt', 'é', 'e\u0301', 'x.tar.gz', 'x.tar.gz')).toEqual([
      'a.txt',
      'A (2).txt',
      'a (3).txt',
      'a (2) (2).txt',
      'é',
      'é (2)',
      'x.tar.gz',
      'x.tar (2).gz',
    ])
    const same = of(...Array.from({ length: 5000 }, () => 'gleich.txt'))
    expect(new Set(same).size).toBe(5000)
  })

  test('of long names stay within 255 bytes, and keep their ending', () => {
    const [first = '', second = ''] = of(`${'ä'.repeat(250)}.pdf`, `${'ä'.repeat(250)}.pdf`)
    expect([Buffer.byteLength(first), first.endsWith('ä.pdf')]).toEqual([254, true])
    expect(second).toMatch(/ä \(2\)\.pdf$/)
    expect(Buffer.byteLength(second)).toBeLessThanOrEqual(255)
  })

  test('of empty folders are there, and of others not by themselves', () => {
    const folders = [root, { id: 'a', name: 'leer', parentId: 'r' }, { id: 'b', name: 'leer', parentId: 'r' }]
    expect(assignZipPaths({ folders, files: [] }).map(({ path }) => path)).toEqual(['Wurzel/leer/', 'Wurzel/leer (2)/'])
    expect(assignZipPaths({ folders: [root], files: [] }).map(({ path }) => path)).toEqual(['Wurzel/'])
  })
})
